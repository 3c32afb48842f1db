"""Fleets leaving, under way, arriving and taking ships along (chapter 4), whatever drives they have."""

from dataclasses import dataclass, field

from rules.cluster_war.chapters.movement import fleets, navigation
from rules.cluster_war.chapters.movement.hazards import caught, is_held, is_intercepted, launch, stop_at_barrier
from rules.cluster_war.chapters.movement.journey import LegStage, cruise_along, next_stage
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.model.events.movement import CraftRunDry, FleetArrived, FleetDeparted, FleetPassed, ShipsPickedUp
from rules.cluster_war.model.psionics.units import DOWSING, asleep_on_passage, check_asleep, is_hyperspace
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, FleetId, HexId, ShipId, SideId, short_id
from rules.cluster_war.model.state.holdings import Course, Fleet, Transit
from rules.cluster_war.model.state.places import distance
from rules.cluster_war.model.working.turn_state import Crossing, Rift, TurnState
from rules.values import Cause, IllegalOrderError, Modifier, changed


@dataclass(slots=True)
class _Traffic:
    """A week's movement: charts drawn up when first needed, ships taken along, rifts torn."""

    turn: TurnState
    charts: dict[SideId, navigation.Chart] = field(default_factory=dict)
    claimed: set[ShipId] = field(default_factory=set)
    rifts: list[Rift] = field(default_factory=list)

    def chart(self, side: SideId) -> navigation.Chart:
        if side not in self.charts:
            self.charts[side] = navigation.chart_of(self.turn, side)
        return self.charts[side]


def move_week(turn: TurnState, week: int) -> None:
    """Move all fleets through the week that ends at `week`: first those that leave, then those that arrive.

    A fleet at a waypoint is there at the week's end, and goes on as the next week begins, with no time lost.
    """
    waits = {signed.id: order.wait for signed, order in turn.orders_of(MoveFleet)}
    begins = week - 1
    traffic = _Traffic(turn)
    waiting = [f for f in turn.fleets.values() if f.route and f.transit is None and f.course is None]
    for key in [f.id for f in fleets.in_order(waiting)]:
        fleet = turn.fleets.get(key)  # a fleet vanishes when another takes its last ship along
        if fleet is None or fleet.transit is not None or fleet.course is not None or not fleet.route:
            continue
        if turn.first_week + waits.get(fleet.order, 0) <= begins:
            _leave(traffic, fleet, begins)
    arrived: list[FleetId] = []
    turn.crossings = []
    for fleet in fleets.in_order([f for f in turn.fleets.values() if f.transit is not None or f.course is not None]):
        if fleet.transit is not None and fleet.transit.arrives <= week:
            turn.crossings.append(Crossing(fleet.id, fleet.transit.origin, fleet.transit.to))
            _arrive(turn, changed(fleet, transit=None), fleet.transit.to, week)
            arrived.append(fleet.id)
        elif fleet.course is not None and _advance(traffic, fleet, fleet.course, week):
            arrived.append(fleet.id)
    for key in arrived:
        if key in turn.fleets:
            _pick_up(turn, turn.fleets[key], traffic.claimed)
    turn.rifts = traffic.rifts


def set_out(turn: TurnState, fleet: Fleet, week: int) -> None:
    """Have a fleet begin its route as a `week` ends, whatever else has moved in it."""
    fleets.put_fleet(turn, fleet)
    traffic = _Traffic(turn)
    _leave(traffic, fleet, week)
    turn.rifts += traffic.rifts


