"""The signs drawn above the ground: colonies, fleets, sightings, courses."""

import math
from typing import Final, Literal, TypeAlias

from PIL import Image, ImageDraw

from render.canvas.stamps import SPRITE_SCALE, Brush, DrawingCache, Stamp, write
from render.canvas.theme import Banner, Palette, Pattern, Rgb, brightness, contrast, mix

MARK_STORE: Final = DrawingCache[Stamp](3_000)
MARK_ANGLES: Final = 48
SmallShape: TypeAlias = Literal["world", "fleet", "stranger"]


def ink_on(ground: Rgb) -> Rgb:
    """Dark or bright letters, whichever can be read on a ground."""
    return (12, 14, 20) if brightness(ground) > 0.22 else (255, 255, 255)


@MARK_STORE.keeps
def colony_mark(banner: Banner, value: str, *, own: bool, home: bool, unit: int, palette: Palette) -> Stamp:
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
    brush.draw.rounded_rectangle((left, top, right, bottom), corner * SPRITE_SCALE, fill=fill)


def _plate_part(brush: Brush, left: float, wide: float, y: float, fill: tuple[int, ...]) -> None:
    (x0, y0), (x1, y1) = brush.at(left + 0.5, -y + 0.5), brush.at(left + wide, y - 0.5)
    brush.draw.rounded_rectangle(
        (x0, y0, x1, y1), y * 0.5 * SPRITE_SCALE, fill=fill, corners=(True, False, False, True)
    )


def stripes(brush: Brush, pattern: Pattern, box: tuple[float, float, float, float], colour: Rgb, size: float) -> None:
    """A side's pattern, faint, inside a box of a sprite."""
    left, top, right, bottom = box
    (x0, y0), (x1, y1) = brush.at(left, top), brush.at(right, bottom)
    wide, tall = round(x1 - x0), round(y1 - y0)
    patch = Image.new("L", (wide, tall))
    draw = ImageDraw.Draw(patch)
    step = max(round(size * SPRITE_SCALE * 0.30), 6)
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


@MARK_STORE.keeps
def fleet_mark(banner: Banner, *, own: bool, fresh: bool, unit: int, palette: Palette) -> Stamp:
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
    return trimmed(brush.stamp(palette.image, theme.halo, 110))


@MARK_STORE.keeps
def lost_mark(banner: Banner, unit: int, palette: Palette) -> Stamp:
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
    return trimmed(brush.stamp(palette.image, theme.halo, 110))


@MARK_STORE.keeps
def base_mark(banner: Banner, *, own: bool, node: bool, unit: int, palette: Palette) -> Stamp:
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
    return trimmed(brush.stamp(palette.image, theme.halo, 110))


@MARK_STORE.keeps
def world_mark(banner: Banner, *, own: bool, home: bool, unit: int, palette: Palette) -> Stamp:
    """A disc in a side's colour with its letter, in place of a star: hollow for foreign colonies, in a golden ring for a home."""
    theme = palette.theme
    size = unit * 0.83
    r = size * 0.66
    rim = r + max(size * 0.24, 3.0) if home else r
    brush = Brush(round(rim * 2) + 8, round(rim * 2) + 8)
    brush.disc(0, 0, rim + 2, (*theme.halo, 255))
    if home:
        brush.ring(0, 0, rim, max(size * 0.11, 2.0), (*theme.accent, 255))
    brush.disc(0, 0, r, (*banner.colour, 255))
    ground = banner.colour
    if not own:
        ground = mix(theme.halo, banner.colour, 0.14)
        brush.disc(0, 0, r - max(size * 0.1, 2.0), (*ground, 255))
    brush.text(0, size * 0.02, banner.letter, size, ink_on(ground), "Black")
    return trimmed(brush.stamp(palette.image, theme.halo, 110))


@MARK_STORE.keeps
def small_mark(banner: Banner, shape: SmallShape, *, full: bool, unit: int, palette: Palette) -> Stamp:
    """A sign without a letter where there is no room for one: a disc for a colony, an arrowhead for a fleet of one's own, a
    diamond for a stranger's."""
    theme = palette.theme
    r = max(unit * 0.9, 6.0) if shape == "world" else max(unit * 1.1, 11.0)
    brush = Brush(round(r * 2.6) + 6, round(r * 2.6) + 6)
    ground = mix(banner.colour, theme.ink, 0.35) if full and shape != "world" else banner.colour
    inside = r - max(r * 0.36, 2.4)
    if shape == "world":
        for reach, fill in ((r + 1.8, theme.halo), (r, banner.colour), *(() if full else ((inside, theme.halo),))):
            brush.disc(0, 0, reach, (*fill, 255))
    else:
        outline = [(0.0, -1.0), (0.86, 0.8), (0.0, 0.42), (-0.86, 0.8)]
        if shape == "stranger":
            outline = [(0.0, -1.0), (0.8, 0.0), (0.0, 1.0), (-0.8, 0.0)]
        rows = ((r + 3.2, theme.halo), (r, ground), *(() if full else ((inside * 0.8, theme.halo),)))
        for reach, fill in rows:
            brush.shape([(x * reach, y * reach) for x, y in outline], (*fill, 255))
    return trimmed(brush.stamp(palette.image, theme.halo, 110))


def trimmed(stamp: Stamp) -> Stamp:
    """The sprite without what is transparent around it."""
    box = None if stamp.mask is None else stamp.mask.getbbox()
    if box is None or stamp.mask is None:
        return stamp
    return Stamp(stamp.image.crop(box), stamp.mask.crop(box), stamp.dx + box[0], stamp.dy + box[1])


@MARK_STORE.keeps
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
    turn = round(math.atan2(dy, dx) / math.tau * MARK_ANGLES) % MARK_ANGLES
    key = ("arrow", banner.colour, turn, unit, palette.key)

    def draw() -> Stamp:
        theme = palette.theme
        r = max(6.0, unit * 0.6)
        angle = math.tau * turn / MARK_ANGLES
        brush = Brush(round(r * 2.6) + 4, round(r * 2.6) + 4)
        for grow, colour in ((1.5, theme.halo), (0.0, banner.colour)):
            points = []
            for away, reach in ((0.0, 1.0), (2.45, 0.95), (math.pi, 0.35), (-2.45, 0.95)):
                length = r * reach + grow * (1.3 if away != math.pi else 0.6)
                points.append((length * math.cos(angle + away), length * math.sin(angle + away)))
            brush.shape(points, (*colour, 255))
        return brush.stamp(palette.image, theme.halo, 120)

    return MARK_STORE.get(key, draw)


@MARK_STORE.keeps
def caption(text: str, colour: Rgb, size: int, palette: Palette) -> Stamp:
    """A name or date with a dark (or light) outline, kept for the next picture."""
    return write(text, size, "Semibold", palette.ramp(colour, palette.theme.halo), halo=2)
