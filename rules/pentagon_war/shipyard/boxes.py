"""Counting boxes, as bought, as they are now and those that come free; and the classes they make (PW-C09, PW-S17, PW-B01)."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, assert_never

from rules.pentagon_war.designs import Design
from rules.pentagon_war.options import Options, tables
from rules.pentagon_war.units import Bolt, Craft, Drone, Missile
from rules.values import Value, changed

ALIKE: Final = (
    "armor", "hull_forward", "hull_aft", "screens", "capacitors", "point_defense", "radar", "engines", "final_damage",
    "main_control", "aux_control", "repair", "ramming_weights",
)  # fmt: skip
"""Fields that a design and a craft have under one name: as built in the one, what is left in the other."""
PER_HULL_MANNED: Final = 8
PER_HULL_UNMANNED: Final = 16
PER_FINAL_DAMAGE: Final = 30
LAST: Final = ("hull_forward", "hull_aft", "final_damage")
PRINTED: Final = Options()
MASS_PER_CLASS: Final = 300
WEIGHED: Final = {"ramming_weights": "ramming weight", "armor": "armor", "radar": "radar"}
"""Systems with a row of their own in table PW-T27; all others share one."""


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
    boxes = built(design)
    return sum(boxes.values()) - boxes["radar"]


class Free(Value):
    """Boxes that cost nothing. The first control box and radar box 0 are free on every craft (PW-S41, PW-S84)."""

    hull: int
    final_damage: int
    control: int = 1
    radar: int = 1


def free_boxes(design: Design, options: Options) -> Free:
    """The free boxes of a design: hull by all its boxes, final damage by those outside the radar (PW-S14, PW-S54)."""
    boxes = {system: count for system, count in built(design).items() if system not in LAST}
    everything = sum(boxes.values())
    per_hull = PER_HULL_MANNED if design.manned else PER_HULL_UNMANNED
    return Free(
        hull=_share(everything, per_hull, "hull_rounding", options),
        final_damage=_share(everything - boxes["radar"], PER_FINAL_DAMAGE, "final_damage_rounding", options),
    )


def _share(boxes: int, per: int, rounding: str, options: Options) -> int:
    down = tables(options)["PW-T30"].cell(rounding, "value") == "down"
    return boxes // per if down else -(-boxes // per)


def finished(design: Design, options: Options, extra_hull: int = 0, extra_final: int = 0) -> Design:
    """The design with its free hull and final damage and so many bought ones; the split of the hull is kept.

    Hull that is added goes where there is less of it (forward first), hull that falls away comes off the larger part.
    """
    free = free_boxes(design, options)
    forward, aft = _split(design.hull_forward, design.hull_aft, max(0, free.hull + extra_hull))
    return changed(design, hull_forward=forward, hull_aft=aft, final_damage=max(0, free.final_damage + extra_final))


def _split(forward: int, aft: int, wanted: int) -> tuple[int, int]:
    missing = wanted - forward - aft
    for _ in range(abs(missing)):
        if missing > 0:
            forward, aft = (forward + 1, aft) if forward <= aft else (forward, aft + 1)
        else:
            forward, aft = (forward - 1, aft) if forward > aft else (forward, aft - 1)
    return forward, aft


def extras(design: Design, options: Options) -> tuple[int, int]:
    """How many hull and final damage boxes were bought beyond the free ones (negative: free ones are missing)."""
    free = free_boxes(design, options)
    return design.hull_forward + design.hull_aft - free.hull, design.final_damage - free.final_damage


def class_of_boxes(boxes: int, options: Options = PRINTED) -> int:
    """The size class of so many non-radar boxes; beyond the table each class doubles the last limit (PW-B01)."""
    limits = _limits(tables(options)["PW-T05"].column("to"))
    for size, limit in enumerate(limits):
        if boxes <= limit:
            return size
    size, limit = len(limits) - 1, limits[-1]
    while boxes > limit:
        size, limit = size + 1, limit * 2
    return size


@lru_cache(maxsize=64)
def _limits(cells: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(map(int, cells))


def design_size(design: Design, options: Options = PRINTED) -> int:
    """A design's size class; a ramscoop's is one higher, a magnascoop's is not (PW-B01, PW-S28, PW-S29)."""
    return class_of_boxes(non_radar_boxes(design), options) + (design.scoop == "ramscoop")


def size_class(unit: Craft | Drone | Missile | Bolt, options: Options = PRINTED) -> int:
    """The size class a unit is shot at with: damage does not change it (PW-B01, PW-B02, PW-S137)."""
    match unit:
        case Craft():
            return design_size(unit.design, options)
        case Drone() | Missile():
            return 0
        case Bolt():
            return 1
        case _:
            assert_never(unit)


def mass_points(craft: Craft, options: Options = PRINTED) -> int:
    """What a craft weighs now: its undamaged mass less what each destroyed box no longer weighs (PW-A57, PW-A59)."""
    whole, wrecked = _weights("undestroyed", options), _weights("destroyed", options)
    gone = sum(boxes * (_of(whole, system) - _of(wrecked, system)) for system, boxes in lost(craft).items())
    return undamaged_mass(craft.design, options) - gone


def undamaged_mass(design: Design, options: Options = PRINTED) -> int:
    """The mass points of a craft fresh from the yard (PW-A57)."""
    weights = _weights("undestroyed", options)
    return sum(boxes * _of(weights, system) for system, boxes in built(design).items())


def _weights(column: str, options: Options) -> Mapping[str, int]:
    """Mass points a box, by row of table PW-T27."""
    table = tables(options)["PW-T27"]
    return dict(zip(table.keys, map(int, table.column(column)), strict=True))


def _of(weights: Mapping[str, int], system: str) -> int:
    return weights[WEIGHED.get(system, "other non-radar")]


def thrust_class(craft: Craft, options: Options) -> Fraction:
    """How many engines standard acceleration takes: size class, or the mass class this battle uses (PW-A58)."""
    match options.mass_class:
        case "off":
            return Fraction(size_class(craft, options))
        case "round_up":
            return Fraction(-(-mass_points(craft, options) // MASS_PER_CLASS))
        case "fraction":
            return Fraction(mass_points(craft, options), MASS_PER_CLASS)
        case _:
            assert_never(options.mass_class)
