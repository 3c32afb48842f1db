"""Names for the stars: no two alike on one map, and every one from a single roll, so that they tell nothing."""

from math import gcd
from typing import Final

from rules.dice import Roller

_FIRST: Final = "Al Bel Cor Dral El Fen Gal Hal Ith Jor Kel Lan Mar Nor Or Pel Quin Ras Sel Tal Ul Ver Wen Yar Zan"
_MIDDLE: Final = "a ad am an ar e en er i ib id il in ir o om on or u un"
_LAST: Final = "bar ca dal dor fa gan ka lis lon ma mir na nis phar ra ris ron sa tar the thos va vis xa zen"
FIRST: Final = tuple(_FIRST.split())
MIDDLE: Final = tuple(_MIDDLE.split())
LAST: Final = tuple(_LAST.split())
COUNT: Final = len(FIRST) * len(MIDDLE) * len(LAST)
ROMAN: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV")


def star_names(dice: Roller, number: int) -> tuple[str, ...]:
    """`number` different names (at most 12,500), stepping through all there are from one roll."""
    if number > COUNT:
        raise ValueError(f"there are {COUNT} names, not {number}")
    start, step = dice.roll("generation/names", COUNT, 2).faces
    while gcd(step, COUNT) != 1:
        step += 1
    return tuple(_name((start + step * i) % COUNT) for i in range(number))


def _name(index: int) -> str:
    rest, first = divmod(index, len(FIRST))
    last, middle = divmod(rest, len(MIDDLE))
    return FIRST[first] + MIDDLE[middle] + LAST[last]


def world_name(star: str, orbit: int) -> str:
    """What people call a planet: its star's name and its number from within, "Belanris IV"."""
    return f"{star} {ROMAN[orbit - 1] if orbit <= len(ROMAN) else orbit}"
