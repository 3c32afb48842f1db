"""Marks and lettering that both tactical games draw."""

import math
from collections.abc import Sequence
from typing import Final

from render.canvas.fonts import Weight
from render.canvas.stamps import Brush, Stamp, Store, write
from render.canvas.theme import Palette, Rgb, rgb
from render.canvas.tones import FIRE, ramp

GLYPHS: Final = Store[Stamp](3000)
WORDS: Final = Store[Stamp](6000)


def turned(points: Sequence[tuple[float, float]], facing: int, radius: float) -> list[tuple[float, float]]:
    """A nose-up outline turned to a facing (0 is up, clockwise to 5) and brought to size."""
    angle = math.tau * (facing % 6) / 6
    sin, cos = math.sin(angle), math.cos(angle)
    return [((x * cos - y * sin) * radius, (x * sin + y * cos) * radius) for x, y in points]


@GLYPHS.keeps
def blast(radius: int, palette: Palette) -> Stamp:
    """An explosion: a star of twelve points, hot inside."""
    brush = Brush(radius * 2 + 6, radius * 2 + 6)
    for share, colour in zip((1.0, 0.68, 0.36), reversed(FIRE), strict=True):
        solid(brush, _star(12, radius * share, 0.62), rgb(colour))
    return brush.stamp(palette.image, palette.theme.sky[0])


@GLYPHS.keeps
def spark(radius: int, colour: Rgb, palette: Palette) -> Stamp:
    """Where a shot strikes: a small four-pointed star."""
    brush = Brush(radius * 2 + 4, radius * 2 + 4)
    for reach, ink in ((1.0, colour), (0.55, palette.theme.core)):
        solid(brush, _star(4, radius * reach, 0.34), ink)
    return brush.stamp(palette.image, palette.theme.sky[0])


def _star(points: int, reach: float, inner: float) -> list[tuple[float, float]]:
    turns = [(reach * (1 if n % 2 else inner), math.tau * n / (2 * points)) for n in range(2 * points)]
    return [(away * math.sin(turn), away * math.cos(turn)) for away, turn in turns]


@WORDS.keeps
def words(
    text: str,
    size: int,
    colour: Rgb,
    palette: Palette,
    *,
    weight: Weight = "Semibold",
    ground: Rgb | None = None,
) -> Stamp:
    """A line of text; on the map it has an outline in the map's dark (or light), on a panel (`ground`) none."""
    table = ramp(palette, colour, ground or palette.theme.halo)
    return write(text, size, weight, table, halo=0 if ground else 2)


def solid(brush: Brush, points: list[tuple[float, float]], colour: Rgb) -> None:
    """A filled polygon of one colour."""
    brush.shape(points, (*colour, 255))
