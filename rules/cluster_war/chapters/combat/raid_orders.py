"""The order to raid an enemy's commerce, hex by hex, and what a side can work out before it from the colonies of others that
it knows: chances, and courses to take (CW-9.5-01, CW-9.5-20, CW-9.5-21).

What a side works out knows nothing of the truth: lines are drawn between known colonies as their owner's own would be.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Final

from rules.cluster_war.chapters.combat.arms import can_fight
from rules.cluster_war.chapters.combat.raid_traffic import Line, hexes_between
from rules.cluster_war.chapters.combat.raids import chance
from rules.cluster_war.chapters.movement.fleets import put_fleet
from rules.cluster_war.chapters.movement.journey import LegStage, cruise_along, entries, next_stage
from rules.cluster_war.chapters.movement.move_orders import MoveFleet, travel_notes
from rules.cluster_war.chapters.movement.navigation import Chart, Mode, chart_in, chart_of, mode_of
from rules.cluster_war.chapters.movement.travel_time import check_on_map, eta
from rules.cluster_war.model.economy.holds import room_aboard
from rules.cluster_war.model.economy.supply import lines_among
from rules.cluster_war.model.events.raids import RaidBegun
from rules.cluster_war.model.holdings.finders import free_fleet
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, Together, Trip, TurnHoldings
from rules.cluster_war.model.orders.names import NAME, Groups, Names, fleet_text
from rules.cluster_war.model.orders.order import Note, Order, OrderPreview
from rules.cluster_war.model.race_design.choices import check_deed
from rules.cluster_war.model.state.common import FleetId, HexId, SideId
from rules.cluster_war.model.state.holdings import Design, Fleet, Leg, Ship
from rules.cluster_war.model.state.places import distance, neighbours
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import Cargo, Raid
from rules.cluster_war.model.unit_design.wounded import sound
from rules.cluster_war.model.working.turn_state import OrderGuard, TurnState
from rules.values import Cause, IllegalOrderError, Value, WrongPhaseError, changed

MOST_TARGETS: Final = 6
LONGEST_COURSE: Final = 16
MOST_HEXES: Final = 24
RAID_RULE: Final = "CW-9.5-01"


class RaidEstimate(Value):
    """Hexes of a course in which prey may be met, each with per cent, and whether the raiders have LRS."""

    hexes: tuple[tuple[HexId, int], ...]
    lrs: bool

    @property
    def expected(self) -> str:
        """How many catches are to be expected: the sum of the chances, which is no chance itself."""
        return f"{float(Fraction(sum(percent for _, percent in self.hexes), 100)):g}"


class RaidCourse(Value):
    """A course to suggest: its hexes, the side whose system it goes to and that system, and what can be expected of it."""

    path: tuple[HexId, ...]
    side: SideId
    to: HexId
    expected: str


def estimate(view: View, path: Iterable[HexId], designs: Iterable[Design]) -> RaidEstimate:
    """The chances along a course, by hex, from what the side knows: a catch for each enemy there (CW-9.5-20). `designs` are
    the raiders' with what still works of them."""
    return _estimate(view, tuple(known_colonies(view).values()), path, lrs=any(design.lrs for design in designs))


def _estimate(view: View, owned: tuple[tuple[HexId, ...], ...], path: Iterable[HexId], *, lrs: bool) -> RaidEstimate:
    """As `estimate`, where the hexes of each side's colonies are known already."""
    systems, routes = _prey(_Board(view.columns, view.rows), view.settings.grid_touch, owned)
    in_system, on_route = (chance(place, view.settings, lrs=lrs) for place in ("system", "route"))
    found = [(hex_, in_system * systems[hex_] + on_route * routes[hex_]) for hex_ in path]
    return RaidEstimate(tuple((hex_, percent) for hex_, percent in found if percent), lrs)


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
        routes.update({h for line in _lines(board, touch, known) for h in hexes_between(board, line)} - {*known})
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


