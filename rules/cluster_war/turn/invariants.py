"""What holds of every month that is played: CPs are conserved, nothing is below zero, no unit is doubled or vanishes untold.

Plain sums over the state before, the state after and the events between; the tests and the demo ask it of every turn.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final, TypeAlias, TypeVar

from rules.cluster_war.economy.holds import filled, room_aboard, ship_capacity
from rules.cluster_war.economy.income import income, mined_for_pool
from rules.cluster_war.economy.supply import main_hexes
from rules.cluster_war.economy.yields import colony_output, mined
from rules.cluster_war.events.battles import BattleSettled, PrizesTaken
from rules.cluster_war.events.colonies import ColonyFounded, ColonyGrew
from rules.cluster_war.events.detection import ShipsVanished
from rules.cluster_war.events.economy import BudgetClosed, IncomeCounted
from rules.cluster_war.events.encounters import ContactLost, MissilesStruck, SceneEnded, TrapMet
from rules.cluster_war.events.espionage import LeaderKilled, MischiefDone
from rules.cluster_war.events.event import Event
from rules.cluster_war.events.ground import BattalionRefilled, GroundUnitsLost, WorldConquered
from rules.cluster_war.events.industry import (
    BaseAssembled,
    BuildStarted,
    FacilityBuilt,
    MunitionsMade,
    PartsLoaded,
    RefitStarted,
    UnitsDelivered,
    UnitsRefitted,
    UnitsScrapped,
)
from rules.cluster_war.events.logistics import AidLanded, CraftLanded, CraftTaken, StressSettled, SuppliesUsed
from rules.cluster_war.events.movement import FleetLost
from rules.cluster_war.events.officers import OfficerLost, OfficerRecruited
from rules.cluster_war.events.raids import ColonyBombarded, FreighterRobbed, RaidLossesMet, TrafficCaught
from rules.cluster_war.events.repair import RepairBegun, RepairBroken
from rules.cluster_war.events.research import TechnologyGiven, TransferPaid
from rules.cluster_war.events.terrain import HoldsBroken, ShipsWrecked
from rules.cluster_war.logistics.stress_effects import LEAVING
from rules.cluster_war.officers.posts import SINGLE
from rules.cluster_war.state.espionage import Operation
from rules.cluster_war.state.game import GameState
from rules.cluster_war.state.holdings import Base, Build, Colony, Project
from rules.cluster_war.state.names import DesignId, SideId
from rules.cluster_war.state.surface import FULL
from rules.cluster_war.state.units import Ship
from rules.cluster_war.turn.war_invariants import war_amiss

Events: TypeAlias = tuple[Event, ...]
Units: TypeAlias = defaultdict[DesignId, Fraction]
Owned = TypeVar("Owned", Base, Build, Colony, Operation, Project, Ship)
UNHEARD: Final = "CW-13.0-04"
"""The rule by which nobody tells of places of which nothing is left."""
SHIPYARD: Final = "shipyard"
"""What parts of shipyard bays are called; they come from bays, which are no units."""


def broken(before: GameState, after: GameState, events: Events) -> tuple[str, ...]:
    """What does not hold between a month's start and its end, each in a sentence; none where all is well."""
    found = [*below_zero(after), *units_amiss(before, after, events), *officers_amiss(before, after, events)]
    for side in sorted(before.sides):
        found += money_amiss(before, after, events, side)
        found += books_amiss(events, side)
    return (*found, *war_amiss(before, after, events))


def wealth(state: GameState, side: SideId) -> int:
    """CPs in the treasury, in stores and aboard ships."""
    stores = sum(place.store for place in _places(state, side))
    return state.sides[side].treasury + stores + sum(ship.cargo for ship in _own(state.ships, side))


def gained(state: GameState, side: SideId) -> int:
    """New CPs of the month: the pool's production, trade and gifts, and what places cut off yield for themselves."""
    counted = income(state, side)
    main = main_hexes(state, side)
    apart = [c for c in _own(state.colonies, side) if c.hex not in main]
    pooled = mined_for_pool(state, side)
    total = counted.production + counted.trade + state.income.get(side, 0)
    total += sum(colony_output(state, c) for c in apart)
    for mine in mined(state):
        if mine.side == side and mine not in pooled:
            total += min(mine.cps, _room(state, mine.who)) if mine.who in state.fleets else mine.cps
    return total


