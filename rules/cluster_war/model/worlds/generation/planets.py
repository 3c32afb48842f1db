"""The planets of a star: number, temperature, STEP codes, life and maximum CPs (CW-B-36 to CW-B-55)."""

from typing import Final

from rules.cluster_war.model.state.names import HexId
from rules.cluster_war.model.state.places import Body
from rules.cluster_war.model.worlds.generation.maker import Maker
from rules.cluster_war.model.worlds.step_codes import CODES, step_distance

EARTHLIKE: Final = "5555"
WATER: Final = "6"
LIVING: Final = "5"


def roll_bodies(maker: Maker, here: HexId, code: str) -> tuple[Body, ...]:
    """The planets of a star of this object code, the innermost first; its letter decides (CW-B-36, CW-B-38)."""
    star = code[0]
    key = f"generation/{here}"
    number = maker.sum(f"{key}/planets", maker.tables["CW-B-T15"].cell(star, "dice"))
    gaps = maker.dice.roll(f"{key}/indexes", 10, number).faces
    index = gaps[0] + maker.tables["CW-B-T16"].number(star, "offset")
    bodies = []
    for orbit in range(1, number + 1):
        if orbit > 1:
            index += gaps[orbit - 1] + 5
        bodies.append(roll_body(maker, f"{key}/{orbit}", orbit, index))
    return tuple(bodies)


def roll_body(maker: Maker, key: str, orbit: int, index: int) -> Body:
    """One planet at a temperature index (CW-B-39 to CW-B-55)."""
    pattern = maker.tables["CW-B-T17"].by_roll(index)["step_pattern"]
    step = _step(maker, key, pattern)
    life = roll_life(maker, key, step)
    return Body(orbit, step, roll_max_cp(maker, key, step), index, life)


def _step(maker: Maker, key: str, pattern: str) -> str:
    """The pattern with its dashes rolled for: size, environment and planet code (CW-B-41 to CW-B-47)."""
    size, heat, air, ground = tuple(pattern)
    if size == "-":
        size = CODES[min(10, max(0, maker.dice.roll(f"{key}/size", 6, 2).total - maker.settings.size_dice_offset))]
    if air == "-":
        air = maker.tables["CW-B-T18"].cell(size, f"d{maker.dice.roll(f'{key}/environment', 6).total}")
    if ground == "-":
        ground = maker.tables["CW-B-T19"].cell(size, f"d{maker.dice.roll(f'{key}/planet', 6).total}")
    if ground == WATER and CODES.index(heat) >= 7:
        ground = LIVING
    return f"{size}{heat}{air}{ground}"


def roll_life(maker: Maker, key: str, step: str) -> str:
    """The kind of life a world has, "" for none (CW-B-49 to CW-B-51); no world suits two kinds."""
    size, heat, air, _ = tuple(step)
    for kind, suits in maker.tables["CW-TAB-LIFE"].named_rows():
        if heat in suits["temperatures"] and air in suits["environments"] and size in suits["sizes"]:
            return kind if maker.dice.percent(f"{key}/life").total <= int(suits["chance"]) else ""
    return ""


def roll_max_cp(maker: Maker, key: str, step: str) -> int:
    """The maximum CP value of a world, divided for dead or hot ones, rounded down (CW-B-52 to CW-B-55)."""
    size, heat, _, ground = tuple(step)
    full = maker.sum(f"{key}/cps", maker.tables["CW-TAB-MAX-CP"].cell(size, "dice"))
    divisors = maker.tables["CW-TAB-CP-DIVISOR"]
    met = [c for c in (f"planet code {ground}", f"temperature {heat}") if c in divisors.keys]
    return full // max((divisors.number(c, "divisor") for c in met), default=1)


def most_habitable(bodies: tuple[Body, ...]) -> Body:
    """The body nearest to an Earth-like one; with life first, and the inner one of equals (CW-B-35)."""
    return min(bodies, key=lambda b: ("X" in b.step, step_distance(b.step, EARTHLIKE), not b.life, b.orbit))


def richest(bodies: tuple[Body, ...]) -> Body:
    """The body of the highest maximum CP value, the inner one of equals (CW-B-35)."""
    return max(bodies, key=lambda b: (b.max_cp, -b.orbit))
