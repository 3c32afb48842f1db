"""Playing a capsule again: every turn from its orders, seed, words and amendments, compared state by state.

Turns that were resolved by other rules than this program's are taken as the capsule has them; it is said which version
verifies them. Nothing here knows which game it is: states, orders and events are bytes, and the game plays them
(`umpire.systems`). A capsule that no game wrote can break the rules' code or the database anywhere: that is told as one
sentence, never as a traceback.
"""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from games.known import GAMES
from rules.dice import Dice, commitment, mix
from rules.values import GameError, Value, quoted
from storage.codec import pack, unpack
from storage.db import is_fault
from storage.errors import StaleStateError, StorageError
from storage.snapshots import Phase
from umpire.capsules.capsule import (
    AmendmentRecord,
    Capsule,
    EventsRecord,
    OrdersRecord,
    OutcomesRecord,
    RollRecord,
    SnapshotRecord,
    TurnRecord,
)
from umpire.games.new_game import verifier
from umpire.systems.contract import System

CHARACTERS_SHOWN = 160


@contextmanager
def consistent(part: str) -> Iterator[None]:
    """Tells of whatever goes wrong with a part of a capsule ("its seats") as a GameError that names the part."""
    try:
        yield
    except (GameError, StaleStateError, MemoryError):
        raise
    except StorageError as wrong:
        raise GameError(f"This capsule is damaged in {part}: {wrong}") from wrong
    except Exception as wrong:
        if is_fault(wrong):
            raise
        said = quoted(_words(wrong), CHARACTERS_SHOWN)
        raise GameError(
            f"This capsule is damaged, or no Admiralty wrote it: {part} cannot be kept ({said})."
        ) from wrong


def _words(wrong: Exception) -> str:
    """What happened, in as few words as it says itself; the database wraps what it was told in more."""
    cause = getattr(wrong, "orig", None) or wrong
    if isinstance(cause, RecursionError):
        return "nested too deeply"
    if isinstance(cause, KeyError):
        return f"{cause} is missing"
    return str(cause) or type(cause).__name__


@dataclass(slots=True)
class Replayed:
    """One revision played again: its states by phase and number, its events by phase, and where it ended (if it did).

    States are packed (`storage.codec.pack`) once they are compared: a long game has hundreds, of a megabyte or more each.
    """

    revision: int
    states: dict[tuple[Phase, int], bytes] = field(default_factory=dict)
    events: dict[Phase, list[bytes]] = field(default_factory=lambda: {"start": [], "draft": []})
    result: bytes | None = None


class Verification(Value):
    """What checking a capsule found. `replayed` counts turns played again (0 for a player's capsule); `others` are sentences on
    the turns that were resolved by other rules, which this program does not verify."""

    turns: int
    rolls: int
    waiting: int
    replayed: int
    differences: tuple[str, ...]
    others: tuple[str, ...] = ()


@dataclass(slots=True)
class _Index:
    """A capsule's records, found by revision."""

    snapshots: dict[tuple[int, Phase, int], SnapshotRecord] = field(default_factory=dict)
    amendments: dict[tuple[int, Phase], list[AmendmentRecord]] = field(default_factory=dict)
    orders: dict[int, bytes] = field(default_factory=dict)
    outcomes: dict[int, tuple[bytes, ...]] = field(default_factory=dict)
    events: dict[tuple[int, Phase], list[bytes]] = field(default_factory=dict)


def examine(capsule: Capsule) -> tuple[Verification, tuple[Replayed, ...]]:
    """Check all commitments and rolls; play a game master's capsule again and compare it. Never raises for bad dice. Nothing is
    played of a capsule of other rules that does not hold what this program cannot play."""
    wrong, good, waiting = _check_dice(capsule)
    done: tuple[Replayed, ...] = ()
    others = () if capsule.head.side else _others(capsule)
    if not capsule.head.side and (not others or _holds_others(capsule)):
        try:
            done = replay(capsule)
            wrong += _check_making(capsule)
        except (GameError, StorageError) as error:
            wrong.append(str(error))
    taken = {turn.revision for turn in capsule.turns() if not _is_ours(capsule, turn)}
    replayed = sum(turn.result is not None for turn in done if turn.revision > 0 and turn.revision not in taken)
    return Verification(len(capsule.turns()), good, waiting, replayed, tuple(wrong), others), done


