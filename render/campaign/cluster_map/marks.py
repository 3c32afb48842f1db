"""The signs drawn above the ground: colonies, fleets, sightings, courses; and badges of what a side knows of war."""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final

from PIL import Image, ImageDraw

from render.campaign.cluster_map.layout import Layout
from render.canvas.hex_field import Region
from render.canvas.label_placement import TakenCells
from render.canvas.stamps import SPRITE_SCALE, Brush, DrawingCache, Stamp, write
from render.canvas.theme import Banner, Palette, Pattern, Rgb, brightness, contrast, mix, nearest
from render.words.safe_text import bare
from rules.cluster_war.model.state.common import HexId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import SignKind, WarSign
from rules.values import Value

MARK_STORE: Final = DrawingCache[Stamp](3_000)
MARK_ANGLES: Final = 48


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
    return brush.stamp(palette.image, theme.halo, 110)


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
    return brush.stamp(palette.image, theme.halo, 110)


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
    return brush.stamp(palette.image, theme.halo, 110)


@MARK_STORE.keeps
def home_mark(banner: Banner, unit: int, palette: Palette) -> Stamp:
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


WAR_KINDS: Final[Mapping[SignKind, str]] = {
    "battle": "battle",
    "ground": "ground war",
    "bombarded": "bombarded",
    "blockade": "blockade",
    "raid": "raid",
}
"""The kinds of signs, those that weigh most first, each with its name."""
_WHOSE: Final[Mapping[SignKind, str]] = {
    "battle": "{name} held the place",
    "ground": "{name} landed or took it",
    "bombarded": "{name} fired",
    "blockade": "{name} cut it off",
    "raid": "{name} raided",
}
EARLIER_WAR: Final = "war, earlier"
_ORDER: Final = {kind: at for at, kind in enumerate(WAR_KINDS)}


class Strife(Value):
    """What is known of war in a hex: the kinds, each with whether it is of the last month or goes on."""

    hex: HexId
    signs: tuple[tuple[SignKind, bool], ...]


def is_fresh(view: View, sign: WarSign) -> bool:
    """Whether a sign is of the month that the view's side has a report of, or goes on."""
    return sign.turn >= view.turn - 1


def known_war(view: View, region: Region) -> tuple[WarSign, ...]:
    """The signs in a region, by hex, those that weigh most first."""
    found = (sign for sign in view.signs.values() if region.holds(sign.hex))
    return tuple(sorted(found, key=lambda sign: (sign.hex, _ORDER[sign.kind])))


def format_war_sign(view: View, sign: WarSign) -> str:
    """A sign in words: `battle in turn 6, 2 times; Terrans held the place`."""
    flag = view.all_flags.get(sign.by)
    name = bare(flag.name, 40) if flag else ""
    when = "now" if sign.turn >= view.turn else f"in turn {sign.turn}"
    often = f", {sign.count} times" if sign.count > 1 else ""
    whose = f"; {_WHOSE[sign.kind].format(name=name)}" if name else ""
    return f"{WAR_KINDS[sign.kind]} {when}{often}{whose}"


def strife_of(view: View, region: Region) -> tuple[Strife, ...]:
    """What a view knows of war in a region, hex by hex."""
    return tuple(
        Strife(here, tuple(sorted(((sign.kind, is_fresh(view, sign)) for sign in signs), key=_weight)))
        for here, signs in groupby(known_war(view, region), key=lambda sign: sign.hex)
    )


def _weight(sign: tuple[SignKind, bool]) -> tuple[bool, int]:
    """What is of this month comes first."""
    kind, fresh = sign
    return not fresh, _ORDER[kind]


def war_names_in(strife: Sequence[Strife]) -> frozenset[str]:
    """What the legend has to explain of these."""
    signs = [sign for place in strife for sign in place.signs]
    return frozenset(
        {*(WAR_KINDS[kind] for kind, _ in signs), *([EARLIER_WAR] if not all(fresh for _, fresh in signs) else ())}
    )


def put_badges(
    field: Image.Image, layout: Layout, strife: Sequence[Strife], room: TakenCells, palette: Palette
) -> None:
    """A badge in each hex or beside its star, where nothing else stands, with a line to its star if it had to move. Where
    there is no room for all of it, it has its first sign alone, and the text twin the others."""
    for place in strife:
        stamps = (badge(place.signs[:cells], layout.sign, palette) for cells in (len(place.signs), 1))
        put_beside(field, layout, place.hex, stamps, room, palette)


def put_beside(
    field: Image.Image, layout: Layout, here: HexId, stamps: Iterable[Stamp], room: TakenCells, palette: Palette
) -> None:
    """The first of these plates that finds room in its hex or beside its star; none where there is no room for any."""
    x, y = layout.center(here)
    for stamp in stamps:
        found = _spot(room, (x, y), stamp.size, (round(layout.unit * 0.7), round(layout.sign * 0.95)))
        if found is not None:
            break
    else:
        return
    left, top, far = found
    if far:
        end = left + stamp.size[0] // 2, top + stamp.size[1] // 2
        theme = palette.theme
        for wide, colour in ((2, theme.halo), (1, theme.ink)):
            _lead(ImageDraw.Draw(field), room, (x, y), end, nearest(palette.colours, colour), wide)
    stamp.put(field, left - stamp.dx, top - stamp.dy)


