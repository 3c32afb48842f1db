"""The enqueue side of the outbox: a letter becomes a row in the transaction that it tells about. Delivery comes later. Who is
named in it goes by what each person wants, and by an allowance a turn that a busy game cannot overdraw.

A letter that names nobody arrives all the same. A person's preference is theirs in one server and belongs to no seat: a game
that they join tomorrow knows it already, and a player who takes a seat over brings their own.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from rules.values import Value, changed
from storage import absences, games, notifications, seats
from storage import outbox as rows
from storage.codec import from_document, to_document
from storage.db import Transaction
from storage.notifications import PingPreference, PingRow
from storage.outbox import OutboxRow
from storage.seats import SeatRow
from umpire.services.services import Services

PingKind: TypeAlias = Literal["", "result", "reminder", "last", "sooner", "message", "turn", "problem", "digest"]
"""What somebody is named for: a turn's result; a reminder, the last one before a deadline; a deadline that comes sooner than
was said; words of the game master, of another player or to the game master; a tactical game that waits for them; a fault that
the game master must mend; a digest that they asked for. "" is a letter whose mentions stand as they are."""
HOUR_SECONDS: Final = 3600
LONGEST_ALLOWANCE_SECONDS: Final = 7 * 24 * HOUR_SECONDS
"""An allowance is for a turn, or for so many seconds of a turn that lasts longer."""
FEW_PINGS: Final[frozenset[PingKind]] = frozenset({"result", "last", "sooner", "problem"})
"""What those who want few are named for, and the first time that a tactical game waits for them in a turn."""


async def preference_of(services: Services, guild: int, user: int) -> PingPreference:
    """What somebody wants to be named for in all games of a server; everything, until they say otherwise."""
    async with services.storage.reading() as tx:
        return await notifications.ping_preference(tx, guild, user)


async def set_preference(services: Services, guild: int, user: int, wanted: PingPreference) -> None:
    """Keep it; letters that wait already go by it, too, where it is "none"."""
    async with services.storage.transaction() as tx:
        await notifications.set_ping_preference(tx, guild, user, wanted, services.seconds())


class Allowance(Value):
    """How often one person is named for one kind of thing in a turn, and how many seconds apart at least."""

    most: int
    apart: int = 0


ALLOWANCES: Final[Mapping[PingKind, Allowance]] = {
    "result": Allowance(1),
    "reminder": Allowance(1),
    "last": Allowance(2),
    "sooner": Allowance(2),
    "message": Allowance(3, HOUR_SECONDS),
    "turn": Allowance(12),
    "problem": Allowance(3, 6 * HOUR_SECONDS),
    "digest": Allowance(8, 12 * HOUR_SECONDS),
}


class PingContext(Value):
    """What does not change while letters of a game are named: its server, its revision, and the (side, user) who are away."""

    guild: int
    revision: int
    away: frozenset[tuple[str, int]]


@dataclass(slots=True)
class Naming:
    """Letters that are named together, at one moment of one transaction: `counted` are those who were named and are not written
    down yet, `games` what was read of their games, None of one that is not there."""

    now: int
    counted: list[PingRow] = field(default_factory=list)
    games: dict[str, PingContext | None] = field(default_factory=dict)

    async def context_of(self, tx: Transaction, game_id: str) -> PingContext | None:
        """How a game stands, asked once."""
        if game_id not in self.games:
            row = await games.find(tx, game_id)
            away = frozenset() if row is None else await absences.sides_away(tx, row.guild_id, game_id, self.now)
            self.games[game_id] = None if row is None else PingContext(row.guild_id, row.revision, away)
        return self.games[game_id]


async def users_to_ping(
    tx: Transaction, naming: Naming, game_id: str, side: str, kind: PingKind, users: Sequence[int]
) -> tuple[int, ...]:
    """Those of the users who are named now: not who is away, wants it otherwise, or was named often enough. They are put behind
    those who were counted before them."""
    game, now, counted = await naming.context_of(tx, game_id), naming.now, naming.counted
    if game is None:
        return ()
    found: list[int] = []
    for user in dict.fromkeys(users):
        if any(user == one and side in {seat, ""} for seat, one in game.away):
            continue
        before = await notifications.pings_of_turn(tx, game_id, game.revision, user)
        just = [one for one in counted if (one.game, one.revision, one.user_id) == (game_id, game.revision, user)]
        mine = [one for one in (*before, *just) if one.kind == kind and abs(now - one.at) < LONGEST_ALLOWANCE_SECONDS]
        wish = await notifications.ping_preference(tx, game.guild, user)
        if wants(wish, kind, first=not mine) and _is_left(ALLOWANCES[kind], mine, now):
            counted.append(PingRow(game_id, game.revision, user, kind, now))
            found.append(user)
    return tuple(found)


async def still_named(tx: Transaction, guild_id: int, users: Sequence[int]) -> tuple[int, ...]:
    """Those of the users who have not said meanwhile that they want to be named for nothing on a server."""
    return tuple([user for user in users if await notifications.ping_preference(tx, guild_id, user) != "none"])


def wants(wish: PingPreference, kind: PingKind, *, first: bool) -> bool:
    """Whether a person with this wish is named for such a thing, the first of its kind in the turn or a later one."""
    match wish:
        case "all":
            return True
        case "few":
            return kind in FEW_PINGS or (kind == "turn" and first)
        case "none":
            return False


def _is_left(allowance: Allowance, before: Sequence[PingRow], now: int) -> bool:
    return len(before) < allowance.most and all(abs(now - one.at) >= allowance.apart for one in before)


LetterKind: TypeAlias = Literal[
    "public", "packet", "notice", "gm", "reminder", "sheet", "problem", "desk", "board", "digest"
]
FileKind: TypeAlias = Literal[
    "report", "map", "text-map", "replay", "capsule", "atlas", "chronicle", "film", "opening", "ending"
]
FOLD_LINE: Final = "-----"
"""The line of a report below which it is read in its file alone."""
REPORTS: Final[frozenset[FileKind]] = frozenset({"report", "ending"})
"""The files whose first part is told in the message."""
NONCE_BYTES = 12


class Target(Value, omit_defaults=False):
    """Where a letter goes: `id` is a thread, a channel, a user (dm); for "gm" it is 0, and who that is is looked up.

    It is saved whole, because fields of saved letters are read by their names.
    """

    kind: Literal["thread", "channel", "dm", "gm"]
    id: int = 0


class Recipe(Value):
    """How to make a file when it is sent: Discord's links expire, pictures can be drawn again.

    `turn` is the turn whose result it shows; `revision` names that playing of the turn.
    """

    game: str
    turn: int
    revision: int
    side: str
    kind: FileKind


class LetterButton(Value):
    """A button below a letter: its label, what it does (an action of the cogs), the revision of the turn it was made for (0: of
    whichever is open when it is pressed) and a detail."""

    label: str
    action: str
    revision: int = 0
    rest: str = ""
    style: Literal["primary", "secondary", "success", "danger"] = "secondary"


UNSEEN_MARK: Final = "|"
"""In a stamp: what stands behind it is no matter of the letter's reader."""
LINK_ACTION: Final = "link"
"""The action of a button that does nothing but lead to a place, which its detail names: server and thread."""


