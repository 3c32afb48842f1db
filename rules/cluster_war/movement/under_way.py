"""Fleets leaving, under way, arriving and taking ships along (chapter 4), whatever drives they have."""

from dataclasses import dataclass, field, replace

from rules.cluster_war.events.empire import OrderFailed
from rules.cluster_war.events.fleets import FleetArrived, FleetDeparted, ShipsPickedUp
from rules.cluster_war.events.travel import CraftRunDry, FleetPassed
from rules.cluster_war.movement.drives.chart import Chart, chart_of
from rules.cluster_war.movement.drives.hazards import caught, intercepted, launch
from rules.cluster_war.movement.drives.journey import Stage, next_stage
from rules.cluster_war.movement.drives.mode import Mode, mode_of
from rules.cluster_war.movement.drives.small_craft import has_ftl, supply_ends
from rules.cluster_war.movement.fleets import drop_survey, in_order, own_fleet, put, ships_of, shown
from rules.cluster_war.movement.orders.moving import MoveFleet
from rules.cluster_war.movement.travel_time import is_on_map
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.state.geometry import distance
from rules.cluster_war.state.names import WEEKS_PER_TURN, FleetId, HexId, ShipId, SideId
from rules.cluster_war.state.units import Course, Fleet, Leg, Transit
from rules.cluster_war.working.rifts import Rift
from rules.cluster_war.working.turn_state import Draft
from rules.cluster_war.worlds.jump_map import DRAWN, draw_jump_map, needs_jump_map
from rules.errors import IllegalOrderError, quoted
from rules.events import Cause, Modifier


@dataclass(slots=True)
class _Traffic:
    """A week's movement: charts drawn up when first needed, ships taken along, rifts torn."""

    draft: Draft
    charts: dict[SideId, Chart] = field(default_factory=dict)
    claimed: set[ShipId] = field(default_factory=set)
    rifts: list[Rift] = field(default_factory=list)

    def chart(self, side: SideId) -> Chart:
        if side not in self.charts:
            self.charts[side] = chart_of(self.draft, side)
        return self.charts[side]


def enter_moves(draft: Draft) -> None:
    """Take in the turn's movement orders; fleets leave when their wait is over, see `move_week`.

    A new order ends the course of a fleet that is seen on its way; what lies between two hexes is lost.
    """
    if DRAWN not in draft.counters and needs_jump_map(draft.sides.values(), draft.settings):
        lines = draw_jump_map(draft.cluster, draft.dice, draft.settings)
        draft.cluster = replace(draft.cluster, links=tuple(dict.fromkeys((*draft.cluster.links, *lines))))
        draft.counters[DRAWN] = 1
    traffic = _Traffic(draft)
    moved: set[FleetId] = set()
    for signed, order in draft.orders_of(MoveFleet):
        fleet = own_fleet(draft, signed, order.fleet)
        if fleet is None:
            continue
        refusal = _refusal(traffic, fleet, order, again=fleet.id in moved)
        if refusal is not None:
            draft.fail(signed, *refusal)
            continue
        moved.add(fleet.id)
        legs = tuple(Leg(leg.to, tuple(_ship_key(draft, signed, s) for s in leg.pick_up)) for leg in order.legs)
        new = replace(fleet, route=legs, pick_up=(), order=signed.id, course=None, push=order.push, by=order.by)
        put(draft, new)


def _refusal(traffic: _Traffic, fleet: Fleet, order: MoveFleet, *, again: bool) -> tuple[str, str] | None:
    draft = traffic.draft
    if fleet.transit is not None:
        where = fleet.transit.to
        return f"{fleet.name} is in FTL space until it reaches {where} and cannot be redirected.", "CW-4.0-04"
    if again:
        return f"{fleet.name} already has another movement order this turn.", "CW-4.1-02"
    if not order.legs:
        return f"{fleet.name} was given no hex to go to.", "CW-4.1-02"
    if not 0 <= order.wait < WEEKS_PER_TURN:
        return f"{fleet.name} can wait 0 to 3 weeks before it leaves, not {order.wait}.", "CW-1.0-03"
    for leg in order.legs:
        if not is_on_map(draft.cluster, leg.to):
            return f"{fleet.name} cannot go to {quoted(leg.to)}, which is not on the map.", "CW-1.0-06"
    try:
        mode = _mode(draft, fleet, order.by)
        first = order.legs[0].to
        if first != fleet.hex:
            next_stage(traffic.chart(fleet.side), mode, fleet.hex, first, push=order.push, by=order.by)
    except IllegalOrderError as wrong:
        return str(wrong), wrong.rule or "CW-4.0-05"
    if not fleet.route and all(leg.to == fleet.hex and not leg.pick_up for leg in order.legs):
        return f"{fleet.name} is in {fleet.hex} already.", "CW-4.1-03"
    return None


