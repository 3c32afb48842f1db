"""Where the cluster's hexes are on a picture, in whole pixels so that one mask tiles it, and regions that a view asks for."""

import math
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.campaign.names import now
from render.canvas.hex_field import Region, column_row
from render.canvas.panel import PICTURE_WIDTH
from render.canvas.theme import font
from rules.cluster_war.model.state.common import HexId
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.state.view import View
from rules.hexes import Grid
from rules.values import GameError, Value, changed

PHONE_WIDTH: Final = 390
"""Pixels that a phone gives a picture in a message."""
LEAST_CAPITALS: Final = 9
"""Capital letters and figures are at least so many pixels high on a phone."""
LANDSCAPE_HEIGHT: Final = 700
SQUARE_HEIGHT: Final = 1138
"""Of a map `PICTURE_WIDTH` pixels wide: one that Discord shows as large as it shows any, and one that is as high as wide."""
BAR_HEIGHT: Final = 62
FOOT_HEIGHT: Final = 64
"""Pixels of the title above the field and of the line of signs below it."""
SMALLEST_UNIT, LARGEST_UNIT, OVERVIEW_UNIT = 2, 40, 9
"""A cell is 4 units wide and 3 units from the next column. With cells smaller than the last, a picture is an overview: signs and
lettering are larger than the cells, and cover stars."""
NUMBERED_UNIT: Final = 27
"""From so large a cell on, stars have their hex numbers written below them."""
CLOSEST_UNIT: Final = 22
"""The largest cells of a map that shows what is a side's own."""
ROOMY_UNIT: Final = 20
"""Fleets far off are left out of a report's map where they would make its cells smaller than this."""
SQUARE_GAIN: Final = 1.3
"""A picture is square if its cells are so much larger for it."""


@cache
def letter_size() -> int:
    """The smallest lettering of a map: the size at which capitals are `LEAST_CAPITALS` pixels high on a phone."""
    wanted = LEAST_CAPITALS * PICTURE_WIDTH / PHONE_WIDTH
    return next(size for size in range(20, 100) if capital_height(size) >= wanted)


def capital_height(size: int) -> float:
    """How high the capitals of the thinnest lettering of this size are, in pixels."""
    _, top, _, bottom = font(size, "Regular").getbbox("H")
    return bottom - top


class Layout(Value):
    """A region at a scale: `unit` and `half` (half a cell's height) in pixels; no words are smaller than `letter`, and the whole
    picture is `height` pixels high."""

    region: Region
    unit: int
    half: int
    letter: int = 0
    height: int = LANDSCAPE_HEIGHT

    @property
    def sign(self) -> int:
        """The unit that signs of fleets and plates of colonies are made with: their letters can be read."""
        return max(self.unit, math.ceil(self.letter / 0.83))

    @property
    def house(self) -> int:
        """The unit that signs of bases are made with."""
        return math.ceil(self.letter / 0.7)

    @property
    def is_overview(self) -> bool:
        """Whether cells are so small that signs and lettering cover stars."""
        return self.unit < OVERVIEW_UNIT

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


def layout_for(region: Region) -> Layout:
    """The largest scale at which a region fits a landscape picture, or a square one where that shows it much larger."""
    wide, square = (_unit_for(region, height) for height in (LANDSCAPE_HEIGHT, SQUARE_HEIGHT))
    is_square = square >= SQUARE_GAIN * wide
    unit, height = (square, SQUARE_HEIGHT) if is_square else (wide, LANDSCAPE_HEIGHT)
    layout = Layout(region, unit, round(unit * 1.7), letter_size(), height)
    return changed(layout, height=max(height, layout.field[1] + BAR_HEIGHT + FOOT_HEIGHT))


def _unit_for(region: Region, height: int) -> int:
    """The largest unit at which a region fits a picture of this height; the smallest there is if none does."""
    wide, tall = PICTURE_WIDTH, height - BAR_HEIGHT - FOOT_HEIGHT
    fitting = (
        unit
        for unit in range(LARGEST_UNIT, SMALLEST_UNIT, -1)
        if (3 * region.columns + 1) * unit <= wide and (2 * region.rows + 1) * round(unit * 1.7) <= tall
    )
    return next(fitting, SMALLEST_UNIT)


