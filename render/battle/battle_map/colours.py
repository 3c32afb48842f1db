"""The fixed colours of battle pictures, and how each side of a battle is told apart."""

from collections.abc import Mapping
from typing import Final

from render.canvas.fonts import drawable
from render.canvas.theme import Banner, Theme, banners
from rules.pentagon_war.state import BattleSide
from rules.pentagon_war.units import SideId
from rules.sides import Flag

SIDES: Final = (0x5AA9FF, 0xFF7A5C, 0x5FD08A, 0xE3C04A, 0xC58BF2, 0x46C9C9, 0xF59AC4, 0xB9C0CC)


def looks(sides: Mapping[SideId, BattleSide], theme: Theme) -> dict[SideId, Banner]:
    """Every side's colour, pattern and letter, by its place in the order of ids: the same to everybody."""
    flags = {
        side: Flag(side, drawable(sides[side].name, 40, side), SIDES[number % len(SIDES)])
        for number, side in enumerate(sorted(sides))
    }
    return banners(flags, theme)