def _leave(traffic: _Traffic, fleet: Fleet, week: int) -> None:
    """Start the next leg, or the next jump of it; legs to where the fleet is already only pick ships up."""
    turn = traffic.turn
    while fleet.route and fleet.route[0].to == fleet.hex:
        fleet = changed(fleet, route=fleet.route[1:], pick_up=fleet.route[0].pick_up)
        fleets.put_fleet(turn, fleet)
        fleet = _pick_up(turn, fleet, traffic.claimed)
    if not fleet.route:
        return
    if is_held(turn, fleet, week):
        return
    bound = fleet.bound
    fleet = changed(fleet, bound=None) if bound is not None else fleet
    leg = fleet.route[0]
    try:
        mode = navigation.mode_in(turn, fleet, fleet.by)
        if fleet.by == DOWSING:
            navigation.check_awake(fleet.name, mode.formation.travelling, week)
        chart = traffic.chart(fleet.side)
        if fleet.raid is not None and mode.drive.family == "linear":
            stage = cruise_along(chart, mode, tuple(each.to for each in fleet.route))
            leg = fleet.route[-1]
            fleet = changed(fleet, route=(leg,))
        else:
            stage = next_stage(chart, mode, fleet.hex, leg.to, push=fleet.push, by=fleet.by)
        psychics = fleets.psychics_of(turn, fleet)
        check_asleep(fleet.name, mode.drive.id, psychics, turn.settings)
    except IllegalOrderError as wrong:
        fleets.put_fleet(turn, changed(fleet, route=(), course=None, bound=bound))
        turn.fail_fleet(fleet, f"{fleet.name} stays in {fleet.hex}. {wrong}", wrong.rule or "CW-4.0-05")
        return
    fleet = fleets.drop_survey(turn, fleet)
    _say_departure(turn, fleet, mode, stage, week)
    if not launch(turn, fleet, stage, week):
        return
    arrives = week + stage.weeks
    if psychics and is_hyperspace(mode.drive.id, turn.settings):
        turn.ships.update(asleep_on_passage({ship.id: turn.ships[ship.id] for ship in psychics}, arrives))
    dry = navigation.supply_ends(mode.formation, week, arrives, turn.settings)
    if dry is not None:
        outside = tuple(ship.id for ship in mode.formation.outside)
        cause = Cause("CW-4.2-03", fleet.order)
        turn.tell_side(CraftRunDry(side=fleet.side, fleet=fleet.id, ships=outside, week=dry, cause=cause))
    if not stage.hidden:
        course = Course(stage.path, tuple(week + after for after in stage.after))
        fleets.put_fleet(turn, changed(fleet, course=course))
        return
    transit = Transit(origin=fleet.hex, to=stage.to, departs=week, arrives=arrives)
    if mode.drive.rifts:
        traffic.rifts += [
            Rift(fleet.side, transit.origin, exit=False, week=week, due=arrives),
            Rift(fleet.side, transit.to, exit=True, week=week, due=arrives),
        ]
    if stage.to == leg.to:
        fleets.put_fleet(turn, changed(fleet, route=fleet.route[1:], transit=transit, pick_up=leg.pick_up))
    else:
        fleets.put_fleet(turn, changed(fleet, transit=transit, pick_up=()))


def _say_departure(turn: TurnState, fleet: Fleet, mode: navigation.Mode, stage: LegStage, week: int) -> None:
    hexes = len(stage.path) if fleet.raid is not None else distance(turn.cluster, fleet.hex, stage.to)
    far = "1 hex" if hexes == 1 else f"{hexes} hexes"
    if mode.drive.family == "second stage" and stage.hidden:
        reason = f"weeks for {far} at {mode.gravity}G, the slowest ship's drive"
    elif fleet.by:
        reason = f"weeks for {far} by {fleet.by}"
    else:
        rating = f" at {mode.rating}" if mode.rating else ""
        reason = f"weeks for {far} by {mode.drive.name}{rating}"
    cause = Cause(stage.rule, fleet.order, (Modifier(stage.weeks, reason),))
    arrives, owner = week + stage.weeks, fleet.side
    turn.say(
        FleetDeparted(owner, fleet.id, fleet.name, fleet.hex, stage.to, week, arrives, cause=cause, seen_by=(owner,))
    )


