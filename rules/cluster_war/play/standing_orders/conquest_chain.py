"""The chain that takes a world: gather, embark, travel, land, and fight on until the world is one's own (CW-6.5-22, CW-9.2-05).

How a fleet goes against an enemy's world, and what its army does there, is what a governor does (`governors/concerns/war.py`,
`turn/planning/suggestions/sieges.py`).
"""

from collections.abc import Iterator, Sequence

from rules.cluster_war.chapters.combat.ground.army_orders import CommandArmy
from rules.cluster_war.chapters.combat.ground.invasion_orders import InvadeWorld
from rules.cluster_war.chapters.logistics.cargo_orders import TakeCraft
from rules.cluster_war.chapters.logistics.stores import board_forces, room_for
from rules.cluster_war.chapters.logistics.supply_orders import LoadSupplies
from rules.cluster_war.model.holdings.finders import own_fleet
from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.race_design.choices import deed_refused
from rules.cluster_war.model.state.common import ColonyId, FleetId, HexId
from rules.cluster_war.model.state.holdings import Colony, Fleet
from rules.cluster_war.model.state.sides import ColonySighting
from rules.cluster_war.model.state.war import Front
from rules.cluster_war.play.governors.concerns.war import GARRISON_BATTALIONS, march_orders
from rules.cluster_war.play.governors.roster import waits
from rules.cluster_war.play.governors.situation import Situation, bound_for, count_of
from rules.cluster_war.play.standing_orders.chain_kinds import (
    Chain,
    PlannedStep,
    arrival,
    arrives_in,
    bound_text,
    go,
    hunger,
    next_turn_start,
    step,
    turn_of,
    weeks_to,
    world_name,
)
from rules.cluster_war.play.standing_orders.goal_kinds import NothingToDo, WantedOrders, Wish
from rules.cluster_war.turn.planning.suggestions.meetings import armed_hull, ends_at, foes_at, weeks_text
from rules.cluster_war.turn.planning.suggestions.sieges import army_advice
from rules.cluster_war.turn.planning.suggestions.voyages import points_for_campaign
from rules.values import GameError, IllegalOrderError, NotYoursError, changed

GATHER, EMBARK, TRAVEL, LAND = 1, 2, 3, 4


class ConquerWorld(Chain):
    """Take one world: fleets come together, take battalions aboard, go there as one, land, and the army fights on. `fleet` leads;
    the `others` join it."""

    world: ColonyId
    fleet: FleetId
    others: tuple[FleetId, ...] = ()

    @property
    def hex(self) -> HexId:
        """Where the world is."""
        return self.world.partition("-")[0]


def conquer_world(situation: Situation, goal: ConquerWorld) -> Wish:
    """What the chain wants of this turn. GameError says why it cannot go on, and what would help."""
    planned = situation.planned
    name = conquered_name(planned, goal)
    if goal.world in planned.colonies:
        return NothingToDo(f"{name} is yours")
    check_enemy(planned, goal)
    lead = own_fleet(planned, goal.fleet)
    aboard = troops_aboard(planned, (lead,))
    there = ends_at(planned, lead) == goal.hex
    if there and aboard:
        return _land(planned, goal, lead, name)
    front = planned.view.fronts.get(goal.world)
    if front is not None and any(force.side == planned.me.id for force in front.forces.values()):
        return _fight(planned, goal, front, name)
    if not waits(planned, lead):
        to = bound_for(situation, lead)
        return NothingToDo(step(TRAVEL if to == goal.hex else GATHER, bound_text(situation, lead, to)))
    if there:
        raise GameError(
            f"{lead.name} is over {name} and has no troops; send it to a colony with battalions, and it goes on from there."
        )
    return _prepare(situation, goal, lead, name)


def check_enemy(planned: PlannedState, goal: ConquerWorld) -> ColonySighting:
    """The colony on the world, as the side knows it. IllegalOrderError: nobody to fight, or nobody that may be fought."""
    seen, name = planned.view.foreign_colonies.get(goal.world), conquered_name(planned, goal)
    if seen is None:
        raise IllegalOrderError(
            f"You know of no colony on {name}; a scout there would tell you who has it.", rule="CW-9.2-01"
        )
    if seen.side in planned.view.peace:
        raise IllegalOrderError(
            f"You are at peace with {planned.side_name(seen.side)}, who have {name}.", rule="CW-9.2-01"
        )
    refused = deed_refused(planned.me.race.attitude, "conquest", planned.settings)
    if refused is not None:
        raise IllegalOrderError(refused.text, rule=refused.rule)
    return seen