def _ship_key(draft: Draft, signed: SignedOrder, ship: ShipId) -> ShipId:
    """A ship's key, given as its owner writes it ("DD01") or in full."""
    return ship if ship in draft.ships else f"{signed.side}/{ship}"


def move_week(draft: Draft, week: int) -> None:
    """Move all fleets through the week that ends at `week`: first those that leave, then those that arrive.

    A fleet at a waypoint is there at the week's end, and goes on as the next week begins, with no time lost.
    """
    waits = {signed.id: order.wait for signed, order in draft.orders_of(MoveFleet)}
    begins = week - 1
    traffic = _Traffic(draft)
    for key in [f.id for f in in_order(draft.fleets.values())]:
        fleet = draft.fleets.get(key)  # a fleet vanishes when another takes its last ship along
        if fleet is None or fleet.transit is not None or fleet.course is not None or not fleet.route:
            continue
        if draft.first_week + waits.get(fleet.order, 0) <= begins:
            _leave(traffic, fleet, begins)
    arrived: list[FleetId] = []
    for fleet in in_order(draft.fleets.values()):
        if fleet.transit is not None and fleet.transit.arrives <= week:
            _arrive(draft, replace(fleet, transit=None), fleet.transit.to, week)
            arrived.append(fleet.id)
        elif fleet.course is not None and _advance(traffic, fleet, fleet.course, week):
            arrived.append(fleet.id)
    for key in arrived:
        if key in draft.fleets:
            _pick_up(draft, draft.fleets[key], traffic.claimed)
    draft.rifts = traffic.rifts


def _leave(traffic: _Traffic, fleet: Fleet, week: int) -> None:
    """Start the next leg, or the next jump of it; legs to where the fleet is already only pick ships up."""
    draft = traffic.draft
    while fleet.route and fleet.route[0].to == fleet.hex:
        fleet = replace(fleet, route=fleet.route[1:], pick_up=fleet.route[0].pick_up)
        put(draft, fleet)
        fleet = _pick_up(draft, fleet, traffic.claimed)
    if not fleet.route:
        return
    leg = fleet.route[0]
    try:
        mode = _mode(draft, fleet, fleet.by)
        stage = next_stage(traffic.chart(fleet.side), mode, fleet.hex, leg.to, push=fleet.push, by=fleet.by)
    except IllegalOrderError as wrong:
        put(draft, replace(fleet, route=(), course=None))
        _fail(draft, fleet, f"{fleet.name} stays in {fleet.hex}. {wrong}", wrong.rule or "CW-4.0-05")
        return
    fleet = drop_survey(draft, fleet)
    _say_departure(draft, fleet, mode, stage, week)
    if not launch(draft, fleet, mode, stage, week):
        return
    arrives = week + stage.weeks
    dry = supply_ends(mode.formation, week, arrives, draft.settings)
    if dry is not None:
        outside = tuple(ship.id for ship in mode.formation.outside)
        cause = Cause("CW-4.2-03", fleet.order)
        draft.say(
            CraftRunDry(side=fleet.side, fleet=fleet.id, ships=outside, week=dry, cause=cause, seen_by=(fleet.side,))
        )
    if not stage.hidden:
        course = Course(stage.path, tuple(week + after for after in stage.after))
        put(draft, replace(fleet, course=course))
        return
    transit = Transit(origin=fleet.hex, to=stage.to, departs=week, arrives=arrives)
    if mode.drive.rifts:
        traffic.rifts += [
            Rift(fleet.side, transit.origin, exit=False, week=week, due=arrives),
            Rift(fleet.side, transit.to, exit=True, week=week, due=arrives),
        ]
    if stage.to == leg.to:
        put(draft, replace(fleet, route=fleet.route[1:], transit=transit, pick_up=leg.pick_up))
    else:
        put(draft, replace(fleet, transit=transit, pick_up=()))


def _say_departure(draft: Draft, fleet: Fleet, mode: Mode, stage: Stage, week: int) -> None:
    hexes = distance(draft.cluster, fleet.hex, stage.to)
    far = "1 hex" if hexes == 1 else f"{hexes} hexes"
    if mode.drive.family == "second stage" and stage.hidden:
        reason = f"weeks for {far} at {mode.gravity}G, the slowest ship's drive"
    elif fleet.by:
        reason = f"weeks for {far} by {fleet.by}"
    else:
        rating = f" at {mode.rating}" if mode.rating else ""
        reason = f"weeks for {far} by {mode.drive.name}{rating}"
    draft.say(
        FleetDeparted(
            side=fleet.side,
            fleet=fleet.id,
            name=fleet.name,
            origin=fleet.hex,
            to=stage.to,
            week=week,
            arrives=week + stage.weeks,
            cause=Cause(stage.rule, fleet.order, (Modifier(stage.weeks, reason),)),
            seen_by=(fleet.side,),
        )
    )


