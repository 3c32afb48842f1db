"""War on the map: what a side knows of battles, ground wars, bombardments, blockades and raids, as badges beside their stars.

Each kind has a shape of its own, so that no colour has to be told from another: what is of this month or goes on is a dark
shape on a bright plate, what is longer ago a pale one on a dark plate.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final

from PIL import Image, ImageDraw

from render.campaign.cluster_map.layout import Layout
from render.campaign.cluster_map.marks import MARKS
from render.canvas.label_placing import Room
from render.canvas.region import Region
from render.canvas.stamps import OVER, Brush, Stamp
from render.canvas.theme import Palette, Rgb, mix, nearest
from render.words.safe_text import bare
from rules.cluster_war.model.state.names import HexId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import SignKind, WarSign
from rules.values import Value

WAR: Final[Mapping[SignKind, str]] = {
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
EARLIER: Final = "war, earlier"
_ORDER: Final = {kind: at for at, kind in enumerate(WAR)}


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


def told(view: View, sign: WarSign) -> str:
    """A sign in words: `battle in turn 6, 2 times; Terrans held the place`."""
    flag = view.all_flags.get(sign.by)
    name = bare(flag.name, 40) if flag else ""
    when = "now" if sign.turn >= view.turn else f"in turn {sign.turn}"
    often = f", {sign.count} times" if sign.count > 1 else ""
    whose = f"; {_WHOSE[sign.kind].format(name=name)}" if name else ""
    return f"{WAR[sign.kind]} {when}{often}{whose}"


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


def names_in(strife: Sequence[Strife]) -> frozenset[str]:
    """What the legend has to explain of these."""
    signs = [sign for place in strife for sign in place.signs]
    return frozenset({*(WAR[kind] for kind, _ in signs), *([EARLIER] if not all(fresh for _, fresh in signs) else ())})


def put_badges(field: Image.Image, layout: Layout, strife: Sequence[Strife], room: Room, palette: Palette) -> None:
    """A badge in each hex or beside its star, where nothing else stands, with a line to its star if it had to move. Where
    there is no room for all of it, it has its first sign alone, and the text twin the others."""
    for place in strife:
        stamps = (badge(place.signs[:cells], layout.sign, palette) for cells in (len(place.signs), 1))
        put_beside(field, layout, place.hex, stamps, room, palette)


def put_beside(
    field: Image.Image, layout: Layout, here: HexId, stamps: Iterable[Stamp], room: Room, palette: Palette
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
    draw: ImageDraw.ImageDraw, room: Room, start: tuple[int, int], end: tuple[int, int], fill: int, wide: int
) -> None:
    """A line from a star to its badge that runs below whatever stands between."""
    (ax, ay), (bx, by) = start, end
    steps = max(abs(bx - ax), abs(by - ay), 1)
    for step in range(steps + 1):
        x, y = round(ax + (bx - ax) * step / steps), round(ay + (by - ay) * step / steps)
        if room.free(x, y, x + 1, y + 1, soft=False):
            draw.rectangle((x - wide + 1, y - wide + 1, x + wide, y + wide), fill=fill)


def _spot(
    room: Room, at: tuple[int, int], size: tuple[int, int], gaps: tuple[int, int]
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


@MARKS.keeps
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
    brush.draw.rounded_rectangle((left, top, right, bottom), cell * 0.2 * OVER, fill=(*fill, 255))


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
