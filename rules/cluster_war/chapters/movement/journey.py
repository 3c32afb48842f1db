"""One leg of a route by whatever drive: through FTL space or seen on its way, over which hexes, in how many weeks, and which
hexes it enters (4.0, CW-14.0-04)."""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Final, TypeAlias

from rules import hexes
from rules.cluster_war.chapters.movement.navigation import DOWSERS_RULE, Chart, GateTrip, Mode, gate_trip
from rules.cluster_war.chapters.movement.travel_time import weeks_and_whether_printed
from rules.cluster_war.model.holdings.order_kind import TripEntry
from rules.cluster_war.model.psionics.units import DOWSING
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, HexId
from rules.cluster_war.model.state.places import Sized, disk, distance, grid_of, hex_at, neighbours
from rules.cluster_war.model.unit_design.drive_kinds import drive_of, travel_number
from rules.cluster_war.model.worlds.terrain import TERRAIN_NAMES, kind_of
from rules.values import IllegalOrderError, Value, changed

Near: TypeAlias = Callable[[HexId], tuple[HexId, ...]]
WORMHOLE: Final = "wormhole"
GATE: Final = "gate"
DRIVE_WAYS: Final = ("", WORMHOLE, GATE, DOWSING)


class LegStage(Value):
    """The next part of a leg. Hidden: the fleet is nowhere for `weeks`, then in the only hex of `path`.

    Seen: it stays where it is until it enters each hex of `path`, the weeks in `after` from now. `pushed` says that this
    part goes beyond the drive's rating; `rule` is what decided.
    """

    path: tuple[HexId, ...]
    after: tuple[int, ...]
    hidden: bool
    rule: str
    pushed: bool = False

    @property
    def to(self) -> HexId:
        return self.path[-1]

    @property
    def weeks(self) -> int:
        return self.after[-1]


class ShortestPaths:
    """The shortest ways from one hex, each step to a hex that `near` gives: the fewest steps, the lowest numbers first
    among equals. What was searched for one hex serves for the next."""

    def __init__(self, here: HexId, near: Near) -> None:
        self._here, self._near = here, near
        self._came: dict[HexId, HexId] = {here: here}
        self._edge = deque([here])

    def to(self, hex_: HexId) -> tuple[HexId, ...] | None:
        """The way to another hex, without the first; None if they are not joined."""
        result, edge = self._came, self._edge
        while edge and hex_ not in result:
            at = edge.popleft()
            for other in self._near(at):
                if other not in result:
                    result[other] = at
                    edge.append(other)
        if hex_ not in result:
            return None
        path = [hex_]
        while result[path[-1]] != self._here:
            path.append(result[path[-1]])
        return tuple(reversed(path))


def ways_from(chart: Chart, mode: Mode, here: HexId) -> ShortestPaths:
    """Where a drive that goes from hex to hex can go from here: over open hexes, or along known lines."""
    if mode.drive.family == "string":
        ends: defaultdict[HexId, set[HexId]] = defaultdict(set)
        for link in chart.links:
            if link.kind == "jump":
                ends[link.a].add(link.b)
                ends[link.b].add(link.a)
        return ShortestPaths(here, lambda h: tuple(sorted(ends.get(h, ()))))
    banned = mode.drive.banned

    @cache
    def is_open(hex_: HexId) -> bool:
        return not banned & {*chart.codes(hex_)}

    return ShortestPaths(here, lambda h: tuple(n for n in neighbours(chart, h) if is_open(n)))


