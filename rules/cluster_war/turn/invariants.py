"""What holds of every month that is played: CPs are conserved, nothing is below zero, no unit is doubled or vanishes untold.

Plain sums over the state before, the state after and the events between; the tests and the demo ask it of every turn.
"""

from collections import Counter
from collections.abc import Iterator

from rules.cluster_war.chapters.officers.posts import SINGLE_POSTS
from rules.cluster_war.model.economy.holds import filled_space, room_aboard, ship_capacity
from rules.cluster_war.model.economy.income import income, mined_for_pool
from rules.cluster_war.model.economy.supply import main_hexes
from rules.cluster_war.model.economy.yields import colony_output, mining_yields
from rules.cluster_war.model.events import industry
from rules.cluster_war.model.events.battles import BattleSettled, PrizesTaken
from rules.cluster_war.model.events.colonies import BudgetClosed, ColonyFounded, ColonyGrew, IncomeCounted
from rules.cluster_war.model.events.diplomacy import LeaderKilled, MischiefDone
from rules.cluster_war.model.events.encounters import SceneEnded
from rules.cluster_war.model.events.ground import BattalionRefilled, WorldConquered
from rules.cluster_war.model.events.logistics import AidLanded, SuppliesUsed
from rules.cluster_war.model.events.officers import OfficerLost, OfficerRecruited
from rules.cluster_war.model.events.raids import ColonyBombarded, FreighterRobbed, RaidLossesMet, TrafficCaught
from rules.cluster_war.model.events.research import TechnologyGiven, TransferPaid
from rules.cluster_war.model.events.terrain import HoldsBroken
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base
from rules.cluster_war.model.state.war import FULL_COMBAT_TEAMS
from rules.cluster_war.turn.unit_invariants import lost_units, own, places, side_of, units_amiss
from rules.cluster_war.turn.war_invariants import Events, war_amiss


def broken_invariants(before: GameState, after: GameState, events: Events) -> tuple[str, ...]:
    """What does not hold between a month's start and its end, each in a sentence; none where all is well."""
    found = [*below_zero(after), *units_amiss(before, after, events), *officers_amiss(before, after, events)]
    for side in sorted(before.sides):
        found += money_amiss(before, after, events, side)
        found += books_amiss(events, side)
    return (*found, *war_amiss(before, after, events))


def wealth(state: GameState, side: SideId) -> int:
    """CPs in the treasury, in stores and aboard ships."""
    stores = sum(place.store for place in places(state, side))
    return state.sides[side].treasury + stores + sum(ship.cargo for ship in own(state.ships, side))


def gained_cps(state: GameState, side: SideId) -> int:
    """New CPs of the month: the pool's production, trade and gifts, and what places cut off yield for themselves."""
    counted = income(state, side)
    main = main_hexes(state, side)
    apart = [c for c in own(state.colonies, side) if c.hex not in main]
    pooled = mined_for_pool(state, side)
    total = counted.production + counted.trade + state.income.get(side, 0)
    total += sum(colony_output(state, c) for c in apart)
    for mine in mining_yields(state):
        if mine.side == side and mine not in pooled:
            total += min(mine.cps, _room(state, mine.who)) if mine.who in state.fleets else mine.cps
    return total


def spent(before: GameState, after: GameState, events: Events, side: SideId) -> int:
    """CPs turned into colonies, growth, facilities, units, munitions, research, fees, gifts, supplies and what
    raiders cost; less what came back from scrap, from others and from raids."""
    total = _put_in(after, side) - _put_in(before, side)
    total += sum(one.spent for one in own(before.operations, side) if one.id not in after.operations)
    prices = {b.id: b.price for b in before.builds.values()}
    prices |= {e.build: e.price for e in events if isinstance(e, industry.BuildStarted | industry.RefitStarted)}
    for event in events:
        match event:
            case industry.UnitsDelivered() | industry.UnitsRefitted() if event.side == side:
                total += prices[event.build]
            case (
                ColonyFounded()
                | ColonyGrew()
                | industry.FacilityBuilt()
                | industry.MunitionsMade()
                | TransferPaid()
                | SuppliesUsed()
                | BattalionRefilled()
                | industry.RepairBegun()
            ) if event.side == side:
                total += event.cps
            case OfficerRecruited() if event.side == side:
                total += event.cps
            case WorldConquered() if event.loser == side:
                total += event.works + event.store
            case WorldConquered() if event.side == side:
                total -= event.store
            case industry.BaseAssembled() if event.side == side:
                total += event.cps - event.from_parts
            case industry.UnitsScrapped() | industry.RepairBroken() if event.side == side:
                total -= event.cps
            case TechnologyGiven() if event.side == side and event.seen_by == (side,):
                total += event.cps
            case RaidLossesMet() if event.side == side:
                total += event.pool + event.cut
            case TrafficCaught() if event.side == side:
                total -= event.taken
            case FreighterRobbed() | HoldsBroken() if event.side == side:
                total += event.cps
            case SceneEnded() if event.side == side:
                total -= event.cps
            case MischiefDone() if event.side == side:
                total += event.cargo
            case ColonyBombarded() if event.side == side:
                total += event.works + event.store
            case AidLanded() if event.seen_by == (side,):
                total += event.cps if event.side == side else -event.cps
            case _:
                pass
    return total