def replay(capsule: Capsule) -> tuple[Replayed, ...]:
    """Play a whole capsule again. GameError names the first state or event that comes out differently."""
    if capsule.head.side:
        raise GameError("This is a player's capsule: it does not hold the whole game. Ask your game master for theirs.")
    index = _indexed(capsule)
    done: dict[int, Replayed] = {}
    for record in capsule.turns():
        if record.revision in done:
            raise GameError(f"The capsule has two records of revision {record.revision}.")
        again = _replay_one if _is_ours(capsule, record) else _taken
        done[record.revision] = again(capsule, index, done, record)
    if 0 not in done:
        raise GameError("The capsule does not say how the game began.")
    return tuple(done[revision] for revision in sorted(done))


def _is_ours(capsule: Capsule, turn: TurnRecord) -> bool:
    """Whether a turn was resolved by the rules of this program."""
    return capsule.ruleset_of(turn) == GAMES[capsule.head.system].ruleset


def _others(capsule: Capsule) -> tuple[str, ...]:
    """Which turns were resolved by other rules, and who verifies them."""
    found: dict[str, list[int]] = {}
    for turn in capsule.turns():
        if not _is_ours(capsule, turn):
            found.setdefault(capsule.ruleset_of(turn), []).append(turn.turn)
    return tuple(
        f"Turns {min(which)} to {max(which)} were resolved by the rules {ruleset}: {verifier(ruleset)}."
        for ruleset, which in found.items()
    )


def _holds_others(capsule: Capsule) -> bool:
    """Whether a capsule holds the states of all turns that were resolved by other rules."""
    others = {turn.revision for turn in capsule.turns() if not _is_ours(capsule, turn)}
    kept = (record for record in capsule.records if isinstance(record, SnapshotRecord) and record.revision in others)
    return all(bytes(record.state) for record in kept)


def _taken(capsule: Capsule, index: _Index, done: Mapping[int, Replayed], record: TurnRecord) -> Replayed:
    """A revision that was resolved by other rules, as the capsule has it. GameError if it does not hold its states."""
    del done
    made = Replayed(record.revision)
    for (revision, phase, seq), kept in index.snapshots.items():
        if revision == record.revision:
            if not bytes(kept.state):
                raise GameError(_others(capsule)[0])
            made.states[phase, seq] = pack(_full_state(capsule.system, kept))
    for phase in made.events:
        made.events[phase] += index.events.get((record.revision, phase), [])
    drafts = [seq for phase, seq in made.states if phase == "draft"]
    made.result = made.states["draft", max(drafts)] if drafts else None
    return made


def _full_state(system: System, record: SnapshotRecord) -> bytes:
    """A state that a capsule holds in full. GameError if it is not the one of its hash."""
    state = system.state(bytes(record.state))
    if _sha256(state) != record.sha256:
        raise GameError(f"A state of turn {record.turn} is not the one of its SHA-256.")
    return state


def _replay_one(capsule: Capsule, index: _Index, done: Mapping[int, Replayed], record: TurnRecord) -> Replayed:
    revision, turn, system = record.revision, record.turn, capsule.system
    made = Replayed(revision)
    if _follows_other(capsule, record):  # what was changed in it before this program's rules came is not played either
        state = _given_start(system, index, made, record)
    else:
        state = _amended(system, index, made, record, "start", _start_of(system, index, done, record))
    if revision > 0 and not system.stands_at(state, turn):
        raise GameError(f"Revision {revision} is of turn {turn}, but the game had not reached that turn.")
    if revision == 0:
        made.states.update(_other_starts(system, index))
        made.result = state
    elif revision in index.orders:
        if record.seed is None:
            raise GameError(f"Turn {turn} was resolved, but the capsule does not have its seed.")
        seed = mix(_seed_of(record), record.words)
        name = capsule.head.id if not isinstance(record.game, str) else record.game
        settled = index.outcomes.get(revision, ())
        result = system.resolve(state, index.orders[revision], seed, name, turn, settled)
        made.events["draft"] += result.events
        made.result = _amended(system, index, made, record, "draft", result.state)
    _compare(index, made, record)
    made.states = {named: pack(kept) for named, kept in made.states.items()}
    made.result = None if made.result is None else pack(made.result)
    return made


def _follows_other(capsule: Capsule, record: TurnRecord) -> bool:
    """Whether what leads to a revision was resolved by other rules."""
    before = record.revision - 1 if record.redoes is None else record.redoes
    return any(turn.revision == before and not _is_ours(capsule, turn) for turn in capsule.turns())


