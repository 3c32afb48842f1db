"""What units out of supply consume: ships and bases by hull, small craft outside hangars by tenths (CW-4.3-13 to 17)."""

from collections.abc import Iterable, Mapping
from typing import Final

from rules.cluster_war.model.economy.yields import ruled
from rules.cluster_war.model.state.names import DesignId, ShipId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.units import Design, Ship
from rules.cluster_war.model.unit_design.transport import Hangars
from rules.values import Value, field

PRINTED: Final = Settings()
WITHOUT_CREW = frozenset({"crewless", "android", "remote"})


class Berths(Value):
    """A fleet sorted: starships, craft in hangars, craft on each ship's racks, and craft that fly beside them."""

    ships: tuple[Ship, ...]
    housed: tuple[Ship, ...] = ()
    racked: Mapping[ShipId, tuple[Ship, ...]] = field(default_factory=dict)
    loose: tuple[Ship, ...] = ()


def berths(designs: Mapping[DesignId, Design], fleet: Iterable[Ship], settings: Settings = PRINTED) -> Berths:
    """Put a fleet's craft into its hangars, those that cannot stay out first, then on its racks, in their order."""
    here = tuple(fleet)
    if not any(designs[design].kind == "small_craft" for design in {s.design for s in here}):
        return Berths(here)
    ships = tuple(s for s in here if designs[s.design].kind != "small_craft")
    craft = [s for s in here if designs[s.design].kind == "small_craft"]
    hangars = Hangars(designs, ships, settings)
    housed: list[Ship] = []
    outside: list[Ship] = []
    for ship in sorted(craft, key=lambda s: designs[s.design].bridge):
        (housed if hangars.take(designs[ship.design].hull) else outside).append(ship)
    racked: dict[ShipId, tuple[Ship, ...]] = {}
    for ship in ships:
        racks = designs[ship.design].racks
        if racks and outside:
            racked[ship.id], outside = tuple(outside[:racks]), outside[racks:]
    return Berths(ships, tuple(housed), racked, tuple(outside))


class Norm(Value):
    """What a unit of one design needs a turn out of supply, whether it lacks crew quarters, and whether it grows food."""

    points: int
    crowded: bool
    farms: bool


def norms_of(designs: Mapping[DesignId, Design], settings: Settings) -> Mapping[DesignId, Norm]:
    """The norm of each design, worked out once for a whole fleet list."""
    return {key: Norm(points_for(d, settings), lacks_quarters(d, settings), d.agro > 0) for key, d in designs.items()}


def points_for(design: Design, settings: Settings) -> int:
    """Supply points a starship or base needs a turn out of supply: one per 10 hull or fraction (CW-4.3-13)."""
    return -(-design.hull // ruled("hull a supply point keeps for a turn", settings))


def points_for_craft(designs: Iterable[Design], settings: Settings) -> int:
    """Supply points that these craft need a turn outside hangars: tenth-scale hull as starship hull (CW-4.3-17)."""
    each = ruled("hull a supply point keeps for a turn", settings)
    return -(-sum(d.hull for d in designs) // (each * ruled("tenth-scale hull in one starship hull", settings)))


def lacks_quarters(design: Design, settings: Settings) -> bool:
    """Whether a unit has fewer crew quarters than one per 10 hull (CW-4.3-04).

    Designs of a scenario that does not lay them out (no `unit`), units without crew and small craft need none.
    """
    if design.kind == "small_craft" or not design.unit or WITHOUT_CREW & set(design.traits):
        return False
    return design.crew_quarters * ruled("hull one crew quarters serves", settings) < design.hull
