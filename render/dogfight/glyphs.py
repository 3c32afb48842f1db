"""Signs of a dogfight: a jet by heading, the sun, the moon, and where a jet went down. Made once, pasted often."""

import math
from collections.abc import Sequence
from typing import Final

from render.canvas.stamps import Brush, Stamp
from render.canvas.strokes import GLYPHS, solid, turned
from render.canvas.theme import Banner, Palette, Rgb, mix, rgb
from render.dogfight.look import MOON, SUNLIGHT

SWEPT: Final = (
    (0, -1.15), (0.13, -0.82), (0.17, -0.32), (0.98, 0.3), (0.98, 0.5), (0.2, 0.3), (0.17, 0.66), (0.5, 0.92),
    (0.5, 1.06), (0.1, 0.98), (-0.1, 0.98), (-0.5, 1.06), (-0.5, 0.92), (-0.17, 0.66), (-0.2, 0.3), (-0.98, 0.5),
    (-0.98, 0.3), (-0.17, -0.32), (-0.13, -0.82),
)  # fmt: skip
DELTA: Final = (
    (0, -1.15), (0.15, -0.75), (0.2, -0.35), (0.92, 0.72), (0.92, 0.88), (0.24, 0.8), (0.12, 1.02), (-0.12, 1.02),
    (-0.24, 0.8), (-0.92, 0.88), (-0.92, 0.72), (-0.2, -0.35), (-0.15, -0.75),
)  # fmt: skip
STRAIGHT: Final = (
    (0, -1.1), (0.18, -0.85), (0.2, -0.2), (1.1, -0.02), (1.1, 0.18), (0.2, 0.2), (0.16, 0.72), (0.5, 0.86),
    (0.5, 1.02), (-0.5, 1.02), (-0.5, 0.86), (-0.16, 0.72), (-0.2, 0.2), (-1.1, 0.18), (-1.1, -0.02), (-0.2, -0.2),
    (-0.18, -0.85),
)  # fmt: skip
OUTLINES: Final = (SWEPT, DELTA)
"""One outline a side, nose up; a heavy aircraft has straight wings whichever side it is on."""


@GLYPHS.keeps
def jet_sign(
    banner: Banner, number: int, heading: int, radius: int, palette: Palette, *, own: bool, heavy: bool
) -> Stamp:
    """A jet's sign, nose along its heading (1 is up, clockwise); own jets have a bright rim, burning ones are drawn over."""
    theme = palette.theme
    brush = Brush(radius * 3 + 8, radius * 3 + 8)
    outline = STRAIGHT if heavy else OUTLINES[number % len(OUTLINES)]
    solid(brush, _grown(outline, heading, radius, 3.2 if own else 2.2), theme.halo)
    if own:
        solid(brush, _grown(outline, heading, radius, 1.8), theme.ink)
    solid(brush, turned(outline, heading - 1, radius), banner.colour)
    canopy = ((0, -0.62), (0.1, -0.4), (0, -0.16), (-0.1, -0.4))
    solid(brush, turned(canopy, heading - 1, radius), theme.halo)
    return brush.stamp(palette.image, theme.sky[0])


@GLYPHS.keeps
def flame_sign(heading: int, radius: int, palette: Palette) -> Stamp:
    """What an afterburner leaves behind the tail."""
    brush = Brush(radius * 4 + 8, radius * 4 + 8)
    for reach, colour in ((2.0, SUNLIGHT[2]), (1.6, SUNLIGHT[1]), (1.3, SUNLIGHT[0])):
        solid(brush, turned(((-0.2, 0.9), (0.2, 0.9), (0, reach)), heading - 1, radius), rgb(colour))
    return brush.stamp(palette.image, palette.theme.sky[0])


@GLYPHS.keeps
def wreck_sign(radius: int, colour: Rgb, palette: Palette) -> Stamp:
    """A cross where a jet went down."""
    brush = Brush(radius * 2 + 8, radius * 2 + 8)
    for wide, ink in ((radius * 0.62, palette.theme.halo), (radius * 0.3, colour)):
        for sign in (-1, 1):
            ends = [(-radius * 0.7, -sign * radius * 0.7), (radius * 0.7, sign * radius * 0.7)]
            brush.line(ends, wide, (*ink, 255))
    return brush.stamp(palette.image, palette.theme.sky[0])


@GLYPHS.keeps
def sun_sign(radius: int, palette: Palette, ground: Rgb) -> Stamp:
    """The sun with its rays."""
    brush = Brush(radius * 4, radius * 4)
    for ray in range(12):
        angle = math.tau * ray / 12
        x, y = math.sin(angle), math.cos(angle)
        ends = [(x * radius * 1.22, y * radius * 1.22), (x * radius * 1.75, y * radius * 1.75)]
        brush.line(ends, radius * 0.24, (*rgb(SUNLIGHT[1]), 255))
    brush.disc(0, 0, radius, (*rgb(SUNLIGHT[1]), 255))
    brush.disc(0, 0, radius * 0.72, (*rgb(SUNLIGHT[0]), 255))
    return brush.stamp(palette.image, ground)


@GLYPHS.keeps
def moon_sign(radius: int, palette: Palette, ground: Rgb) -> Stamp:
    """A crescent: it is night."""
    brush = Brush(radius * 3, radius * 3)
    colour = mix(rgb(MOON), palette.theme.ink, 0.35) if palette.theme.name == "light" else rgb(MOON)
    brush.disc(0, 0, radius, (*colour, 255))
    brush.disc(radius * 0.45, -radius * 0.25, radius * 0.85, (*ground, 255))
    return brush.stamp(palette.image, ground)


def _grown(outline: Sequence[tuple[float, float]], heading: int, radius: int, more: float) -> list[tuple[float, float]]:
    """The outline with a rim of `more` pixels outwards from its middle."""
    points = turned(outline, heading - 1, radius)
    grown = []
    for x, y in points:
        away = max(math.hypot(x, y), 1)
        grown.append((x * (1 + more / away), y * (1 + more / away)))
    return grown
