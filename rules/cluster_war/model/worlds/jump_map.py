"""Jump maps for string drives: which stars are joined by jump lines (CW-B-56 to CW-B-63). Same dice, same map."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from math import gcd
from typing import Final, Protocol, TypeAlias

from rules import hexes
from rules.cluster_war.model.state.common import DesignId, HexId, Settings, tables
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.places import Cluster, Link, disk, grid_of, hex_at
from rules.cluster_war.model.state.sides import Race, Side
from rules.cluster_war.model.worlds.cluster import is_star
from rules.dice import Roller
from rules.hexes import Hex
from rules.values import IllegalOrderError

JUMP_MAP_COUNTER: Final = "jump-map"
"""The counter that says a campaign's jump map stands before the game master, since somebody can find its lines. It is drawn
when the campaign is made, whoever may need it later: a map drawn from a turn's dice could be worked out from the seed that
is told after the turn."""

DOWSERS: Final = "psi:dowsing"
"""The trait of a design whose crews dowse for warp points."""
LONG_JUMPS: Final = "CW-B-T20"
POINT_SENSORS: Final = "warp point"
"""A technology with these words finds warp points while scouting."""

LOOP_FROM: Final = 4
"""From so many adjacent stars on they form a loop (CW-B-58)."""

LONG_JUMP_HEXES: Final = 4
"""Jumps of so many hexes are only for groups without a shorter one (CW-B-62)."""

MOST_STEPS: Final = 10_000
"""How long the largest ring of a group is looked for; enough for every group up to about twenty stars."""

Pair: TypeAlias = tuple[HexId, HexId]
Graph: TypeAlias = Mapping[HexId, tuple[HexId, ...]]


def needs_jump_map(sides: Iterable[Side], settings: Settings) -> bool:
    """Whether the campaign's map gets jump lines: when a side has what finds warp points (CW-B-56)."""
    if settings.jump_map != "when-needed":
        return settings.jump_map == "always"
    return any(has_transit_gear(side) or has_point_sensors(side) for side in sides)


class Traveller(Protocol):
    """A side, or what one begins with."""

    @property
    def race(self) -> Race: ...

    @property
    def designs(self) -> Mapping[DesignId, Design]: ...


def has_transit_gear(side: Traveller) -> bool:
    """Whether a side's race or one of its designs has a string drive, and so finds warp points (CW-4.0-19), or the dowsers that
    do as well (CW-15.1-06)."""
    return any(d.casefold().startswith("string") for d in side.race.drives) or any(
        design.ftl == "string" or DOWSERS in design.traits for design in side.designs.values()
    )


def has_point_sensors(side: Side) -> bool:
    """Whether a side's scanners find warp points while scouting (CW-3.1-58)."""
    return any(POINT_SENSORS in name.casefold() for name in side.technologies)


def draw_jump_map(cluster: Cluster, dice: Roller, settings: Settings) -> tuple[Link, ...]:
    """The jump lines of a whole cluster, all sectors alike, sorted by hex numbers (CW-B-57 to CW-B-63)."""
    graph = _adjacent(cluster)
    groups = _groups(graph)
    web = _Web(cluster)
    for group in groups:
        for a, b in group_lines(group, graph):
            web.add(a, b)
    _bridges(cluster, groups, web, dice, settings)
    return tuple(Link(a, b) for a, b in sorted(web.lines))


def widest_web(links: Iterable[Link]) -> frozenset[HexId]:
    """The stars of the largest part of a jump map that hangs together; none of a map without lines."""
    joined: dict[HexId, list[HexId]] = defaultdict(list)
    for link in links:
        joined[link.a].append(link.b)
        joined[link.b].append(link.a)
    webs = _groups({star: tuple(joined[star]) for star in sorted(joined)})
    if not webs:
        return frozenset()
    widest = max(webs, key=len)
    return frozenset(widest)


def with_link(links: Sequence[Link], link: Link) -> tuple[Link, ...]:
    """The map with one more line drawn; IllegalOrderError if it joins a hex to itself or is there already (CW-B-56)."""
    if link.a == link.b:
        raise IllegalOrderError("A line joins two different hexes.", rule="CW-B-56")
    drawn = link if link.a < link.b else Link(link.b, link.a, link.kind, link.side)
    if any(_same(drawn, other) for other in links):
        raise IllegalOrderError(f"{drawn.a} and {drawn.b} are already joined.", rule="CW-B-56")
    return tuple(sorted((*links, drawn), key=lambda line: (line.a, line.b, line.kind, line.side)))