def money_amiss(before: GameState, after: GameState, events: Events, side: SideId) -> Iterator[str]:
    """A side's wealth changes by what it gained less what it spent; ships lost take their cargo along (CW-5.0-18), those
    captured to their captor."""
    due = wealth(before, side) + gained_cps(before, side) - spent(before, after, events, side)
    due += sum(e.cps for e in events if isinstance(e, PrizesTaken) and e.side == side)
    due -= sum(p.cps for e in events if isinstance(e, BattleSettled) for p in e.purses if p.side == side)
    missing = due - wealth(after, side)
    gone = lost_units(before, events, side)
    holds = sum(ship_capacity(before.sides[side].designs[unit.design], before.settings) for unit in gone)
    holds += sum(unit.store for unit in gone if isinstance(unit, Base))
    if not 0 <= missing <= holds:
        what = f"{missing} CPs have vanished" if missing > 0 else f"{-missing} CPs came from nowhere"
        yield f"{before.sides[side].name}: {what}."


def books_amiss(events: Events, side: SideId) -> Iterator[str]:
    """All that was available stands in the budget's lines, or was carried over (CW-18.0-10)."""
    counted = [e for e in events if isinstance(e, IncomeCounted) and e.side == side]
    closed = [e for e in events if isinstance(e, BudgetClosed) and e.side == side]
    if len(counted) != 1 or len(closed) != 1:
        yield f"{side}: the books were opened {len(counted)} times and closed {len(closed)} times."
        return
    opening, end = counted[0], closed[0]
    available = opening.production + opening.trade + opening.unusual + opening.treasury
    available += sum(getattr(e, "cps", 0) for e in events if getattr(e, "to_pool", False) and side_of(e) == side)
    available += sum(
        e.cps for e in events if isinstance(e, industry.UnitsScrapped) and e.to == "pool" and e.side == side
    )
    available += sum(e.cps for e in events if isinstance(e, AidLanded) and e.into == "pool" and e.seen_by == (side,))
    available += sum(e.cps for e in events if isinstance(e, SceneEnded) and e.side == side)
    available -= sum(e.pool + e.cut for e in events if isinstance(e, RaidLossesMet) and e.side == side)
    lines = end.ships + end.infrastructure + end.bases + end.ground + end.colonies + end.research
    if available != lines + end.carried:
        yield f"{side}: {available} CPs were there, but {lines} were spent and {end.carried} carried over."


def officers_amiss(before: GameState, after: GameState, events: Events) -> Iterator[str]:
    """Officers come and go only as events tell, nobody has a rating below zero, and a post has one holder (CW-17.1-17)."""
    due = {*before.officers} | {e.officer for e in events if isinstance(e, OfficerRecruited)}
    due -= {e.officer for e in events if isinstance(e, OfficerLost | LeaderKilled)}
    yield from (f"{officer} came or went without an event." for officer in sorted(due ^ {*after.officers}))
    posts = Counter(o.post for o in after.officers.values() if o.post is not None and o.post.kind in SINGLE_POSTS)
    yield from (f"{n} officers are {post.kind} of {post.unit}." for post, n in posts.items() if n > 1)
    for officer in after.officers.values():
        if min(officer.strategy, officer.command, officer.attack, officer.defense) < 0 or officer.rank < 1:
            yield f"{officer.id} has a rating below zero."


def below_zero(state: GameState) -> Iterator[str]:
    """No treasury, store, stock, hold, build or project below zero, and no hold beyond its room (CW-5.0-19)."""
    yield from (f"{s.name} has {s.treasury} CPs." for s in state.sides.values() if s.treasury < 0)
    for ship in state.ships.values():
        room = ship_capacity(state.sides[ship.side].designs[ship.design], state.settings)
        held = (ship.cargo, ship.supplies, ship.munitions, ship.crated, ship.crate_room, ship.stress)
        if min(held) < 0 or filled_space(ship) > room or any(n <= 0 for n in ship.parts.values()):
            yield f"{ship.id} carries {filled_space(ship)} of {room} CPs: {held}, {dict(ship.parts)}."
    for colony in state.colonies.values():
        numbers = (colony.store, colony.munitions, colony.shipyard_bays, colony.light_industry, colony.science_stations)
        forces = [*colony.garrison.values(), colony.size]
        if min(numbers) < 0 or min(forces) <= 0 or sum(colony.tooling.values()) > colony.light_industry:
            yield f"Colony {colony.id} has {numbers}, {forces}, {dict(colony.tooling)}."
    for base in state.bases.values():
        if min(base.store, base.munitions, base.supplies, *base.garrison.values()) < 0:
            yield f"{base.id} has {base.store} CPs, {base.munitions} of munitions, {base.supplies} supply points."
        if base.towed_by and base.towed_by not in state.fleets:
            yield f"{base.id} is in tow of {base.towed_by}, which is nowhere."
    for surface in state.surfaces.values():
        for force in surface.forces.values():
            if not 1 <= force.teams <= FULL_COMBAT_TEAMS or force.damage < 0 or force.at not in surface.terrain:
                yield f"{force.id} on {surface.world} has {force.teams} teams in {force.at}."
    for build in state.builds.values():
        if not 0 <= build.paid <= build.price or build.hull_left < 0 or build.capacity < 0:
            yield f"Build {build.id}: {build.paid} of {build.price} CPs paid, {build.hull_left} hull spaces left."
    for project in state.projects.values():
        if project.cps < 0 or not 1 <= project.step <= project.steps:
            yield f"Project {project.id}: {project.cps} CPs, step {project.step} of {project.steps}."


def _put_in(state: GameState, side: SideId) -> int:
    """CPs in research, in operations and in works under way."""
    spent_on = (own(state.projects, side), own(state.operations, side))
    return sum(p.spent for things in spent_on for p in things) + sum(b.paid for b in own(state.builds, side))


def _room(state: GameState, fleet: str) -> int:
    ships = [state.ships[s] for s in state.fleets[fleet].ships]
    return room_aboard(state.sides[state.fleets[fleet].side].designs, ships, state.settings)
