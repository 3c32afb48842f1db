"""The colours of the sky by day and by night, and how the two sides of a dogfight are told apart."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from render.canvas.stamps import tactical_palette
from render.canvas.theme import Banner, Palette, Rgb, Theme, ThemeName, rgb, side_looks, theme_named
from rules.air_force.orders import SideId
from rules.air_force.view import DogfightView
from rules.values import changed

SIDES: Final = (0x8CF0FF, 0xFF8A5C, 0xC9E36B, 0xE7A6F2)
SUNLIGHT: Final = (0xFFF3C4, 0xFFD45E, 0xF2A03D)
MOON: Final = 0xDDE4F2
FUEL: Final = 0x5FD08A
SHOT: Final = 0xFF5A5A
_SKIES: Final[Mapping[tuple[ThemeName, bool], tuple[int, int, int, int, int]]] = {
    ("dark", True): (0x17395C, 0x295279, 0x477AA8, 0x9CC0DF, 0x071423),
    ("dark", False): (0x080C1A, 0x1C2743, 0x3A4C78, 0x6B7AA3, 0x05070F),
    ("light", True): (0xE8F2FB, 0xC4D8E9, 0x86A6C2, 0x5F7A94, 0xFBFDFF),
    ("light", False): (0xDCDDE8, 0xBFC1D2, 0x9496AE, 0x6C6E85, 0xF4F4FA),
    ("colour-blind", True): (0x14293D, 0x274158, 0x4B6C8A, 0x9DB6CC, 0x050B12),
    ("colour-blind", False): (0x0B0D12, 0x252A34, 0x4A5263, 0x858D9B, 0x050608),
}
"""By theme and whether it is day: sky, hex lines, stronger lines, faint words, outlines."""


@lru_cache(maxsize=8)
def sky_theme(name: ThemeName, *, day: bool) -> Theme:
    """A theme with the sky of the day or of the night. GameError for an unknown theme."""
    theme = theme_named(name)
    sky, grid, sector, faint, halo = map(rgb, _SKIES[name, day])
    return changed(theme, sky=(sky,) * 4, grid=grid, sector=sector, faint=faint, halo=halo)


def looks_of(view: DogfightView, theme: Theme) -> dict[SideId, Banner]:
    """Each side's colour and letter."""
    return side_looks(view.known.sides, SIDES, theme)


def sky_palette(theme: Theme, sides: Mapping[SideId, Banner]) -> Palette:
    """The fixed palette of a dogfight's pictures."""
    inks: list[Rgb] = [theme.sky[0], *map(rgb, (*SUNLIGHT, MOON, FUEL, SHOT))]
    return tactical_palette(theme, tuple(banner for _, banner in sorted(sides.items())), tuple(inks))
