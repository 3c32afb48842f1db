"""The part of a map that hardly changes: sky, hex grid, sectors, what everybody sees from afar; and storms."""

from functools import lru_cache
from random import Random
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from render.campaign.cluster_map.layout import Layout, hex_mask, insets
from render.campaign.cluster_map.objects import base_colours, is_star, stamp_for
from render.canvas.hex_field import Region, column_row, hex_id
from render.canvas.stamps import DrawingCache, Stamp, write
from render.canvas.theme import Theme, font, mix, nearest
from rules.cluster_war.chapters.terrain.forecast import terrain_words
from rules.cluster_war.model.state.common import HexId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.worlds.terrain import TERRAIN_NAMES
from rules.values import Value

Objects = frozenset[tuple[HexId, tuple[str, ...]]]
LABEL_CACHE: Final = DrawingCache[Stamp](12_000)
SECTOR_HEXES: Final = 10
_TILE: Final = 512
BIG_UNIT: Final = 15


GROUND_CACHE: Final = DrawingCache[Image.Image](24_000_000, lambda image: image.width * image.height)


@GROUND_CACHE.keeps
def ground_for(layout: Layout, objects: Objects, theme: Theme) -> Image.Image:
    """The ground of a region as an image in the theme's base colours; kept, so never draw on it."""
    image = _sky(layout, theme)
    sectors(image, layout, theme)
    colours = base_colours(theme)
    faint = nearest(colours, mix(theme.sky[0], theme.faint, 0.55 if layout.unit < BIG_UNIT else 1))
    sky = nearest(colours, theme.sky[0])
    half = nearest(colours, theme.grid)
    ramp = bytes([sky] * 70 + [half] * 60 + [faint] * 126)
    for here, codes in sorted(objects):
        x, y = layout.center(here)
        column, row = column_row(here)
        stamp_for(codes, theme, layout.unit, column * 7 + row * 13).put(image, x, y)
    detailed = layout.unit >= BIG_UNIT and (not layout.letter or layout.unit >= layout.letter)
    present = dict(objects)
    named = [hex_id(*place) for place in layout.region.places()] if detailed else sorted(present)
    size = max(round(layout.unit * (0.72 if detailed else 0.82)), layout.letter, 9)
    pair = round(font(size, "Semibold").getlength("00"))
    for here in named:
        x, y = layout.center(here)
        there = present.get(here) if detailed else None
        code = _label("+".join(there), size, ramp) if there and not layout.letter else None
        left = x - pair - (code.size[0] // 2 if code else 0)
        top = y - layout.half + round(size * 0.75)
        # Two digits at a time: a hundred sprites make every number there can be.
        _label(here[:2], size, ramp).put(image, left, top)
        _label(here[2:], size, ramp).put(image, left + pair, top)
        if code:
            code.put(image, left + 2 * pair + round(size * 0.3), top)
    if not detailed and theme.name == "colour-blind":
        for here, codes in sorted(objects):
            if is_star(codes[0]):
                x, y = layout.center(here)
                _label(codes[0][0], max(layout.letter, 10), ramp).put(image, x - 14, y + 5)
    framed = Image.new("P", image.size, nearest(colours, theme.panel))
    framed.paste(image, (0, 0), hex_mask(layout, layout.region.ids()))
    return framed


@LABEL_CACHE.keeps
def _label(text: str, size: int, ramp: bytes) -> Stamp:
    return write(text, size, "Semibold", ramp, halo=1)


@lru_cache(maxsize=6)
def sky_tile(theme: Theme) -> Image.Image:
    """A tile of sky that fits itself on all sides: faint clouds in flat tones and distant stars. The same every time."""
    chance = Random(20341)  # noqa: S311 # the pattern of the sky, not dice
    total = Image.new("L", (_TILE, _TILE))
    for cells, weight in ((3, 0.82), (7, 0.18)):
        coarse = Image.frombytes("L", (cells, cells), bytes(chance.randrange(256) for _ in range(cells * cells)))
        wide = Image.new("L", (cells * 3, cells * 3))
        for x in range(3):
            for y in range(3):
                wide.paste(coarse, (x * cells, y * cells))
        smooth = wide.resize((_TILE * 3, _TILE * 3), Image.Resampling.BICUBIC).crop(
            (_TILE, _TILE, _TILE * 2, _TILE * 2)
        )
        total = ImageChops.add(total, smooth.point([round(v * weight) for v in range(256)]))
    colours = base_colours(theme)
    tones = [nearest(colours, theme.sky[(v >= 128) + (v >= 150) + (v >= 172)]) for v in range(256)]
    tile = Image.frombytes("P", (_TILE, _TILE), total.point(tones).tobytes())
    dim, lit = nearest(colours, theme.specks[0]), nearest(colours, theme.specks[1])
    for number in range(280):
        tile.putpixel((chance.randrange(_TILE), chance.randrange(_TILE)), lit if number % 6 == 0 else dim)
    return tile


def _sky(layout: Layout, theme: Theme) -> Image.Image:
    width, height = layout.field
    tile = sky_tile(theme)
    image = Image.new("P", (width, height))
    for x in range(0, width, _TILE):
        for y in range(0, height, _TILE):
            image.paste(tile, (x, y))
    line = nearest(base_colours(theme), theme.grid)
    mesh = _mesh(layout.unit, layout.half)
    tall = 2 * layout.half
    strips = []
    for start in (0, layout.half):  # the mesh repeats with every hex; columns differ by half a hex
        strip = Image.new("1", (mesh.width, height))
        for y in range(start - tall, height, tall):
            strip.paste(mesh, (0, y))
        strips.append(strip)
    for column in range(layout.region.first_column - 1, layout.region.last_column + 2):
        x, _ = layout.corner(column, layout.region.first_row)
        image.paste(line, (x, 0, x + mesh.width, height), strips[column % 2])
    return image


@lru_cache(maxsize=32)
def _mesh(unit: int, half: int) -> Image.Image:
    """The upper and left edges of one column's hexes, as a mask that repeats every hex."""
    mask = Image.new("1", (3 * unit + 1, 2 * half))
    draw = ImageDraw.Draw(mask)
    draw.line((unit, 0, 3 * unit, 0), fill=1)
    for y, inset in enumerate(insets(unit, half)):
        draw.point((inset, y), fill=1)
    return mask


def sectors(image: Image.Image, layout: Layout, theme: Theme) -> None:
    """The borders of sectors, ten hexes apart, along the hexes' edges (CW-B-03)."""
    line = nearest(base_colours(theme), theme.sector)
    draw = ImageDraw.Draw(image)
    unit, half, area = layout.unit, layout.half, layout.region
    for column in range(area.first_column, area.last_column + 2):
        x, _ = layout.corner(column, area.first_row)
        if (column - 1) % SECTOR_HEXES == 0 and column > area.first_column:
            points: list[tuple[int, int]] = []
            for row in range(area.first_row - 1, area.last_row + 2):
                y = layout.corner(column, row)[1]
                points += [(x + unit, y), (x, y + half)]
            draw.line(points, fill=line, width=1 if unit < BIG_UNIT else 2)
    for row in range(area.first_row + 1, area.last_row + 1):
        if (row - 1) % SECTOR_HEXES == 0:
            points = []
            for column in range(area.first_column, area.last_column + 1):
                x, y = layout.corner(column, row)
                points += [(x + unit, y), (x + 3 * unit, y)]
            draw.line(points, fill=line, width=1 if unit < BIG_UNIT else 2)


FORCE_STORE: Final = "storm's force"
EARLIER_STORM: Final = "force, when seen"


class StormMark(Value):
    """The force of a hex's storms, "F3" or "F3 T6" of one last seen in turn 6; `fresh` is one of this turn."""

    hex: HexId
    label: str
    fresh: bool


def storms_of(view: View, region: Region) -> tuple[StormMark, ...]:
    """The storms of a region whose force the view knows, by hex."""
    if not view.settings.terrain:
        return ()
    found: list[StormMark] = []
    for here, seen in sorted(view.weather.items()):
        if region.holds(here) and seen.force:
            fresh = seen.turn >= view.turn
            force = "/".join(f"F{n}" for n in seen.force.values())
            found.append(StormMark(here, force if fresh else f"{force} T{seen.turn}", fresh))
    return tuple(found)


def signs_of(view: View, region: Region) -> Objects:
    """What is drawn in a region's hexes: what the map shows, and what coincides there as far as the view's side knows it (a storm
    that came up in open space). A hypermass stands for all that surrounds it (CW-14.0-13)."""
    shown = {here: codes for here, codes in view.objects.items() if region.holds(here)}
    for here, seen in view.weather.items():
        codes = shown.get(here, ())
        if seen.around and region.holds(here) and "Hyp" not in codes:
            shown[here] = (*codes, *(code for kind in seen.around if (code := kind.capitalize()) not in codes))
    return frozenset(shown.items())


def format_storms(view: View, region: Region) -> list[tuple[HexId, str]]:
    """Dangerous terrain of a region in words, by hex: storms, what surrounds a hypermass; nebulae by themselves harm nobody."""
    if not view.settings.terrain:
        return []
    hexes = sorted({*view.objects, *view.weather})
    facts = [(here, ", ".join(terrain_words(view, here))) for here in hexes if region.holds(here)]
    return [(here, words) for here, words in facts if words not in {"", TERRAIN_NAMES["NEB"]}]