def without_link(links: Sequence[Link], link: Link) -> tuple[Link, ...]:
    """The map without a line; IllegalOrderError if it is not there (CW-B-56)."""
    drawn = link if link.a < link.b else Link(link.b, link.a, link.kind, link.side)
    kept = tuple(other for other in links if not _same(drawn, other))
    if len(kept) == len(links):
        raise IllegalOrderError(f"No such line joins {drawn.a} and {drawn.b}.", rule="CW-B-56")
    return kept


def _same(a: Link, b: Link) -> bool:
    return (a.a, a.b, a.kind) == (b.a, b.b, b.kind)


def _adjacent(cluster: Cluster) -> Graph:
    """Every star system with the star systems beside it."""
    stars = {number for number, system in cluster.systems.items() if is_star(system.codes[0])}
    return {s: tuple(n for n in disk(cluster, s, 1) if n != s and n in stars) for s in sorted(stars)}


def _groups(graph: Graph) -> list[tuple[HexId, ...]]:
    """Stars in groups of adjacent ones, singles too, by their lowest numbers."""
    left = set(graph)
    groups: list[tuple[HexId, ...]] = []
    for first in graph:
        if first not in left:
            continue
        left.discard(first)
        edge, group = [first], [first]
        while edge:
            for near in graph[edge.pop()]:
                if near in left:
                    left.discard(near)
                    edge.append(near)
                    group.append(near)
        groups.append(tuple(sorted(group)))
    return groups


def group_lines(group: Sequence[HexId], graph: Graph) -> list[Pair]:
    """The lines inside one group: a chain of up to three stars, from four on the largest ring (CW-B-57, CW-B-58).

    Stars outside the ring, or of a group that forms none, hang on the rest by one line each.
    """
    ring = largest_ring(group, graph) if len(group) >= LOOP_FROM else ()
    lines = list(pairwise((*ring, ring[0]))) if ring else []
    reached = list(ring or group[:1])
    inside = set(reached)
    while len(inside) < len(group):
        here, near = next((h, n) for h in reached for n in graph[h] if n not in inside)
        lines.append((here, near))
        reached.append(near)
        inside.add(near)
    return lines


def largest_ring(group: Sequence[HexId], graph: Graph) -> tuple[HexId, ...]:
    """The longest closed round through adjacent stars, none twice; () if there is none of three or more (CW-B-58)."""
    best: tuple[HexId, ...] = ()
    steps = 0
    graph, group = _core(group, graph)
    for start in group:
        # Every ring is found from its lowest star, so only higher ones are walked to.
        path, seen = [start], {start}
        choices: list[Iterator[HexId]] = [iter(graph[start])]
        while choices and steps < MOST_STEPS and len(best) < len(group):
            steps += 1
            here = next(choices[-1], None)
            if here is None:
                choices.pop()
                seen.discard(path.pop())
            elif here > start and here not in seen:
                path.append(here)
                seen.add(here)
                choices.append(iter(graph[here]))
                if len(path) > max(2, len(best)) and start in graph[here]:
                    best = tuple(path)
    return best


def _core(group: Sequence[HexId], graph: Graph) -> tuple[Graph, tuple[HexId, ...]]:
    """The group without its loose ends: stars that cannot be on a ring, since at most one line leads to them."""
    near = {star: set(graph[star]) for star in group}
    ends = [star for star, others in near.items() if len(others) < 2]
    while ends:
        end = ends.pop()
        for other in near.pop(end, set()):
            near[other].discard(end)
            if len(near[other]) == 1:
                ends.append(other)
    return {star: tuple(sorted(others)) for star, others in near.items()}, tuple(near)


