"""Counting boxes: of a design as bought, and of a craft as it is now, system by system (PW-C09)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.pentagon_war.designs import Design
from rules.pentagon_war.units import Craft

BUILT: Final[Mapping[str, Callable[[Design], int]]] = {
    "armor": lambda d: sum(d.armor),
    "hull_forward": lambda d: d.hull_forward,
    "hull_aft": lambda d: d.hull_aft,
    "screens": lambda d: d.screens,
    "cargo": lambda d: len(d.cargo),
    "fuel_tanks": lambda d: d.fuel_tanks,
    "capacitors": lambda d: d.capacitors,
    "point_defense": lambda d: d.point_defense,
    "radar": lambda d: len(d.radar) + 1,
    "engines": lambda d: d.engines,
    "final_damage": lambda d: d.final_damage,
    "missiles": lambda d: len(d.missiles),
    "drones": lambda d: len(d.drones),
    "main_control": lambda d: d.main_control,
    "aux_control": lambda d: d.aux_control,
    "weapons": lambda d: len(d.weapons),
    "guns": lambda d: sum(gun.boxes for gun in d.guns),
    "repair": lambda d: d.repair,
    "ramming_weights": lambda d: d.ramming_weights,
}
"""How many boxes of each system a design has; radar with its free box 0, a gun's every box (PW-S95)."""

LEFT: Final[Mapping[str, Callable[[Craft], int]]] = {
    "armor": lambda c: sum(c.armor),
    "hull_forward": lambda c: c.hull_forward,
    "hull_aft": lambda c: c.hull_aft,
    "screens": lambda c: c.screens,
    "cargo": lambda c: sum(hold.state != "destroyed" for hold in c.holds),
    "fuel_tanks": lambda c: c.tanks_full + c.tanks_empty,
    "capacitors": lambda c: c.capacitors,
    "point_defense": lambda c: c.point_defense,
    "radar": lambda c: len(c.radar) + 1,
    "engines": lambda c: c.engines,
    "final_damage": lambda c: c.final_damage,
    "missiles": lambda c: sum(box.state != "destroyed" for box in c.missiles),
    "drones": lambda c: sum(bay.state != "destroyed" for bay in c.bays),
    "main_control": lambda c: c.main_control,
    "aux_control": lambda c: c.aux_control,
    "weapons": lambda c: sum(not weapon.destroyed for weapon in c.weapons),
    "guns": lambda c: sum(gun.boxes - gun.destroyed for gun in c.guns),
    "repair": lambda c: c.repair,
    "ramming_weights": lambda c: c.ramming_weights,
}
"""How many boxes of each system are not destroyed; spent, slashed and dotted ones stand (PW-S19, PW-S57, PW-S71)."""

ALIKE: Final = (
    "armor", "hull_forward", "hull_aft", "screens", "capacitors", "point_defense", "radar", "engines", "final_damage",
    "main_control", "aux_control", "repair", "ramming_weights",
)  # fmt: skip
"""Fields that a design and a craft have under one name: as built in the one, what is left in the other."""


def alike(of: Design | Craft) -> dict[str, Any]:
    """Those fields with their values, to be carried from a design to a craft, or from craft to craft."""
    return {name: getattr(of, name) for name in ALIKE}


def built(design: Design) -> Mapping[str, int]:
    """A design's boxes by system."""
    return {system: count(design) for system, count in BUILT.items()}


def left(craft: Craft) -> Mapping[str, int]:
    """A craft's undestroyed boxes by system."""
    return {system: count(craft) for system, count in LEFT.items()}


def lost(craft: Craft) -> Mapping[str, int]:
    """A craft's destroyed boxes by system."""
    return {system: count(craft.design) - LEFT[system](craft) for system, count in BUILT.items()}


def non_radar_boxes(design: Design) -> int:
    """All boxes but the radar track: what the size class goes by (PW-B01)."""
    return sum(count for system, count in built(design).items() if system != "radar")
