"""Battles to measure: so many of the same missile craft on each side, some hexes apart, played by their stances."""

from fractions import Fraction

from rules.hexes import Hex
from rules.pentagon_war.commission import commission
from rules.pentagon_war.options import Options
from rules.pentagon_war.programme import Stance
from rules.pentagon_war.shipyard.notation import library
from rules.pentagon_war.state import Battle, BattleSide
from rules.pentagon_war.units import Craft, Velocity

DESIGN = "quicksilver"
HEXES_APART = 12
STANCES: tuple[Stance, ...] = ("aggressive", "stand-off", "cautious")


def fleets(each: int) -> Battle:
    """`each` craft a side (four missiles and all else a warship has), closing in on each other two hexes a turn."""
    design, options = library()[DESIGN], Options()
    craft: dict[str, Craft] = {}
    for side, row, facing, speed in (("X", HEXES_APART, 0, 2), ("Y", 0, 3, -2)):
        for number in range(1, each + 1):
            at = Hex(2 * number, row - number)
            unit = f"{side}{number}"
            moving = Velocity(Fraction(speed), Fraction(0))
            craft[unit] = commission(design, unit, unit, side, at, facing, moving, options)
    stances = {unit: STANCES[at % len(STANCES)] for at, unit in enumerate(sorted(craft))}
    return Battle({side: BattleSide(side, side) for side in "XY"}, craft, options, stances=stances)
