"""Size class for to-hit, launching and power; thrust class for engines, beams and ramming."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, assert_never

from rules.pentagon_war.designs import Design
from rules.pentagon_war.options import Options, tables
from rules.pentagon_war.shipyard.boxes import built, lost, non_radar_boxes
from rules.pentagon_war.units import Bolt, Craft, Drone, Missile

PRINTED: Final = Options()
MASS_PER_CLASS: Final = 300
WEIGHED: Final = {"ramming_weights": "ramming weight", "armor": "armor", "radar": "radar"}
"""Systems with a row of their own in table PW-T27; all others share one."""


def class_of_boxes(boxes: int, options: Options = PRINTED) -> int:
    """The size class of so many non-radar boxes; beyond the table each class doubles the last limit (PW-B01)."""
    table = tables(options)["PW-T05"]
    limits = [int(limit) for limit in table.column("to")]
    for size, limit in enumerate(limits):
        if boxes <= limit:
            return size
    size, limit = len(limits) - 1, limits[-1]
    while boxes > limit:
        size, limit = size + 1, limit * 2
    return size


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
