"""What a weapon does on a modified roll: hit or miss, points, a small target killed; and what a bolt would do where it is."""

from dataclasses import dataclass
from typing import Final

from rules.events import Modifier
from rules.pentagon_war.options import Options, tables
from rules.pentagon_war.positions.bodies import thinned_by
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting.arms import ArmKind
from rules.pentagon_war.targeting.sight import Installation, Target
from rules.pentagon_war.units import Body, Bolt, Drone, Missile

BY_ROLL: Final = {"laser": "PW-T07", "radiation": "PW-T10"}
BY_RANGE: Final = {"proton": "PW-T08", "electron": "PW-T09", "beam": "PW-T08"}
BASE: Final = {"proton": "Proton cannon", "electron": "Electron cannon", "acid": "Acid gum gun"}
KILLS: Final = {"laser": "Laser vs size 0", "radiation": "Radiation gun vs size 0"}
RULES: Final = {
    "laser": "PW-B07", "radiation": "PW-B13", "proton": "PW-B09", "electron": "PW-B10", "acid": "PW-B12", "beam": "PW-S106",
    "metal": "PW-S134",
}  # fmt: skip
ACID_POINTS: Final = 2
"""What a glob of acid gum does each impulse (PW-S128)."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One shot's result: `hit`, the points it does, and whether it kills a size class 0 target outright."""

    hit: bool
    points: int
    kills: bool = False


def is_small(target: Target) -> bool:
    """Whether any weapon's hit destroys it: drones, missiles, installations (PW-B68)."""
    return isinstance(target, Drone | Missile | Installation)


def needed(kind: ArmKind, target: Target, options: Options) -> int | None:
    """The modified roll that hits; None for a weapon whose damage follows the roll, and at a planet (PW-B06, PW-A70)."""
    numbers = tables(options)["PW-T13"]
    if kind == "beam":
        return numbers.number(
            "Magnetic beam at bolt" if isinstance(target, Bolt) else "Magnetic beam (attach)", "number"
        )
    if kind in BY_ROLL:
        return numbers.number(KILLS[kind], "number") if is_small(target) else None
    return None if isinstance(target, Body) else numbers.number(BASE[kind], "number")


def points_at(kind: ArmKind, hexes: int, options: Options) -> int:
    """What a weapon that hits or misses does at a range (PW-B09, PW-B10, PW-B12)."""
    return ACID_POINTS if kind == "acid" else int(tables(options)[BY_RANGE[kind]].by_roll(hexes)["damage"])


def effect(kind: ArmKind, target: Target, hexes: int, modified: int, options: Options) -> Effect:
    """What a shot at a range does on a modified roll; a planet's air takes one point (PW-B06 to PW-B13, PW-A64)."""
    number = needed(kind, target, options)
    hit = number is None or modified >= number
    if is_small(target):
        harmless = kind in BY_RANGE and not points_at(kind, hexes, options)
        return Effect(hit and not harmless, 0, kills=hit and not harmless and kind != "beam")
    if kind == "beam" and not isinstance(target, Bolt):
        return Effect(hit, 0)
    if kind in BY_ROLL:
        points = int(tables(options)[BY_ROLL[kind]].by_roll(modified)["damage"])
        hit = points > 0
    else:
        points = points_at(kind, hexes, options) if hit else 0
    if isinstance(target, Body):
        points = max(points - thinned_by(target), 0)
    return Effect(hit, points)


POINTS_PER_LOSS = 2
"""Proton damage that takes one point off a bolt (PW-S138)."""


def bolt_strength(battle: Battle, bolt: Bolt) -> int:
    """The damage a bolt would do now; 0 or less is a bolt to be removed (PW-S136, PW-S139). Unmoved counts as 1 hex."""
    return sum(term.value for term in bolt_terms(battle, bolt))


def bolt_terms(battle: Battle, bolt: Bolt) -> tuple[Modifier, ...]:
    """The sum behind a bolt's strength: hexes travelled, then what cannons have taken off (PW-B14, PW-S138)."""
    table = tables(battle.options)["PW-T11"]
    travelled = max(bolt.moved, 1)
    by_range = table.number(travelled, "damage") if str(travelled) in table.keys else 0
    base = Modifier(by_range, f"{travelled} hexes travelled")
    worn = bolt.eroded // POINTS_PER_LOSS
    return (base, Modifier(-worn, f"{bolt.eroded} points of cannon fire")) if worn else (base,)
