"""Which part of a map a picture shows: a rectangle of printed hexes, or a field without edges, fitted to what stands on it."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final, Protocol

from rules import hexes
from rules.hexes import MOST_MAP_HEXES, Grid, Hex
from rules.values import Value


@lru_cache(maxsize=20_000)
def column_row(here: str) -> tuple[int, int]:
    """Column and row of a hex number; 00 is the 100th."""
    return int(here[:2]) or MOST_MAP_HEXES, int(here[2:]) or MOST_MAP_HEXES


def hex_id(column: int, row: int) -> str:
    """The hex number of a column and row."""
    return f"{column % MOST_MAP_HEXES:02}{row % MOST_MAP_HEXES:02}"


class Region(Value):
    """A rectangle of the map, both ends included, in columns and rows."""

    first_column: int
    first_row: int
    last_column: int
    last_row: int

    @property
    def columns(self) -> int:
        return self.last_column - self.first_column + 1

    @property
    def rows(self) -> int:
        return self.last_row - self.first_row + 1

    def holds(self, here: str) -> bool:
        """Whether a hex is inside."""
        column, row = column_row(here)
        return self.first_column <= column <= self.last_column and self.first_row <= row <= self.last_row

    def near(self, a: str, b: str) -> bool:
        """Whether a straight line between two hexes may pass through: their rectangle and this one overlap."""
        (ac, ar), (bc, br) = column_row(a), column_row(b)
        across = min(ac, bc) <= self.last_column and self.first_column <= max(ac, bc)
        return across and min(ar, br) <= self.last_row and self.first_row <= max(ar, br)

    def places(self) -> Iterator[tuple[int, int]]:
        """Columns and rows, column by column."""
        for column in range(self.first_column, self.last_column + 1):
            for row in range(self.first_row, self.last_row + 1):
                yield column, row

    def ids(self) -> frozenset[str]:
        """The numbers of all hexes inside."""
        return _ids(self)

    def __str__(self) -> str:
        first = hex_id(self.first_column, self.first_row)
        return f"hexes {first} to {hex_id(self.last_column, self.last_row)}"


@lru_cache(maxsize=64)
def _ids(area: Region) -> frozenset[str]:
    return frozenset(hex_id(*place) for place in area.places())


TACTICAL_GRID: Final = Grid(hexes.MOST_MAP_HEXES, hexes.MOST_MAP_HEXES, "even")
"""How both tactical games number their hexes."""
MOST_FIELD_WIDTH: Final = 1290
MOST_FIELD_HEIGHT: Final = 1460
"""Pixels a field may take at most."""
LARGEST, SMALLEST = 26, 3
"""Units of a cell: it is 4 units wide, the next column 3 units on."""
FINEST, CLOSEST = 2, 34
"""The units of the smallest and the largest cells of a zoomed field."""
FIELD_MARGIN: Final = 2
LEAST_SHOWN: Final = 11
"""Columns and rows shown at least, so that a map of one unit is still a map."""
PRINTED_MAP: Final = (2, 2, MOST_MAP_HEXES - 2, MOST_MAP_HEXES - 2)
"""Where a map without an edge is widened to: hexes that have a printed number, one rim included."""
MOST_SHOWN: Final = 160
"""Columns and rows shown at most; what lies beyond is pointed at from the edge."""


class Velocity(Protocol):
    """Components along two axes of the hexes, hexes per turn."""

    @property
    def a(self) -> Fraction:
        """Straight up."""

    @property
    def c(self) -> Fraction:
        """Down to the right."""


class HexField(Value):
    """A region at a scale: `unit` and `half` (half a cell's height) in pixels."""

    region: Region
    unit: int
    half: int

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of all hexes in pixels."""
        area = self.region
        return area.columns * 3 * self.unit + self.unit, area.rows * 2 * self.half + self.half

    def middle(self, column: int, row: int) -> tuple[int, int]:
        """The middle of a column and row; even columns lie half a hex lower."""
        x = (column - self.region.first_column) * 3 * self.unit + 2 * self.unit
        y = (row - self.region.first_row) * 2 * self.half + self.half
        return x, y + (0 if column % 2 else self.half)

    def center(self, here: Hex) -> tuple[int, int]:
        """The middle of a hex, whether or not it is in the region."""
        return self.middle(*TACTICAL_GRID.offset(here))

    def along(self, velocity: Velocity) -> tuple[float, float]:
        """How far in pixels a velocity leads in one turn, exactly."""
        return float(3 * velocity.c) * self.unit, float(velocity.c - 2 * velocity.a) * self.half

    def holds(self, here: Hex) -> bool:
        """Whether a hex is in the region."""
        column, row = TACTICAL_GRID.offset(here)
        area = self.region
        return area.first_column <= column <= area.last_column and area.first_row <= row <= area.last_row


def fit_region(
    places: Iterable[Hex],
    edge: tuple[int, int, int, int] | None = None,
    margin: int = FIELD_MARGIN,
    focus: Iterable[Hex] = (),
    most: tuple[int, int] = (MOST_SHOWN, MOST_SHOWN),
) -> Region:
    """The rectangle that holds these hexes with room around, inside the map's edge; never very narrow or very flat.

    It has at most 160 columns and rows, or `most`: of units further apart it shows what is around the middle of `focus`.
    """
    at = [TACTICAL_GRID.offset(here) for here in places] or [(20, 20)]
    center = [TACTICAL_GRID.offset(here) for here in focus] or at
    first_column, last_column = _span([c for c, _ in at], margin, [c for c, _ in center], most[0])
    first_row, last_row = _span([r for _, r in at], margin, [r for _, r in center], most[1])
    columns, rows = last_column - first_column + 1, last_row - first_row + 1
    first_column, last_column = _widened(first_column, last_column, rows * 5 // 8)
    first_row, last_row = _widened(first_row, last_row, columns // 2)
    if edge is not None:
        first_column, last_column = _within(first_column, last_column, edge[0] - 1, edge[2] + 1)
        first_row, last_row = _within(first_row, last_row, edge[1] - 1, edge[3] + 1)
    return Region(first_column, first_row, last_column, last_row)


def numbered_bounds(places: Iterable[Hex]) -> tuple[int, int, int, int] | None:
    """The printed map as bounds of a field, None where something stands beyond it."""
    first, top, last, bottom = PRINTED_MAP
    at = [TACTICAL_GRID.offset(here) for here in places]
    inside = all(first - 1 <= column <= last + 1 and top - 1 <= row <= bottom + 1 for column, row in at)
    return PRINTED_MAP if inside else None


def field_for(
    region: Region,
    wide: int = MOST_FIELD_WIDTH,
    tall: int = MOST_FIELD_HEIGHT,
    largest: int = LARGEST,
    smallest: int = SMALLEST,
) -> HexField:
    """The largest scale at which a region fits into so many pixels."""
    for unit in range(largest, smallest, -1):
        field = HexField(region, unit, round(unit * 1.7))
        if field.size[0] <= wide and field.size[1] <= tall:
            return field
    return HexField(region, smallest, round(smallest * 1.7))


def most_of(wide: int, tall: int) -> tuple[int, int]:
    """How many columns and rows of the smallest cells go into so many pixels."""
    half = round(FINEST * 1.7)
    return (wide - FINEST) // (3 * FINEST), (tall - half) // (2 * half)


def zoom_field(region: Region, wide: int, tall: int, bounds: tuple[int, int, int, int] | None = None) -> HexField:
    """A region at the largest scale that fits, with as much of the map around it as fills the room.

    What is added stays inside the map's edge (`bounds`) as long as there is map; beyond, it lies on both sides alike.
    """
    fitting = field_for(region, wide, tall, CLOSEST, FINEST)
    unit, half = fitting.unit, fitting.half
    low, high = (bounds[0] - 1, bounds[2] + 1) if bounds else (None, None)
    first_column, last_column = _filled(region.first_column, region.last_column, (wide - unit) // (3 * unit), low, high)
    low, high = (bounds[1] - 1, bounds[3] + 1) if bounds else (None, None)
    first_row, last_row = _filled(region.first_row, region.last_row, (tall - half) // (2 * half), low, high)
    return HexField(Region(first_column, first_row, last_column, last_row), unit, half)


def _filled(first: int, last: int, many: int, low: int | None, high: int | None) -> tuple[int, int]:
    """The span made `many` long, moved inside an edge as far as it is long enough for that."""
    missing = max(many - (last - first + 1), 0)
    start, end = first - missing // 2, last + (missing + 1) // 2
    if low is None or high is None or end - start > high - low:
        return start, end
    move = max(low - start, 0) + min(high - end, 0)
    return min(start + move, first), max(end + move, last)


def _widened(first: int, last: int, least: int) -> tuple[int, int]:
    """The span with as much on both sides as makes it `least` long."""
    missing = max(least - (last - first + 1), 0)
    return first - missing // 2, last + (missing + 1) // 2


def _span(numbers: list[int], margin: int, focus: list[int], most: int) -> tuple[int, int]:
    first, last = _widened(min(numbers) - margin, max(numbers) + margin, LEAST_SHOWN)
    if last - first + 1 > most:
        middle = sorted(focus)[len(focus) // 2]
        first, last = max(first, middle - most // 2), min(last, middle + most // 2 - 1)
    return first, last


def _within(first: int, last: int, low: int, high: int) -> tuple[int, int]:
    """Cut off what lies beyond an edge, unless nothing would be left."""
    cut = max(first, low), min(last, high)
    return cut if cut[0] <= cut[1] else (first, last)
