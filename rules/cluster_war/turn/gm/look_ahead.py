"""Where fleets will be if nobody gives another order, who will meet whom, which systems players will reach (CW-19.0)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from math import ceil
from typing import Final

from rules.cluster_war.chapters.movement.meetings import at_peace
from rules.cluster_war.chapters.movement.move_orders import MoveFleet, enter_moves
from rules.cluster_war.chapters.movement.under_way import move_week
from rules.cluster_war.chapters.npr.sight import marks
from rules.cluster_war.model.events.movement import FleetPassed
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, FleetId, HexId, SideId, tables
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.places import StarSystem, disk, distance
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.model.worlds.cluster import may_have_planets, roll_contents
from rules.cluster_war.model.worlds.planets import Maker
from rules.dice import SEED_BYTES, Dice, Roller
from rules.values import GameError, IllegalOrderError, Roll, Value, quoted

MOST_TURNS: Final = 24
PLOT_DICE: Final = "plot"
RULE: Final = "CW-19.0-03"


class FleetPosition(Value):
    """Where a fleet is at a week's end: `hex` "" in FTL space; `passed` are hexes it was seen in on the way that week."""

    week: int
    hex: HexId
    passed: tuple[HexId, ...] = ()


class Track(Value):
    """A fleet's way: whose it is, its name, and where it is from the turn's start on, one entry a week."""

    fleet: FleetId
    side: SideId
    name: str
    spots: tuple[FleetPosition, ...]


class Meeting(Value):
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
    spots: dict[FleetId, list[FleetPosition]] = {
        key: [FleetPosition(_start(state), _hex_of(state, key))] for key in names
    }
    first = state.turn
    for turn in range(first, first + turns):
        turn_state = TurnState(state, moves if turn == first else (), Dice(bytes(SEED_BYTES), PLOT_DICE, turn))
        enter_moves(turn_state)
        for week in range(turn_state.first_week + 1, turn_state.first_week + WEEKS_PER_TURN + 1):
            before = len(turn_state.events)
            move_week(turn_state, week)
            passed = [e for e in turn_state.events[before:] if isinstance(e, FleetPassed)]
            for key, way in spots.items():
                if key in turn_state.fleets:
                    here = tuple(e.hex for e in passed if e.fleet == key)
                    way.append(FleetPosition(week, _hex_of(turn_state, key), here))
        state = turn_state.freeze(turn + 1, {})
    tracks = {key: Track(key, *names[key], tuple(way)) for key, way in spots.items()}
    last = (state.turn - 1) * WEEKS_PER_TURN
    for fleet, _ in marks(state.nprs):
        weeks = range(last - turns * WEEKS_PER_TURN, last + 1)
        tracks[fleet.id] = Track(fleet.id, fleet.side, fleet.name, tuple(FleetPosition(w, fleet.hex) for w in weeks))
    return tracks


def first_meeting(a: Track, b: Track) -> Meeting | None:
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
    found: list[Meeting] = []
    for a, b in combinations(sorted(tracks.values(), key=lambda t: t.fleet), 2):
        if a.side == b.side or at_peace(state.peace, a.side, b.side) or {a.side, b.side} <= set(state.nprs):
            continue
        met = first_meeting(a, b)
        if met is not None and met.week > _start(state):
            found.append(met)
    return tuple(sorted(found, key=lambda m: (m.week, m.hex, m.a, m.b)))


def _start(state: GameState) -> int:
    return (state.turn - 1) * WEEKS_PER_TURN


def _hex_of(state: GameState | TurnState, fleet: FleetId) -> HexId:
    found = state.fleets[fleet]
    return "" if found.transit is not None else found.hex


class SystemToPrepare(Value):
    """A system to prepare: who comes there first and in which week (None: it only lies near), and what wants the GM's
    eye: `empty` has no worlds though its star may have some, `special` hides something, `people` are races of his there."""

    hex: HexId
    side: SideId
    week: int | None
    away: int
    empty: bool
    special: str
    people: tuple[SideId, ...]

    @property
    def spare(self) -> bool:
        """Whether it is one of the ten percent to have in reserve, not one that somebody goes to (CW-19.0-04)."""
        return self.week is None


