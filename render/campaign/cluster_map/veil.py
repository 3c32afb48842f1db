"""What a side's knowledge lays over the ground: supply grids with pattern and border, fog, lines between hexes, what is
known of systems."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops

from render.campaign.cluster_map.ground import Objects
from render.campaign.cluster_map.lanes import Lane, draw_lanes
from render.campaign.cluster_map.layout import Layout, hex_mask
from render.canvas.hex_field import column_row
from render.canvas.stamps import Brush, DrawingCache, Stamp
from render.canvas.theme import Banner, Palette, Pattern, mix
from rules.cluster_war.model.state.common import HexId
from rules.values import Value

VEIL_CACHE: Final = DrawingCache[Image.Image](44_000_000, lambda image: image.width * image.height)
EDGE_CACHE: Final = DrawingCache[Stamp](400)
NOTE_CACHE: Final = DrawingCache[Stamp](800)
LOZENGE_UNIT: Final = 16
"""The smallest cells in which a lozenge stands below a star."""


class KnownGround(Value):
    """All that the veil shows, in a form that can be a key: equal means drawn alike.

    `grids` are banners with their space and, of others, the hexes of colonies; `dim` hexes were seen before, `dark` ones never;
    `systems` are (hex, surveyed); `lanes` are lines between hexes; `reach` is what long range sensors of sides cover, where it is
    asked for.
    """

    grids: tuple[tuple[Banner, frozenset[HexId]], ...]
    dim: frozenset[HexId]
    dark: frozenset[HexId]
    systems: frozenset[tuple[HexId, bool]]
    lanes: tuple[Lane, ...] = ()
    reach: tuple[tuple[Banner, frozenset[HexId]], ...] = ()


def draw_veil(
    ground: Image.Image, layout: Layout, known: KnownGround, palette: Palette, objects: Objects
) -> Image.Image:
    """The ground under a side's eyes; kept, so never draw on it. `objects` are those the ground shows."""
    return VEIL_CACHE.get((layout, objects, known, palette.key), lambda: _draw(ground, layout, known, palette, objects))


def _draw(ground: Image.Image, layout: Layout, known: KnownGround, palette: Palette, objects: Objects) -> Image.Image:
    image = ground.copy()
    if known.dim or known.dark:
        lit = hex_mask(layout, layout.region.ids() - known.dim - known.dark)
        image.paste(image.point(palette.lit), (0, 0), lit)
    for index, (banner, hexes) in enumerate(known.grids):
        mask = hex_mask(layout, hexes)
        box = mask.getbbox()
        if box is not None:
            under, within = ground.crop(box), mask.crop(box)
            image.paste(under.point(palette.tints[index]), box[:2], within)
            pattern = pattern_mask(banner.pattern, layout.unit, mask.size)
            if pattern is not None:
                marked = ImageChops.logical_and(within, pattern.crop(box))
                image.paste(under.point(palette.marked[index]), box[:2], marked)
    if known.dim:
        image.paste(image.point(palette.remembered), (0, 0), hex_mask(layout, known.dim))
    if known.dark:
        image.paste(image.point(palette.never), (0, 0), hex_mask(layout, known.dark))
    for banner, hexes in known.grids:
        _border(image, layout, banner, hexes, palette)
    for banner, hexes in known.reach:
        _border(image, layout, banner, hexes, palette, dotted=True)
    draw_lanes(image, layout, known.lanes, sorted(here for here, _ in objects), palette)
    _systems(image, layout, known.systems, palette)
    return image


