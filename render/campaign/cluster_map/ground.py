"""The part of a map that hardly changes: sky, hex grid, sectors, what everybody sees from afar; and storms."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.campaign.cluster_map.layout import Layout, hex_mask, insets
from render.campaign.cluster_map.objects import base_colours, stamp_for
from render.canvas.hex_field import Region, column_row
from render.canvas.stamps import DrawingCache
from render.canvas.theme import Theme, nearest
from rules.cluster_war.chapters.terrain.forecast import terrain_words
from rules.cluster_war.model.state.common import HexId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.worlds.terrain import TERRAIN_NAMES
from rules.values import Value

Objects = frozenset[tuple[HexId, tuple[str, ...]]]
SECTOR_HEXES: Final = 10
BIG_UNIT: Final = 15


GROUND_CACHE: Final = DrawingCache[Image.Image](24_000_000, lambda image: image.width * image.height)


@GROUND_CACHE.keeps
def ground_for(layout: Layout, objects: Objects, theme: Theme) -> Image.Image:
    """The ground of a region as an image in the theme's base colours; kept, so never draw on it."""
    image = _sky(layout, theme)
    sectors(image, layout, theme)
    colours = base_colours(theme)
    for here, codes in sorted(objects):
        x, y = layout.center(here)
        column, row = column_row(here)
        stamp_for(codes, theme, layout.unit, column * 7 + row * 13).put(image, x, y)
    framed = Image.new("P", image.size, nearest(colours, theme.panel))
    framed.paste(image, (0, 0), hex_mask(layout, layout.region.ids()))
    return framed


def _sky(layout: Layout, theme: Theme) -> Image.Image:
    """Flat, with the hexes' edges unless they are so small that there would be little but edges."""
    width, height = layout.field
    image = Image.new("P", (width, height), nearest(base_colours(theme), theme.sky[0]))
    if layout.is_overview:
        return image
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
