"""Where signs and labels go: signs moved apart so that none hides another, labels beside their sign, or led back by a line."""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

Spot: TypeAlias = tuple[int, int]
PLACEMENT_RINGS: Final = 10
PLACEMENT_DIRECTIONS: Final = tuple((math.sin(math.tau * n / 12), -math.cos(math.tau * n / 12)) for n in range(12))
LEAST_CLEARANCE: Final = 0.92
"""Two signs may come so near, as a share of their radii: their corners are round."""


def spread_apart(wanted: Sequence[tuple[Spot, int]], size: tuple[int, int]) -> list[Spot]:
    """Where signs with these places and radii go on a field of this size, the first ones nearest their places.

    A sign whose place is off the field stays there; one that finds no room goes where it belongs, over others.
    """
    placed: list[tuple[int, int, int]] = []
    found: list[Spot] = []
    for (x, y), radius in wanted:
        if not (0 <= x <= size[0] and 0 <= y <= size[1]):
            found.append((x, y))
            continue
        home = _within(x, radius, size[0]), _within(y, radius, size[1])
        spot = next((at for at in _around(*home, radius, size) if _clear(at, radius, placed)), home)
        placed.append((*spot, radius))
        found.append(spot)
    return found


def _within(at: int, radius: int, most: int) -> int:
    return min(max(at, radius), max(most - radius, radius))


def _around(x: int, y: int, radius: int, size: tuple[int, int]) -> Iterator[Spot]:
    yield x, y
    for ring in range(1, PLACEMENT_RINGS):
        away = ring * radius * 0.75
        for dx, dy in PLACEMENT_DIRECTIONS:
            at = round(x + dx * away), round(y + dy * away)
            if radius <= at[0] <= size[0] - radius and radius <= at[1] <= size[1] - radius:
                yield at


def _clear(at: Spot, radius: int, placed: list[tuple[int, int, int]]) -> bool:
    """Whether a sign may stand there. What stands in its way comes to the front of the list: it is likely in the next one's."""
    x, y = at
    for n, sign in enumerate(placed):
        px, py, other = sign
        dx, dy, need = x - px, y - py, LEAST_CLEARANCE * (radius + other)
        if dx * dx + dy * dy < need * need:
            placed[n] = placed[0]
            placed[0] = sign
            return False
    return True


CELL_PIXELS = 3
"""Pixels to one cell of the record of what is taken."""
LabelPlace: TypeAlias = tuple[int, int, bool]
"""Upper left of a label, and whether a thin line has to lead to it."""


class TakenCells:
    """Which parts of a field are taken, as one whole number of bits a row of cells.

    `soft` are things better not written over (hex numbers), `hard` things that must not be.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._hard = [0] * (height // CELL_PIXELS + 2)
        self._soft = [0] * (height // CELL_PIXELS + 2)

    def copy(self) -> "TakenCells":
        """The same room, to be filled on its own."""
        twin = TakenCells(self.width, self.height)
        twin._hard = self._hard.copy()
        twin._soft = self._soft.copy()
        return twin

    def take(self, left: int, top: int, right: int, bottom: int, *, soft: bool = False) -> None:
        """Mark a rectangle as taken."""
        bits, first, last = self._cells(left, top, right, bottom)
        rows = self._soft if soft else self._hard
        for row in range(first, last):
            rows[row] |= bits

    def free(self, left: int, top: int, right: int, bottom: int, *, soft: bool = True) -> bool:
        """Whether a rectangle lies inside the field and nothing is there; `soft` things count only if asked."""
        if left < 0 or top < 0 or right > self.width or bottom > self.height:
            return False
        bits, first, last = self._cells(left, top, right, bottom)
        if any(row & bits for row in self._hard[first:last]):
            return False
        return not soft or not any(row & bits for row in self._soft[first:last])

    def free_along(self, start: tuple[float, float], end: tuple[float, float]) -> bool:
        """Whether a straight line lies inside the field and meets nothing that must not be written over."""
        steps = max(math.ceil(math.dist(start, end) / CELL_PIXELS), 1)
        x, y = start
        right, down = (end[0] - x) / steps, (end[1] - y) / steps
        for _ in range(steps + 1):
            if (
                not (0 <= x < self.width and 0 <= y < self.height)
                or self._hard[int(y) // CELL_PIXELS] >> int(x) // CELL_PIXELS & 1
            ):
                return False
            x, y = x + right, y + down
        return True

    def _cells(self, left: int, top: int, right: int, bottom: int) -> tuple[int, int, int]:
        left = max(left, 0)
        right = min(right, self.width)
        wide = (right - 1) // CELL_PIXELS - left // CELL_PIXELS + 1
        if wide <= 0 or bottom <= 0 or top >= self.height:
            return 0, 0, 0
        last = min((bottom - 1) // CELL_PIXELS + 1, len(self._hard))
        return ((1 << wide) - 1) << (left // CELL_PIXELS), max(top, 0) // CELL_PIXELS, last

    def place(self, at: Spot, size: tuple[int, int], gap: int) -> LabelPlace | None:
        """Upper left for a label of `size` near `at` and whether it needs a leading line; None if there is no room."""
        found, _ = self.places(at, size, gap)
        if found is not None:
            self.take(found[0], found[1], found[0] + size[0], found[1] + size[1])
        return found

    def places(
        self, at: Spot, size: tuple[int, int], gap: int, can_lead: Callable[[int, int], bool] | None = None
    ) -> tuple[LabelPlace | None, LabelPlace | None]:
        """The same without taking it: the first place that needs no leading line or to which one `can_lead`; where there is none,
        the first of the others."""
        wide, tall = size
        found: LabelPlace | None = None
        other: LabelPlace | None = None
        most_left, most_top = self.width - wide, self.height - tall
        hard, soft = self._hard, self._soft
        for left, top, far in _tries(at, size, gap):
            if not (0 <= left <= most_left and 0 <= top <= most_top):
                continue
            begin = left // CELL_PIXELS
            bits = ((1 << ((left + wide - 1) // CELL_PIXELS - begin + 1)) - 1) << begin
            first, last = top // CELL_PIXELS, (top + tall - 1) // CELL_PIXELS + 1
            if _taken(hard[first:last], bits):
                continue
            if far and can_lead is not None and not can_lead(left, top):
                other = other or (left, top, far)
                continue
            if not _taken(soft[first:last], bits):
                return (left, top, far), None
            found = found or (left, top, far)
        return found, other


def _taken(rows: list[int], bits: int) -> bool:
    for row in rows:  # noqa: SIM110 # a plain loop: `any` would make a generator for each of thousands of tries
        if row & bits:
            return True
    return False


def _tries(at: tuple[int, int], size: tuple[int, int], gap: int) -> Iterator[tuple[int, int, bool]]:
    x, y = at
    wide, tall = size
    for away in (gap, gap * 8 // 5, gap * 12 // 5, gap * 17 // 5):
        far = away > gap
        for slip in (0, -tall // 3, tall // 3):
            yield x + away, y - tall // 2 + slip, far
            yield x - away - wide, y - tall // 2 + slip, far
        for shift in (wide // 2, wide // 4, 3 * wide // 4):
            yield x - shift, y - away - tall, far
            yield x - shift, y + away, far
        yield x + away * 2 // 3, y - away - tall // 2, far
        yield x + away * 2 // 3, y + away - tall // 2, far
        yield x - away * 2 // 3 - wide, y - away - tall // 2, far
        yield x - away * 2 // 3 - wide, y + away - tall // 2, far
