"""Smooth lines on palette pictures, drawn larger and made smaller, and the marks and lettering that both tactical games draw."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from render.canvas.stamps import FIRE_COLOURS, Brush, DrawingCache, Stamp, ramp, write
from render.canvas.theme import Palette, Rgb, Weight, rgb

GLYPH_STORE: Final = DrawingCache[Stamp](3000)
WORD_STORE: Final = DrawingCache[Stamp](6000)


def turn_outline(points: Sequence[tuple[float, float]], facing: int, radius: float) -> list[tuple[float, float]]:
    """A nose-up outline turned to a facing (0 is up, clockwise to 5) and brought to size."""
    angle = math.tau * (facing % 6) / 6
    sin, cos = math.sin(angle), math.cos(angle)
    return [((x * cos - y * sin) * radius, (x * sin + y * cos) * radius) for x, y in points]


@GLYPH_STORE.keeps
def blast(radius: int, palette: Palette) -> Stamp:
    """An explosion: a star of twelve points, hot inside."""
    brush = Brush(radius * 2 + 6, radius * 2 + 6)
    for share, colour in zip((1.0, 0.68, 0.36), reversed(FIRE_COLOURS), strict=True):
        solid(brush, _star(12, radius * share, 0.62), rgb(colour))
    return brush.stamp(palette.image, palette.theme.sky[0])


@GLYPH_STORE.keeps
def spark(radius: int, colour: Rgb, palette: Palette) -> Stamp:
    """Where a shot strikes: a small four-pointed star."""
    brush = Brush(radius * 2 + 4, radius * 2 + 4)
    for reach, ink in ((1.0, colour), (0.55, palette.theme.core)):
        solid(brush, _star(4, radius * reach, 0.34), ink)
    return brush.stamp(palette.image, palette.theme.sky[0])


def _star(points: int, reach: float, inner: float) -> list[tuple[float, float]]:
    turns = [(reach * (1 if n % 2 else inner), math.tau * n / (2 * points)) for n in range(2 * points)]
    return [(away * math.sin(turn), away * math.cos(turn)) for away, turn in turns]


@WORD_STORE.keeps
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


STROKE_SCALE: Final = 3
Point: TypeAlias = tuple[float, float]
Dash: TypeAlias = tuple[float, float]
"""Pixels drawn and pixels left out."""
_HARD: Final = bytes(255 if value >= 56 else 0 for value in range(256))


class Strokes:
    """Lines of one colour and width to be laid on an image together."""

    def __init__(self, image: Image.Image, palette: Palette, ground: Rgb | None = None) -> None:
        self.image = image
        self.palette = palette
        self.ground = ground or palette.theme.sky[0]

    def line(self, points: Sequence[Point], colour: Rgb, width: float, dash: Dash | None = None) -> None:
        """A line through points, solid or broken."""
        parts = list(dash_line(points, dash)) if dash else [list(points)]
        self._lay([(part, None) for part in parts], points, colour, width)

    def shape(self, points: Sequence[Point], colour: Rgb) -> None:
        """A filled polygon."""
        self._lay([(list(points), "fill")], points, colour, 1)

    def ring(self, middle: Point, radius: float, colour: Rgb, width: float, dash: Dash | None = None) -> None:
        """A circle, solid or broken."""
        count = max(round(radius * 2), 16)
        x, y = middle
        points = [
            (x + radius * math.cos(math.tau * n / count), y + radius * math.sin(math.tau * n / count))
            for n in range(count + 1)
        ]
        self.line(points, colour, width, dash)

    def arrow(self, start: Point, end: Point, colour: Rgb, width: float, head: float) -> None:
        """A line that ends in a filled head; a bare head when it is too short for more."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = math.hypot(dx, dy)
        if length < 1:
            return
        ux, uy = dx / length, dy / length
        neck = (end[0] - ux * min(head, length), end[1] - uy * min(head, length))
        side = head * 0.46
        tip = [end, (neck[0] - uy * side, neck[1] + ux * side), (neck[0] + uy * side, neck[1] - ux * side)]
        self._lay([([start, neck], None), (tip, "filled")], [start, *tip], colour, width)

    def _lay(
        self, parts: list[tuple[list[Point], str | None]], points: Sequence[Point], colour: Rgb, width: float
    ) -> None:
        reach = width / 2 + 2
        left = max(math.floor(min(x for x, _ in points) - reach), 0)
        top = max(math.floor(min(y for _, y in points) - reach), 0)
        right = min(math.ceil(max(x for x, _ in points) + reach), self.image.width)
        bottom = min(math.ceil(max(y for _, y in points) + reach), self.image.height)
        if right <= left or bottom <= top:
            return
        sheet = Image.new("L", ((right - left) * STROKE_SCALE, (bottom - top) * STROKE_SCALE))
        draw = ImageDraw.Draw(sheet)
        for part, how in parts:
            scaled = [((x - left) * STROKE_SCALE, (y - top) * STROKE_SCALE) for x, y in part]
            if how:
                draw.polygon(scaled, fill=255)
            else:
                draw.line(scaled, fill=255, width=max(round(width * STROKE_SCALE), 1), joint="curve")
        cover = sheet.reduce(STROKE_SCALE)
        shares = cover.tobytes()
        ink = Image.frombytes("P", cover.size, shares.translate(ramp(self.palette, colour, self.ground)))
        self.image.paste(ink, (left, top), Image.frombytes("L", cover.size, shares.translate(_HARD)))


def dash_line(points: Sequence[Point], dash: Dash) -> list[list[Point]]:
    """The drawn pieces of a broken line, the pattern running on round its corners."""
    pieces: list[list[Point]] = []
    phase, whole = 0.0, dash[0] + dash[1]
    for (ax, ay), (bx, by) in pairwise(points):
        length = math.hypot(bx - ax, by - ay)
        at = 0.0
        while at < length:
            within = phase % whole
            drawn = within < dash[0]
            upto = min(length, at + (dash[0] if drawn else whole) - within + 0.001)
            if drawn:
                pieces.append([(ax + (bx - ax) * t / length, ay + (by - ay) * t / length) for t in (at, upto)])
            phase += upto - at
            at = upto
    return pieces
