"""How a surface looks: a tone and a texture for each terrain, so that no two are told apart by colour alone."""

from collections.abc import Mapping
from typing import Final

from render.canvas.stamps import Brush, Stamp, Store, tactical_palette
from render.canvas.theme import Banner, Palette, Rgb, Theme, mix, rgb
from rules.cluster_war.model.state.war import Terrain

TILES: Final = Store[Stamp](200)
TONES: Final[Mapping[Terrain, int]] = {
    "clear": 0x9CAA6A, "ice": 0xD8E6EE, "forest": 0x3E8050, "badlands": 0xA97A4B, "swamp": 0x77805A,
    "jungle": 0x2C6B3C, "caverns": 0x7D7686, "islands": 0x4B8DB4, "ocean": 0x2C5C92,
}  # fmt: skip
"""Each terrain's colour before a theme shades it."""
NAMES: Final[Mapping[Terrain, str]] = {kind: kind for kind in TONES}
SPOTS: Final = ((-0.95, -0.1), (0.0, -0.48), (0.95, -0.12), (-0.5, 0.52), (0.55, 0.5), (0.0, 0.08))
"""Where a texture's strokes stand, in units across and halves down from a hex's middle."""


def ground_of(theme: Theme, kind: Terrain) -> Rgb:
    """A terrain's tone in a theme."""
    return mix(rgb(TONES[kind]), theme.core if theme.name == "light" else theme.sky[0], 0.35)


def _ink_of(theme: Theme, kind: Terrain) -> Rgb:
    return mix(ground_of(theme, kind), theme.void if theme.name == "light" else theme.core, 0.5)


def front_palette(theme: Theme, sides: tuple[Banner, ...]) -> Palette:
    """The palette of a surface's picture."""
    tones = [tone(theme, kind) for tone in (ground_of, _ink_of) for kind in TONES]
    return tactical_palette(theme, sides, (*tones, theme.stars["M"]))


@TILES.keeps
def tile(kind: Terrain, unit: int, half: int, palette: Palette) -> Stamp:
    """A hex of a terrain, put by its middle."""
    theme = palette.theme
    brush = Brush(4 * unit, 2 * half)
    ground, ink = ground_of(theme, kind), _ink_of(theme, kind)
    inset = 1 - 0.9 / unit
    corners = ((-unit, -half), (unit, -half), (2 * unit, 0), (unit, half), (-unit, half), (-2 * unit, 0))
    brush.shape([(x * inset, y * inset) for x, y in corners], (*ground, 255))
    for x, y in SPOTS:
        _texture(brush, kind, x * unit, y * half, unit * 0.16, ink)
    return brush.stamp(palette.image, theme.panel, 128)


def _texture(brush: Brush, kind: Terrain, x: float, y: float, r: float, ink: Rgb) -> None:
    """One stroke of a terrain's texture about a point, `r` large."""
    fill, thin = (*ink, 255), max(1.0, r * 0.3)
    match kind:
        case "clear":
            brush.line([(x - r * 0.5, y), (x + r * 0.5, y)], thin, fill)
        case "ice":
            for dx, dy in ((1.0, 0.0), (0.5, 0.87), (0.5, -0.87)):
                brush.line([(x - dx * r, y - dy * r), (x + dx * r, y + dy * r)], thin, fill)
        case "forest":
            brush.shape([(x - r * 0.8, y + r), (x + r * 0.8, y + r), (x, y - r)], fill)
        case "badlands":
            brush.line([(x - r * 1.2, y + r * 0.6), (x, y - r * 0.7), (x + r * 1.2, y + r * 0.6)], thin * 1.3, fill)
        case "swamp":
            brush.line([(x - r * 1.2, y + r * 0.5), (x + r * 1.2, y + r * 0.5)], thin, fill)
            for dx in (-0.5, 0.0, 0.5):
                brush.line([(x + dx * r, y + r * 0.5), (x + dx * r * 1.8, y - r * 0.6)], thin, fill)
        case "jungle":
            brush.disc(x, y, r * 0.95, fill)
            brush.disc(x + r * 0.9, y + r * 0.5, r * 0.6, fill)
        case "caverns":
            brush.arc((x - r, y - r, x + r, y + r), (180, 360), thin * 1.6, ink)
            brush.line([(x - r, y), (x + r, y)], thin, fill)
        case "islands":
            brush.shape([(x - r * 1.1, y), (x, y - r * 0.7), (x + r * 1.2, y), (x, y + r * 0.6)], fill)
        case "ocean":
            brush.arc((x - r * 1.2, y - r * 0.5, x, y + r * 0.5), (0, 180), thin, ink)
            brush.arc((x, y - r * 0.5, x + r * 1.2, y + r * 0.5), (0, 180), thin, ink)


@TILES.keeps
def city(unit: int, palette: Palette, *, rebels: bool) -> Stamp:
    """A city's towers; behind a torn line where it is in rebellion."""
    theme = palette.theme
    r = unit * 0.62
    brush = Brush(round(r * 3) + 8, round(r * 2.4) + 8)
    for grow, colour in ((2.0, theme.halo), (0.0, theme.ink)):
        for left, wide, tall in ((-1.0, 0.55, 0.9), (-0.35, 0.7, 1.7), (0.45, 0.6, 1.2)):
            x0, x1, top = left * r - grow, (left + wide) * r + grow, (0.8 - tall) * r - grow
            brush.shape([(x0, r * 0.8 + grow), (x0, top), (x1, top), (x1, r * 0.8 + grow)], (*colour, 255))
    if rebels:
        steps = [(-1.3, 0.1), (-0.6, -0.5), (0.0, 0.2), (0.6, -0.5), (1.3, 0.1)]
        for wide, colour in ((r * 0.42, theme.halo), (r * 0.22, theme.stars["M"])):
            brush.line([(x * r, y * r) for x, y in steps], wide, (*colour, 255))
    return brush.stamp(palette.image, theme.halo, 110)


@TILES.keeps
def trench(unit: int, palette: Palette) -> Stamp:
    """What stands below those who are dug in."""
    theme = palette.theme
    r = unit * 0.5
    brush = Brush(round(r * 4.4), round(r * 1.6))
    steps = [(-1.9, -0.3), (-1.5, 0.3), (1.5, 0.3), (1.9, -0.3)]
    for wide, colour in ((r * 0.62, theme.halo), (r * 0.3, theme.ink)):
        brush.line([(x * r, y * r) for x, y in steps], wide, (*colour, 255))
    return brush.stamp(palette.image, theme.halo, 110)