class LegDurations:
    """How many weeks legs from one hex take, for many that may be asked: what `stages` adds up to, without the way."""

    def __init__(self, chart: Chart, mode: Mode, here: HexId, *, push: bool = False, by: str = "") -> None:
        self._chart, self._mode, self._here, self._push, self._by = chart, mode, here, push, by
        self._ways = ways_from(chart, mode, here)
        self._found: dict[HexId, int | None] = {}

    def weeks_if_open(self, to: HexId) -> int | None:
        """As `weeks`, None if it cannot be gone; what was asked before is not worked out again."""
        if to not in self._found:
            try:
                self._found[to] = self.weeks(to)
            except IllegalOrderError:
                self._found[to] = None
        return self._found[to]

    def weeks(self, to: HexId) -> int:
        """Weeks of the leg to another hex; IllegalOrderError if it cannot be gone."""
        chart, mode = self._chart, self._mode
        first = next_stage(chart, mode, self._here, to, push=self._push, by=self._by, ways=self._ways)
        if first.to == to:
            return first.weeks
        reach = _reach(chart, mode, push=self._push)
        jumps, rest = divmod(distance(chart, self._here, to), reach)
        return jumps * first.weeks + _jump_weeks(rest, reach)


def stages(chart: Chart, mode: Mode, here: HexId, to: HexId, *, push: bool = False, by: str = "") -> Iterator[LegStage]:
    """The parts of a whole leg: one, or several jumps of a displacement drive. IllegalOrderError if it cannot be gone."""
    while here != to:
        stage = next_stage(chart, mode, here, to, push=push, by=by)
        yield stage
        here = stage.to


def next_stage(
    chart: Chart,
    mode: Mode,
    here: HexId,
    to: HexId,
    *,
    push: bool = False,
    by: str = "",
    ways: ShortestPaths | None = None,
) -> LegStage:
    """The first part of a leg to another hex; IllegalOrderError says why it cannot be gone (CW-4.0-05 to CW-4.0-24).

    `ways` are those from here by this drive, if they were looked for before.
    """
    drive = mode.drive
    if by not in DRIVE_WAYS:
        raise IllegalOrderError("A fleet goes by its own drive, by wormhole, by gate or by dowsing.", rule="CW-4.0-24")
    if push and by:
        raise IllegalOrderError("Only the fleet's own drive can be pushed.", rule="CW-4.0-21")
    if push and not drive.pushes:
        raise IllegalOrderError(
            f"A {drive.name} cannot be pushed; foldspace and wormhole drives can.", rule="CW-4.0-08"
        )
    if by == DOWSING:
        return changed(_string(chart, here, to, ways or ways_from(chart, mode, here)), rule=DOWSERS_RULE)
    if by:
        return _passage(chart, mode, here, to, by)
    if drive.family != "linear":
        _check_open(chart, mode, to)
    match drive.family:
        case "second stage":
            away = distance(chart, here, to)
            takes, printed = weeks_and_whether_printed(away, mode.gravity, chart.settings)
            return LegStage((to,), (takes,), hidden=True, rule="CW-4.0-01" if printed else "CW-4.0-02")
        case "displacement":
            return _jump(chart, mode, here, to, push=push)
        case "linear":
            return _cruise(chart, mode, here, to, ways or ways_from(chart, mode, here))
        case "string":
            return _string(chart, here, to, ways or ways_from(chart, mode, here))
        case "wormhole":
            return _wormhole(chart, mode, here, to, push=push)


def _check_open(chart: Chart, mode: Mode, to: HexId) -> None:
    """Refuse a hex that a campaign closes to a drive, where its terrain is more than scenery (CW-14.0-22)."""
    if not chart.settings.terrain:
        return
    closed = {code for code in mode.drive.banned & {*chart.codes(to)} if kind_of(code) in chart.settings.terrain}
    if closed:
        name = TERRAIN_NAMES[kind_of(min(closed))]
        raise IllegalOrderError(f"A {mode.drive.name} cannot enter {to}: {name}.", rule="CW-14.0-22")


def _jump(chart: Chart, mode: Mode, here: HexId, to: HexId, *, push: bool) -> LegStage:
    """One jump as far as the rating reaches, in a month; a shorter one takes its share of it (CW-4.0-06)."""
    if mode.drive.id == "jump" and chart.settings.monopoles and not chart.monopoles:
        raise IllegalOrderError(
            "Jump drives need Special Magnetic Materials, and you own no world that has them.", rule="CW-4.0-10"
        )
    away = distance(chart, here, to)
    reach = _reach(chart, mode, push=push)
    length = min(away, reach)
    stop = to if length == away else toward(chart, here, to, length)
    pushed = length > mode.month
    rule = "CW-4.0-08" if pushed else "CW-4.0-06"
    return LegStage((stop,), (_jump_weeks(length, reach),), hidden=True, rule=rule, pushed=pushed)


