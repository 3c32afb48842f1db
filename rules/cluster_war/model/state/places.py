"""The map: where hexes lie, bodies and systems, what lies between them, what strip-mining has done to worlds, and what fleets
run into there (CW-2.0-02). Hexes go by their printed numbers, odd columns half a hex lower."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, Protocol, TypeAlias

from rules import hexes
from rules.cluster_war.model.state.common import FleetId, HexId, LinkKind, SideId
from rules.hexes import Grid, Hex
from rules.values import Value, field

SceneId: TypeAlias = str
"""A scene of a side, numbered by the side's own counter: "humans-E3"."""
Fortune: TypeAlias = Literal["", "good", "bad"]
HoleKind: TypeAlias = Literal["", "closed", "both", "open", "shut"]
"""How a worm hole can be used (CW-14.0-32, CW-14.0-33): "" as in campaigns that tell encounters only, both ways and known by a
survey; "closed" one way, its far end unknown until somebody travels it; "both" the same, but passable from either end; "open" a
pair whose ends are both known; "shut" mere scenery."""
Bond: TypeAlias = Literal["siphon", "field", "stasis"]
"""Why a fleet cannot act: drained by a siphon (CW-B-22), on its way out of an inhibitor's field (CW-B-23), frozen in time."""


class Bound(Value):
    """A fleet that cannot act before the end of week `until`, counted since the campaign began; 0 is for good. `hex` is where."""

    why: Bond
    hex: HexId
    until: int = 0


class Scene(Value):
    """Something a side has met or found, and what it may do about it.

    `kind` is a row of CW-TAB-SCENES, `fleet` the fleet that is there ("" for those of the side that are). `answer` is what the
    player chose in the last turn of the scene, `ruled` what the game master has set in its place, `fortune` how they had it end,
    "" for the dice; `words` are theirs, told with the outcome. `closed` is the turn in which it came to its end.
    """

    id: SceneId
    side: SideId
    hex: HexId
    kind: str
    fleet: FleetId
    turn: int
    week: int
    answer: str = ""
    ruled: str = ""
    fortune: Fortune = ""
    words: str = ""
    closed: int = 0
    outcome: str = ""


class Body(Value):
    """A planet or other body: its orbit (1 is innermost), STEP code, and maximum CP value (CW-2.1-02)."""

    orbit: int
    step: str
    max_cp: int
    index: int = 0
    life: str = ""
    resources: tuple[str, ...] = ()
    name: str = ""


class Special(Value):
    """What the encounter tables put here: the row and its follow-up rows, for the GM to play (CW-B-10, CW-B-32)."""

    kind: str
    details: tuple[str, ...] = ()
    orbit: int = 0


class StarSystem(Value):
    """An occupied hex: its object codes from CW-B-T01 (two for a binary), bodies, and what hides there.

    `destination` is the far end of a wormhole, "" where there is none or it leads off the map; `hole` how it can be used. What
    is `hidden` nobody meets or finds before the game master shows it.
    """

    hex: HexId
    codes: tuple[str, ...]
    bodies: tuple[Body, ...] = ()
    special: Special | None = None
    destination: HexId = ""
    name: str = ""
    hole: HoleKind = ""
    hidden: bool = False


class Link(Value):
    """Two hexes joined for travel both ways: a jump line between warp points (CW-B-57), a natural wormhole (CW-4.0-24),
    a wormhole that a base of `side` holds open (CW-4.0-23), or a jump gate (CW-B-56). One that is `one_way` leads from `a` to
    `b` alone (CW-14.0-33)."""

    a: HexId
    b: HexId
    kind: LinkKind = "jump"
    side: SideId = ""
    one_way: bool = False


class Cluster(Value):
    """The map: sizes in hexes, every occupied hex by its number, and the links drawn on it."""

    columns: int
    rows: int
    systems: Mapping[HexId, StarSystem]
    links: tuple[Link, ...] = ()


class Strain(Value):
    """What strip-mining has done to a world, keyed by "hex-orbit": its stress in percent, the STEP code it had before
    the first harm ("" while unharmed), the percent that care for its environment adds to its chance of recovery
    (CW-7.1-10), and the side that last worked there; `glazed` is the damage that bombardment has done to its biosphere
    (CW-9.4-04)."""

    stress: int
    step: str = ""
    care: int = 0
    side: SideId = ""
    glazed: int = 0


class Weather(Value):
    """What rages in a hex this turn: the `force` of its storms by their codes ("ION": 3), those of them that the game master has
    fixed (CW-14.0-11), and the terrain that coincides there with what the map shows; None for what surrounds a hypermass by the
    campaign's rules (CW-14.0-13). `raised` are storms that somebody raised there besides (CW-B-20, CW-A-32)."""

    force: Mapping[str, int] = field(default_factory=dict)
    fixed: tuple[str, ...] = ()
    around: tuple[str, ...] | None = None
    raised: tuple[str, ...] = ()


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


@lru_cache(maxsize=128)
def numbers(columns: int, rows: int) -> tuple[tuple[HexId, ...], ...]:
    """The printed numbers on a map of this size: the columns from the left, each from the top."""
    grid = grid_of(columns, rows)
    return tuple(
        tuple(grid.number(grid.hex(column, row)) for row in range(1, rows + 1)) for column in range(1, columns + 1)
    )


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
    grid, here = grid_of(columns, rows), hex_at(columns, rows, center)
    found: list[HexId] = []
    # A disk is 2n + 1 hexes high in its middle column, and one less in each further from it.
    for column in range(max(1, here.q - n), min(columns, here.q + n) + 1):
        aside = column - here.q
        _, first = grid.offset(Hex(column, here.r - n - min(0, aside)))
        last = first + 2 * n - abs(aside)
        found += numbers(columns, rows)[column - 1][max(0, first - 1) : last]
    return tuple(sorted(found))


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