def link_to(label: str, guild_id: int, thread_id: int) -> LetterButton:
    """A button that leads to a thread."""
    return LetterButton(label, LINK_ACTION, rest=f"{guild_id}/{thread_id}")


class Dashboard(Value):
    """A seat's dashboard as it is at one moment: how things stand, and the buttons with which its holder plays on."""

    text: str
    buttons: tuple[LetterButton, ...] = ()


class Letter(Value, omit_defaults=False):
    """One message to send. `mentions` are the only user ids that may be pinged, and its first page alone pings them.

    It is saved whole, because fields of saved letters are read by their names.

    With an `edit_key`, the message last sent under that key is edited instead of a new one sent; an edit pings nobody.
    `highlights` are users whom that message has pinged already: it stays theirs when it is edited, and where it is gone
    the one sent in its place does not ping them again. A `panel` is shown with its picture large and with `buttons`, above its
    text if it is `picture_first`;
    `file_note` stands at the end of its report's file (where there is none, of its text map) and not in the message.
    What a `board` shows is made by the courier when it is sent. The text and buttons of a `dashboard` are made when it is sent,
    as things are then; `stamp` is what it was enqueued for, `shown` a digest of what it showed: one that would show the same
    again is not sent. A `pinned` letter is pinned where it is sent. `instead`: the message last sent under the edit key is
    deleted, and this one is sent as a new one, so that it stands last and pings. `blind`: it tells a game master nothing that
    only some may know, so it reaches one who may play, too. `about` is the problem that it tells, as `problem_key` writes it: one
    that is over by then is not told.
    """

    kind: LetterKind
    game: str
    turn: int
    side: str
    target: Target
    text: str
    files: tuple[Recipe, ...] = ()
    mentions: tuple[int, ...] = ()
    edit_key: str = ""
    highlights: tuple[int, ...] = ()
    panel: bool = False
    buttons: tuple[LetterButton, ...] = ()
    file_note: str = ""
    pinned: bool = False
    stamp: str = ""
    instead: bool = False
    ping: PingKind = ""
    until: int = 0
    shown: str = ""
    blind: bool = False
    about: str = ""
    picture_first: bool = False

    @property
    def has_pages(self) -> bool:
        """Whether it may take more than one message: a packet that begins with its report."""
        return self.kind == "packet" and any(recipe.kind in REPORTS for recipe in self.files)


