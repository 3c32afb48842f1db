"""Signs moved apart, so that none hides another, each as near its own place as there is room."""

import math
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

Spot: TypeAlias = tuple[int, int]
RINGS: Final = 10
WAYS: Final = tuple((math.sin(math.tau * n / 12), -math.cos(math.tau * n / 12)) for n in range(12))
OVERLAP: Final = 0.92
"""Two signs may come so near, as a share of their radii: their corners are round."""


def apart(wanted: Sequence[tuple[Spot, int]], size: tuple[int, int]) -> list[Spot]:
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
    for ring in range(1, RINGS):
        away = ring * radius * 0.75
        for dx, dy in WAYS:
            at = round(x + dx * away), round(y + dy * away)
            if radius <= at[0] <= size[0] - radius and radius <= at[1] <= size[1] - radius:
                yield at


def _clear(at: Spot, radius: int, placed: list[tuple[int, int, int]]) -> bool:
    """Whether a sign may stand there. What stands in its way comes to the front of the list: it is likely in the next one's."""
    x, y = at
    for n, sign in enumerate(placed):
        px, py, other = sign
        dx, dy, need = x - px, y - py, OVERLAP * (radius + other)
        if dx * dx + dy * dy < need * need:
            placed[n] = placed[0]
            placed[0] = sign
            return False
    return True
