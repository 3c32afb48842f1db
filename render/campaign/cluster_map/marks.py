"""The signs drawn above the ground: colonies, home worlds, fleets, sightings, courses. Each has its legend entry."""

import math
from typing import Final

from PIL import Image, ImageDraw

from render.canvas.stamps import OVER, Brush, Stamp, Store, write
from render.canvas.theme import Banner, Palette, Pattern, Rgb, brightness, contrast, mix

MARKS: Final = Store[Stamp](3_000)
ANGLES: Final = 48


def ink_on(ground: Rgb) -> Rgb:
    """Dark or bright letters, whichever can be read on a ground."""
    return (12, 14, 20) if brightness(ground) > 0.22 else (255, 255, 255)


@MARKS.keeps
def colony(banner: Banner, value: str, *, own: bool, home: bool, unit: int, palette: Palette) -> Stamp:
    """A plate with the side's letter and the value in CPs; filled and patterned for own ones, hollow for foreign ones."""
    theme = palette.theme
    size = max(11.0, unit * 0.92)
    cap = size * 1.02
    tall = round(size * 1.16)
    wide = round(cap + size * (0.54 * len(value) + 0.38))
    brush = Brush(wide + 6, tall + 6)
    edge = theme.accent if home else banner.colour
    body = mix(banner.colour, theme.halo, 0.0 if own else 0.80)
    x, y, corner = wide / 2, tall / 2, tall * 0.32
    _plate(brush, x + 2, y + 2, corner + 1.5, (*theme.halo, 255))
    _plate(brush, x + 0.9, y + 0.9, corner + 0.7, (*edge, 255))
    _plate(brush, x, y, corner, (*body, 255))
    letter_ground = mix(theme.halo, banner.colour, 0.12) if own else banner.colour
    left = -x
    _plate_part(brush, left, cap, y, (*letter_ground, 255))
    if own:
        stripes(brush, banner.pattern, (left + 0.6, -y + 0.6, left + cap - 0.6, y - 0.6), banner.colour, size)
    letter = banner.colour if own else ink_on(banner.colour)
    if own and contrast(letter, letter_ground) < 3:
        letter = theme.ink
    brush.text(left + cap / 2 + 0.2, 0, banner.letter, size * 0.92, letter, "Black")
    ink = ink_on(body) if own else theme.ink
    brush.text(cap / 2 - 0.2, 0, value, size * 0.95, ink, "Bold")
    return brush.stamp(palette.image, theme.halo, 110)


def _plate(brush: Brush, x: float, y: float, corner: float, fill: tuple[int, ...]) -> None:
    (left, top), (right, bottom) = brush.at(-x, -y), brush.at(x, y)
    brush.draw.rounded_rectangle((left, top, right, bottom), corner * OVER, fill=fill)


def _plate_part(brush: Brush, left: float, wide: float, y: float, fill: tuple[int, ...]) -> None:
    (x0, y0), (x1, y1) = brush.at(left + 0.5, -y + 0.5), brush.at(left + wide, y - 0.5)
    brush.draw.rounded_rectangle((x0, y0, x1, y1), y * 0.5 * OVER, fill=fill, corners=(True, False, False, True))