def _land(planned: PlannedState, goal: ConquerWorld, lead: Fleet, name: str) -> Wish:
    if f"invade {lead.id}" in planned.ordered:
        return NothingToDo(step(LAND, f"{lead.name} has its orders to land on {name}"))
    here = [f for f in planned.fleets.values() if ends_at(planned, f) == goal.hex]
    ours, theirs = sum(armed_hull(planned, f) for f in here), sum(foes_at(planned, goal.hex).values())
    if 2 * theirs > 3 * ours:
        raise GameError(
            f"hull {theirs} of others was seen over {name}, and yours there is {ours}; {lead.name} lands once more of your "
            "ships have come, or theirs have gone."
        )
    barred = f" once hull {theirs} of others is beaten" if theirs else ""
    orders: tuple[Order, ...] = (InvadeWorld(lead.id, goal.world),)
    return (WantedOrders(orders, step(LAND, f"{lead.name} lands on {name}{barred}")),)


def _fight(planned: PlannedState, goal: ConquerWorld, front: Front, name: str) -> Wish:
    """The army on the world has the posture that is advised."""
    mine = [force for force in front.forces.values() if force.side == planned.me.id]
    told = f"your army fights for {name}, {sum(f.teams for f in mine)} combat teams"
    for advised in army_advice(planned):
        order = advised.order
        if isinstance(order, CommandArmy) and order.world == goal.world:
            if all(force.posture == order.posture for force in mine):
                return NothingToDo(step(LAND, told))
            return (WantedOrders((order,), step(LAND, f"{told}; {advised.reason}")),)
    return NothingToDo(step(LAND, told))


def _prepare(situation: Situation, goal: ConquerWorld, lead: Fleet, name: str) -> Wish:
    """The fleets come together where troops are, board them and set out."""
    planned = situation.planned
    group = [lead, *(planned.fleets[key] for key in goal.others if key in planned.fleets)]
    rally = rally_of(situation, group)
    moves, late = list[Order](), list[Fleet]()
    for fleet in group:
        if not waits(planned, fleet):
            late.append(fleet)
        elif fleet.hex != rally:
            weeks_to(situation, fleet, rally)
            moves.append(go(fleet.id, rally))
    if moves:
        text = f"{len(moves)} of {len(group)} fleets go to {planned.place(rally)}"
        return (WantedOrders(tuple(moves), step(GATHER, text)),)
    if late:
        return NothingToDo(step(GATHER, bound_text(situation, late[0], bound_for(situation, late[0]))))
    takes = boarding(planned, group, rally)
    if not takes and not troops_aboard(planned, group):
        raise GameError(_nobody_to_land(planned, group, rally))
    weeks = weeks_to(situation, lead, goal.hex)
    *first, leave = march_orders(lead, group[1:], goal.hex)
    points = points_for_campaign(planned, rally, [planned.ships[s] for f in group for s in f.ships], goal.hex)
    stocks = [LoadSupplies(lead.id, points)] if points else []
    number, count = (EMBARK if takes else TRAVEL), sum(order.count for order in takes)
    does = f"takes {count_of(count, 'battalion')} aboard and sets out for" if takes else "sets out for"
    told = step(number, f"{lead.name} {does} {name}; {arrives_in(situation, weeks)}")
    return WantedOrders((*first, *takes, *stocks, leave), told), WantedOrders((*first, *takes, leave), told)


def _nobody_to_land(planned: PlannedState, group: Sequence[Fleet], rally: HexId) -> str:
    """Why no battalion goes aboard, and what would help."""
    designs = planned.me.designs
    names = " and ".join(fleet.name for fleet in group)
    if not any(designs[planned.ships[s].design].barracks for f in group for s in f.ships):
        able = sorted(d.name for d in designs.values() if d.kind == "ship" and d.barracks)
        build = f"build a {able[0]}" if able else "design and build a ship with barracks"
        return f"{names} can take no battalions aboard; {build}, and put it first in this order."
    return (
        f"No battalion can be spared at {planned.place(rally)}, where {GARRISON_BATTALIONS} stay as a garrison; train more "
        "there, and it goes on."
    )


def rally_of(situation: Situation, group: Sequence[Fleet]) -> HexId:
    """Where fleets come together: where the leader is if troops are aboard or wait there, else the nearest colony of the side's
    that has some to spare. NotYoursError: there is none."""
    planned, lead = situation.planned, group[0]
    if troops_aboard(planned, (lead,)) or _spare(planned, lead.hex):
        return lead.hex
    places = {c.hex for c in planned.colonies.values() if c.side == planned.me.id and _spare(planned, c.hex)}
    for _, hex_ in situation.ways(lead, places):
        return hex_
    if planned.colonies_at(lead.hex):
        return lead.hex
    raise NotYoursError(
        f"No colony that {lead.name} can reach has battalions to spare; train some, or put a fleet with troops first in this "
        "order."
    )


def _spare(planned: PlannedState, hex_: HexId) -> int:
    """Battalions in a hex that need not stay as a garrison."""
    return sum(max(0, sum(_held(planned, site).values()) - GARRISON_BATTALIONS) for site in _sites(planned, hex_))


def _sites(planned: PlannedState, hex_: HexId) -> list[Colony]:
    return sorted((c for c in planned.colonies_at(hex_) if c.side == planned.me.id), key=lambda c: c.id)


