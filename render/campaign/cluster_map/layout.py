"""Where the cluster's hexes are on a picture, in whole pixels so that one mask tiles it, and regions that a view asks for."""

import math
from collections.abc import Iterable
from functools import lru_cache

from PIL import Image, ImageDraw

from render.canvas.hex_field import Region, column_row
from render.canvas.panel import PICTURE_WIDTH, PanelLayout
from rules.cluster_war.model.state.common import HexId
from rules.cluster_war.model.state.view import View
from rules.hexes import Grid
from rules.values import GameError, Value


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
    wide, tall = POSTED_SIZE
    unit = next(
        (
            unit
            for unit in range(30, POSTED_UNIT, -1)
            if region.columns * 3 * unit + unit <= wide and (region.rows * 2 + 1) * round(unit * 1.7) <= tall
        ),
        POSTED_UNIT,
    )
    return Layout(region, unit, round(unit * 1.7), PanelLayout(PICTURE_WIDTH).letter)


def insets(unit: int, half: int) -> tuple[int, ...]:
    """How far each pixel row of a cell is inset on both sides; upper and lower halves fit into the neighbours'."""
    upper = tuple(unit - unit * (2 * y + 1) // (2 * half) for y in range(half))
    return upper + tuple(unit - inset for inset in upper)


POSTED_SIZE = (776, 572)
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


def whole_region(view: View) -> Region:
    """All of the map."""
    return Region(1, 1, view.columns, view.rows)


def region_around(view: View, center: HexId, radius: int) -> Region:
    """The part of the map within `radius` columns and rows (1 to 35) of a hex; GameError for a hex off the map."""
    if not 1 <= radius <= 35:
        raise GameError(f"A map shows 1 to 35 hexes around a place, not {radius}.")
    Grid(view.columns, view.rows, "odd").parse(center)
    column, row = column_row(center)
    return _clipped(view, column - radius, row - radius, column + radius, row + radius)


def own_region(view: View) -> Region:
    """The part of the map that holds everything the viewer has, with room around; all of it if they have nothing."""
    places = [c.hex for c in view.colonies.values()]
    for fleet in view.fleets.values():
        places.append(fleet.hex)
        if fleet.transit:
            places.append(fleet.transit.to)
        places += [leg.to for leg in fleet.route]
    if not places:
        return whole_region(view)
    at = [column_row(here) for here in places]
    columns, rows = [c for c, _ in at], [r for _, r in at]
    return _clipped(view, min(columns) - 3, min(rows) - 3, max(columns) + 3, max(rows) + 3)


def posted_region(view: View) -> Region:
    """The viewport of a message: the viewer's own space, and as much around it as fills a landscape picture.

    Of a space too large to be read at that size it holds what lies around the home world; `mine` and `whole` have it all.
    """
    most_columns, most_rows = _room(POSTED_UNIT)
    own = own_region(view)
    if own == whole_region(view) and view.me is None:
        return own
    column, row = column_row(view.me.home) if view.me is not None else (own.first_column, own.first_row)
    columns = _span(own.first_column, own.last_column, column, most_columns, view.columns)
    rows = _span(own.first_row, own.last_row, row, most_rows, view.rows)
    unit = posted_layout(Region(columns[0], rows[0], columns[1], rows[1])).unit
    wide, tall = _room(unit)
    columns, rows = _grown(columns, wide, view.columns), _grown(rows, tall, view.rows)
    return Region(columns[0], rows[0], columns[1], rows[1])


def _room(unit: int) -> tuple[int, int]:
    """How many columns and rows of this unit a picture in a message has room for."""
    half = round(unit * 1.7)
    return (POSTED_SIZE[0] - unit) // (3 * unit), (POSTED_SIZE[1] - half) // (2 * half)


def _span(first: int, last: int, middle: int, most: int, end: int) -> tuple[int, int]:
    """The span, or as much of it as may be shown around its middle."""
    if last - first + 1 <= most:
        return first, last
    start = min(max(middle - most // 2, first, 1), max(min(last, end) - most + 1, 1))
    return start, min(start + most - 1, end)


def _grown(span: tuple[int, int], many: int, end: int) -> tuple[int, int]:
    """The span made `many` long on the map, on both sides alike as far as there is map."""
    missing = max(min(many, end) - (span[1] - span[0] + 1), 0)
    first = max(min(span[0] - missing // 2, end - (span[1] - span[0]) - missing), 1)
    return first, first + span[1] - span[0] + missing


def _clipped(view: View, left: int, top: int, right: int, bottom: int) -> Region:
    return Region(max(left, 1), max(top, 1), min(right, view.columns), min(bottom, view.rows))
