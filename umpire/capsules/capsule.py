"""The capsule: a whole game, or what one side may have of it, as lines of JSON. docs/verify.md describes the format.

A whole capsule holds the first state, every order, amendment, seed and word, and the hash of every later state:
enough to play the game again and to find any difference. A player's holds their own orders, the events they may see with
their rolls, and the seeds that were told; no state at all. A game master who plays no side gets the whole at any
time; of other games everybody gets their own part until it is over, and the whole then.
"""

import io
from collections.abc import Iterable
from typing import Any, Final, Literal, TypeAlias

import msgspec

from installed import VERSION
from rules.values import GameError, Value, quoted
from storage.games import Status
from storage.governors import Role
from storage.snapshots import Phase
from umpire.systems.contract import System
from umpire.systems.known import SYSTEMS, system_of

CAPSULE_FORMAT: Final = "admiralty-capsule-1"
PROGRAM: Final = f"Admiralty {VERSION}"
"""The mark in a capsule of the program that wrote it, for whoever reads of a fault. Nothing is decided by it."""
MOST_BYTES: Final = 128 * 1024 * 1024
MOST_RECORDS: Final = 500_000
"""A hundred times what the campaign of the demo writes (4,522 at its end)."""
TurnState: TypeAlias = Literal["open", "draft", "published", "undone"]
"""A turn that waits in its midst is written down as the open turn it is."""
BROKEN_ERRORS: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class GameHead(msgspec.Struct, frozen=True):
    """The game a capsule is of, and the ruleset of the program that wrote it. `side` "" is a capsule of the whole game, "*" one
    of what everybody may know."""

    id: str
    name: str
    system: str
    ruleset: str
    schema: int
    side: str = ""


class Format(msgspec.Struct, frozen=True):
    """What the first line of every format holds."""

    format: str


class Header(Format, frozen=True):
    """The first line of this one. `program` is the version that wrote it."""

    game: GameHead
    program: str = ""


class Record(msgspec.Struct, frozen=True, tag_field="record", omit_defaults=True):
    """Any other line; its kind is in `record`."""


class SettingsRecord(Record, frozen=True, tag="settings"):
    """Schedule and options; for the game master also the scenario."""

    settings: Any
    status: Status
    created_at: int
    scenario: Any = None


class SeatRecord(Record, frozen=True, tag="seat"):
    """Who sits where; `user` None is an open seat."""

    side: str
    slot: int = 0
    user: int | None = None


class TurnRecord(Record, frozen=True, tag="turn"):
    """One revision of a turn; `seed` is None until it is told. `game` is its name in the dice, if not the header's;
    `ruleset` is what it was resolved by, if not the header's."""

    turn: int
    commitment: str
    seed: str | None
    words: dict[str, str]
    revision: int
    state: TurnState
    opened_at: int
    game: str | msgspec.UnsetType = msgspec.UNSET
    redoes: int | None = None
    resolved_at: int | None = None
    published_at: int | None = None
    undone_at: int | None = None
    ruleset: str = ""


class RollRecord(Record, frozen=True, tag="roll"):
    """Dice of the turn record above; `mixed` False for those rolled before the words were known, by `user` with `text`."""

    turn: int
    key: str
    sides: int
    faces: list[int]
    mixed: bool = True
    side: str = ""
    user: int = 0
    text: str = ""
    at: int = 0


class SnapshotRecord(Record, frozen=True, tag="snapshot"):
    """The SHA-256 of a state's canonical JSON. A state that nothing leads to is there in full: the first of all, those of turns
    that were resolved by other rules than the header's, and the starts of the turn after such a one."""

    turn: int
    revision: int
    phase: Phase
    seq: int
    sha256: str
    state: msgspec.Raw = msgspec.Raw(b"")


class AmendmentRecord(Record, frozen=True, tag="amendment"):
    """One act of the game master; `seq` is the snapshot it led to."""

    turn: int
    revision: int
    phase: Phase
    seq: int
    amendment: msgspec.Raw
    reason: str
    actor: str
    at: int


class OrdersRecord(Record, frozen=True, tag="orders"):
    """The signed orders a revision was resolved with."""

    turn: int
    revision: int
    orders: msgspec.Raw


class Settled(msgspec.Struct, frozen=True, omit_defaults=True):
    """One battle as it was met, and what came of it; `by` and `at` say who settled it and when."""

    battle: msgspec.Raw
    outcome: msgspec.Raw
    round: int
    asked_at: int
    commanders: dict[str, str]
    by: str = ""
    at: int | None = None


class OutcomesRecord(Record, frozen=True, tag="outcomes"):
    """What was settled outside of a turn and is an input of it, as its orders are; of an open turn in the operator's alone."""

    turn: int
    revision: int
    battles: list[Settled]


class GovernorRecord(Record, frozen=True, tag="governor"):
    """A side that the bot leads, and in what way."""

    side: str
    character: str
    strength: str
    role: Role


