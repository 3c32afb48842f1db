"""Where the cluster's hexes lie on a picture: flat-top cells in whole pixels, so that one mask tiles the plane without seams."""

import math
from collections.abc import Iterable
from functools import lru_cache

from PIL import Image, ImageDraw

from render.canvas.panel import WIDE, Sheet
from render.canvas.region import Region, column_row
from rules.cluster_war.model.state.names import HexId
from rules.values import Value


class Layout(Value):
    """A region at a scale: `unit` and `half` (half a cell's height) in pixels; no words are smaller than `letter`.

    With a `letter` the picture is landscape, for the size at which Discord shows it in a message.
    """

    region: Region
    unit: int
    half: int
    letter: int = 0

    @property
    def sign(self) -> int:
        """The unit that signs of fleets and plates of colonies are made with: their letters can be read."""
        return max(self.unit, math.ceil(self.letter / 0.83))

    @property
    def house(self) -> int:
        """The unit that signs of bases are made with."""
        return max(self.unit, math.ceil(self.letter / 0.7))

    @property
    def field(self) -> tuple[int, int]:
        """Width and height of all hexes in pixels."""
        return self.region.columns * 3 * self.unit + self.unit, self.region.rows * 2 * self.half + self.half

    def corner(self, column: int, row: int) -> tuple[int, int]:
        """Upper left of a hex's box in the field; odd columns lie half a hex lower (CW-2.0-02)."""
        x = (column - self.region.first_column) * 3 * self.unit
        return x, (row - self.region.first_row) * 2 * self.half + (self.half if column % 2 else 0)

    def center(self, here: HexId) -> tuple[int, int]:
        """The middle of a hex in the field, whether or not it is in the region."""
        x, y = self.corner(*column_row(here))
        return x + 2 * self.unit, y + self.half


def layout_for(region: Region, *, full: bool) -> Layout:
    """The scale for a region: the full map's cells, or larger ones that fill about 900 pixels."""
    unit = FULL_UNIT if full else max(FULL_UNIT, min(30, 860 // (3 * region.columns + 1)))
    return Layout(region, unit, round(unit * 1.7))


def posted_layout(region: Region) -> Layout:
    """The scale for a region in a message: the largest at which it fits into the landscape sheet beside its legend."""
    wide, tall = POSTED
    unit = next(
        (
            unit
            for unit in range(30, POSTED_UNIT, -1)
            if region.columns * 3 * unit + unit <= wide and (region.rows * 2 + 1) * round(unit * 1.7) <= tall
        ),
        POSTED_UNIT,
    )
    return Layout(region, unit, round(unit * 1.7), Sheet(WIDE).letter)


def insets(unit: int, half: int) -> tuple[int, ...]:
    """How far each pixel row of a cell is inset on both sides; upper and lower halves fit into the neighbours'."""
    upper = tuple(unit - unit * (2 * y + 1) // (2 * half) for y in range(half))
    return upper + tuple(unit - inset for inset in upper)


POSTED = (776, 572)
POSTED_UNIT = 15
"""Pixels of the field of a map in a message, and the unit of its smallest cells."""
FULL_UNIT = 10
"""A cell is 4 units wide and 3 units from the next column; the full map's cells are 40 by 34 pixels."""


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