def courses(view: View, fleet: Fleet) -> tuple[RaidCourse, ...]:
    """Courses to suggest to a fleet: to the nearest systems that it knows of its enemies, and on along a line from there;
    those of which most can be expected first."""
    lrs = view.me is not None and any(sound(view.me.designs, view.ships[ship]).lrs for ship in fleet.ships)
    enemies = known_colonies(view)
    owned = tuple(enemies.values())
    found: dict[tuple[HexId, ...], RaidCourse] = {}
    for side, known in enemies.items():
        near = sorted(known, key=lambda hex_: (distance(view, fleet.hex, hex_), hex_))[:MOST_TARGETS]
        lines = known_lines(view, known)
        for to in near:
            ways = [(to,), *((a, b) if a == to else (b, a) for a, b in lines if to in (a, b))]
            for stops in ways:
                path = shortest_way(view, (fleet.hex, *stops))
                if 1 <= len(path) <= LONGEST_COURSE:
                    found[path] = RaidCourse(path, side, stops[-1], _estimate(view, owned, path, lrs=lrs).expected)
    return tuple(sorted(found.values(), key=lambda c: (-Fraction(c.expected), len(c.path), c.path)))


def shortest_way(view: View, stops: Sequence[HexId]) -> tuple[HexId, ...]:
    """A shortest way over these hexes, without the first, every hex of it named."""
    path: list[HexId] = []
    for here, to in pairwise(stops):
        at = here
        while at != to:
            at = min(neighbours(view, at), key=lambda hex_: (distance(view, hex_, to), hex_))
            path.append(at)
    return tuple(path)


class RaidRoute(Order):
    """Send a fleet through hex after hex to catch the civilian ships of whoever it is not at peace with (CW-9.5-01).

    `cargo` is whether it destroys what it catches, or takes what its free bays hold (CW-9.5-14, CW-9.5-15).
    """

    fleet: FleetId
    path: tuple[HexId, ...]
    cargo: Cargo = "destroy"


class _RaidPlan(Value):
    """A raid that can be gone: the fleet, how it travels, and the stages of its course."""

    fleet: Fleet
    mode: Mode
    stages: tuple[LegStage, ...]


def _planned(holdings: Holdings, order: RaidRoute, chart: Chart, moving: Collection[FleetId]) -> _RaidPlan:
    """The raid that an order asks for; GameError says why it cannot be gone."""
    fleet = free_fleet(holdings, order.fleet)
    if fleet.transit is not None:
        raise IllegalOrderError(
            f"{fleet.name} is in FTL space until it reaches {fleet.transit.to} and cannot be called back.",
            rule="CW-4.0-04",
        )
    if fleet.id in moving:
        raise WrongPhaseError(f"{fleet.name} already has a movement order; change that one instead.", rule="CW-4.1-02")
    check_deed(holdings.owner.race, "first strike", "raid", holdings.settings)
    if not 1 <= len(order.path) <= MOST_HEXES:
        raise IllegalOrderError(f"A raid goes through 1 to {MOST_HEXES} hexes, not {len(order.path)}.", rule=RAID_RULE)
    ships = [holdings.ships[ship] for ship in fleet.ships]
    designs = holdings.owner.designs
    if not any(can_fight(designs[ship.design], ship.wounds, holdings.settings) for ship in ships):
        raise IllegalOrderError(f"{fleet.name} has no armed ship, and cannot stop a freighter.", rule=RAID_RULE)
    for hex_ in order.path:
        check_on_map(chart, hex_)
    mode = mode_of(fleet.name, designs, ships, holdings.settings)
    for here, to in zip((fleet.hex, *order.path), order.path, strict=False):
        joined = to in chart.linked(here, "jump") if mode.drive.family == "string" else distance(chart, here, to) == 1
        if not joined:
            beside = "joined to it by a known jump line" if mode.drive.family == "string" else "beside it"
            raise IllegalOrderError(
                f"A raid's course names every hex: {to} follows {here}, and is not {beside}.", rule="CW-9.5-21"
            )
    return _RaidPlan(fleet, mode, _stages(chart, mode, fleet.hex, order.path))


def _stages(chart: Chart, mode: Mode, here: HexId, path: tuple[HexId, ...]) -> tuple[LegStage, ...]:
    if mode.drive.family == "linear":
        return (cruise_along(chart, mode, path),)
    return tuple(next_stage(chart, mode, a, b) for a, b in zip((here, *path), path, strict=False))