def stripes(brush: Brush, pattern: Pattern, box: tuple[float, float, float, float], colour: Rgb, size: float) -> None:
    """A side's pattern, faint, inside a box of a sprite."""
    left, top, right, bottom = box
    (x0, y0), (x1, y1) = brush.at(left, top), brush.at(right, bottom)
    wide, tall = round(x1 - x0), round(y1 - y0)
    patch = Image.new("L", (wide, tall))
    draw = ImageDraw.Draw(patch)
    step = max(round(size * OVER * 0.30), 6)
    thick = max(step // 4, 2)
    both = pattern == "crossed"
    for at in range(-tall, wide + tall, step):
        if pattern == "rising":
            draw.line((at, tall, at + tall, 0), fill=110, width=thick)
        elif pattern == "falling":
            draw.line((at, 0, at + tall, tall), fill=110, width=thick)
        elif pattern == "upright" or both:
            draw.line((at, 0, at, tall), fill=110, width=thick)
    for at in range(step // 2, tall, step):
        if pattern == "level" or both:
            draw.line((0, at, wide, at), fill=110, width=thick)
        elif pattern in {"dotted", "pearled"}:
            for across in range(step // 2, wide, step):
                reach = thick if pattern == "dotted" else thick * 1.5
                spot = (across - reach, at - reach, across + reach, at + reach)
                if pattern == "dotted":
                    draw.ellipse(spot, fill=120)
                else:
                    draw.ellipse(spot, outline=120, width=max(thick // 2, 1))
    brush.sheet.paste(Image.new("RGB", (wide, tall), colour), (round(x0), round(y0)), patch)
    brush.draw = ImageDraw.Draw(brush.sheet)


@MARKS.keeps
def fleet(banner: Banner, *, own: bool, fresh: bool, unit: int, palette: Palette) -> Stamp:
    """A shield pointing up with the side's letter for own fleets, a diamond for foreign ones; hollow if not `fresh`:
    under way, or seen earlier.
    """
    theme = palette.theme
    r = max(6.6, unit * 0.62)
    brush = Brush(round(r * 2.5) + 4, round(r * 2.5) + 4)
    if own:
        shape = [(0.0, -1.18), (0.92, -0.42), (0.92, 0.86), (0.0, 0.55), (-0.92, 0.86), (-0.92, -0.42)]
    else:
        shape = [(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)]
    ground = banner.colour if fresh else mix(theme.halo, banner.colour, 0.14)
    brush.shape([(x * (r + 1.7), y * (r + 1.7)) for x, y in shape], (*theme.halo, 255))
    brush.shape([(x * r, y * r) for x, y in shape], (*banner.colour, 255))
    if not fresh:
        inner = r - max(1.5, r * 0.2)
        brush.shape([(x * inner, y * inner) for x, y in shape], (*ground, 255))
    brush.text(0, r * 0.06, banner.letter, r * 1.35, ink_on(ground), "Black")
    return brush.stamp(palette.image, theme.halo, 110)


@MARKS.keeps
def lost(banner: Banner, unit: int, palette: Palette) -> Stamp:
    """The outline of an own fleet's shield with a question mark: where ships were last heard of (CW-12.0-02)."""
    theme = palette.theme
    r = max(6.6, unit * 0.62)
    brush = Brush(round(r * 2.5) + 4, round(r * 2.5) + 4)
    shape = [(0.0, -1.18), (0.92, -0.42), (0.92, 0.86), (0.0, 0.55), (-0.92, 0.86), (-0.92, -0.42)]
    brush.shape([(x * (r + 1.7), y * (r + 1.7)) for x, y in shape], (*theme.halo, 255))
    brush.shape([(x * r, y * r) for x, y in shape], (*theme.soft, 255))
    inner = r - max(1.2, r * 0.14)
    brush.shape([(x * inner, y * inner) for x, y in shape], (*theme.halo, 255))
    brush.text(
        0, r * 0.06, "?", r * 1.45, banner.colour if contrast(banner.colour, theme.halo) >= 3 else theme.ink, "Black"
    )
    return brush.stamp(palette.image, theme.halo, 110)


@MARKS.keeps
def base(banner: Banner, *, own: bool, node: bool, unit: int, palette: Palette) -> Stamp:
    """A house with the side's letter, hollow for foreign ones; with a mast that carries supply on, for a way station."""
    theme = palette.theme
    r = max(5.4, unit * 0.5)
    brush = Brush(round(r * 2.6) + 6, round(r * 4.2) + 6)
    ground = banner.colour if own else mix(theme.halo, banner.colour, 0.14)
    if node:
        for wide, colour in ((max(3.6, r * 0.5), theme.halo), (max(1.6, r * 0.22), banner.colour)):
            brush.line([(0, -r), (0, -r * 1.9)], wide, (*colour, 255))
            brush.line([(-r * 0.6, -r * 1.75), (r * 0.6, -r * 1.75)], wide, (*colour, 255))
    outline = [(-1.0, -0.62), (-0.62, -1.0), (0.62, -1.0), (1.0, -0.62), (1.0, 1.0), (-1.0, 1.0)]
    for grow, colour in ((1.5, theme.halo), (0.0, banner.colour), (-max(1.4, r * 0.2), ground)):
        brush.shape([(x * (r + grow), y * (r + grow)) for x, y in outline], (*colour, 255))
    brush.text(0, r * 0.06, banner.letter, r * 1.4, ink_on(ground), "Black")
    return brush.stamp(palette.image, theme.halo, 110)


@MARKS.keeps
def home(banner: Banner, unit: int, palette: Palette) -> Stamp:
    """A golden ring with four rays around a home world's star."""
    theme = palette.theme
    radius = unit * 1.16
    brush = Brush(round(radius * 2) + unit + 4, round(radius * 2) + unit + 4)
    brush.ring(0, 0, radius, max(1.5, unit * 0.13), (*theme.accent, 255))
    for turn in range(4):
        angle = math.tau * (turn / 4 + 1 / 8)
        points = [(r * math.cos(angle), r * math.sin(angle)) for r in [radius * 0.94, radius + unit * 0.42]]
        brush.line(points, max(1.7, unit * 0.17), (*theme.accent, 255))
    return brush.stamp(palette.image, mix(theme.sky[0], banner.colour, theme.tint), 90)


@MARKS.keeps
def bead(banner: Banner, *, bright: bool, unit: int, palette: Palette) -> Stamp:
    """One dot of a course."""
    theme = palette.theme
    radius = max(1.5, unit * 0.15) * (1 if bright else 0.72)
    brush = Brush(round(radius * 2) + 5, round(radius * 2) + 5)
    brush.disc(0, 0, radius + 1.1, (*theme.halo, 255))
    colour = banner.colour if bright else mix(banner.colour, theme.halo, 0.3)
    brush.disc(0, 0, radius, (*colour, 255))
    return brush.stamp(palette.image, theme.halo, 130)


def arrowhead(banner: Banner, dx: float, dy: float, unit: int, palette: Palette) -> Stamp:
    """The point of a course, in one of 48 directions."""
    turn = round(math.atan2(dy, dx) / math.tau * ANGLES) % ANGLES
    key = ("arrow", banner.colour, turn, unit, palette.key)

    def draw() -> Stamp:
        theme = palette.theme
        r = max(6.0, unit * 0.6)
        angle = math.tau * turn / ANGLES
        brush = Brush(round(r * 2.6) + 4, round(r * 2.6) + 4)
        for grow, colour in ((1.5, theme.halo), (0.0, banner.colour)):
            points = []
            for away, reach in ((0.0, 1.0), (2.45, 0.95), (math.pi, 0.35), (-2.45, 0.95)):
                length = r * reach + grow * (1.3 if away != math.pi else 0.6)
                points.append((length * math.cos(angle + away), length * math.sin(angle + away)))
            brush.shape(points, (*colour, 255))
        return brush.stamp(palette.image, theme.halo, 120)

    return MARKS.get(key, draw)


@MARKS.keeps
def caption(text: str, colour: Rgb, size: int, palette: Palette) -> Stamp:
    """A name or date with a dark (or light) outline, kept for the next picture."""
    return write(text, size, "Semibold", palette.ramp(colour, palette.theme.halo), halo=2)