def insets(unit: int, half: int) -> tuple[int, ...]:
    """How far each pixel row of a cell is inset on both sides; upper and lower halves fit into the neighbours'."""
    upper = tuple(unit - unit * (2 * y + 1) // (2 * half) for y in range(half))
    return upper + tuple(unit - inset for inset in upper)


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


def viewport(view: View, center: HexId, radius: int) -> Region:
    """What a picture shows that has `radius` (1 to 35) rows above and below a hex: a landscape, moved to lie on the map.

    GameError for a hex off the map.
    """
    around = region_around(view, center, radius)
    rows = _moved(column_row(center)[1], 2 * radius + 1, view.rows)
    return filled(view, changed(around, first_row=rows[0], last_row=rows[1]), column_row(center)[0])


def filled(view: View, region: Region, column: int = 0) -> Region:
    """The region with as much of the map around it as its picture has room for; with a `column`, as wide as there is room around
    that one."""
    if column:
        narrow = changed(region, first_column=column, last_column=column)
        unit, height = _unit_for(narrow, LANDSCAPE_HEIGHT), LANDSCAPE_HEIGHT
    else:
        layout = layout_for(region)
        unit, height = layout.unit, layout.height
    many = _most_shown(unit, height)
    if column:
        columns = _moved(column, many[0], view.columns)
    else:
        columns = _grown((region.first_column, region.last_column), many[0], view.columns)
    rows = _grown((region.first_row, region.last_row), many[1], view.rows)
    return Region(columns[0], rows[0], columns[1], rows[1])


def own_region(view: View) -> Region:
    """The part of the map that holds everything the viewer has, and as much around it as its picture has room for; all of it
    if they have nothing."""
    if not view.colonies and not view.fleets:
        return whole_region(view)
    places = _own_hexes(view).union(*(fleet_hexes(fleet) for fleet in view.fleets.values()))
    return filled(view, _around(view, [column_row(here) for here in sorted(places)]))


def posted_region(view: View, before: View | None = None) -> Region:
    """What the picture beside a turn's report shows: the viewer's own space, what happened there, and as many of the fleets
    elsewhere as leave it readable, those first that are nearest. `before` is what they knew a turn ago."""
    core = _own_hexes(view) | news_hexes(view, before)
    if not core:
        return whole_region(view)
    at = [column_row(here) for here in core]
    area = _around(view, at)
    least = min(layout_for(area).unit, ROOMY_UNIT)
    middle = (area.first_column + area.last_column) / 2, (area.first_row + area.last_row) / 2
    for place in sorted(
        (_present(view, fleet) for fleet in view.fleets.values()), key=lambda at: math.dist(middle, at)
    ):
        wider = _around(view, [*at, place])
        if layout_for(wider).unit < least:
            break
        at, area = [*at, place], wider
    return filled(view, area)


def news_hexes(view: View, before: View | None = None) -> frozenset[HexId]:
    """Where something happened or came into sight since the turn before: war, strangers, worlds won or lost, missing ships."""
    week = now(view.turn)
    found = {sign.hex for sign in view.signs.values() if sign.turn >= view.turn - 1}
    found |= {seen.hex for seen in view.foreign_fleets.values() if seen.week >= week}
    found |= {lost.hex for lost in view.vanished if lost.week >= now(view.turn - 1)}
    found |= {scene.hex for scene in view.scenes if not scene.closed}
    if before is not None:
        then, today = (dict.fromkeys(c.hex for c in one.colonies.values()) for one in (before, view))
        found |= then.keys() ^ today.keys()
        found |= {seen.hex for key, seen in view.foreign_colonies.items() if key not in before.foreign_colonies}
    return frozenset(found)


def fleet_hexes(fleet: Fleet) -> tuple[HexId, ...]:
    """Where a fleet is and goes."""
    going = (fleet.transit.to,) if fleet.transit else ()
    return fleet.hex, *going, *(leg.to for leg in fleet.route)


def _present(view: View, fleet: Fleet) -> tuple[int, int]:
    """Column and row where a fleet is, or should be on its way."""
    going = fleet.transit
    if going is None:
        return column_row(fleet.hex)
    (ax, ay), (bx, by) = column_row(going.origin), column_row(going.to)
    share = min(max((now(view.turn) - going.departs) / max(going.arrives - going.departs, 1), 0.0), 1.0)
    return round(ax + (bx - ax) * share), round(ay + (by - ay) * share)


def _own_hexes(view: View) -> set[HexId]:
    """The side's worlds and the space that its supply reaches."""
    return {*view.grid, *(colony.hex for colony in view.colonies.values())}


def _around(view: View, places: list[tuple[int, int]]) -> Region:
    """The smallest region with a hex around these places, in which cells are not too large."""
    columns, rows = [c for c, _ in places], [r for _, r in places]
    wide, tall = _most_shown(CLOSEST_UNIT, LANDSCAPE_HEIGHT)
    across = _grown((max(min(columns) - 1, 1), min(max(columns) + 1, view.columns)), wide, view.columns)
    down = _grown((max(min(rows) - 1, 1), min(max(rows) + 1, view.rows)), tall, view.rows)
    return Region(across[0], down[0], across[1], down[1])


def _most_shown(unit: int, height: int) -> tuple[int, int]:
    """How many columns and rows of this unit a picture of this height has room for."""
    half, tall = round(unit * 1.7), height - BAR_HEIGHT - FOOT_HEIGHT
    return (PICTURE_WIDTH - unit) // (3 * unit), (tall - half) // (2 * half)


def _moved(middle: int, many: int, end: int) -> tuple[int, int]:
    """So many columns or rows around one, moved to lie on the map."""
    first = max(min(middle - many // 2, end - many + 1), 1)
    return first, min(first + many - 1, end)


def _grown(span: tuple[int, int], many: int, end: int) -> tuple[int, int]:
    """The span made `many` long on the map, on both sides alike as far as there is map."""
    missing = max(min(many, end) - (span[1] - span[0] + 1), 0)
    first = max(min(span[0] - missing // 2, end - (span[1] - span[0]) - missing), 1)
    return first, first + span[1] - span[0] + missing


def _clipped(view: View, left: int, top: int, right: int, bottom: int) -> Region:
    return Region(max(left, 1), max(top, 1), min(right, view.columns), min(bottom, view.rows))