def _plan(planned: PlannedState, order: RaidRoute) -> OrderPreview:
    planned.check_stays(free_fleet(planned, order.fleet))
    raid = _planned(planned, order, chart_in(planned.view), ())
    fleet, aboard = raid.fleet, [planned.ships[s] for s in raid.fleet.ships]
    week = planned.first_week + sum(stage.weeks for stage in raid.stages)
    planned.moving[fleet.id] = week
    planned.heading[fleet.id], planned.due[fleet.id] = order.path[-1:], (week,)
    way = tuple(entries(planned.view, fleet.hex, raid.stages, planned.first_week))
    planned.trips[fleet.id] = Trip(fleet.id, fleet.ships, way)
    notes = [*_estimates(planned, order, aboard)]
    notes += travel_notes(planned.settings, raid.mode, raid.stages, planned.first_week, by="")
    if fleet.survey is not None:
        notes.append(Note(f"{fleet.name} is surveying {fleet.survey.hex}; leaving loses that work.", "CW-12.1-11"))
    does = "destroys what it catches"
    if order.cargo == "take":
        room = room_aboard(planned.me.designs, aboard, planned.settings)
        does = f"takes what it catches, as far as its cargo bays have room ({room} CPs now)"
    text = (
        f"{fleet.name} leaves {planned.place(fleet.hex)} to raid by way of {', '.join(order.path)} "
        f"(at its end {eta(week)}) and {does}."
    )
    return OrderPreview(order=order, text=text, arrives=week, notes=tuple(dict.fromkeys(notes)))


def _estimates(planned: PlannedState, order: RaidRoute, aboard: Collection[Ship]) -> list[Note]:
    """What the side can work out for itself from the colonies that it knows (CW-9.5-20)."""
    found = estimate(planned.view, order.path, [sound(planned.me.designs, ship) for ship in aboard])
    if not found.hexes:
        return [Note("You know no colonies whose ships would pass here.", "CW-9.5-02")]
    told = ", ".join(f"{hex_} {percent} %" for hex_, percent in found.hexes)
    lines = f"By the colonies you know, and if their drives can be met on the way: {told}."
    notes = [Note(f"{lines} That makes {found.expected} catches to be expected.", "CW-9.5-20", informs=True)]
    if not found.lrs:
        notes.append(Note("Without LRS it finds next to nothing.", "CW-9.5-08"))
    return notes


def enter_raids(turn: TurnState) -> None:
    """Take in the turn's raids, after its movement orders; they leave at once."""
    moved: set[FleetId] = {order.fleet for _, order in turn.orders_of(MoveFleet)}
    for signed, order in turn.orders_of(RaidRoute):
        with OrderGuard(turn, signed):
            chart = chart_of(turn, signed.side)
            raid = _planned(TurnHoldings(turn, signed.side), order, chart, moved)
            moved.add(raid.fleet.id)
            legs = tuple(Leg(hex_) for hex_ in order.path)
            plain = changed(raid.fleet, route=legs, pick_up=(), order=signed.id, course=None, push=False, by="")
            put_fleet(turn, changed(plain, raid=Raid(order.cargo)))
            cause = Cause(RAID_RULE, signed.id)
            turn.tell_side(RaidBegun(signed.side, raid.fleet.id, order.path, order.cargo, cause=cause))


def _read(g: Groups) -> RaidRoute:
    path = tuple(g.names.hex(part) for part in re.split(r"[,\s]+", g.raw(1).strip()) if part)
    return RaidRoute(g.fleet(0), path, "take" if g.has(2) else "destroy")


def _write(order: RaidRoute, names: Names) -> str:
    taking = " taking cargo" if order.cargo == "take" else ""
    return f"raid {fleet_text(names, order.fleet)} via {', '.join(order.path)}{taking}"


KINDS: Final = (
    OrderKind(
        RaidRoute,
        Phase.MOVE,
        command="fleet raid",
        example='raid "1st Fleet" via 0505, 0605, 0706 taking cargo',
        pattern=rf"{NAME} via ([\d,\s]+?)( taking cargo)?",
        read=_read,
        write=_write,
        plan=_plan,
        carry_out=Together(enter_raids),
    ),
)