def problem_key(kind: str, subject: str) -> str:
    """A problem as a letter names it: the kind and subject of its row."""
    return f"{kind}/{subject}"


def target_of(seat: SeatRow) -> Target | None:
    """Where a seat's own letters go: its thread, or its holder's direct messages; None while it has neither."""
    if seat.thread_id is not None and not (seat.dm and seat.user_id is not None):
        return Target("thread", seat.thread_id)
    return None if seat.user_id is None else Target("dm", seat.user_id)


def dashboard_key(seat: SeatRow) -> str:
    """Under what key a dashboard is edited: a new holder of a side gets one of their own, game masters share theirs."""
    return f"desk/{seat.side}/{seat.user_id}" if seat.side else "desk//"


def last_dashboard(game: str, turn: int, seat: SeatRow, text: str) -> Letter | None:
    """The letter that shows in a seat's dashboard that its game is over; None for a seat that has none."""
    target = target_of(seat)
    if target is None or seat.user_id is None or seat.slot:
        return None
    to = target if seat.side else Target("gm")
    key = dashboard_key(seat)
    return Letter("desk", game, turn, seat.side, to, text, edit_key=key, pinned=True, stamp="over", instead=True)


async def enqueue(tx: Transaction, services: Services, *letters: Letter) -> None:
    """Put letters at the end of their games' queues, inside the caller's transaction, and decide whom they name."""
    new: dict[str, list[rows.NewLetter]] = {}
    nonces: set[str] = set()
    naming = Naming(services.seconds())
    for given in letters:
        letter = await _named(tx, given, naming) if given.ping else given
        nonce = await _stamped(tx, letter, nonces) if letter.stamp else services.entropy(NONCE_BYTES).hex()
        made = rows.NewLetter(to_document(letter.target), to_document(letter), letter.edit_key, nonce)
        new.setdefault(letter.game, []).append(made)
        nonces.add(nonce)
    for game, queued in new.items():
        await rows.add(tx, game, queued, services.seconds())
        await notifications.add_pings(tx, [row for row in naming.counted if row.game == game])


async def _named(tx: Transaction, letter: Letter, naming: Naming) -> Letter:
    users = letter.mentions
    if letter.target.kind == "gm" and not letter.side and not users:
        held = await seats.of_game(tx, letter.game)
        users = tuple(seat.user_id for seat in held if not seat.side and seat.user_id is not None)
    return changed(letter, mentions=await users_to_ping(tx, naming, letter.game, letter.side, letter.ping, users))


async def _stamped(tx: Transaction, letter: Letter, beside: Collection[str]) -> str:
    """The nonce of a letter with a stamp, by that alone: how often it is edited depends on when somebody looks, and draws no
    chance that other letters would have drawn otherwise. What stands behind the stamp's bar is not in it: its reader could work
    it out of the line below the letter."""
    place, _, _ = letter.edit_key.rpartition("/")
    seen, again = letter.stamp.partition(UNSEEN_MARK)[0], 0
    while (nonce := _nonce(f"{letter.game}/{place}/{seen}/{again}")) in beside or await rows.is_taken(tx, nonce):
        again += 1
    return nonce


def _nonce(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()[: 2 * NONCE_BYTES]


def letter_of(row: OutboxRow) -> Letter:
    """The letter in a row; its target is the row's, which a repair may have changed."""
    return from_document(Letter, {**row.letter, "target": row.target})