class GovernedRecord(Record, frozen=True, tag="governed"):
    """What a revision was to a side that the bot led: what it planned, and what it has in mind after it."""

    turn: int
    revision: int
    side: str
    character: str
    strength: str
    memory: msgspec.Raw
    plan: msgspec.Raw
    at: int
    failed: str = ""


class SheetOrder(msgspec.Struct, frozen=True, omit_defaults=True):
    """One order on a sheet, withdrawn or not."""

    id: str
    side: str
    number: int
    order: msgspec.Raw
    entered_by: int
    entered_at: int
    withdrawn_at: int | None = None
    withdrawn_why: str = ""
    source: str = ""


class SheetRecord(Record, frozen=True, tag="sheet"):
    """All orders ever given for a turn, by any side (or by the capsule's side)."""

    turn: int
    orders: list[SheetOrder]


class StandingRecord(Record, frozen=True, tag="standing"):
    """A side's standing orders in one revision: the list, how far each had come, and what they gave."""

    turn: int
    revision: int
    side: str
    sheet: msgspec.Raw
    at: int


class EventsRecord(Record, frozen=True, tag="events"):
    """What happened in one phase of a revision, in order."""

    turn: int
    revision: int
    phase: Phase
    events: list[msgspec.Raw]


class AuditRecord(Record, frozen=True, tag="audit"):
    """One line of the audit log."""

    at: int
    actor: str
    action: str
    detail: dict[str, Any]


AnyRecord: TypeAlias = (
    SettingsRecord
    | SeatRecord
    | TurnRecord
    | RollRecord
    | SnapshotRecord
    | AmendmentRecord
    | OrdersRecord
    | OutcomesRecord
    | GovernorRecord
    | GovernedRecord
    | SheetRecord
    | StandingRecord
    | EventsRecord
    | AuditRecord
)


class Capsule(Value):
    """A capsule as read."""

    head: GameHead
    records: tuple[AnyRecord, ...]

    @property
    def system(self) -> System:
        """The game it is of."""
        return system_of(self.head.system)

    def settings(self) -> SettingsRecord:
        """The settings; GameError if there are none."""
        found = [record for record in self.records if isinstance(record, SettingsRecord)]
        if len(found) != 1:
            raise GameError(f"A capsule has one record of settings; this one has {len(found)}.")
        return found[0]

    def ruleset_of(self, turn: TurnRecord) -> str:
        """By which rules a turn was resolved."""
        return turn.ruleset or self.head.ruleset

    def turns(self) -> list[TurnRecord]:
        """The revisions, in order."""
        return [record for record in self.records if isinstance(record, TurnRecord)]


def write_capsule(head: GameHead, records: Iterable[AnyRecord]) -> bytes:
    """The capsule's bytes: UTF-8, one record a line."""
    encoder = msgspec.json.Encoder()
    lines = [encoder.encode(Header(CAPSULE_FORMAT, head, PROGRAM)), *(encoder.encode(record) for record in records)]
    return b"\n".join(lines) + b"\n"


def read_capsule(data: bytes) -> Capsule:
    """Read a capsule; GameError says which line is wrong, and how."""
    if len(data) > MOST_BYTES:
        raise GameError(f"A capsule has at most {MOST_BYTES // 1024 // 1024} MiB.")
    lines = io.BytesIO(data)
    first = lines.readline()
    try:
        known = msgspec.json.decode(first, type=Format).format == CAPSULE_FORMAT
    except BROKEN_ERRORS as wrong:
        raise GameError("This is not a capsule: its first line does not say so.") from wrong
    if not known:
        raise GameError(f"This capsule has a format that this version does not know; it reads {CAPSULE_FORMAT}.")
    try:
        header = msgspec.json.decode(first, type=Header)
    except BROKEN_ERRORS as wrong:
        raise GameError(f"Line 1 of the capsule cannot be read: {wrong}.") from wrong
    if header.game.system not in SYSTEMS:
        raise GameError(
            f"This capsule is of the game {quoted(header.game.system)}, which this program cannot play; "
            f"it can play {', '.join(SYSTEMS)}."
        )
    if header.game.schema > system_of(header.game.system).schema:
        raise GameError("This capsule was written by a newer version of Admiralty.")
    decoder = msgspec.json.Decoder(AnyRecord)
    records: list[AnyRecord] = []
    for number, line in enumerate(lines, 2):
        if not line.strip():
            continue
        if len(records) == MOST_RECORDS:
            raise GameError(f"A capsule has at most {MOST_RECORDS} records; this one has more.")
        try:
            records.append(decoder.decode(line))
        except BROKEN_ERRORS as wrong:
            raise GameError(f"Line {number} of the capsule cannot be read: {wrong}.") from wrong
    return Capsule(header.game, tuple(records))