def _advance(traffic: _Traffic, fleet: Fleet, course: Course, week: int) -> bool:
    """Enter every hex that is due; True when the leg is done. The fleet may be held up or caught on its way."""
    turn = traffic.turn
    while course.path and course.due[0] <= week:
        here = course.path[0]
        course = Course(course.path[1:], course.due[1:])
        fleet = fleets.drop_survey(turn, changed(fleet, hex=here))
        if not course.path:
            leg = fleet.route[0]
            _arrive(turn, changed(fleet, course=None, route=fleet.route[1:], pick_up=leg.pick_up), here, week)
            caught(turn, turn.fleets[fleet.id])
            stop_at_barrier(turn, turn.fleets[fleet.id])
            return True
        fleets.put_fleet(turn, changed(fleet, course=course))
        cause = Cause("CW-4.0-11", fleet.order)
        to = course.path[-1]
        turn.tell_side(FleetPassed(fleet.side, fleet.id, fleet.name, here, to, week, cause=cause))
        if caught(turn, fleet):
            fleets.put_fleet(turn, changed(fleet, course=None, route=()))
            return False
        stop_at_barrier(turn, fleet)
        if turn.fleets[fleet.id].course is None:
            return False
        if is_intercepted(turn, fleet):
            wait = turn.first_week + WEEKS_PER_TURN - week
            fleets.put_fleet(turn, changed(fleet, course=Course(course.path, tuple(due + wait for due in course.due))))
            text = f"{fleet.name} is held up in {here} by a fleet of others on guard there, and goes on next turn."
            turn.fail_fleet(fleet, text, "CW-4.0-18")
            return False
    return False


def _arrive(turn: TurnState, fleet: Fleet, here: HexId, week: int) -> None:
    since = week if fleet.mission == "escort" else fleet.escorts_since
    fleets.put_fleet(turn, changed(fleet, hex=here, escorts_since=since))
    fleets.wake_psychics(turn, fleet, here, week)
    turn.tell_side(FleetArrived(fleet.side, fleet.id, fleet.name, here, week, cause=Cause("CW-4.1-04", fleet.order)))


def _pick_up(turn: TurnState, fleet: Fleet, claimed: set[ShipId]) -> Fleet:
    """Add the ships waiting here to the fleet; the owner hears of those that are not (CW-4.1-07).

    `claimed` are the ships that fleets took along this week: the first to ask keeps them.
    """
    wanted = [ship for ship in dict.fromkeys(fleet.pick_up) if ship not in fleet.ships]
    fleet = changed(fleet, pick_up=())
    fleets.put_fleet(turn, fleet)
    if not wanted:
        return fleet
    holders = _holders(turn, fleet.side, fleet.hex)
    taken: list[ShipId] = []
    for ship in wanted:
        holder = holders.get(ship)
        if holder is None or ship in claimed:
            text = f"{short_id(ship)} was not waiting in {fleet.hex}; {fleet.name} goes on without."
            turn.fail_fleet(fleet, text, "CW-4.1-07")
        elif not _can_join(turn, fleet, ship):
            text = f"{short_id(ship)} has no drive for it; {fleet.name} leaves it in {fleet.hex}."
            turn.fail_fleet(fleet, text, "CW-4.0-03")
        else:
            giver = turn.fleets[holder]
            fleets.put_fleet(turn, changed(giver, ships=tuple(s for s in giver.ships if s != ship)))
            taken.append(ship)
            claimed.add(ship)
    if not taken:
        return fleet
    fleet = changed(fleet, ships=(*fleet.ships, *taken))
    fleets.put_fleet(turn, fleet)
    turn.tell_side(ShipsPickedUp(fleet.side, fleet.id, fleet.hex, tuple(taken), cause=Cause("CW-4.1-07", fleet.order)))
    return fleet


def _holders(turn: TurnState, side: SideId, here: HexId) -> dict[ShipId, FleetId]:
    """Which of a side's fleets in a hex has which ship; what holds a fleet lets nobody take ships of it along (CW-B-21)."""
    return {
        ship: fleet.id
        for fleet in turn.fleets.at(here)
        if fleet.side == side and fleet.transit is None and not fleet.is_held
        for ship in fleet.ships
    }


def _can_join(turn: TurnState, fleet: Fleet, ship: ShipId) -> bool:
    """Whether a ship can go along: it has a drive, and the fleet's own; small craft may ride (CW-4.0-03, CW-4.0-05)."""
    designs = turn.sides[fleet.side].designs
    joining = designs[turn.ships[ship].design]
    if joining.kind == "small_craft":
        return True
    return navigation.has_ftl(joining) and {joining.ftl} >= {
        designs[s.design].ftl for s in fleets.ships_of(turn, fleet) if designs[s.design].kind != "small_craft"
    }
