"""Where labels go: beside their sign, never over another sign or label; a thin line leads back if they had to move."""

from collections.abc import Iterator

CELL = 3
"""Pixels to one cell of the record of what is taken."""


class Room:
    """Which parts of a field are taken, as one whole number of bits a row of cells."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._rows = [0] * (height // CELL + 2)

    def take(self, left: int, top: int, right: int, bottom: int) -> None:
        """Mark a rectangle as taken."""
        bits, first, last = self._cells(left, top, right, bottom)
        for row in range(first, last):
            self._rows[row] |= bits

    def free(self, left: int, top: int, right: int, bottom: int) -> bool:
        """Whether a rectangle lies inside the field and nothing is there."""
        if left < 0 or top < 0 or right > self.width or bottom > self.height:
            return False
        bits, first, last = self._cells(left, top, right, bottom)
        return not any(self._rows[row] & bits for row in range(first, last))

    def _cells(self, left: int, top: int, right: int, bottom: int) -> tuple[int, int, int]:
        first = max(left, 0) // CELL
        wide = max((min(right, self.width) - 1) // CELL - first + 1, 0)
        rows = len(self._rows)
        return ((1 << wide) - 1) << first, min(max(top, 0) // CELL, rows), min(max(bottom - 1, 0) // CELL + 1, rows)

    def place(self, at: tuple[int, int], size: tuple[int, int], gap: int) -> tuple[int, int, bool] | None:
        """Upper left for a label of `size` near `at` and whether it needs a leading line; None if there is no room."""
        for left, top, far in _tries(at, size, gap):
            if self.free(left, top, left + size[0], top + size[1]):
                self.take(left, top, left + size[0], top + size[1])
                return left, top, far
        return None


def _tries(at: tuple[int, int], size: tuple[int, int], gap: int) -> Iterator[tuple[int, int, bool]]:
    x, y = at
    wide, tall = size
    for away in (gap, gap * 2, gap * 3):
        far = away > gap
        yield x + away, y - tall // 2, far
        yield x - away - wide, y - tall // 2, far
        yield x - wide // 2, y - away - tall, far
        yield x - wide // 2, y + away, far
        yield x + away * 2 // 3, y - away - tall // 2, far
        yield x + away * 2 // 3, y + away - tall // 2, far
        yield x - away * 2 // 3 - wide, y - away - tall // 2, far
        yield x - away * 2 // 3 - wide, y + away - tall // 2, far
