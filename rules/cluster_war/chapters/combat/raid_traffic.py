"""Where a side's CPs move in a month, and how many: what raiders can meet (CW-9.5-02, CW-9.5-04, CW-9.5-09, CW-9.5-18).

The CPs of the main grid go along its supply lines to the capital, or come from there where a colony spends more than it yields.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import TypeAlias

from rules.cluster_war.chapters.movement.journey import ShortestPaths
from rules.cluster_war.chapters.movement.navigation import chart_of
from rules.cluster_war.chapters.npr.sight import native_world
from rules.cluster_war.model.economy.supply import colonies_of, lines_among, main_hexes
from rules.cluster_war.model.economy.yields import colony_output
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import ColonyId, HexId, SideId
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.npr import Npr
from rules.cluster_war.model.state.places import Sized, disk, distance
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.unit_design.drive_kinds import drive_of
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Value, field

Line: TypeAlias = tuple[HexId, HexId]


class Traffic(Value):
    """A side's traffic: by hex of a route, and by hex of a system, the colonies whose CPs pass there, the likeliest first;
    the CPs that each sends or gets in the month; `fixed` where it keeps to lines that everybody must go (CW-9.5-10)."""

    routes: Mapping[HexId, tuple[ColonyId, ...]] = field(default_factory=dict)
    systems: Mapping[HexId, tuple[ColonyId, ...]] = field(default_factory=dict)
    cps: Mapping[ColonyId, int] = field(default_factory=dict)
    fixed: bool = False


def traffic_of(turn: TurnState, side: SideId) -> Traffic:
    """What moves in a side's main grid this month, by its colonies at the month's start and what it has spent where."""
    owner, nodes = turn.sides[side], main_hexes(turn.start, side)
    colonies = [c for c in colonies_of(turn.start, side) if c.hex in nodes]
    if len({c.hex for c in colonies}) < 2:
        return Traffic()
    spent = _spent_at(turn, side)
    cps = {c.id: abs(colony_output(turn.start, c) - spent[c.id]) for c in colonies}
    hub = _hub(owner, colonies)
    sends = {hex_: [c.id for c in colonies if c.hex == hex_ and cps[c.id]] for hex_ in nodes}
    lines = lines_among(turn.cluster, nodes)
    beyond = _beyond(lines, hub, sends)
    families = {drive_of(d.ftl, turn.settings).family for d in owner.designs.values() if d.kind == "ship" and d.ftl}
    fixed = "linear" not in families and "string" in families
    routes: dict[HexId, list[ColonyId]] = defaultdict(list)
    systems = {hex_: list(found) for hex_, found in sends.items() if hex_ != hub}
    systems[hub] = [c for line, senders in beyond.items() if hub in line for c in senders]
    for line, senders in beyond.items():
        passed = _between(turn, side, line, fixed=fixed) if fixed or "linear" in families else ()
        for hex_ in passed:
            (systems if hex_ in nodes else routes).setdefault(hex_, []).extend(senders)
    at = {c.id: c.hex for c in colonies}

    def likeliest(here: HexId, found: Collection[ColonyId]) -> tuple[ColonyId, ...]:
        return tuple(sorted(set(found), key=lambda c: (distance(turn.cluster, here, at[c]), -cps[c], c)))

    return Traffic(
        routes={hex_: likeliest(hex_, found) for hex_, found in routes.items() if found},
        systems={hex_: likeliest(hex_, found) for hex_, found in systems.items() if found},
        cps=cps,
        fixed=fixed,
    )


def traffic_of_race(turn: TurnState, npr: Npr) -> Traffic:
    """What moves between the worlds of a race that the game master runs: each sends what it yields to the home world, along
    the shortest ways (R-119)."""
    worlds = [w for c in npr.colonies if (w := native_world(turn.nprs, c.id, turn.settings)[0]) is not None and w.size]
    far = [w for w in worlds if w.hex != npr.home]
    routes: dict[HexId, list[ColonyId]] = defaultdict(list)
    systems: dict[HexId, list[ColonyId]] = defaultdict(list)
    for world in sorted(far, key=lambda w: (-w.size, w.id)):
        systems[world.hex].append(world.id)
        systems[npr.home].append(world.id)
        for hex_ in hexes_between(turn.cluster, (world.hex, npr.home)):
            routes[hex_].append(world.id)
    return Traffic(
        routes={hex_: tuple(found) for hex_, found in routes.items() if hex_ not in systems},
        systems={hex_: tuple(found) for hex_, found in systems.items()},
        cps={w.id: w.size for w in far},
    )


def _hub(owner: Side, colonies: Collection[Colony]) -> HexId:
    """Where a grid's CPs meet: at the home world, or at its largest colony."""
    if any((c.hex, c.orbit) == (owner.home, owner.home_orbit) for c in colonies):
        return owner.home
    return min(colonies, key=lambda c: (-c.size, c.id)).hex


def _beyond(
    lines: Collection[Line], hub: HexId, sends: Mapping[HexId, Collection[ColonyId]]
) -> Mapping[Line, tuple[ColonyId, ...]]:
    """By line, as (outer end, inner end), the colonies whose CPs go along it: those on its far side from the hub."""
    ends: dict[HexId, list[HexId]] = defaultdict(list)
    for a, b in lines:
        ends[a].append(b)
        ends[b].append(a)
    order: list[Line] = []
    edge, found = [hub], {hub}
    while edge:
        here = edge.pop()
        for other in ends[here]:
            if other not in found:
                found.add(other)
                order.append((other, here))
                edge.append(other)
    held: dict[HexId, list[ColonyId]] = {hex_: list(sends.get(hex_, ())) for hex_ in found}
    for outer, inner in reversed(order):
        held[inner].extend(held[outer])
    return {(outer, inner): tuple(held[outer]) for outer, inner in order if held[outer]}


def hexes_between(on: Sized, line: Line) -> tuple[HexId, ...]:
    """The hexes on any shortest way between two, without these (CW-9.5-18)."""
    a, b = line
    away = distance(on, a, b)
    return tuple(
        hex_ for hex_ in disk(on, a, away) if hex_ not in line and distance(on, a, hex_) + distance(on, hex_, b) == away
    )


def _between(turn: TurnState, side: SideId, line: Line, *, fixed: bool) -> tuple[HexId, ...]:
    if not fixed:
        return hexes_between(turn.cluster, line)
    chart = chart_of(turn, side)
    path = ShortestPaths(line[0], lambda hex_: chart.linked(hex_, "jump")).to(line[1])
    return tuple(hex_ for hex_ in path or () if hex_ not in line)


def _spent_at(turn: TurnState, side: SideId) -> Mapping[ColonyId, int]:
    """CPs of the pool that orders spent at each colony of a side."""
    found: dict[ColonyId, int] = defaultdict(int)
    for signed, _, cps in turn.charges:
        if signed.side == side:
            found[_place_of(turn, side, signed.order)] += cps
    return found


def _place_of(turn: TurnState, side: SideId, order: Order) -> ColonyId:
    """The colony at which an order spends its CPs; "" for none in particular, which is the capital's affair."""
    colony: ColonyId = getattr(order, "colony", "")
    if colony:
        return colony
    build, project = turn.builds.get(getattr(order, "build", "")), turn.projects.get(getattr(order, "project", ""))
    if build is not None:
        return build.colony
    hex_ = project.hex if project is not None else getattr(order, "hex", "")
    return min((c.id for c in turn.colonies.at(hex_) if c.side == side), default="")