def _first(index: _Index, record: TurnRecord) -> SnapshotRecord:
    """The start of a revision, which nothing leads to. GameError if the capsule does not hold it in full."""
    found = index.snapshots.get((record.revision, "start", 0))
    if found is None or not bytes(found.state):
        raise GameError(
            f"The capsule does not hold the first state of revision {record.revision} (turn {record.turn})."
        )
    return found


def _given_start(system: System, index: _Index, made: Replayed, record: TurnRecord) -> bytes:
    """The last of a revision's starts, all as the capsule has them."""
    last = _full_state(system, _first(index, record))
    for (revision, phase, seq), kept in sorted(index.snapshots.items(), key=lambda item: item[0]):
        if (revision, phase) == (record.revision, "start"):
            last = made.states["start", seq] = _full_state(system, kept)
    made.events["start"] += index.events.get((record.revision, "start"), [])
    return last


def _start_of(system: System, index: _Index, done: Mapping[int, Replayed], record: TurnRecord) -> bytes:
    if record.redoes is None and system.is_given(record.revision, 0):
        return system.state(bytes(_first(index, record).state))
    if record.redoes is not None:
        before = done.get(record.redoes)
        data = None if before is None else before.states.get(("start", 0))
    else:
        before = done.get(record.revision - 1)
        data = None if before is None else before.result
    if data is None:
        raise GameError(f"The capsule does not tell what led to revision {record.revision} (turn {record.turn}).")
    return unpack(data)


def _other_starts(system: System, index: _Index) -> dict[tuple[Phase, int], bytes]:
    """Set-ups that stood in the place of the first before the game began, as the capsule gives them."""
    return {
        (phase, seq): system.state(bytes(kept.state))
        for (revision, phase, seq), kept in index.snapshots.items()
        if revision == 0 and seq > 0 and phase == "start" and system.is_given(0, seq) and bytes(kept.state)
    }


def _amended(system: System, index: _Index, made: Replayed, record: TurnRecord, phase: Phase, state: bytes) -> bytes:
    made.states[phase, 0] = state
    for act in sorted(index.amendments.get((record.revision, phase), ()), key=lambda act: act.seq):
        result = system.amend(state, bytes(act.amendment), act.reason)
        state = result.state
        made.states[phase, act.seq] = state
        made.events[phase] += result.events
    return state


def _compare(index: _Index, made: Replayed, record: TurnRecord) -> None:
    where = f"turn {record.turn} (revision {record.revision})"
    for (revision, phase, seq), kept in index.snapshots.items():
        if revision != record.revision:
            continue
        data = made.states.get((phase, seq))
        if data is None or _sha256(data) != kept.sha256:
            raise GameError(f"Played again, {where} comes out differently: its {phase} state {seq} differs.")
    for phase, events in made.events.items():
        kept_events = index.events.get((record.revision, phase), [])
        if kept_events != events:
            pairs = enumerate(zip(kept_events, events, strict=False))
            at = next((n for n, (old, new) in pairs if old != new), min(len(kept_events), len(events)))
            raise GameError(f"Played again, {where} comes out differently: event {at + 1} of its {phase} differs.")


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
    first = next((turn for turn in capsule.turns() if turn.revision == 0), None)
    if first is None or first.seed is None or not _is_ours(capsule, first):
        return []
    made = capsule.system.made(capsule.settings().scenario, _seed_of(first))
    kept = next((s for s in capsule.records if isinstance(s, SnapshotRecord) and s.revision == 0), None)
    same = made is None or (kept is not None and kept.sha256 == _sha256(made))
    return [] if same else ["The cluster is not the one that the first seed makes."]


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _seed_of(record: TurnRecord) -> bytes:
    try:
        seed = bytes.fromhex(record.seed or "")
    except ValueError as wrong:
        raise GameError(f"The seed of turn {record.turn} is not written in hexadecimal.") from wrong
    if len(seed) != 32:
        raise GameError(f"The seed of turn {record.turn} has {len(seed)} bytes instead of 32.")
    return seed


def _indexed(capsule: Capsule) -> _Index:
    index = _Index()
    for record in capsule.records:
        match record:
            case SnapshotRecord():
                index.snapshots[record.revision, record.phase, record.seq] = record
            case AmendmentRecord():
                index.amendments.setdefault((record.revision, record.phase), []).append(record)
            case OrdersRecord():
                index.orders[record.revision] = bytes(record.orders)
            case OutcomesRecord():
                index.outcomes[record.revision] = tuple(bytes(one.outcome) for one in record.battles)
            case EventsRecord():
                events = [bytes(event) for event in record.events]
                index.events.setdefault((record.revision, record.phase), []).extend(events)
            case _:
                pass
    return index
