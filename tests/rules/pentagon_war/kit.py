"""Small builders for tests of the Pentagon War: a gunship, craft on the map, a battle of them, scripted dice."""

from fractions import Fraction
from typing import Any, Final

from rules.dice import ScriptedDice
from rules.hexes import Hex
from rules.pentagon_war.commission import commission
from rules.pentagon_war.designs import Design, WeaponBox
from rules.pentagon_war.geometry import BATTLE_MAP, facing_of
from rules.pentagon_war.options import Options
from rules.pentagon_war.state import Battle, BattleSide
from rules.pentagon_war.units import Craft, Velocity
from rules.values import changed

GUNSHIP: Final = Design(
    "Gunship",
    screens=3,
    armor=(3, 2, 1, 0, 1, 2),
    hull_forward=2,
    hull_aft=1,
    fuel_tanks=2,
    capacitors=6,
    point_defense=3,
    radar=(5, 3),
    engines=2,
    final_damage=2,
    weapons=(WeaponBox("laser"), WeaponBox("laser"), WeaponBox("electron"), WeaponBox("proton"), WeaponBox("beam")),
)
"""An unmanned size class I gunship with exactly the hull and final damage that come free."""


def design(**changes: Any) -> Design:
    """The gunship with some fields changed (hull and final damage stay as they are unless named)."""
    return changed(GUNSHIP, **changes)


def hexed(number: str) -> Hex:
    """The hex of a printed number, "1015"."""
    return BATTLE_MAP.hex(int(number[:2]), int(number[2:]))


def craft(
    unit: str,
    at: str,
    side: str = "",
    facing: str = "A",
    velocity: tuple[int | str | Fraction, int | str | Fraction] = (0, 0),
    options: Options | None = None,
    **design_changes: Any,
) -> Craft:
    """A ready gunship (or another design: give its fields) of the side of its id's first letter, named like its id."""
    a, c = velocity
    moving = Velocity(Fraction(a), Fraction(c))
    built = design_changes.pop("design", None) or design(**design_changes)
    return commission(built, unit, unit, side or unit[0], hexed(at), facing_of(facing), moving, options or Options())


def battle(*units: Craft, **changes: Any) -> Battle:
    """A battle of these craft, a side for each letter they fly for; fields of `Battle` may be given."""
    sides = {name: BattleSide(name, f"Side {name}") for name in sorted({unit.side for unit in units})}
    return changed(Battle(sides, {unit.id: unit for unit in units}), **changes)


def scripted(*faces: int) -> ScriptedDice:
    """Dice that show these faces in the order they are asked for."""
    return ScriptedDice(faces)
