"""Travel by second stage drive (chapter 4): how long it takes, and fleets leaving, arriving and taking ships along."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil, isqrt
from typing import Final

from rules.cluster_war.charts import weeks_at_best
from rules.cluster_war.draft import Draft
from rules.cluster_war.events import FleetArrived, FleetDeparted, OrderFailed, ShipsPickedUp
from rules.cluster_war.fleets import drop_survey, in_order, own_fleet, put, ships_of, shown
from rules.cluster_war.geometry import Sized, distance
from rules.cluster_war.orders import MoveFleet, SignedOrder
from rules.cluster_war.state import (
    WEEKS_PER_TURN,
    Design,
    DesignId,
    Fleet,
    FleetId,
    HexId,
    Leg,
    Settings,
    Ship,
    ShipId,
    SideId,
    Transit,
)
from rules.cluster_war.tables_of import tables
from rules.errors import IllegalOrderError, quoted
from rules.events import Cause, Modifier

SSD: Final = "CW-TAB-SSD"
CONSTANT: Final = Fraction(10175, 1000)
"""Weeks for one hex at 1G beyond the printed table (CW-4.0-02)."""


def weeks(hexes: int, drive: Fraction, settings: Settings) -> int:
    """Weeks of travel for one leg of `hexes` at a drive rating in G; 0 for no distance (CW-4.0-01, CW-4.0-02).

    The campaign's printed table where it has the cell, the formula elsewhere (R-015). IllegalOrderError without a drive.
    """
    if drive <= 0:
        raise IllegalOrderError("Without a gravity drive nothing travels between the stars.", rule="CW-4.0-01")
    if hexes <= 0:
        return 0
    if not is_printed(hexes, drive, settings):
        if settings.travel_constant == "charts" or settings.rulings.get("CW-4.0-02") == "charts":
            return weeks_at_best(drive, hexes, settings.travel_constant)
        return by_formula(hexes, drive)
    return max(1, ceil(tables(settings)[SSD].fraction(hexes, f"{drive.numerator}G")))


def is_printed(hexes: int, drive: Fraction, settings: Settings) -> bool:
    """Whether the campaign's table has a cell for this distance and rating (CW-4.0-01).

    With the slower FTL speed of the charts only the cells hold that a house rule names (CW-C-07).
    """
    table = tables(settings)[SSD]
    if settings.travel_constant == "charts" and f"{SSD}/{hexes}/{drive}G" not in settings.overrides:
        return False
    return drive.denominator == 1 and str(hexes) in table.keys and f"{drive.numerator}G" in table.columns


def by_formula(hexes: int, drive: Fraction) -> int:
    """The whole number nearest to 10.175 x sqrt(hexes / G), at least 1, in exact integers (CW-4.0-02)."""
    square = CONSTANT**2 * hexes / drive
    low = isqrt(square.numerator // square.denominator)
    return max(1, low if square < (low + Fraction(1, 2)) ** 2 else low + 1)


def slowest_drive(designs: Mapping[DesignId, Design], ships: Iterable[Ship]) -> Fraction:
    """The drive rating in G that a fleet of these ships travels at; 0 for none or a ship without drive (CW-4.0-03)."""
    return min((designs[design].drive for design in {ship.design for ship in ships}), default=Fraction(0))


def route_weeks(
    on: Sized, origin: HexId, waypoints: Sequence[HexId], drive: Fraction, settings: Settings
) -> tuple[int, ...]:
    """Weeks for each leg of a route, every leg looked up by itself (CW-4.1-05)."""
    starts = (origin, *waypoints[:-1])
    return tuple(weeks(distance(on, a, b), drive, settings) for a, b in zip(starts, waypoints, strict=True))


def is_on_map(on: Sized, number: HexId) -> bool:
    """Whether a text is the number of a hex of this map (CW-1.0-06, CW-2.0-01)."""
    if len(number) != 4 or not (number.isascii() and number.isdigit()):
        return False
    return (int(number[:2]) or 100) <= on.columns and (int(number[2:]) or 100) <= on.rows


def eta(week: int) -> str:
    """An absolute week as players write it: "turn 7", or "turn 6, week 2" after two full weeks of it (CW-4.1-04)."""
    turn, rest = divmod(week, WEEKS_PER_TURN)
    return f"turn {turn + 1}, week {rest}" if rest else f"turn {turn + 1}"


def enter_moves(draft: Draft) -> None:
    """Take in the turn's movement orders; fleets leave when their wait is over, see `move_week`."""
    moved: set[FleetId] = set()
    for signed, order in draft.orders_of(MoveFleet):
        fleet = own_fleet(draft, signed, order.fleet)
        if fleet is None:
            continue
        refusal = _refusal(draft, fleet, order, again=fleet.id in moved)
        if refusal is not None:
            draft.fail(signed, *refusal)
            continue
        moved.add(fleet.id)
        legs = tuple(Leg(leg.to, tuple(_ship_key(draft, signed, s) for s in leg.pick_up)) for leg in order.legs)
        put(draft, replace(fleet, route=legs, pick_up=(), order=signed.id))


