"""Supplies before the deadline: what a fleet lacks where its way ends, and which fleets end the month without (4.3)."""

from collections.abc import Iterable, Iterator, Mapping

from rules.cluster_war.chapters.logistics.needs import Norm, norms_of
from rules.cluster_war.chapters.logistics.supplied import supply_hexes
from rules.cluster_war.model.economy.numbers import ruled
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.holdings.trips import Trip
from rules.cluster_war.model.orders.order import Note
from rules.cluster_war.model.state.names import WEEKS_PER_TURN, DesignId, HexId
from rules.cluster_war.model.state.place_names import place_name
from rules.cluster_war.model.state.units import Fleet, Ship


def wants(planned: PlannedState, ships: Iterable[Ship], hex_: HexId | None) -> tuple[int, int]:
    """Supply points that ships need a turn in a hex (None: in FTL space), none where they are in supply, and how many they carry
    (CW-4.3-13)."""
    there = tuple(ships)
    aboard = sum(s.supplies for s in there)
    if hex_ in supply_hexes(planned.view, planned.me.id):
        return 0, aboard
    norms = norms_of({s.design: planned.me.designs[s.design] for s in there}, planned.view.settings)
    return _needs(planned, there, norms), aboard


def unsupplied(planned: PlannedState, fleet: Fleet, trip: Trip) -> Iterator[Note]:
    """What a fleet needs a turn on a way that ends out of supply (CW-4.3-13), or on which it is in FTL space or out of supply
    when the month ends (CW-4.3-07), if it carries too little for a turn: one sentence for the whole way."""
    end = trip.entries[-1].hex if trip.entries else fleet.hex
    now = _on_the_way(fleet, trip, planned.view.turn * WEEKS_PER_TURN)
    ships = [planned.ships[s] for s in trip.ships]
    there, aboard = wants(planned, ships, end)
    under_way, _ = wants(planned, ships, now)
    needs = max(there, under_way)
    if aboard >= needs:
        return
    points = "1 supply point" if needs == 1 else f"{needs} supply points"
    if there:
        way = "there" if now == end or not under_way else "on the way and there"
        where = f"{place_name(planned.view, end)} is out of supply: {fleet.name} needs {points} a turn {way}"
    else:
        place = f"out of supply at {now}" if now else "under way"
        where = f"{fleet.name} is {place} at the end of the month: it needs {points}"
    risen = ruled("stress for each turn out of supply", planned.view.settings)
    yield Note(f"{where} and carries {aboard}. Without them stress grows by {risen} % a turn.", "CW-4.3-13")


def short_of_supplies(planned: PlannedState) -> list[Note]:
    """Fleets that end the month out of supply or under way, with less aboard than it takes (CW-4.3-07, CW-4.3-13); not those that
    an order sends on a way, of which its preview tells."""
    view = planned.view
    hexes = supply_hexes(view, planned.me.id)
    norms = norms_of(planned.me.designs, view.settings)
    notes: list[Note] = []
    for _, fleet in sorted(planned.fleets.items()):
        if fleet.id in planned.travels:
            continue
        here = _at_the_end(planned, fleet, view.turn * WEEKS_PER_TURN)
        if here in hexes:
            continue
        ships = [planned.ships[s] for s in fleet.ships]
        needs = _needs(planned, ships, norms)
        aboard = sum(s.supplies for s in ships)
        if aboard < needs:
            where = f"out of supply at {here}" if here else "under way at the end of the month"
            points = "supply point" if needs == 1 else "supply points"
            text = f"{fleet.name} is {where}: it needs {needs} {points} and carries {aboard}."
            notes.append(Note(f"{text} Without them stress grows." if not here else text, "CW-4.3-13"))
    return notes


def _needs(planned: PlannedState, ships: Iterable[Ship], norms: Mapping[DesignId, Norm]) -> int:
    """Supply points that ships need a turn out of supply, small craft apart."""
    return sum(norms[s.design].points for s in ships if planned.me.designs[s.design].kind != "small_craft")


def _on_the_way(fleet: Fleet, trip: Trip, ends: int) -> HexId | None:
    """Where a fleet is on a way when the month ends (in weeks), None in FTL space."""
    if not trip.entries or trip.departs >= ends:
        return fleet.hex
    last = trip.entries[-1]
    if last.week <= ends:
        return last.hex
    seen = (one for one in trip.entries if not one.crossed and one.week <= ends < one.week + one.stays)
    return next((one.hex for one in seen), None)


def _at_the_end(planned: PlannedState, fleet: Fleet, ends: int) -> HexId | None:
    """Where a fleet is when the month ends (in weeks), None in FTL space."""
    if fleet.id in planned.moving:
        legs = planned.heading.get(fleet.id, (fleet.hex,))
        return legs[-1] if planned.moving[fleet.id] <= ends else None
    if fleet.course is not None:
        return fleet.course.path[-1] if fleet.course.due[-1] <= ends else None
    if fleet.transit is not None:
        return fleet.transit.to if fleet.transit.arrives <= ends else None
    return fleet.hex
