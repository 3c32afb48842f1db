"""What a side's knowledge lays over the ground: supply grids with pattern and border, fog, lines between hexes, what is
known of systems."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from render.campaign.cluster_map.ground import Objects
from render.campaign.cluster_map.lanes import Lane, draw_lanes
from render.campaign.cluster_map.layout import Layout, hex_mask
from render.canvas.hex_field import column_row
from render.canvas.stamps import Brush, DrawingCache, Stamp, write
from render.canvas.theme import Banner, Palette, Pattern, drawable, font, mix
from rules.cluster_war.model.state.common import HexId
from rules.values import Value

VEIL_CACHE: Final = DrawingCache[Image.Image](44_000_000, lambda image: image.width * image.height)
EDGE_CACHE: Final = DrawingCache[Stamp](400)
NOTE_CACHE: Final = DrawingCache[Stamp](800)


class KnownGround(Value):
    """All that the veil shows, in a form that can be a key: equal means drawn alike.

    `grids` are banners with their hexes; `dim` hexes were seen before, `dark` ones never; `systems` are
    (hex, surveyed, label) with a label for those that are out of view; `lanes` are lines between hexes; `reach` is what long
    range sensors of sides cover, where it is asked for.
    """

    grids: tuple[tuple[Banner, frozenset[HexId]], ...]
    dim: frozenset[HexId]
    dark: frozenset[HexId]
    systems: frozenset[tuple[HexId, bool, str]]
    lanes: tuple[Lane, ...] = ()
    reach: tuple[tuple[Banner, frozenset[HexId]], ...] = ()


def draw_veil(
    ground: Image.Image, layout: Layout, known: KnownGround, palette: Palette, objects: Objects
) -> Image.Image:
    """The ground under a side's eyes; kept, so never draw on it. `objects` are those the ground shows."""
    return VEIL_CACHE.get((layout, objects, known, palette.key), lambda: _draw(ground, layout, known, palette, objects))


def _draw(ground: Image.Image, layout: Layout, known: KnownGround, palette: Palette, objects: Objects) -> Image.Image:
    image = ground.copy()
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
        _names(image, ground, layout, banner, hexes, palette.written[index])
    if known.dim:
        image.paste(image.point(palette.remembered), (0, 0), hex_mask(layout, known.dim))
    if known.dark:
        mask = hex_mask(layout, known.dark)
        hatch = pattern_mask("falling", 2 * layout.unit, mask.size)
        lines = ImageChops.logical_and(mask, hatch) if hatch else mask
        hatched = image.point(palette.hatch)
        image.paste(image.point(palette.never), (0, 0), mask)
        image.paste(hatched, (0, 0), lines)
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
    step = max(unit, 8)
    wide = max(unit // 12, 1)
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
    brush.line(points, max(1.8, unit * 0.16), (*banner.colour, 255))
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


def _names(
    image: Image.Image, ground: Image.Image, layout: Layout, banner: Banner, hexes: frozenset[HexId], table: bytes
) -> None:
    """The side's name across the largest piece of its grid, as a watermark under everything else."""
    piece = _largest({column_row(here) for here in hexes})
    if len(piece) < 12:
        return
    columns = sorted(c for c, _ in piece)
    rows = sorted(r for _, r in piece)
    x, y = layout.corner(columns[len(columns) // 2], rows[len(rows) // 2])
    reach = (columns[-1] - columns[0] + 1) * 3 * layout.unit
    text = "\u2009".join(drawable(banner.name, 24, banner.letter).upper())
    size = min(max(reach // max(len(text), 4), layout.unit * 2), layout.unit * 6)
    face = font(size, "Black")
    left, top, right, bottom = (round(edge) for edge in face.getbbox(text))
    mask = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=face)
    hard = mask.point([255 if v > 110 else 0 for v in range(256)]).convert("1")
    # Half a text is worse than none: keep it in the field.
    at_x = min(max(x + 2 * layout.unit - hard.width // 2, 4), max(image.width - hard.width - 4, 0))
    at_y = min(max(y + layout.half - hard.height // 2, 4), max(image.height - hard.height - 4, 0))
    box = (at_x, at_y, at_x + hard.width, at_y + hard.height)
    image.paste(ground.crop(box).point(table), (at_x, at_y), hard)


def _largest(places: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The largest connected piece; of equals the one that begins furthest left."""
    left, best = set(places), set[tuple[int, int]]()
    for start in sorted(places):
        if start not in left:
            continue
        piece, edge = {start}, [start]
        left.discard(start)
        while edge:
            for other in _neighbours(*edge.pop()):
                if other in left:
                    left.discard(other)
                    piece.add(other)
                    edge.append(other)
        if len(piece) > len(best):
            best = piece
    return best


def _systems(image: Image.Image, layout: Layout, systems: frozenset[tuple[HexId, bool, str]], palette: Palette) -> None:
    """A hollow lozenge for scouted, a full one for surveyed; the turn it was learned where the place is out of view."""
    theme, unit = palette.theme, layout.unit
    size = max(round(unit * 0.85), layout.letter, 10)
    ramp = palette.ramp(mix(theme.soft, theme.fog, 0.2), theme.halo)
    for here, surveyed, label in sorted(systems):
        x, y = layout.center(here)
        y += round(layout.half * 0.68)
        knowledge_mark(surveyed, unit, palette).put(image, x - (round(unit * 0.65) if label else 0), y)
        if label:
            _note(label, size, ramp).put(image, x - round(unit * 0.25), y)


@NOTE_CACHE.keeps
def _note(text: str, size: int, ramp: bytes) -> Stamp:
    return write(text, size, "Semibold", ramp, halo=1)


@NOTE_CACHE.keeps
def knowledge_mark(surveyed: bool, unit: int, palette: Palette) -> Stamp:
    """The sign for a system scouted (hollow) or surveyed (full); no star looks like it."""
    theme = palette.theme
    reach = max(3.0, unit * 0.27)
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
