"""Playing a capsule again: every turn from its orders, seed, words and amendments, compared state by state."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.cluster_war.amend import amend
from rules.cluster_war.events import Event
from rules.cluster_war.scenario import Scenario
from rules.cluster_war.setup import new_game
from rules.cluster_war.state import RULESET, SCHEMA, GameState
from rules.cluster_war.turn import adjudicate
from rules.dice import Dice, commitment, mix
from rules.errors import GameError
from storage.codec import (
    decode_amendment,
    decode_signed,
    decode_state,
    encode_event,
    encode_state,
    from_document,
)
from storage.errors import StorageError
from umpire.capsule import (
    AmendmentRecord,
    Capsule,
    EventsRecord,
    OrdersRecord,
    Phase,
    RollRecord,
    SnapshotRecord,
    TurnRecord,
)


@dataclass(slots=True)
class Replayed:
    """One opening played again: its states by phase and number, its events by phase, and where it ended (if it did)."""

    opening: int
    states: dict[tuple[Phase, int], bytes] = field(default_factory=dict)
    events: dict[Phase, list[bytes]] = field(default_factory=lambda: {"start": [], "draft": []})
    result: bytes | None = None


@dataclass(frozen=True, slots=True)
class Verification:
    """What checking a capsule found. `replayed` counts turns played again (0 for a player's capsule); `compared` is False
    for a capsule of an older ruleset, whose states cannot be expected to come out the same."""

    turns: int
    rolls: int
    waiting: int
    replayed: int
    differences: tuple[str, ...]
    compared: bool = True


@dataclass(slots=True)
class _Book:
    """A capsule's records, found by opening."""

    snapshots: dict[tuple[int, Phase, int], SnapshotRecord] = field(default_factory=dict)
    amendments: dict[tuple[int, Phase], list[AmendmentRecord]] = field(default_factory=dict)
    orders: dict[int, bytes] = field(default_factory=dict)
    events: dict[tuple[int, Phase], list[bytes]] = field(default_factory=dict)


def examine(capsule: Capsule) -> tuple[Verification, tuple[Replayed, ...]]:
    """Check all commitments and rolls; play a game master's capsule again and compare it. Never raises for bad dice."""
    wrong, good, waiting = _check_dice(capsule)
    done: tuple[Replayed, ...] = ()
    if not capsule.head.side:
        try:
            done = replay(capsule)
            wrong += _check_making(capsule) if _same_rules(capsule) else []
        except (GameError, StorageError) as error:
            wrong.append(str(error))
    replayed = sum(turn.result is not None for turn in done if turn.opening > 0)
    found = Verification(len(capsule.turns()), good, waiting, replayed, tuple(wrong), _same_rules(capsule))
    return found, done


def replay(capsule: Capsule) -> tuple[Replayed, ...]:
    """Play a whole capsule again. GameError names the first state or event that comes out otherwise."""
    if capsule.head.side:
        raise GameError("This is a player's capsule: it does not hold the whole game. Ask your game master for his.")
    book = _index(capsule)
    compare = _same_rules(capsule)
    done: dict[int, Replayed] = {}
    for record in capsule.turns():
        if record.opening in done:
            raise GameError(f"The capsule has two records of opening {record.opening}.")
        done[record.opening] = _replay_one(capsule, book, done, record, compare=compare)
    if 0 not in done:
        raise GameError("The capsule does not say how the game began.")
    return tuple(done[opening] for opening in sorted(done))


def _same_rules(capsule: Capsule) -> bool:
    return (capsule.head.schema, capsule.head.ruleset) == (SCHEMA, RULESET)


def _replay_one(
    capsule: Capsule, book: _Book, done: Mapping[int, Replayed], record: TurnRecord, *, compare: bool
) -> Replayed:
    opening, turn = record.opening, record.turn
    made = Replayed(opening)
    state = _start_of(book, done, record)
    if opening > 0 and state.turn != turn:
        raise GameError(f"Opening {opening} is of turn {turn}, but the game had reached turn {state.turn}.")
    state = _amended(book, made, record, "start", state)
    if opening == 0:
        made.result = encode_state(state)
    elif opening in book.orders:
        if record.seed is None:
            raise GameError(f"Turn {turn} was resolved, but the capsule does not tell its seed.")
        seed = mix(_seed_of(record), record.words)
        name = capsule.head.id if not isinstance(record.game, str) else record.game
        result = adjudicate(state, decode_signed(book.orders[opening]), Dice(seed, name, turn))
        # Through bytes and back, as the turn itself went: nothing can depend on the order a mapping was filled in.
        state = decode_state(encode_state(result.state))
        made.events["draft"] += _encoded(result.events)
        state = _amended(book, made, record, "draft", state)
        made.result = encode_state(state)
    if compare:
        _compare(book, made, record)
    return made


def _start_of(book: _Book, done: Mapping[int, Replayed], record: TurnRecord) -> GameState:
    if record.opening == 0:
        first = book.snapshots.get((0, "start", 0))
        if first is None or not bytes(first.state):
            raise GameError("The capsule does not hold the game's first state.")
        return decode_state(bytes(first.state))
    if record.redoes is not None:
        before = done.get(record.redoes)
        data = None if before is None else before.states.get(("start", 0))
    else:
        before = done.get(record.opening - 1)
        data = None if before is None else before.result
    if data is None:
        raise GameError(f"The capsule does not tell what led to opening {record.opening} (turn {record.turn}).")
    return decode_state(data)


def _amended(book: _Book, made: Replayed, record: TurnRecord, phase: Phase, state: GameState) -> GameState:
    made.states[phase, 0] = encode_state(state)
    for act in sorted(book.amendments.get((record.opening, phase), ()), key=lambda act: act.seq):
        result = amend(state, decode_amendment(bytes(act.amendment)), act.reason)
        data = encode_state(result.state)
        state = decode_state(data)
        made.states[phase, act.seq] = data
        made.events[phase] += _encoded(result.events)
    return state


def _compare(book: _Book, made: Replayed, record: TurnRecord) -> None:
    where = f"turn {record.turn} (opening {record.opening})"
    for (opening, phase, seq), kept in book.snapshots.items():
        if opening != record.opening:
            continue
        data = made.states.get((phase, seq))
        if data is None or hashlib.sha256(data).hexdigest() != kept.sha256:
            raise GameError(f"Played again, {where} comes out otherwise: its {phase} state {seq} differs.")
    for phase, events in made.events.items():
        kept_events = book.events.get((record.opening, phase), [])
        if kept_events != events:
            pairs = enumerate(zip(kept_events, events, strict=False))
            at = next((n for n, (old, new) in pairs if old != new), min(len(kept_events), len(events)))
            raise GameError(f"Played again, {where} comes out otherwise: event {at + 1} of its {phase} differs.")


def _check_dice(capsule: Capsule) -> tuple[list[str], int, int]:
    wrong: list[str] = []
    good = waiting = 0
    turns: dict[int, TurnRecord] = {}
    for record in capsule.records:
        if isinstance(record, TurnRecord):
            turns[record.turn] = record
            if record.seed is not None and commitment(_seed_of(record)) != record.commitment:
                wrong.append(f"Turn {record.turn}: the seed is not the one that was committed to.")
        elif isinstance(record, RollRecord):
            turn = turns.get(record.turn)
            if turn is None:
                wrong.append(f"Turn {record.turn}, {record.key}: a roll of a turn that is not in the capsule.")
            elif turn.seed is None:
                waiting += 1
            elif _faces(capsule, turn, record) == record.faces:
                good += 1
            else:
                wrong.append(f"Turn {record.turn}, {record.key}: the capsule's dice are not those of the seed.")
    return wrong, good, waiting


def _faces(capsule: Capsule, turn: TurnRecord, record: RollRecord) -> list[int] | None:
    seed = _seed_of(turn)
    name = capsule.head.id if not isinstance(turn.game, str) else turn.game
    dice = Dice(mix(seed, turn.words) if record.mixed else seed, name, turn.turn)
    try:
        return list(dice.roll(record.key, record.sides, len(record.faces)).faces)
    except ValueError:
        return None


def _check_making(capsule: Capsule) -> list[str]:
    """Once the first seed is told: whether the map is the one it makes."""
    first = next((turn for turn in capsule.turns() if turn.opening == 0), None)
    if first is None or first.seed is None:
        return []
    scenario = from_document(Scenario, capsule.settings().scenario)
    made = hashlib.sha256(encode_state(new_game(scenario, _seed_of(first)))).hexdigest()
    kept = next((s for s in capsule.records if isinstance(s, SnapshotRecord) and s.opening == 0), None)
    same = kept is not None and kept.sha256 == made
    return [] if same else ["The cluster is not the one that the first seed makes."]


def _seed_of(record: TurnRecord) -> bytes:
    try:
        seed = bytes.fromhex(record.seed or "")
    except ValueError as wrong:
        raise GameError(f"The seed of turn {record.turn} is not written in hexadecimal.") from wrong
    if len(seed) != 32:
        raise GameError(f"The seed of turn {record.turn} has {len(seed)} bytes instead of 32.")
    return seed


def _encoded(events: tuple[Event, ...]) -> list[bytes]:
    return [encode_event(event) for event in events]


def _index(capsule: Capsule) -> _Book:
    book = _Book()
    for record in capsule.records:
        match record:
            case SnapshotRecord():
                book.snapshots[record.opening, record.phase, record.seq] = record
            case AmendmentRecord():
                book.amendments.setdefault((record.opening, record.phase), []).append(record)
            case OrdersRecord():
                book.orders[record.opening] = bytes(record.orders)
            case EventsRecord():
                events = [bytes(event) for event in record.events]
                book.events.setdefault((record.opening, record.phase), []).extend(events)
            case _:
                pass
    return book