def spent(before: GameState, after: GameState, events: Events, side: SideId) -> int:
    """CPs turned into colonies, growth, facilities, units, munitions, research, fees, gifts, supplies and what
    raiders cost; less what came back from scrap, from others and from raids."""
    total = _put_in(after, side) - _put_in(before, side)
    total += sum(one.spent for one in _own(before.operations, side) if one.id not in after.operations)
    prices = {b.id: b.price for b in before.builds.values()}
    prices |= {e.build: e.price for e in events if isinstance(e, BuildStarted | RefitStarted)}
    for event in events:
        match event:
            case UnitsDelivered() | UnitsRefitted() if event.side == side:
                total += prices[event.build]
            case (
                ColonyFounded()
                | ColonyGrew()
                | FacilityBuilt()
                | MunitionsMade()
                | TransferPaid()
                | SuppliesUsed()
                | BattalionRefilled()
                | RepairBegun()
            ) if event.side == side:
                total += event.cps
            case OfficerRecruited() if event.side == side:
                total += event.cps
            case WorldConquered() if event.loser == side:
                total += event.works + event.store
            case WorldConquered() if event.side == side:
                total -= event.store
            case BaseAssembled() if event.side == side:
                total += event.cps - event.from_parts
            case UnitsScrapped() | RepairBroken() if event.side == side:
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
    due = wealth(before, side) + gained(before, side) - spent(before, after, events, side)
    due += sum(e.cps for e in events if isinstance(e, PrizesTaken) and e.side == side)
    due -= sum(p.cps for e in events if isinstance(e, BattleSettled) for p in e.purses if p.side == side)
    missing = due - wealth(after, side)
    gone = _lost(before, events, side)
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
    available += sum(getattr(e, "cps", 0) for e in events if getattr(e, "to_pool", False) and _of(e) == side)
    available += sum(e.cps for e in events if isinstance(e, UnitsScrapped) and e.to == "pool" and e.side == side)
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
    posts = Counter(o.post for o in after.officers.values() if o.post is not None and o.post.kind in SINGLE)
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
        if min(held) < 0 or filled(ship) > room or any(n <= 0 for n in ship.parts.values()):
            yield f"{ship.id} carries {filled(ship)} of {room} CPs: {held}, {dict(ship.parts)}."
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
            if not 1 <= force.teams <= FULL or force.damage < 0 or force.at not in surface.terrain:
                yield f"{force.id} on {surface.world} has {force.teams} teams in {force.at}."
    for build in state.builds.values():
        if not 0 <= build.paid <= build.price or build.hull_left < 0 or build.capacity < 0:
            yield f"Build {build.id}: {build.paid} of {build.price} CPs paid, {build.hull_left} hull spaces left."
    for project in state.projects.values():
        if project.cps < 0 or not 1 <= project.step <= project.steps:
            yield f"Project {project.id}: {project.cps} CPs, step {project.step} of {project.steps}."


def units_amiss(before: GameState, after: GameState, events: Events) -> Iterator[str]:
    """Every ship is in one fleet of its side; ships and other units come and go only as events tell (CW-18.0-01)."""
    aboard = Counter(ship for fleet in after.fleets.values() for ship in fleet.ships)
    yield from (f"{ship} is in {n} fleets." for ship, n in aboard.items() if n > 1)
    yield from (f"{ship} is in no fleet." for ship in sorted(set(after.ships) - set(aboard)))
    yield from (f"{ship} is in a fleet, but nowhere else." for ship in sorted(set(aboard) - set(after.ships)))
    for fleet in after.fleets.values():
        sides = {after.ships[s].side for s in fleet.ships if s in after.ships}
        if sides != {fleet.side}:
            yield f"Fleet {fleet.id} has ships of {', '.join(sorted(sides)) or 'nobody'}."
    new = Counter(s for e in events if isinstance(e, UnitsDelivered | CraftTaken | PrizesTaken) for s in e.ships)
    gone = {s for e in events if isinstance(e, UnitsScrapped | CraftLanded) for s in e.ships}
    gone |= {s for e in events if isinstance(e, BattleSettled) for s in (*e.destroyed, *e.captured)}
    gone |= {s for e in events if isinstance(e, ShipsWrecked) for s in e.ships}
    gone |= {unit.id for side in before.sides for unit in _lost(before, events, side)}
    yield from (f"{ship} came twice." for ship, n in new.items() if n > 1 or ship in before.ships)
    due = ({*before.ships} | {*new}) - gone
    yield from (f"{ship} vanished without an event." for ship in sorted(due - {*after.ships}))
    yield from (f"{ship} came without an event." for ship in sorted({*after.ships} - due))
    for side in sorted(before.sides):
        yield from _counts_amiss(before, after, events, side)


