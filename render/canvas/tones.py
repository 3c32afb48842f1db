"""Tones and ramps of a palette."""

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Final

from PIL import Image

from render.canvas.stamps import Store
from render.canvas.theme import MOST_COLOURS, Banner, Palette, Rgb, Theme, mix, nearest, rgb

FIRE: Final = (0xFFF6C8, 0xFFB347, 0xE8562A)
WORLD: Final = {"land": 0x6E8F6A, "sea": 0x3F6C93, "gas": 0xB98A5A, "stripe": 0x8F6843, "rock": 0x9C8F82}
ARC: Final = rgb(0x3FA58B)
"""What tints the hexes in a firing arc."""
WEAPONS: Final[Mapping[str, int]] = {
    "laser": 0xFF5A5A, "electron": 0x4FC3F7, "proton": 0xFFC94D, "radiation": 0x7CE38B, "acid": 0xB7D433,
    "metal": 0xC9CED8, "beam": 0xD98BFF, "point_defense": 0xFFFFFF,
}  # fmt: skip
"""Each weapon's light; the pictures also tell them apart by how the line is broken."""
PALETTES: Final = Store[Palette](16)
TABLES: Final = Store[bytes](4096)


@PALETTES.keeps
def tactical_palette(theme: Theme, sides: tuple[Banner, ...], more: tuple[Rgb, ...] = ()) -> Palette:
    """The palette of a tactical game's pictures; `tints` are the map's ground under a firing arc and beyond the edge.

    `more` are colours that are laid on the panel.
    """
    sky, panel, halo = theme.sky[0], theme.panel, theme.halo
    wanted: list[Rgb] = [sky, panel, halo, theme.grid, theme.sector, theme.ink, theme.soft, theme.faint, theme.accent]
    wanted += [theme.panel_edge, theme.core, theme.void, mix(sky, theme.sector, 0.5)]
    ground = [sky, theme.grid, theme.faint, mix(sky, theme.sector, 0.5)]
    wanted += [mix(tone, ARC, 0.24) for tone in ground] + [mix(tone, theme.fog, 0.45) for tone in ground]
    inks = [theme.ink, theme.soft, theme.faint, theme.accent, *(banner.colour for banner in sides)]
    inks += [light_of(theme, kind) for kind in WEAPONS]
    for ink in inks:
        wanted += [ink, *(mix(sky, ink, step / 4) for step in (1, 2, 3))]
    for ink in (theme.ink, theme.soft, *(banner.colour for banner in sides)):
        wanted += [mix(panel, ink, step / 4) for step in (1, 2, 3)] + [mix(halo, ink, step / 4) for step in (2, 3)]
    for ink in more:
        wanted += [mix(panel, ink, share) for share in (0.16, 0.35, 0.6, 0.8, 1)]
    for banner in sides:
        wanted += [mix(banner.colour, theme.ink, 0.4), mix(sky, banner.colour, 0.15)]
    for tone in map(rgb, (*FIRE, *WORLD.values())):
        wanted += [tone, mix(tone, sky, 0.35), mix(tone, sky, 0.65)]
    colours = tuple(dict.fromkeys(wanted))[: MOST_COLOURS - 1]  # the last index is kept for animations
    flat = [part for colour in (*colours, *(colours[:1] * (MOST_COLOURS - len(colours)))) for part in colour]
    image = Image.new("P", (1, 1))
    image.putpalette(flat)

    def table(toward: Rgb, share: float) -> bytes:
        found = [nearest(colours, mix(colour, toward, share)) for colour in colours]
        return bytes(found) + bytes(MOST_COLOURS - len(found))

    tints = (table(ARC, 0.24), table(theme.fog, 0.45))
    key = f"tactical/{theme.name}/{sha256(bytes(flat)).hexdigest()}"
    return Palette(
        theme, key, colours, image, base=0, remembered=b"", never=b"", hatch=b"", tints=tints, marked=(), written=()
    )


def tone(palette: Palette, colour: Rgb) -> int:
    """The index of a colour, remembered."""
    return TABLES.get((palette.key, colour), lambda: bytes([palette.index(colour)]))[0]


@TABLES.keeps
def ramp(palette: Palette, ink: Rgb, ground: Rgb) -> bytes:
    """The palette's table from coverage to `ink` over `ground`, remembered."""
    return palette.ramp(ink, ground)


@lru_cache(maxsize=64)
def light_of(theme: Theme, kind: str) -> Rgb:
    """A weapon's colour in a theme: darker on light paper."""
    colour = rgb(WEAPONS[kind])
    return mix(colour, theme.ink, 0.35) if theme.name == "light" else colour
