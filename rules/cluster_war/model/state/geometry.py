"""Where hexes lie in Cluster War: by their printed numbers, odd columns half a hex lower (CW-2.0-02)."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Protocol

from rules import hexes
from rules.cluster_war.model.state.names import HexId
from rules.hexes import Grid, Hex


class Sized(Protocol):
    """Anything with a map's size in hexes: a cluster or a view."""

    @property
    def columns(self) -> int: ...

    @property
    def rows(self) -> int: ...


@lru_cache(maxsize=128)
def grid_of(columns: int, rows: int) -> Grid:
    """The grid of a map of this size."""
    return Grid(columns, rows, low="odd")


@lru_cache(maxsize=65_536)
def hex_at(columns: int, rows: int, number: HexId) -> Hex:
    """The hex a printed number names; NotationError if it names none on this map."""
    return grid_of(columns, rows).parse(number)


class _Places(dict[HexId, Hex]):
    """The hexes of a map of one size by number, each read when it is first asked for: what `hex_at` gives."""

    def __init__(self, columns: int, rows: int) -> None:
        self._grid = grid_of(columns, rows)

    def __missing__(self, number: HexId) -> Hex:
        found = self[number] = self._grid.parse(number)
        return found


@lru_cache(maxsize=128)
def _places(columns: int, rows: int) -> _Places:
    return _Places(columns, rows)


def distance(on: Sized, a: HexId, b: HexId) -> int:
    """Hexes along the shortest path from `a` to `b` (CW-2.0-02); NotationError as `hex_at`."""
    places = _places(on.columns, on.rows)
    return hexes.distance(places[a], places[b])


def disk(on: Sized, center: HexId, n: int) -> tuple[HexId, ...]:
    """The hexes of the map within `n` of `center`, that one included, sorted by number."""
    return disk_on(on.columns, on.rows, center, n)


@lru_cache(maxsize=65_536)
def disk_on(columns: int, rows: int, center: HexId, n: int) -> tuple[HexId, ...]:
    """As `disk`, on a map of this size."""
    grid = grid_of(columns, rows)
    around = hexes.disk(hex_at(columns, rows, center), n)
    return tuple(sorted(grid.number(h) for h in around if grid.contains(h)))


def neighbours(on: Sized, center: HexId) -> tuple[HexId, ...]:
    """The up to six hexes of the map beside `center`, sorted by number."""
    return _beside(on.columns, on.rows, center)


@lru_cache(maxsize=65_536)
def _beside(columns: int, rows: int, center: HexId) -> tuple[HexId, ...]:
    return tuple(h for h in disk_on(columns, rows, center, 1) if h != center)


@lru_cache(maxsize=16)
def _all_beside(columns: int, rows: int) -> Mapping[HexId, tuple[HexId, ...]]:
    """The neighbours of every hex of a map of this size."""
    grid = grid_of(columns, rows)
    return {number: _beside(columns, rows, number) for number in map(grid.number, grid.all_hexes())}


@lru_cache(maxsize=64)
def away_from(columns: int, rows: int, places: tuple[HexId, ...]) -> Mapping[HexId, int]:
    """How far each hex of a map of this size is from the nearest of these; empty without any."""
    found, beside = dict.fromkeys(places, 0), _all_beside(columns, rows)
    edge = list(found)
    while edge:
        near, beyond = edge, found[edge[0]] + 1
        edge = []
        for here in near:
            for hex_ in beside[here]:
                if hex_ not in found:
                    found[hex_] = beyond
                    edge.append(hex_)
    return MappingProxyType(found)


def sector_of(on: Sized, number: HexId) -> tuple[int, int]:
    """The sector (across, down) a hex lies in, both counted from 1 (CW-B-03)."""
    column, row = grid_of(on.columns, on.rows).offset(hex_at(on.columns, on.rows, number))
    return (column - 1) // 10 + 1, (row - 1) // 10 + 1