def _refusal(draft: Draft, fleet: Fleet, order: MoveFleet, *, again: bool) -> tuple[str, str] | None:
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
    if _drive(draft, fleet) <= 0:
        return f"{fleet.name} has a ship without a drive and cannot leave {fleet.hex}.", "CW-4.0-03"
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
    claimed: set[ShipId] = set()
    for key in [f.id for f in in_order(draft.fleets.values())]:
        fleet = draft.fleets.get(key)  # a fleet vanishes when another takes its last ship along
        if fleet is None or fleet.transit is not None or not fleet.route:
            continue
        if draft.first_week + waits.get(fleet.order, 0) <= begins:
            _leave(draft, fleet, begins, claimed)
    arrived: list[FleetId] = []
    for fleet in in_order(draft.fleets.values()):
        if fleet.transit is not None and fleet.transit.arrives <= week:
            _arrive(draft, fleet, fleet.transit.to, week)
            arrived.append(fleet.id)
    for key in arrived:
        if key in draft.fleets:
            _pick_up(draft, draft.fleets[key], claimed)


def _leave(draft: Draft, fleet: Fleet, week: int, claimed: set[ShipId]) -> None:
    """Start the next leg; legs to where the fleet is already only pick ships up."""
    while fleet.route and fleet.route[0].to == fleet.hex:
        fleet = replace(fleet, route=fleet.route[1:], pick_up=fleet.route[0].pick_up)
        put(draft, fleet)
        fleet = _pick_up(draft, fleet, claimed)
    if not fleet.route:
        return
    drive = _drive(draft, fleet)
    if drive <= 0:
        put(draft, replace(fleet, route=()))
        _fail(draft, fleet, f"{fleet.name} has a ship without a drive and stays in {fleet.hex}.", "CW-4.0-03")
        return
    leg, rest = fleet.route[0], fleet.route[1:]
    hexes = distance(draft.cluster, fleet.hex, leg.to)
    takes = weeks(hexes, drive, draft.settings)
    transit = Transit(origin=fleet.hex, to=leg.to, departs=week, arrives=week + takes)
    fleet = drop_survey(draft, fleet)
    put(draft, replace(fleet, route=rest, transit=transit, pick_up=leg.pick_up))
    rule = "CW-4.0-01" if is_printed(hexes, drive, draft.settings) else "CW-4.0-02"
    distance_text = "1 hex" if hexes == 1 else f"{hexes} hexes"
    reason = Modifier(takes, f"weeks for {distance_text} at {drive}G, the slowest ship's drive")
    draft.say(
        FleetDeparted(
            side=fleet.side,
            fleet=fleet.id,
            name=fleet.name,
            origin=transit.origin,
            to=transit.to,
            week=week,
            arrives=transit.arrives,
            cause=Cause(rule, fleet.order, (reason,)),
            seen_by=(fleet.side,),
        )
    )


def _arrive(draft: Draft, fleet: Fleet, here: HexId, week: int) -> None:
    put(draft, replace(fleet, hex=here, transit=None))
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
        elif draft.sides[fleet.side].designs[draft.ships[ship].design].drive <= 0:
            _fail(draft, fleet, f"{shown(ship)} has no drive; {fleet.name} leaves it in {fleet.hex}.", "CW-4.0-03")
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


def _drive(draft: Draft, fleet: Fleet) -> Fraction:
    return slowest_drive(draft.sides[fleet.side].designs, ships_of(draft, fleet))


def _fail(draft: Draft, fleet: Fleet, reason: str, rule: str) -> None:
    """Tell the owner that part of a route could not be carried out, maybe turns after the order was given."""
    draft.say(OrderFailed(side=fleet.side, reason=reason, cause=Cause(rule, fleet.order), seen_by=(fleet.side,)))
