"""How each side of a battle is told apart."""

from typing import Final

from render.canvas.theme import Banner, Theme, side_looks
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import SideId

SIDES: Final = (0x5AA9FF, 0xFF7A5C, 0x5FD08A, 0xE3C04A, 0xC58BF2, 0x46C9C9, 0xF59AC4, 0xB9C0CC)


def looks(view: BattleView, theme: Theme) -> dict[SideId, Banner]:
    """Every side's colour, pattern and letter."""
    return side_looks(view.known.sides, SIDES, theme)