def _lead(
    draw: ImageDraw.ImageDraw, room: TakenCells, start: tuple[int, int], end: tuple[int, int], fill: int, wide: int
) -> None:
    """A line from a star to its badge that runs below whatever stands between."""
    (ax, ay), (bx, by) = start, end
    steps = max(abs(bx - ax), abs(by - ay), 1)
    for step in range(steps + 1):
        x, y = round(ax + (bx - ax) * step / steps), round(ay + (by - ay) * step / steps)
        if room.free(x, y, x + 1, y + 1, soft=False):
            draw.rectangle((x - wide + 1, y - wide + 1, x + wide, y + wide), fill=fill)


def _spot(
    room: TakenCells, at: tuple[int, int], size: tuple[int, int], gaps: tuple[int, int]
) -> tuple[int, int, bool] | None:
    """In the middle of a hex where nothing stands, else beside what stands there, as near as may be: left, top, whether it
    needs a line."""
    (x, y), (wide, tall) = at, size
    box = x - wide // 2, y - tall // 2, x - wide // 2 + wide, y - tall // 2 + tall
    if room.free(*box, soft=False):
        room.take(*box)
        return box[0], box[1], False
    near, wider = gaps
    found = room.place(at, size, near) or room.place(at, size, wider)
    return found if found is None else (found[0], found[1], found[2] or _away(at, found, size) > 2 * near)


def _away(at: tuple[int, int], found: tuple[int, int, bool], size: tuple[int, int]) -> float:
    """How far a box is from a point."""
    across = max(found[0] - at[0], at[0] - found[0] - size[0], 0)
    return math.hypot(across, max(found[1] - at[1], at[1] - found[1] - size[1], 0))


@MARK_STORE.keeps
def badge(signs: tuple[tuple[SignKind, bool], ...], unit: int, palette: Palette) -> Stamp:
    """A plate with a cell for each sign."""
    theme = palette.theme
    cell = max(13.0, unit * 1.3)
    wide = cell * len(signs)
    brush = Brush(math.ceil(wide) + 4, math.ceil(cell) + 4)
    hot = theme.stars["M"]
    for at, (kind, fresh) in enumerate(signs):
        x = -wide / 2 + cell * (at + 0.5)
        ground = hot if fresh else mix(theme.halo, theme.soft, 0.12)
        ink: Rgb = theme.void if fresh and theme.name != "light" else theme.halo if fresh else theme.soft
        _cell(brush, x, cell, theme.halo, 1.4)
        _cell(brush, x, cell, hot if fresh else theme.soft, 0.0)
        _cell(brush, x, cell, ground, -max(1.0, cell * 0.08))
        glyph(brush, kind, x, cell * 0.34, ink)
    return brush.stamp(palette.image, theme.halo, 110)


def _cell(brush: Brush, x: float, cell: float, fill: Rgb, grow: float) -> None:
    half = cell / 2 - 0.5 + grow
    (left, top), (right, bottom) = brush.at(x - half, -half), brush.at(x + half, half)
    brush.draw.rounded_rectangle((left, top, right, bottom), cell * 0.2 * SPRITE_SCALE, fill=(*fill, 255))


def glyph(brush: Brush, kind: SignKind, x: float, r: float, ink: Rgb) -> None:
    """One sign's shape about a point of the middle line, `r` from its middle to its rim."""
    fill, thick = (*ink, 255), max(1.3, r * 0.3)
    match kind:
        case "battle":  # crossed blades
            for side in (-1, 1):
                brush.line([(x - side * r, -r), (x + side * r * 0.95, r * 0.95)], thick, fill)
                guard = [(x + side * r * 0.15, r * 0.85), (x + side * r * 0.85, r * 0.15)]
                brush.line(guard, thick, fill)
        case "ground":  # an arrow down to the ground
            brush.line([(x, -r), (x, r * 0.2)], thick * 1.1, fill)
            brush.shape([(x - r * 0.62, -r * 0.1), (x + r * 0.62, -r * 0.1), (x, r * 0.66)], fill)
            brush.line([(x - r, r * 0.92), (x + r, r * 0.92)], thick, fill)
        case "bombarded":  # a burst
            points = []
            for corner in range(16):
                reach = r * (1.12 if corner % 2 == 0 else 0.5)
                angle = math.tau * corner / 16
                points.append((x + reach * math.cos(angle), reach * math.sin(angle)))
            brush.shape(points, fill)
        case "blockade":  # a world behind bars
            brush.disc(x, 0, r * 0.42, fill)
            for side in (-1, 1):
                brush.line([(x + side * r * 0.85, -r), (x + side * r * 0.85, r)], thick, fill)
        case "raid":  # a pennant
            brush.line([(x - r * 0.6, -r), (x - r * 0.6, r)], thick, fill)
            brush.shape([(x - r * 0.6, -r), (x + r, -r * 0.42), (x - r * 0.6, r * 0.16)], fill)