def _reach(chart: Chart, mode: Mode, *, push: bool) -> int:
    """Hexes of the longest jump."""
    return mode.month + (travel_number("hexes a push adds", chart.settings) if push else 0)


def _jump_weeks(length: int, reach: int) -> int:
    """Weeks of a jump: a month for the longest, a shorter one takes its share of it."""
    return -(-WEEKS_PER_TURN * length // reach)


def _cruise(chart: Chart, mode: Mode, here: HexId, to: HexId, ways: ShortestPaths) -> LegStage:
    """Hex by hex, past what the drive cannot enter, a week lost where it is held up (CW-4.0-11, CW-4.0-14, CW-4.0-15)."""
    drive = mode.drive
    path = _path(chart, drive.banned, here, to, ways)
    if path is None:
        banned = " ".join(chart.codes(to))
        where = f"{to} is closed to it ({banned})" if drive.banned & {*chart.codes(to)} else f"no way to {to} is open"
        raise IllegalOrderError(f"A {drive.name} cannot enter nebulae or storms: {where}.", rule="CW-4.0-14")
    return _cruised(chart, mode, path)


def cruise_along(chart: Chart, mode: Mode, path: tuple[HexId, ...]) -> LegStage:
    """A given way from hex to hex by a linear drive (CW-4.0-11); IllegalOrderError where it enters what is closed to it."""
    closed = [hex_ for hex_ in path if mode.drive.banned & {*chart.codes(hex_)}]
    if closed:
        raise IllegalOrderError(f"A {mode.drive.name} cannot enter nebulae or storms: {closed[0]}.", rule="CW-4.0-14")
    return _cruised(chart, mode, path)


def _cruised(chart: Chart, mode: Mode, path: tuple[HexId, ...]) -> LegStage:
    """When each hex of a way is entered, a week lost where the drive is held up."""
    lost, delay = 0, travel_number("weeks lost at asteroids", chart.settings)
    after: list[int] = []
    for steps, hex_ in enumerate(path, 1):
        after.append(-(-WEEKS_PER_TURN * steps // mode.month) + lost)
        if mode.drive.delays & {*chart.codes(hex_)}:
            lost += delay
    least = -(-WEEKS_PER_TURN * len(path) // mode.month)
    return LegStage(path, tuple(after), hidden=False, rule="CW-4.0-15" if after[-1] > least else "CW-4.0-11")


def _string(chart: Chart, here: HexId, to: HexId, ways: ShortestPaths) -> LegStage:
    """Along known links: a system crossed from point to point for each, the links themselves in no time (CW-4.0-19)."""
    path = ways.to(to)
    if path is None:
        raise IllegalOrderError(f"You know no line of warp points from {here} to {to}.", rule="CW-4.0-19")
    each = max(0, chart.settings.string_weeks)
    after = tuple(max(1, each * n) for n in range(1, len(path) + 1))
    return LegStage(path, after, hidden=False, rule="CW-4.0-19")


def _wormhole(chart: Chart, mode: Mode, here: HexId, to: HexId, *, push: bool) -> LegStage:
    """A week to form it, then at once at its far end; three hexes, twice as far if pushed (CW-4.0-20, CW-4.0-21)."""
    away, reach = distance(chart, here, to), mode.drive.range
    if away > reach and not push:
        raise IllegalOrderError(
            f"{to} is {away} hexes away; a wormhole reaches {reach}, unless it is pushed.", rule="CW-4.0-20"
        )
    if away > 2 * reach:
        raise IllegalOrderError(f"{to} is {away} hexes away; a pushed wormhole reaches {2 * reach}.", rule="CW-4.0-21")
    forming = max(1, travel_number("weeks a wormhole forms", chart.settings))
    pushed = away > reach
    return LegStage((to,), (forming,), hidden=False, rule="CW-4.0-21" if pushed else "CW-4.0-20", pushed=pushed)


def _passage(chart: Chart, mode: Mode, here: HexId, to: HexId, by: str) -> LegStage:
    """Through a wormhole or gate that is there, or one that an own base forms, in a week (CW-4.0-20, 23, 24)."""
    if by == GATE:
        if to in chart.linked(here, "gate"):
            if way_by_gate(chart, mode, here, to) == "none":
                raise IllegalOrderError(
                    f"Your gate at {here} passes hulls of up to {chart.passes[here]}; a ship here has {mode.hull}.",
                    rule="CW-A-33",
                )
            return LegStage((to,), (1,), hidden=False, rule="CW-B-56")
        raise IllegalOrderError(f"You know no gate from {here} to {to}.", rule="CW-B-56")
    if to in chart.linked(here, "held"):
        return LegStage((to,), (1,), hidden=False, rule="CW-4.0-23")
    if here in chart.gates and distance(chart, here, to) <= drive_of(WORMHOLE, chart.settings).range:
        return LegStage(
            (to,), (max(1, travel_number("weeks a wormhole forms", chart.settings)),), hidden=False, rule="CW-4.0-20"
        )
    if to in chart.linked(here, "wormhole"):
        if chart.settings.natural_wormholes == "travel":
            return LegStage((to,), (1,), hidden=False, rule="CW-4.0-24")
        raise IllegalOrderError("Natural wormholes carry messages here, but no ships.", rule="CW-4.0-24")
    raise IllegalOrderError(f"You know no wormhole from {here} to {to}.", rule="CW-4.0-24")


def way_by_gate(chart: Chart, mode: Mode, here: HexId, to: HexId) -> GateTrip:
    """Whether a fleet can pass a pair of gates, and come back (CW-A-33)."""
    return gate_trip(mode.hull, chart.passes.get(here), chart.passes.get(to))


def toward(on: Sized, here: HexId, to: HexId, length: int) -> HexId:
    """The hex `length` steps on the way, on the straight line if that stays on the map."""
    grid = grid_of(on.columns, on.rows)
    step = hexes.step(hex_at(on.columns, on.rows, here), hex_at(on.columns, on.rows, to), length)
    on_map = [grid.number(h) for h in step if grid.contains(h)]
    left = distance(on, here, to) - length
    return on_map[0] if on_map else next(h for h in disk(on, here, length) if distance(on, h, to) == left)


def _path(
    chart: Chart, banned: frozenset[str], here: HexId, to: HexId, ways: ShortestPaths
) -> tuple[HexId, ...] | None:
    """A shortest way over open hexes, straight if that is open; None if there is none."""
    if banned & {*chart.codes(to)}:
        return None
    straight: list[HexId] = []
    while (at := straight[-1] if straight else here) != to:
        straight.append(toward(chart, at, to, 1))
    if not any(banned & {*chart.codes(h)} for h in straight):
        return tuple(straight)
    return ways.to(to)


def hexes_passed(on: Sized, here: HexId, to: HexId) -> tuple[HexId, ...]:
    """The hexes on the straight line between two, without them: what a fleet in FTL space goes past."""
    return tuple(toward(on, here, to, step) for step in range(1, distance(on, here, to)))


def entries(on: Sized, here: HexId, stages: Iterable[LegStage], departs: int) -> Iterator[TripEntry]:
    """The hexes of a leg from `here` that begins at week `departs`, in their order. A fleet that is seen on its way stays where
    it is until it enters the next hex; the last one counts once, however long it stays there then."""
    for stage in stages:
        if stage.hidden:
            due = departs + stage.weeks
            yield from (TripEntry(hex_, due, crossed=True) for hex_ in hexes_passed(on, here, stage.to))
            yield TripEntry(stage.to, due)
        else:
            if stage.after[0] > 1:
                yield TripEntry(here, departs + 1, stage.after[0] - 1)
            leaves = (*stage.after[1:], stage.after[-1] + 1)
            for hex_, after, then in zip(stage.path, stage.after, leaves, strict=True):
                yield TripEntry(hex_, departs + after, max(1, then - after))
        here, departs = stage.to, departs + stage.weeks