def _bridges(
    cluster: Cluster, groups: Sequence[tuple[HexId, ...]], web: "_Web", dice: Roller, settings: Settings
) -> None:
    """Long jumps between groups, shortest first: one roll and at most one line for each two groups (CW-B-60 to 62).

    Four hexes are rolled for unless shorter jumps have joined both groups.
    """
    table = tables(settings)[LONG_JUMPS]
    reach = max(int(key) for key in table.keys)
    home = {star: at for at, group in enumerate(groups) for star in group}
    places = {star: hex_at(cluster.columns, cluster.rows, star) for star in home}
    near: dict[tuple[int, int], list[tuple[int, HexId, HexId]]] = defaultdict(list)
    for star, mine in home.items():
        for other in home.keys() & disk(cluster, star, reach):
            theirs = home[other]
            if mine < theirs:
                near[mine, theirs].append((hexes.distance(places[star], places[other]), star, other))
    joined: set[int] = set()
    for length, (mine, theirs), pairs in sorted([(min(pairs)[0], both, pairs) for both, pairs in near.items()]):
        if length >= LONG_JUMP_HEXES and mine in joined and theirs in joined:
            continue
        free = next(((a, b) for n, a, b in sorted(pairs) if n == length and web.is_free(a, b)), None)
        if free is None or str(length) not in table.keys:
            continue
        a, b = free
        if dice.roll(f"generation/jump-map/{a}-{b}", 6).total <= table.number(length, "link_on_or_below"):
            web.add(a, b)
            if length < LONG_JUMP_HEXES:
                joined |= {mine, theirs}


class _Web:
    """Lines drawn so far, found by place, so that no line is drawn across another (CW-B-59)."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.lines: set[Pair] = set()
        self._near: dict[tuple[int, int], list[tuple[Hex, Hex]]] = defaultdict(list)

    def add(self, a: HexId, b: HexId) -> None:
        """Draw a line."""
        self.lines.add((min(a, b), max(a, b)))
        ends = self._at(a), self._at(b)
        for place in _box(*ends):
            self._near[place].append(ends)

    def is_free(self, a: HexId, b: HexId) -> bool:
        """Whether a line would cross no other and pass through no star."""
        start, end = self._at(a), self._at(b)
        if any(map(self._is_star, _between(start, end))):
            return False
        lines = [line for place in _box(start, end) for line in self._near.get(place, ())]
        return not any(crosses((start, end), line) for line in lines)

    def _at(self, number: HexId) -> Hex:
        return hex_at(self.cluster.columns, self.cluster.rows, number)

    def _is_star(self, here: Hex) -> bool:
        grid = grid_of(self.cluster.columns, self.cluster.rows)
        system = self.cluster.systems.get(grid.number(here)) if grid.contains(here) else None
        return system is not None and is_star(system.codes[0])


def _between(a: Hex, b: Hex) -> Iterator[Hex]:
    """The hexes whose middle lies on the straight line, ends left out."""
    parts = gcd(b.q - a.q, b.r - a.r)
    for n in range(1, parts):
        yield Hex(a.q + n * (b.q - a.q) // parts, a.r + n * (b.r - a.r) // parts)


def _box(a: Hex, b: Hex) -> Iterator[tuple[int, int]]:
    """Every place in the box round a line, in axial coordinates: lines whose boxes share none cannot meet."""
    return product(range(min(a.q, b.q), max(a.q, b.q) + 1), range(min(a.r, b.r), max(a.r, b.r) + 1))


def crosses(one: tuple[Hex, Hex], two: tuple[Hex, Hex]) -> bool:
    """Whether two straight lines between hex middles meet anywhere but in an end they share (CW-B-59)."""
    (a, b), (c, d) = one, two
    if one in (two, (d, c)):
        return True
    if a in two or b in two:
        middle, end = (a, b) if a in two else (b, a)
        other = d if middle == c else c
        return _turn(middle, end, other) == 0 and hexes.distance(end, other) < max(
            hexes.distance(middle, end), hexes.distance(middle, other)
        )
    turns = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    if turns[0] * turns[1] < 0 and turns[2] * turns[3] < 0:
        return True
    ends = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return 0 in turns and any(turn == 0 and _holds(*three) for turn, three in zip(turns, ends, strict=True))


def _turn(a: Hex, b: Hex, c: Hex) -> int:
    """Left, right or straight on: axial coordinates are enough to tell."""
    value = (b.q - a.q) * (c.r - a.r) - (b.r - a.r) * (c.q - a.q)
    return (value > 0) - (value < 0)


def _holds(a: Hex, b: Hex, c: Hex) -> bool:
    """Whether c, in line with a and b, lies between them."""
    return min(a.q, b.q) <= c.q <= max(a.q, b.q) and min(a.r, b.r) <= c.r <= max(a.r, b.r)