@lru_cache(maxsize=24)
def pattern_mask(pattern: Pattern, unit: int, size: tuple[int, int]) -> Image.Image | None:
    """A side's pattern over the whole field; None for a plain one."""
    if pattern == "plain":
        return None
    step = max(2 * unit, 14)
    wide = max(unit // 7, 2)
    tile = Image.new("1", (step, step))
    for x in range(step):
        for y in range(step):
            if _inked(pattern, x, y, step, wide):
                tile.putpixel((x, y), 1)
    row = Image.new("1", (size[0], step))
    for x in range(0, size[0], step):
        row.paste(tile, (x, 0))
    mask = Image.new("1", size)
    for y in range(0, size[1], step):
        mask.paste(row, (0, y))
    return mask


def _inked(pattern: Pattern, x: int, y: int, step: int, wide: int) -> bool:
    near = max(abs(x - step // 2), abs(y - step // 2))
    match pattern:
        case "rising":
            return (x + y) % step < wide
        case "falling":
            return (x - y) % step < wide
        case "level":
            return y < wide
        case "upright":
            return x < wide
        case "crossed":
            return x < wide or y < wide
        case "dotted":
            return near <= wide // 2 + (1 if step > 12 else 0)
        case "pearled":
            return near == 2 * wide
        case "plain":
            return False


def _neighbours(column: int, row: int) -> tuple[tuple[int, int], ...]:
    """The six neighbours from the one above, clockwise; odd columns lie lower (CW-2.0-02)."""
    up = row - 1 + column % 2
    return (
        (column, row - 1),
        (column + 1, up),
        (column + 1, up + 1),
        (column, row + 1),
        (column - 1, up + 1),
        (column - 1, up),
    )


def _border(
    image: Image.Image,
    layout: Layout,
    banner: Banner,
    hexes: frozenset[HexId],
    palette: Palette,
    *,
    dotted: bool = False,
) -> None:
    """A line along the edge of an area; of dots for what sensors reach."""
    inside = {column_row(here) for here in hexes}
    draw = _dots if dotted else _edge
    edges = [draw(side, layout.unit, layout.half, banner, palette) for side in range(6)]
    for column, row in sorted(inside):
        x, y = layout.corner(column, row)
        x, y = x + 2 * layout.unit, y + layout.half
        for side, other in enumerate(_neighbours(column, row)):
            if other not in inside:
                edges[side].put(image, x, y)


@EDGE_CACHE.keeps
def _edge(side: int, unit: int, half: int, banner: Banner, palette: Palette) -> Stamp:
    corners = ((-unit, -half), (unit, -half), (2 * unit, 0), (unit, half), (-unit, half), (-2 * unit, 0))
    inner = 1 - 1.7 / unit
    (ax, ay), (bx, by) = corners[side], corners[(side + 1) % 6]
    brush = Brush(4 * unit, 2 * half)
    points: list[tuple[float, float]] = [(ax * inner, ay * inner), (bx * inner, by * inner)]
    brush.line(points, max(3.0, unit * 0.2), (*banner.colour, 255))
    return brush.stamp(palette.image, mix(palette.theme.sky[0], banner.colour, palette.theme.tint), 70)


@EDGE_CACHE.keeps
def _dots(side: int, unit: int, half: int, banner: Banner, palette: Palette) -> Stamp:
    """One side of a hex as three dots in the colour of ink, ringed by the side's: how far sensors reach."""
    corners = ((-unit, -half), (unit, -half), (2 * unit, 0), (unit, half), (-unit, half), (-2 * unit, 0))
    inner = 1 - 2.2 / unit
    (ax, ay), (bx, by) = corners[side], corners[(side + 1) % 6]
    brush = Brush(4 * unit + 8, 2 * half + 8)
    radius = max(1.6, unit * 0.13)
    for share in (1 / 6, 1 / 2, 5 / 6):
        x, y = (ax + (bx - ax) * share) * inner, (ay + (by - ay) * share) * inner
        brush.disc(x, y, radius + max(1.0, unit * 0.05), (*banner.colour, 255))
        brush.disc(x, y, radius, (*palette.theme.ink, 255))
    return brush.stamp(palette.image, mix(palette.theme.sky[0], banner.colour, palette.theme.tint), 70)


@NOTE_CACHE.keeps
def reach_mark(banner: Banner, unit: int, palette: Palette) -> Stamp:
    """A row of the dots that show how far sensors reach, for the legend."""
    brush = Brush(round(unit * 3.4), round(unit * 1.2))
    for step in (-1, 0, 1):
        brush.disc(step * unit * 0.95, 0, max(2.2, unit * 0.26), (*banner.colour, 255))
        brush.disc(step * unit * 0.95, 0, max(1.4, unit * 0.17), (*palette.theme.ink, 255))
    return brush.stamp(palette.image, palette.theme.halo, 120)


def _systems(image: Image.Image, layout: Layout, systems: frozenset[tuple[HexId, bool]], palette: Palette) -> None:
    """A hollow lozenge for scouted, a full one for surveyed, on a map close enough for them."""
    if not has_lozenges(layout):
        return
    for here, surveyed in sorted(systems):
        x, y = lozenge_place(layout, here)
        knowledge_mark(surveyed, layout.unit, palette).put(image, x, y)


def has_lozenges(layout: Layout) -> bool:
    """Whether a map is close enough for the signs of what is known of systems."""
    return layout.unit >= LOZENGE_UNIT


def lozenge_place(layout: Layout, here: HexId) -> tuple[int, int]:
    """Where the sign stands that tells what is known of a system: at the lower edge of its hex."""
    x, y = layout.center(here)
    return x, y + round(layout.half * 0.68)


@NOTE_CACHE.keeps
def knowledge_mark(surveyed: bool, unit: int, palette: Palette) -> Stamp:
    """The sign for a system scouted (hollow) or surveyed (full); no star looks like it."""
    theme = palette.theme
    reach = max(6.0, unit * 0.32)
    side = round(reach * 2) + 6
    brush = Brush(side, side)
    for grow, colour in (
        (1.5, theme.halo),
        (0.0, theme.ink),
        *(() if surveyed else ((-reach * 0.48, theme.halo),)),
    ):
        r = reach + grow
        brush.shape([(0, -r), (r, 0), (0, r), (-r, 0)], (*colour, 255))
    return brush.stamp(palette.image, theme.halo, 120)