def _counts_amiss(before: GameState, after: GameState, events: Events, side: SideId) -> Iterator[str]:
    due, found = units(before, side), units(after, side)
    for design, n in _changes(before, events, side).items():
        due[design] += n
    lacking = {d: due[d] - found[d] for d in sorted({*due, *found})}
    amiss = {design: n for design, n in lacking.items() if n}
    # Nothing tells what was aboard ships lost other than in battle, nor what units were that were refitted within the month.
    gone = _aboard_lost(before, events, side)
    least = sum(max(Fraction(0), n - gone[design]) for design, n in amiss.items())
    unsaid = _refitted_at_once(before, events, side)
    if amiss and (min(amiss.values()) < 0 or not least <= unsaid <= sum(amiss.values())):
        told = ", ".join(f"{-n} more of {d}" if n < 0 else f"{n} fewer of {d}" for d, n in amiss.items())
        yield f"{before.sides[side].name} has, without an event, {told}."


def units(state: GameState, side: SideId) -> Units:
    """A side's units of each design, wherever they are: in fleets, garrisons, crates, refits, the field; bases also in parts, as
    fractions; parts of yards in CPs."""
    found: Units = defaultdict(Fraction)
    costs = _costs(state, side)
    for ship in _own(state.ships, side):
        found[ship.design] += 1
        for design, n in ship.crates.items():
            found[design] += n
        for what, cps in ship.parts.items():
            found[what] += Fraction(cps, costs.get(what, 1))
    for base in _own(state.bases, side):
        found[base.design] += 1
    for place in _places(state, side):
        for design, n in place.garrison.items():
            found[design] += n
    for build in _own(state.builds, side):
        if build.old:
            found[build.old] += build.count
    for surface in state.surfaces.values():
        for force in surface.forces.values():
            if force.side == side:
                found[force.design] += 1
    return found


def _changes(before: GameState, events: Events, side: SideId) -> Units:
    """By how much events let the number of each design's units change."""
    change: Units = defaultdict(Fraction)
    costs = _costs(before, side)
    for event in events:
        if isinstance(event, BattleSettled):
            for loss in event.losses:
                if loss.side == side:
                    change[loss.what] -= loss.count + Fraction(loss.cps, costs.get(loss.what, 1))
        if _of(event) != side:
            continue
        match event:
            case PrizesTaken():
                for design in event.designs:
                    change[design] += 1
            case UnitsDelivered():
                change[event.design] += event.count
            case UnitsScrapped() | GroundUnitsLost():
                change[event.design] -= event.count
            case UnitsRefitted():
                change[event.design] += event.count
                for ship in event.ships:
                    change[before.ships[ship].design] -= 1
                if not event.ships and event.build in before.builds:
                    change[before.builds[event.build].old] -= event.count
            case BaseAssembled():
                cps = -event.from_parts if event.what == SHIPYARD else event.cps - event.from_parts
                change[event.what] += Fraction(cps, costs.get(event.what, 1))
            case ColonyBombarded():
                for design, n in (*event.units.items(), *event.refits.items()):
                    change[design] -= n
            case PartsLoaded() if event.what == SHIPYARD:
                change[SHIPYARD] += event.cps
            case _:
                pass
    for unit in _lost(before, events, side):
        change[unit.design] -= 1
    for what, gone in _broken_loose(events, side, costs):
        change[what] -= gone
    return change


