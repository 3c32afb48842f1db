"""Counting boxes: of a design as bought, and of a craft as it is now, system by system (PW-C09)."""

from collections.abc import Mapping
from typing import Any, Final

from rules.pentagon_war.designs import Design
from rules.pentagon_war.units import Craft

ALIKE: Final = (
    "armor", "hull_forward", "hull_aft", "screens", "capacitors", "point_defense", "radar", "engines", "final_damage",
    "main_control", "aux_control", "repair", "ramming_weights",
)  # fmt: skip
"""Fields that a design and a craft have under one name: as built in the one, what is left in the other."""


def alike(of: Design | Craft) -> dict[str, Any]:
    """Those fields with their values, to be carried from a design to a craft, or from craft to craft."""
    return {name: getattr(of, name) for name in ALIKE}


def built(design: Design) -> Mapping[str, int]:
    """A design's boxes by system; radar with its free box 0, a gun's every box (PW-S95)."""
    return _counted(design) | {
        "cargo": len(design.cargo),
        "fuel_tanks": design.fuel_tanks,
        "missiles": len(design.missiles),
        "drones": len(design.drones),
        "weapons": len(design.weapons),
        "guns": sum(gun.boxes for gun in design.guns),
    }


def left(craft: Craft) -> Mapping[str, int]:
    """A craft's undestroyed boxes by system; spent, slashed and dotted ones stand (PW-S19, PW-S57, PW-S71)."""
    return _counted(craft) | {
        "cargo": sum(hold.state != "destroyed" for hold in craft.holds),
        "fuel_tanks": craft.tanks_full + craft.tanks_empty,
        "missiles": sum(box.state != "destroyed" for box in craft.missiles),
        "drones": sum(bay.state != "destroyed" for bay in craft.bays),
        "weapons": sum(not weapon.destroyed for weapon in craft.weapons),
        "guns": sum(gun.boxes - gun.destroyed for gun in craft.guns),
    }


def _counted(of: Design | Craft) -> dict[str, int]:
    return alike(of) | {"armor": sum(of.armor), "radar": len(of.radar) + 1}


def lost(craft: Craft) -> Mapping[str, int]:
    """A craft's destroyed boxes by system."""
    standing = left(craft)
    return {system: count - standing[system] for system, count in built(craft.design).items()}


def non_radar_boxes(design: Design) -> int:
    """All boxes but the radar track: what the size class goes by (PW-B01)."""
    return sum(count for system, count in built(design).items() if system != "radar")
