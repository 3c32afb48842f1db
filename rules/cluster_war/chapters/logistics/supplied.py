"""Who is in supply: the own grid, and colonies of those who granted rights (CW-4.3-06 to 10)."""

from collections.abc import Iterable

from rules.cluster_war.model.economy.supply import Place, supply_grid
from rules.cluster_war.model.state.dealings import Right
from rules.cluster_war.model.state.names import HexId, RightKind, SideId
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.state.view import View


def has_right(rights: Iterable[Right], giver: SideId, taker: SideId, kind: RightKind) -> bool:
    """Whether an empire granted another this right."""
    return Right(giver, taker, kind) in rights


def granted_hexes(place: Place, side: SideId, kind: RightKind) -> frozenset[HexId]:
    """Hexes of the colonies where other empires grant the side this right; the hexes around do not count (CW-4.3-06)."""
    givers = {r.giver for r in place.rights if r.taker == side and r.kind == kind}
    if not givers:
        return frozenset()
    colonies = place.foreign_colonies.values() if isinstance(place, View) else place.colonies.values()
    return frozenset(c.hex for c in colonies if c.side in givers)


def supply_hexes(place: Place, side: SideId) -> frozenset[HexId]:
    """Every hex where the side's units are in supply: its own grid, and colonies with supply rights (CW-4.3-06)."""
    return supply_grid(place, side) | granted_hexes(place, side, "supply")


def in_supply(fleet: Fleet, hexes: frozenset[HexId]) -> bool:
    """Whether a fleet is in one of these hexes; in FTL space it is nowhere (CW-4.1-06, CW-4.3-07)."""
    return fleet.transit is None and fleet.hex in hexes
