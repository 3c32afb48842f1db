"""A rectangle of a map, and the hexes in it by their printed numbers."""

from collections.abc import Iterator
from functools import lru_cache

from rules.hexes import MOST
from rules.values import Value


@lru_cache(maxsize=20_000)
def column_row(here: str) -> tuple[int, int]:
    """Column and row of a hex number; 00 is the 100th."""
    return int(here[:2]) or MOST, int(here[2:]) or MOST


def hex_id(column: int, row: int) -> str:
    """The hex number of a column and row."""
    return f"{column % MOST:02}{row % MOST:02}"


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
