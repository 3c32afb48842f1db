"""Hexes that a fleet will enter on its way, as its owner plans it."""

from rules.cluster_war.model.state.names import FleetId, HexId, ShipId
from rules.values import Value


class Entry(Value):
    """A hex on the way: the week in which it is entered (weeks since the campaign began), and for how many weeks' ends the
    fleet is there. `crossed` is one that it passes in FTL space, where it is nowhere (CW-14.0-08)."""

    hex: HexId
    week: int
    stays: int = 1
    crossed: bool = False


class Trip(Value):
    """A fleet's way, with the ships that go along at its end. `departs` is the week, since the campaign began, as which begins it
    would leave; `by` is a way that takes no drive of its own."""

    fleet: FleetId
    ships: tuple[ShipId, ...]
    entries: tuple[Entry, ...]
    departs: int = 0
    by: str = ""