@dataclass
class SaltedDice(Roller):
    """Dice whose keys end with a salt, so that nobody can work them out from a seed that is told; they keep their rolls."""

    dice: Roller
    salt: str
    rolls: list[Roll] = field(default_factory=list)

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        """As `Roller.roll`, under the salted key."""
        rolled = self.dice.roll(f"{key}/{self.salt}", sides, count)
        self.rolls.append(rolled)
        return rolled


def due_systems(state: GameState, tracks: Mapping[str, Track]) -> tuple[SystemToPrepare, ...]:
    """Systems on fleets' plotted ways that are not prepared, soonest first; then a tenth more, the nearest to any fleet.

    A system is prepared when the game master says so, or when a side has scouted it (then it is known and stays as it
    is). `tracks` reach as far ahead as is to be looked (CW-19.0-03, CW-19.0-04).
    """
    known = {h for k in state.knowledge.values() for h, s in k.systems.items() if s.level != "map"}
    open_ = {h: s for h, s in state.cluster.systems.items() if h not in known and h not in state.prepared}
    first: dict[HexId, tuple[int, SideId]] = {}
    mine = [track for track in tracks.values() if track.side in state.sides]
    for track in mine:
        for spot in track.spots:
            for here in (*spot.passed, spot.hex):
                if here in open_ and (here not in first or (spot.week, track.side) < first[here]):
                    first[here] = (spot.week, track.side)
    needed = [_due(state, open_[h], side, week, 0) for h, (week, side) in first.items()]
    needed.sort(key=lambda d: (d.week or 0, d.hex))
    percent = tables(state.settings)["CW-TAB-GM-AHEAD"].number("per cent more than is needed", "usual")
    spare = ceil(len(needed) * percent / 100) if needed else 1
    near = _nearest(state, mine, {h: s for h, s in open_.items() if h not in first}, spare)
    return (*needed, *near[:spare])


def _nearest(
    state: GameState, tracks: list[Track], open_: Mapping[HexId, StarSystem], wanted: int
) -> list[SystemToPrepare]:
    """Systems by how near they lie to any place a fleet will be; so many at least, if there are as many within sixteen hexes."""
    places = {(spot.hex, track.side) for track in tracks for spot in track.spots if spot.hex}
    found: dict[HexId, tuple[int, SideId]] = {}
    for reach in (2, 4, 8, 16):
        for place, side in sorted(places):
            for here in disk(state.cluster, place, reach):
                if here in open_:
                    away = (distance(state.cluster, place, here), side)
                    found[here] = min(found.get(here, away), away)
        if len(found) >= wanted:
            break
    ranked = sorted((away, here, side) for here, (away, side) in found.items())
    return [_due(state, open_[here], side, None, away) for away, here, side in ranked]


def _due(state: GameState, system: StarSystem, side: SideId, week: int | None, away: int) -> SystemToPrepare:
    people = {
        npr.id
        for npr in state.nprs.values()
        if system.hex in {npr.home, *npr.territory, *(c.hex for c in npr.colonies), *(f.hex for f in npr.forces)}
    }
    empty = not system.bodies and system.special is None and may_have_planets(system.codes)
    special = system.special.kind if system.special else ""
    return SystemToPrepare(system.hex, side, week, away, empty, special, tuple(sorted(people)))


def make_contents(state: GameState, hex_: HexId, dice: Roller) -> StarSystem:
    """What Appendix B's dice put into a system, whose stars stay as they are on everybody's map (CW-19.0-03).

    IllegalOrderError: there is no system, somebody knows it already, or somebody lives there.
    """
    system = state.cluster.systems.get(hex_)
    if system is None:
        raise IllegalOrderError(f"{hex_} is empty space; only systems on the map have contents.", rule=RULE)
    known = [s for s, k in sorted(state.knowledge.items()) if hex_ in k.systems and k.systems[hex_].level != "map"]
    if known:
        names = ", ".join(state.sides[side].name for side in known)
        raise IllegalOrderError(f"{hex_} is known to {names} as it is; change a world with /gm amend world.", rule=RULE)
    settled = {c.hex for c in state.colonies.values()} | {c.hex for n in state.nprs.values() for c in n.colonies}
    if hex_ in settled:
        raise IllegalOrderError(f"Somebody lives at {hex_}; its worlds stay as they are.", rule=RULE)
    maker = Maker(state.settings, tables(state.settings), dice, state.cluster.columns, state.cluster.rows)
    return roll_contents(maker, hex_, system.codes, system.name)