def _held(planned: PlannedState, site: Colony) -> dict[str, int]:
    """Sound battalions of a place, by design."""
    designs = planned.me.designs
    found = {key: n - site.low_quality.get(key, 0) for key, n in site.garrison.items() if key in designs}
    return {key: n for key, n in found.items() if n > 0 and designs[key].kind == "ground"}


def boarding(planned: PlannedState, group: Sequence[Fleet], rally: HexId) -> list[TakeCraft]:
    """Battalions that fleets take aboard together, the dearest first, as many as fit and need not stay."""
    designs, found = planned.me.designs, list[TakeCraft]()
    ships = {key: planned.ships[key] for fleet in group for key in fleet.ships}
    for site in _sites(planned, rally):
        held = _held(planned, site)
        spare = max(0, sum(held.values()) - GARRISON_BATTALIONS)
        for key in sorted(held, key=lambda k: (-designs[k].cost, k)):
            count = room_for(designs, ships, designs[key], min(held[key], spare), planned.settings)
            if count > 0:
                ships = board_forces(designs, ships, designs[key], count, planned.settings, crated=False)
                found.append(TakeCraft(group[0].id, site.id, key, count))
                spare -= count
    return found


def troops_aboard(planned: PlannedState, group: Sequence[Fleet]) -> int:
    """Battalions aboard fleets."""
    designs = planned.me.designs
    crates = (planned.ships[key].crates.items() for fleet in group for key in fleet.ships)
    return sum(n for each in crates for key, n in each if key in designs and designs[key].kind == "ground")


def conquered_name(planned: PlannedState, goal: ConquerWorld) -> str:
    """The world as the side knows it."""
    return world_name(planned.view, goal.hex, int(goal.world.partition("-")[2]))


def conquest_steps(situation: Situation, goal: ConquerWorld) -> Iterator[PlannedStep]:
    """The steps that are still to come, with their turns, as far as they can be known. GameError as `conquer_world`."""
    planned, name = situation.planned, conquered_name(situation.planned, goal)
    check_enemy(planned, goal)
    lead, week = own_fleet(planned, goal.fleet), planned.first_week
    group = [lead, *(planned.fleets[key] for key in goal.others if key in planned.fleets)]
    there = arrival(situation, lead)
    if there is not None and bound_for(situation, lead) == goal.hex:
        yield PlannedStep(TRAVEL, bound_text(situation, lead, goal.hex), turn_of(there))
        week = there
    elif lead.hex != goal.hex:
        rally = rally_of(situation, group)
        coming = [weeks_to(situation, f, rally) for f in group if f.hex != rally and waits(planned, f)]
        coming += [week_ - week for f in group if (week_ := arrival(situation, f)) is not None]
        week = next_turn_start(week + max(coming, default=0))
        if coming:
            yield PlannedStep(
                GATHER, f"your {len(group)} fleets come together at {planned.place(rally)}", turn_of(week)
            )
        yield PlannedStep(EMBARK, _embark_text(planned, group, rally), turn_of(week))
        weeks = _weeks_from(situation, lead, rally, goal.hex)
        week += weeks
        ships = [planned.ships[s] for f in group for s in f.ships]
        hungry = hunger(situation, ships, weeks, points_for_campaign(planned, rally, ships, goal.hex))
        way = f"{lead.name} travels to {planned.place(goal.hex)}, {weeks_text(weeks)}{hungry}"
        yield PlannedStep(TRAVEL, way, turn_of(week))
    yield PlannedStep(LAND, f"{lead.name} lands on {name} {_odds(planned, group, goal.hex)}", turn_of(week))


def _weeks_from(situation: Situation, lead: Fleet, start: HexId, goal: HexId) -> int:
    """Weeks from where the fleets come together; from where the leader is if that is not known."""
    return weeks_to(situation, changed(lead, hex=start), goal)


def _embark_text(planned: PlannedState, group: Sequence[Fleet], rally: HexId) -> str:
    takes, held = boarding(planned, group, rally), troops_aboard(planned, group)
    named = ", ".join(f"{order.count} × {planned.me.designs[order.design].name}" for order in takes)
    if named:
        return f"{group[0].name} takes {named} aboard; {GARRISON_BATTALIONS} battalions stay"
    if held:
        return f"{count_of(held, 'battalion')} {'is' if held == 1 else 'are'} aboard already"
    raise GameError(_nobody_to_land(planned, group, rally))


def _odds(planned: PlannedState, group: Sequence[Fleet], hex_: HexId) -> str:
    """What is known of who is there, and what goes against it."""
    ours, theirs = sum(armed_hull(planned, f) for f in group), sum(foes_at(planned, hex_).values())
    seen = f"hull {theirs} of others as seen within the month" if theirs else "nobody seen there within the month"
    return f"with hull {ours} that fights, against {seen}"
