"""Supplies before the deadline: what a fleet lacks where its way ends, and which fleets end the month without (4.3)."""

from collections.abc import Iterable, Iterator, Mapping

from rules.cluster_war.economy.numbers import ruled
from rules.cluster_war.holdings.planned import PlannedState
from rules.cluster_war.holdings.trips import Trip
from rules.cluster_war.logistics.needs import Norm, norms_of
from rules.cluster_war.logistics.supplied import supply_hexes
from rules.cluster_war.orders.order import Note
from rules.cluster_war.state.names import WEEKS_PER_TURN, DesignId, HexId
from rules.cluster_war.state.place_names import place_name
from rules.cluster_war.state.units import Fleet, Ship


def wants(planned: PlannedState, ships: Iterable[Ship], hex_: HexId) -> tuple[int, int]:
    """Supply points that ships need a turn in a hex, and how many they carry; (0, 0) where they are in supply (CW-4.3-13)."""
    if hex_ in supply_hexes(planned.view, planned.me.id):
        return 0, 0
    there = tuple(ships)
    norms = norms_of({s.design: planned.me.designs[s.design] for s in there}, planned.view.settings)
    return _needs(planned, there, norms), sum(s.supplies for s in there)


def unsupplied(planned: PlannedState, fleet: Fleet, trip: Trip) -> Iterator[Note]:
    """What a fleet needs a turn where its way ends, if that is out of supply and it carries too little for a turn (CW-4.3-13)."""
    end = trip.entries[-1].hex if trip.entries else fleet.hex
    needs, aboard = wants(planned, (planned.ships[s] for s in trip.ships), end)
    if aboard < needs:
        points = "1 supply point" if needs == 1 else f"{needs} supply points"
        risen = ruled("stress for each turn out of supply", planned.view.settings)
        where = f"{place_name(planned.view, end)} is out of supply: {fleet.name} needs {points} a turn there"
        yield Note(f"{where} and carries {aboard}. Without them stress grows by {risen} % a turn.", "CW-4.3-13")


def short_of_supplies(planned: PlannedState) -> list[Note]:
    """Fleets that end the month out of supply or under way, with less aboard than it takes (CW-4.3-07, CW-4.3-13)."""
    view = planned.view
    hexes = supply_hexes(view, planned.me.id)
    norms = norms_of(planned.me.designs, view.settings)
    notes: list[Note] = []
    for _, fleet in sorted(planned.fleets.items()):
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
