"""What a side can work out before a raid, from the colonies of others that it knows: chances, and courses to take (CW-9.5-20).

Nothing here knows the truth: lines are drawn between known colonies as their owner's own would be.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Final

from rules.cluster_war.chapters.combat.raid_traffic import Line, between
from rules.cluster_war.chapters.combat.raids import chance
from rules.cluster_war.model.economy.supply import lines_among
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.geometry import distance, neighbours
from rules.cluster_war.model.state.names import HexId, SideId
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.unit_design.wounded import sound
from rules.values import Value

MOST_TARGETS: Final = 6
LONGEST_COURSE: Final = 16


class Estimate(Value):
    """Hexes of a course in which prey may be met, each with per cent, and whether the raiders have LRS."""

    hexes: tuple[tuple[HexId, int], ...]
    lrs: bool

    @property
    def expected(self) -> str:
        """How many catches are to be expected: the sum of the chances, which is no chance itself."""
        return f"{float(Fraction(sum(percent for _, percent in self.hexes), 100)):g}"


class Course(Value):
    """A course to suggest: its hexes, the side whose system it goes to and that system, and what can be expected of it."""

    path: tuple[HexId, ...]
    side: SideId
    to: HexId
    expected: str


def estimate(view: View, path: Iterable[HexId], designs: Iterable[Design]) -> Estimate:
    """The chances along a course, by hex, from what the side knows: a catch for each enemy there (CW-9.5-20). `designs` are
    the raiders' with what still works of them."""
    return _estimate(view, tuple(known_colonies(view).values()), path, lrs=any(design.lrs for design in designs))


def _estimate(view: View, owned: tuple[tuple[HexId, ...], ...], path: Iterable[HexId], *, lrs: bool) -> Estimate:
    """As `estimate`, where the hexes of each side's colonies are known already."""
    systems, routes = _prey(_Board(view.columns, view.rows), view.settings.grid_touch, owned)
    in_system, on_route = (chance(place, view.settings, lrs=lrs) for place in ("system", "route"))
    found = [(hex_, in_system * systems[hex_] + on_route * routes[hex_]) for hex_ in path]
    return Estimate(tuple((hex_, percent) for hex_, percent in found if percent), lrs)


class _Board(Value):
    """A map's size in hexes."""

    columns: int
    rows: int


@lru_cache(maxsize=64)
def _prey(
    board: _Board, touch: int, owned: tuple[tuple[HexId, ...], ...]
) -> tuple[Mapping[HexId, int], Mapping[HexId, int]]:
    """In how many sides' systems, and on how many sides' lines beside them, each hex lies; `owned` are each side's hexes."""
    systems, routes = Counter[HexId](), Counter[HexId]()
    for known in owned:
        systems.update(known)
        routes.update({h for line in _lines(board, touch, known) for h in between(board, line)} - {*known})
    return systems, routes


@lru_cache(maxsize=256)
def _lines(board: _Board, touch: int, hexes: tuple[HexId, ...]) -> tuple[Line, ...]:
    lines = lines_among(board, hexes) if hexes else ()
    return tuple(line for line in lines if distance(board, *line) <= touch)


def known_colonies(view: View) -> Mapping[SideId, tuple[HexId, ...]]:
    """The hexes of colonies that the side knows of, by the side or race they belong to, without those at peace."""
    found: defaultdict[SideId, set[HexId]] = defaultdict(set)
    for colony in view.foreign_colonies.values():
        if colony.side not in view.peace:
            found[colony.side].add(colony.hex)
    return {side: tuple(sorted(hexes)) for side, hexes in sorted(found.items())}


def known_lines(view: View, hexes: Sequence[HexId]) -> tuple[Line, ...]:
    """The lines that join known colonies near enough to share a grid."""
    return _lines(_Board(view.columns, view.rows), view.settings.grid_touch, tuple(hexes))


def courses(view: View, fleet: Fleet) -> tuple[Course, ...]:
    """Courses to suggest to a fleet: to the nearest systems that it knows of its enemies, and on along a line from there;
    those of which most can be expected first."""
    lrs = view.me is not None and any(sound(view.me.designs, view.ships[ship]).lrs for ship in fleet.ships)
    enemies = known_colonies(view)
    owned = tuple(enemies.values())
    found: dict[tuple[HexId, ...], Course] = {}
    for side, known in enemies.items():
        near = sorted(known, key=lambda hex_: (distance(view, fleet.hex, hex_), hex_))[:MOST_TARGETS]
        lines = known_lines(view, known)
        for to in near:
            ways = [(to,), *((a, b) if a == to else (b, a) for a, b in lines if to in (a, b))]
            for stops in ways:
                path = way(view, (fleet.hex, *stops))
                if 1 <= len(path) <= LONGEST_COURSE:
                    found[path] = Course(path, side, stops[-1], _estimate(view, owned, path, lrs=lrs).expected)
    return tuple(sorted(found.values(), key=lambda c: (-Fraction(c.expected), len(c.path), c.path)))


def way(view: View, stops: Sequence[HexId]) -> tuple[HexId, ...]:
    """A shortest way over these hexes, without the first, every hex of it named."""
    path: list[HexId] = []
    for here, to in pairwise(stops):
        at = here
        while at != to:
            at = min(neighbours(view, at), key=lambda hex_: (distance(view, hex_, to), hex_))
            path.append(at)
    return tuple(path)
