"""Lines between hexes: jump lines, wormholes, gates, and what supply joins. Each kind has a form of its own.

Nothing is told by colour alone: jump lines are rails, wormholes dashes with a ring halfway, those held open unbroken with
a disc, gates dashes and dots with a square, supply lines thin and single.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, TypeAlias

from PIL import Image, ImageDraw

from render.campaign.cluster_map.layout import Layout
from render.canvas.stamps import Brush, DrawingCache, Stamp
from render.canvas.theme import Banner, Palette, Rgb, mix
from rules.cluster_war.model.state.common import HexId, SideId
from rules.values import Value

LaneKind: TypeAlias = Literal["supply", "jump", "gate", "wormhole", "held"]
LANE_TEXTS: Final[dict[LaneKind, str]] = {
    "supply": "supply line",
    "jump": "jump line",
    "gate": "jump gate",
    "wormhole": "wormhole",
    "held": "held open",
}
"""What the legend calls them, in the order they are drawn: later ones lie above."""

LANE_STORE: Final = DrawingCache[Stamp](3_000)
DASH_ANGLES: Final = 180
HEAD_ANGLES: Final = 36
LANE_STEPS: Final[dict[LaneKind, float]] = {"supply": 2.0, "jump": 2.0, "gate": 1.9, "wormhole": 1.5, "held": 1.5}
"""How long one piece of a line is, in units."""

KEPT_CLEAR: Final = 1.25
"""How far from the middle of a hex a line ends, in units: stars are never crossed at their own ends."""

BEHIND_SHARE: Final = 0.85
"""How much of what lies on a line's way is left free of it, in units from its middle."""


class Lane(Value):
    """A line from hex to hex; `banner` is whose supply it is, or whose base holds it open; None for nobody's. One that is
    `one_way` leads from `a` to `b` alone, and has an arrowhead."""

    kind: LaneKind
    a: HexId
    b: HexId
    banner: Banner | None = None
    one_way: bool = False


def rank(lane: Lane) -> tuple[int, HexId, HexId, SideId]:
    """The order in which lines are drawn."""
    return list(LANE_TEXTS).index(lane.kind), lane.a, lane.b, lane.banner.side if lane.banner else ""


