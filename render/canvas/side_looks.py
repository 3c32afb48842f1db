"""How the sides of a tactical game are told apart."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from render.canvas.fonts import drawable
from render.canvas.theme import Banner, Theme, banners
from rules.sides import Flag


class Named(Protocol):
    """A side of any game."""

    @property
    def name(self) -> str:
        """As players read it."""


def side_looks(sides: Mapping[str, Named], colours: Sequence[int], theme: Theme) -> dict[str, Banner]:
    """Each side's colour, pattern and letter, by its place in the order of ids: the same to everybody."""
    flags = {
        side: Flag(side, drawable(sides[side].name, 40, side), colours[at % len(colours)])
        for at, side in enumerate(sorted(sides))
    }
    return banners(flags, theme)
