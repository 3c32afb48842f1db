"""Where all fleets will be, week by week, if nobody gives another order; and who will meet whom there (CW-19.0-22)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from rules.cluster_war.events.movement import FleetPassed
from rules.cluster_war.movement.meetings import at_peace
from rules.cluster_war.movement.orders.moving import MoveFleet, enter_moves
from rules.cluster_war.movement.under_way import move_week
from rules.cluster_war.npr.sight import marks
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.state.game import GameState
from rules.cluster_war.state.names import WEEKS_PER_TURN, FleetId, HexId, SideId
from rules.cluster_war.working.turn_state import TurnState
from rules.dice import SEED_BYTES, Dice
from rules.errors import GameError, quoted

MOST_TURNS: Final = 24
PLOT_DICE: Final = "plot"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a fleet is at a week's end: `hex` "" in FTL space; `passed` are hexes it was seen in on the way that week."""

    week: int
    hex: HexId
    passed: tuple[HexId, ...] = ()


@dataclass(frozen=True, slots=True)
class Track:
    """A fleet's way: whose it is, its name, and where it is from the turn's start on, one entry a week."""

    fleet: FleetId
    side: SideId
    name: str
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two fleets in one hex, from this week on; `passing` if one only goes through while the other is there."""

    a: FleetId
    b: FleetId
    hex: HexId
    week: int
    passing: bool


def plot(state: GameState, orders: tuple[SignedOrder, ...], turns: int) -> Mapping[FleetId, Track]:
    """Tracks of all fleets for `turns` turns under the moves now ordered or under way, by the rules of movement.

    Dangers that dice decide are left out of account where they can be: nothing here tells what will be rolled. The
    forces of the game master's races stay where they are. GameError for no such number of turns.
    """
    if not 1 <= turns <= MOST_TURNS:
        raise GameError(f"Plot 1 to {MOST_TURNS} turns ahead, not {turns}.", rule="CW-19.0-22")
    moves = tuple(order for order in orders if isinstance(order.order, MoveFleet))
    names = {f.id: (f.side, f.name) for f in state.fleets.values()}
    spots: dict[FleetId, list[Spot]] = {key: [Spot(_start(state), _at(state, key))] for key in names}
    first = state.turn
    for turn in range(first, first + turns):
        month = TurnState(state, moves if turn == first else (), Dice(bytes(SEED_BYTES), PLOT_DICE, turn))
        enter_moves(month)
        for week in range(month.first_week + 1, month.first_week + WEEKS_PER_TURN + 1):
            before = len(month.events)
            move_week(month, week)
            passed = [e for e in month.events[before:] if isinstance(e, FleetPassed)]
            for key, way in spots.items():
                if key in month.fleets:
                    here = tuple(e.hex for e in passed if e.fleet == key)
                    way.append(Spot(week, _at(month, key), here))
        state = month.freeze(turn + 1, {})
    tracks = {key: Track(key, *names[key], tuple(way)) for key, way in spots.items()}
    last = (state.turn - 1) * WEEKS_PER_TURN
    for fleet, _ in marks(state.nprs):
        weeks = range(last - turns * WEEKS_PER_TURN, last + 1)
        tracks[fleet.id] = Track(fleet.id, fleet.side, fleet.name, tuple(Spot(w, fleet.hex) for w in weeks))
    return tracks


def meeting(a: Track, b: Track) -> Meeting | None:
    """The first week in which two fleets are in one hex; None if they are not, as far as was plotted."""
    if a.fleet == b.fleet:
        raise GameError(f"{quoted(a.name)} cannot meet itself; name two fleets.")
    for one, other in zip(a.spots, b.spots, strict=False):
        if one.hex and one.hex == other.hex:
            return Meeting(a.fleet, b.fleet, one.hex, one.week, passing=False)
        through = (set(one.passed) & {other.hex, *other.passed}) | (set(other.passed) & {one.hex})
        if through - {""}:
            return Meeting(a.fleet, b.fleet, min(through - {""}), one.week, passing=True)
    return None


def meetings_ahead(state: GameState, tracks: Mapping[FleetId, Track]) -> tuple[Meeting, ...]:
    """The first meeting of every two fleets of sides not at peace, soonest first; those together now are left out."""
    found = [m for m in _all(state, tracks.values()) if m.week > _start(state)]
    return tuple(sorted(found, key=lambda m: (m.week, m.hex, m.a, m.b)))


def _all(state: GameState, tracks: Iterable[Track]) -> Iterator[Meeting]:
    for a, b in combinations(sorted(tracks, key=lambda t: t.fleet), 2):
        if a.side == b.side or at_peace(state.peace, a.side, b.side) or {a.side, b.side} <= set(state.nprs):
            continue
        met = meeting(a, b)
        if met is not None:
            yield met


def _start(state: GameState) -> int:
    return (state.turn - 1) * WEEKS_PER_TURN


def _at(state: GameState | TurnState, fleet: FleetId) -> HexId:
    found = state.fleets[fleet]
    return "" if found.transit is not None else found.hex