def _broken_loose(events: Events, side: SideId, costs: Mapping[DesignId, int]) -> Iterator[tuple[DesignId, Fraction]]:
    """What of units, and of parts of them, was lost in bays that broke loose (CW-14.0-12)."""
    for event in events:
        if isinstance(event, HoldsBroken) and event.side == side:
            yield from ((design, Fraction(n)) for design, n in event.units.items())
            yield from ((what, Fraction(cps, costs.get(what, 1))) for what, cps in event.parts.items())


def _lost(before: GameState, events: Events, side: SideId) -> list[Ship | Base]:
    """A side's units of the month's start that were lost with their fleet, to terrain, or to what hides in systems, or left it
    when a stress check had failed."""
    left = [e for e in events if isinstance(e, StressSettled) and e.effect in LEAVING]
    told = [*left, *(e for e in events if isinstance(e, FleetLost | ShipsWrecked))]
    keys = [key for event in told if event.side == side for key in event.ships]
    fought = {key for e in events if isinstance(e, BattleSettled) for key in (*e.destroyed, *e.captured)}
    unheard = [e for e in events if isinstance(e, ContactLost | ShipsVanished) and e.side == side]
    met = [e for e in events if isinstance(e, TrapMet | SceneEnded | MissilesStruck) and e.side == side]
    keys += [
        key for key in (*(k for e in unheard for k in e.ships), *(k for e in met for k in e.lost)) if key not in fought
    ]
    units: dict[str, Ship | Base] = {**before.ships, **before.bases}
    return [units[key] for key in dict.fromkeys(keys) if key in units]


def _worlds_gone(before: GameState, events: Events, side: SideId) -> list[Colony]:
    """A side's colonies of the month's start in systems of which a trap left nothing to be heard."""
    struck = {e.hex for e in events if isinstance(e, TrapMet) and e.side == side and e.cause.rule == UNHEARD}
    return [colony for _, colony in sorted(before.colonies.items()) if colony.side == side and colony.hex in struck]


def _aboard_lost(before: GameState, events: Events, side: SideId) -> Units:
    """The most units of each design, and parts, that can have been aboard ships that were lost other than in battle."""
    most: Units = defaultdict(Fraction)
    costs = _costs(before, side)
    gone = [unit for unit in _lost(before, events, side) if isinstance(unit, Ship)]
    for ship in gone:
        for design, n in ship.crates.items():
            most[design] += n
        for what, cps in ship.parts.items():
            most[what] += Fraction(cps, costs.get(what, 1))
    for colony in _worlds_gone(before, events, side):
        for design, n in colony.garrison.items():
            most[design] += n
        for event in events:
            if isinstance(event, UnitsDelivered) and event.colony == colony.id:
                most[event.design] += event.count
    if gone:
        for event in events:
            if isinstance(event, CraftTaken) and event.side == side:
                most[event.design] += event.count
            if isinstance(event, PartsLoaded) and event.side == side:
                most[event.what] += Fraction(event.cps, costs.get(event.what, 1))
    return most


def _refitted_at_once(before: GameState, events: Events, side: SideId) -> int:
    done = [e for e in events if isinstance(e, UnitsRefitted) and e.side == side]
    return sum(e.count for e in done if not e.ships and e.build not in before.builds)


def _costs(state: GameState, side: SideId) -> Mapping[DesignId, int]:
    return {key: design.cost for key, design in state.sides[side].designs.items()}


def _of(event: Event) -> str:
    return getattr(event, "side", "")


def _room(state: GameState, fleet: str) -> int:
    ships = [state.ships[s] for s in state.fleets[fleet].ships]
    return room_aboard(state.sides[state.fleets[fleet].side].designs, ships, state.settings)


def _put_in(state: GameState, side: SideId) -> int:
    """CPs in research, in operations and in works under way."""
    spent_on = (_own(state.projects, side), _own(state.operations, side))
    return sum(p.spent for things in spent_on for p in things) + sum(b.paid for b in _own(state.builds, side))


def _places(state: GameState, side: SideId) -> list[Colony | Base]:
    return [*_own(state.colonies, side), *_own(state.bases, side)]


def _own(things: Mapping[str, Owned], side: SideId) -> list[Owned]:
    return [thing for thing in things.values() if thing.side == side]