def _advance(traffic: _Traffic, fleet: Fleet, course: Course, week: int) -> bool:
    """Enter every hex that is due; True when the leg is done. The fleet may be held up or caught on its way."""
    draft = traffic.draft
    while course.path and course.due[0] <= week:
        here = course.path[0]
        course = Course(course.path[1:], course.due[1:])
        fleet = drop_survey(draft, replace(fleet, hex=here))
        if not course.path:
            leg = fleet.route[0]
            _arrive(draft, replace(fleet, course=None, route=fleet.route[1:], pick_up=leg.pick_up), here, week)
            caught(draft, draft.fleets[fleet.id])
            return True
        put(draft, replace(fleet, course=course))
        cause = Cause("CW-4.0-11", fleet.order)
        to = course.path[-1]
        draft.say(FleetPassed(fleet.side, fleet.id, fleet.name, here, to, week, cause, seen_by=(fleet.side,)))
        if caught(draft, fleet):
            put(draft, replace(fleet, course=None, route=()))
            return False
        if intercepted(draft, fleet):
            wait = draft.first_week + WEEKS_PER_TURN - week
            put(draft, replace(fleet, course=Course(course.path, tuple(due + wait for due in course.due))))
            text = f"{fleet.name} is held up in {here} by a fleet of others on guard there, and goes on next turn."
            _fail(draft, fleet, text, "CW-4.0-18")
            return False
    return False


def _arrive(draft: Draft, fleet: Fleet, here: HexId, week: int) -> None:
    put(draft, replace(fleet, hex=here))
    draft.say(
        FleetArrived(
            side=fleet.side,
            fleet=fleet.id,
            name=fleet.name,
            hex=here,
            week=week,
            cause=Cause("CW-4.1-04", fleet.order),
            seen_by=(fleet.side,),
        )
    )


def _pick_up(draft: Draft, fleet: Fleet, claimed: set[ShipId]) -> Fleet:
    """Add the ships waiting here to the fleet; the owner hears of those that are not (CW-4.1-07).

    `claimed` are the ships that fleets took along this week: the first to ask keeps them.
    """
    wanted = [ship for ship in dict.fromkeys(fleet.pick_up) if ship not in fleet.ships]
    fleet = replace(fleet, pick_up=())
    put(draft, fleet)
    if not wanted:
        return fleet
    holders = _holders(draft, fleet.side, fleet.hex)
    taken: list[ShipId] = []
    for ship in wanted:
        holder = holders.get(ship)
        if holder is None or ship in claimed:
            _fail(
                draft,
                fleet,
                f"{shown(ship)} was not waiting in {fleet.hex}; {fleet.name} goes on without.",
                "CW-4.1-07",
            )
        elif not _can_join(draft, fleet, ship):
            _fail(
                draft, fleet, f"{shown(ship)} has no drive for it; {fleet.name} leaves it in {fleet.hex}.", "CW-4.0-03"
            )
        else:
            giver = draft.fleets[holder]
            put(draft, replace(giver, ships=tuple(s for s in giver.ships if s != ship)))
            taken.append(ship)
            claimed.add(ship)
    if not taken:
        return fleet
    fleet = replace(fleet, ships=(*fleet.ships, *taken))
    put(draft, fleet)
    draft.say(
        ShipsPickedUp(
            side=fleet.side,
            fleet=fleet.id,
            hex=fleet.hex,
            ships=tuple(taken),
            cause=Cause("CW-4.1-07", fleet.order),
            seen_by=(fleet.side,),
        )
    )
    return fleet


def _holders(draft: Draft, side: SideId, here: HexId) -> dict[ShipId, FleetId]:
    """Which of a side's fleets in a hex has which ship."""
    return {
        ship: fleet.id
        for fleet in draft.fleets.values()
        if fleet.side == side and fleet.hex == here and fleet.transit is None
        for ship in fleet.ships
    }


def _mode(draft: Draft, fleet: Fleet, by: str) -> Mode:
    return mode_of(fleet.name, draft.sides[fleet.side].designs, ships_of(draft, fleet), draft.settings, by)


def _can_join(draft: Draft, fleet: Fleet, ship: ShipId) -> bool:
    """Whether a ship can go along: it has a drive, and the fleet's own; small craft may ride (CW-4.0-03, CW-4.0-05)."""
    designs = draft.sides[fleet.side].designs
    joining = designs[draft.ships[ship].design]
    if joining.kind == "small_craft":
        return True
    return has_ftl(joining) and {joining.ftl} >= {
        designs[s.design].ftl for s in ships_of(draft, fleet) if designs[s.design].kind != "small_craft"
    }


def _fail(draft: Draft, fleet: Fleet, reason: str, rule: str) -> None:
    """Tell the owner that part of a route could not be carried out, maybe turns after the order was given."""
    draft.say(OrderFailed(side=fleet.side, reason=reason, cause=Cause(rule, fleet.order), seen_by=(fleet.side,)))