def draw_lanes(
    field: Image.Image, layout: Layout, lanes: Sequence[Lane], objects: Iterable[HexId], palette: Palette
) -> None:
    """Draw lines on a field in the order given, those that share both ends side by side; they pass behind `objects`.
    An overview has none: there they would hide everything else."""
    if not lanes or layout.is_overview:
        return
    before = field.copy()
    square = 4 * layout.unit + 8  # more than what a piece of a line and a disc reach together
    crossed: set[tuple[int, int]] = set()
    pairs: Counter[tuple[HexId, HexId]] = Counter()
    for lane in lanes:
        shift = pairs[lane.a, lane.b] * layout.unit * 0.7
        pairs[lane.a, lane.b] += 1
        for x, y in _lane(field, layout, lane, shift, palette):
            crossed.add((x // square, y // square))
    near = {(x + dx, y + dy) for x, y in crossed for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    reach = round(layout.unit * BEHIND_SHARE)
    disc = Image.new("1", (2 * reach + 1, 2 * reach + 1))
    ImageDraw.Draw(disc).ellipse((0, 0, 2 * reach, 2 * reach), fill=1)
    for here in objects:
        x, y = layout.center(here)
        if (x // square, y // square) in near:
            box = (x - reach, y - reach, x + reach + 1, y + reach + 1)
            field.paste(before.crop(box), box[:2], disc)


def signs(layout: Layout, lanes: Iterable[Lane]) -> tuple[tuple[int, int, int, int], ...]:
    """Where signs stand halfway along lines: boxes in the field, in which nothing else should stand."""
    boxes: list[tuple[int, int, int, int]] = []
    for lane in lanes if not layout.is_overview else ():
        reach = round(layout.unit * (1.7 if lane.one_way else 0.6))
        if lane.kind not in {"supply", "jump"}:
            (ax, ay), (bx, by) = layout.center(lane.a), layout.center(lane.b)
            x, y = (ax + bx) // 2, (ay + by) // 2
            boxes.append((x - reach, y - reach, x + reach, y + reach))
    return tuple(boxes)


def _lane(field: Image.Image, layout: Layout, lane: Lane, shift: float, palette: Palette) -> Iterator[tuple[int, int]]:
    """Draw a line piece by piece; the points where pieces of it were put."""
    unit = layout.unit
    (first_x, first_y), (last_x, last_y) = layout.center(lane.a), layout.center(lane.b)
    length = math.hypot(last_x - first_x, last_y - first_y)
    if length < 1:
        return
    dx, dy = (last_x - first_x) / length, (last_y - first_y) / length
    ax, ay = first_x - dy * shift, first_y + dx * shift
    turn = round(math.atan2(dy, dx) / math.tau * DASH_ANGLES) % (DASH_ANGLES // 2)  # a line looks alike from both ends
    room = length - 2 * KEPT_CLEAR * unit
    pieces = max(round(room / (LANE_STEPS[lane.kind] * unit)), 1)
    tile = _tile(lane.kind, _hue(lane, palette), turn, unit, palette)
    for piece in range(pieces):
        along = KEPT_CLEAR * unit + room * (piece + 0.5) / pieces
        x, y = ax + dx * along, ay + dy * along
        if -2 * unit < x < field.width + 2 * unit and -2 * unit < y < field.height + 2 * unit:
            tile.put(field, round(x), round(y))
            yield round(x), round(y)
    sign = lane_sign(lane.kind, _hue(lane, palette), unit, palette)
    if sign is not None:
        x, y = round(ax + dx * length / 2), round(ay + dy * length / 2)
        sign.put(field, x, y)
        yield x, y
    if lane.one_way:
        points = round(math.atan2(dy, dx) / math.tau * HEAD_ANGLES) % HEAD_ANGLES
        past = length / 2 + 1.1 * unit
        x, y = round(ax + dx * past), round(ay + dy * past)
        _arrowhead(_hue(lane, palette), points, unit, palette).put(field, x, y)
        yield x, y


def _hue(lane: Lane, palette: Palette) -> Rgb:
    theme = palette.theme
    if lane.banner is not None:
        return lane.banner.colour
    return theme.accent if lane.kind == "gate" else mix(theme.soft, theme.ink, 0.5)


@LANE_STORE.keeps
def _tile(kind: LaneKind, hue: Rgb, turn: int, unit: int, palette: Palette) -> Stamp:
    """One piece of a line, in one of 90 directions."""
    halo, angle = palette.theme.halo, math.tau * turn / DASH_ANGLES
    reach = LANE_STEPS[kind] * unit / 2
    brush = Brush(2 * round(reach + unit * 0.4) + 4, 2 * round(reach + unit * 0.4) + 4)
    along, across = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))

    def stroke(first: float, last: float, aside: float, wide: float, fill: Rgb) -> None:
        ends = [(along[0] * t + across[0] * aside, along[1] * t + across[1] * aside) for t in (first, last)]
        brush.line(ends, wide, (*fill, 255))

    thin, wide = max(1.3, unit * 0.12), max(1.8, unit * 0.19)
    # What runs on overlaps the next piece, so that rounding leaves no gap.
    over = reach + 1
    match kind:
        case "supply":
            stroke(-over, over, 0, thin + 2, halo)
            stroke(-over, over, 0, thin, mix(hue, palette.theme.ink, 0.2))
        case "jump":
            stroke(-over, over, 0, unit * 0.36 + thin + 2, halo)
            for side in (-1, 1):
                stroke(-over, over, side * unit * 0.2, thin, hue)
        case "gate":
            for first, last in ((-0.92, 0.12), (0.46, 0.7)):
                stroke(first * reach, last * reach, 0, wide + 2, halo)
                stroke(first * reach, last * reach, 0, wide, hue)
        case "held":
            stroke(-over, over, 0, wide + 2, halo)
            stroke(-over, over, 0, wide, hue)
        case "wormhole":
            stroke(-reach * 0.68, reach * 0.68, 0, wide + 2, halo)
            stroke(-reach * 0.64, reach * 0.64, 0, wide, hue)
    return brush.stamp(palette.image, halo, 96)


@LANE_STORE.keeps
def _arrowhead(hue: Rgb, points: int, unit: int, palette: Palette) -> Stamp:
    """Which way a line leads, in one of 36 directions."""
    halo, angle = palette.theme.halo, math.tau * points / HEAD_ANGLES
    r = max(3.8, unit * 0.5)
    brush = Brush(2 * round(r + 3) + 2, 2 * round(r + 3) + 2)
    for reach, fill in ((r + 1.6, halo), (r, hue)):
        corners = [(reach * math.cos(angle + at), reach * math.sin(angle + at)) for at in (0, 2.4, -2.4)]
        brush.shape(corners, (*fill, 255))
    return brush.stamp(palette.image, halo, 110)


def lane_sign(kind: LaneKind, hue: Rgb, unit: int, palette: Palette) -> Stamp | None:
    """What stands halfway along a line; None for rails and supply lines."""
    if kind in {"supply", "jump"}:
        return None

    def draw() -> Stamp:
        halo = palette.theme.halo
        r = max(3.4, unit * 0.42)
        brush = Brush(2 * round(r + 3) + 2, 2 * round(r + 3) + 2)
        if kind == "gate":
            for reach, fill in ((r + 1.4, halo), (r, hue), (r * 0.42, halo)):
                brush.shape([(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)], (*fill, 255))
        else:
            brush.disc(0, 0, r + 1.4, (*halo, 255))
            brush.disc(0, 0, r, (*hue, 255))
            if kind == "wormhole":
                brush.disc(0, 0, r * 0.5, (*halo, 255))
        return brush.stamp(palette.image, halo, 110)

    return LANE_STORE.get(("sign", kind, hue, unit, palette.key), draw)


@LANE_STORE.keeps
def lane_sample(kind: LaneKind, banner: Banner, unit: int, palette: Palette) -> Stamp:
    """A short line as the legend shows it."""
    hue = _hue(Lane(kind, "", "", banner if kind in {"supply", "held"} else None), palette)
    wide, tall = round(unit * 4.2), round(unit * 1.6)
    image = Image.new("P", (wide, tall), palette.index(palette.theme.panel))
    image.putpalette(palette.image.getpalette() or [])
    tile = _tile(kind, hue, 0, unit, palette)
    pieces = round(wide / (LANE_STEPS[kind] * unit))
    for piece in range(pieces):
        tile.put(image, round(wide * (piece + 0.5) / pieces), tall // 2)
    sign = lane_sign(kind, hue, unit, palette)
    if sign is not None:
        sign.put(image, wide // 2, tall // 2)
    return Stamp(image, None, -(wide // 2), -(tall // 2))
