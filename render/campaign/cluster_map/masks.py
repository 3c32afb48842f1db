"""Sets of hexes as one-bit images, for laying a colour or a look-up table over all of them at once."""

from collections.abc import Iterable
from functools import lru_cache

from PIL import Image, ImageDraw

from render.campaign.cluster_map.layout import Layout, insets
from render.canvas.region import column_row
from rules.cluster_war.state.names import HexId


def hex_mask(layout: Layout, hexes: Iterable[HexId]) -> Image.Image:
    """A one-bit image of the field with these hexes set; runs down a column are one paste."""
    mask = Image.new("1", layout.field)
    columns: dict[int, list[int]] = {}
    for here in hexes:
        column, row = column_row(here)
        columns.setdefault(column, []).append(row)
    strip = _strip(layout.unit, layout.half, layout.region.rows)
    tall = 2 * layout.half
    for column, rows in columns.items():
        rows.sort()
        start = last = rows[0]
        for row in [*rows[1:], 1 << 20]:
            if row == last + 1:
                last = row
                continue
            count = last - start + 1
            x, y = layout.corner(column, start)
            mask.paste(1, (x, y, x + strip.width, y + count * tall), strip.crop((0, 0, strip.width, count * tall)))
            start = last = row
    return mask


@lru_cache(maxsize=16)
def _strip(unit: int, half: int, rows: int) -> Image.Image:
    """One column of hexes as a mask."""
    cell = Image.new("1", (4 * unit, 2 * half))
    draw = ImageDraw.Draw(cell)
    for y, inset in enumerate(insets(unit, half)):
        draw.line((inset, y, 4 * unit - inset - 1, y), fill=1)
    strip = Image.new("1", (4 * unit, 2 * half * rows))
    for row in range(rows):
        strip.paste(cell, (0, 2 * half * row))
    return strip
