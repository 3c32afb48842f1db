"""Letters that wait: where each goes now, which go next, and how many there are.

A letter goes to the holder of its seat, and to the game master where nobody can be written to. Reminders and results go before
news, and within that each game in its turn.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Final

from rules.values import Value, changed, field
from storage import games, outbox, seats
from storage.db import Transaction
from storage.games import GameRow
from storage.outbox import OutboxRow, Waiting
from storage.seats import SeatRow
from umpire.games.games import has_gm_screen
from umpire.outbox.outbox import Letter, LetterKind, Target, letter_of, still_named, target_of
from umpire.services.pace import Rank

REFUSED_PREFIX: Final = "letter: "
"""Begins the error of a failed row that does not hold back those behind it."""
KIND_RANKS: Final[dict[LetterKind, Rank]] = {
    "reminder": Rank.REMINDER,
    "packet": Rank.RESULT,
    "public": Rank.RESULT,
    "board": Rank.RESULT,
    "gm": Rank.NEWS,
    "notice": Rank.NEWS,
    "problem": Rank.NEWS,
    "sheet": Rank.NEWS,
    "digest": Rank.NEWS,
    "desk": Rank.REFRESH,
}
"""How urgent each kind is. A reminder is about a deadline that is near; a dashboard is a message that is only brought up to
date."""
IN_A_ROW: Final = 8
"""Letters that a game may have one after the other before others have theirs: a turn of six players. They are of one state, which
whoever makes them reads once."""


async def heads(tx: Transaction, is_due: Callable[[Waiting], bool]) -> list[Waiting]:
    """For each target the oldest unsent letter, if it may be sent now."""
    first = [place[0] for place in await by_place(tx, await outbox.waiting(tx))]
    return [waiting for waiting in first if waiting.state == "pending" and is_due(waiting)]


async def by_place(tx: Transaction, unsent: Sequence[Waiting]) -> Collection[list[Waiting]]:
    """Unsent letters, given the oldest first, for each target: there they go one after the other, and one that has failed holds
    up those behind it. Not those that failed and hold up nobody."""
    found: dict[tuple[str, str, int], list[Waiting]] = {}
    masters = await _masters(tx, {waiting.game for waiting in unsent if waiting.target["kind"] == "gm"})
    for waiting in unsent:
        if waiting.state == "failed" and waiting.error.startswith(REFUSED_PREFIX):
            continue
        kind, place = waiting.target["kind"], waiting.target["id"]
        if kind == "gm" and (there := masters.get(waiting.game)) is not None:
            kind, place = there.kind, there.id
        found.setdefault((waiting.game, kind, place), []).append(waiting)
    return found.values()


class SeatLookup(Value):
    """Games, their seats and the wishes of their people, each read once in a transaction that changes none of them."""

    tx: Transaction
    _games: dict[str, GameRow | None] = field(default_factory=dict)
    _seats: dict[str, tuple[SeatRow, ...]] = field(default_factory=dict)
    _named: dict[tuple[str, tuple[int, ...]], tuple[int, ...]] = field(default_factory=dict)

    async def game(self, game: str) -> GameRow | None:
        """A game's row."""
        if game not in self._games:
            self._games[game] = await games.find(self.tx, game)
        return self._games[game]

    async def seats(self, game: str) -> tuple[SeatRow, ...]:
        """A game's seats."""
        if game not in self._seats:
            self._seats[game] = await seats.of_game(self.tx, game)
        return self._seats[game]

    async def is_shut(self, game: str) -> bool:
        """Whether the game master of a game may play: nothing secret is sent to them, and what nobody else reads is done with."""
        row = await self.game(game)
        return row is not None and has_gm_screen(row)

    async def master(self, game: str) -> Target | None:
        """Where a game's master is written to."""
        return _place([seat for seat in await self.seats(game) if not seat.side])

    async def still_named(self, game: str, users: tuple[int, ...]) -> tuple[int, ...]:
        """As `pings.still_named`, of a game's server."""
        if (game, users) not in self._named:
            row = await self.game(game)
            self._named[game, users] = users if row is None else await still_named(self.tx, row.guild_id, users)
        return self._named[game, users]


async def as_held(lookup: SeatLookup, row: OutboxRow) -> Letter:
    """A row's letter as it may go now; its target is "gm" only where there is no game master to write to.

    What is a side's or the game master's own never goes to one who gave the seat up, and pings nobody but its holder: a
    ping in a private thread would bring a former holder back into it. A side's letter without a place is the master's.

    Where the game master may play, the target is "gm" for what only a seeing one may read (`is_shut`), too.
    """
    letter = letter_of(row)
    ours = not letter.side and row.letter["target"]["kind"] == "gm"
    everybodys = not letter.side and not ours and letter.target.kind != "gm"
    screened = not everybodys and await lookup.is_shut(row.game)
    if ours and screened:
        place = _playing_master(await lookup.seats(row.game)) if letter.blind else None
        return changed(letter, target=place or Target("gm"))
    held: list[SeatRow] = []
    if letter.side:
        held = [seat for seat in await lookup.seats(letter.game) if seat.side == letter.side and seat.slot == 0]
    elif ours:
        held = [seat for seat in await lookup.seats(letter.game) if not seat.side]
    if letter.ping:
        letter = changed(letter, mentions=await lookup.still_named(letter.game, letter.mentions))
    if not held and letter.target.kind != "gm":
        return letter
    users = {seat.user_id for seat in held}
    own = {Target("thread", seat.thread_id or 0) for seat in held} | {Target("dm", user or 0) for user in users}
    target: Target | None = letter.target
    if target not in own:
        target = next((found for seat in held if letter.side and (found := target_of(seat))), None)
        target = target or (None if screened else await lookup.master(letter.game)) or Target("gm")
    mentions, highlights = (tuple(u for u in named if u in users) for named in (letter.mentions, letter.highlights))
    return changed(letter, target=target, mentions=mentions, highlights=highlights)


def _playing_master(held: Sequence[SeatRow]) -> Target | None:
    """Where a game master behind the GM screen is written to: their own side's thread, or by direct message."""
    masters = [seat.user_id for seat in held if not seat.side and seat.user_id is not None]
    for user in masters:
        own = next((found for s in held if s.side and s.user_id == user and (found := target_of(s))), None)
        return own or Target("dm", user)
    return None


class Earlier(Value):
    """The message that a letter edits or in whose place it stands: its id, and what its dashboard showed."""

    message: int
    shown: str


async def earlier_message(tx: Transaction, row: OutboxRow, target: Target) -> Earlier | None:
    """The message there, last sent under the row's key."""
    last = await outbox.message_with(tx, row.game, row.edit_key) if row.edit_key else None
    if last is None or last.message_id is None or (last.target["kind"], last.target["id"]) != (target.kind, target.id):
        return None
    return Earlier(last.message_id, last.letter.get("shown", ""))


def is_over(letter: Letter, now: int) -> bool:
    """Whether the moment of a letter has passed."""
    return bool(letter.until) and now >= letter.until


async def comes_too_late(tx: Transaction, row: OutboxRow, letter: Letter, now: int) -> bool:
    """Whether its moment has passed, or a letter that waits behind it would take it back at once."""
    if is_over(letter, now):
        return True
    return bool(row.edit_key) and any(later.letter.get("instead") for later in await outbox.behind(tx, row))


async def _masters(tx: Transaction, found: Collection[str]) -> dict[str, Target | None]:
    """Where the masters of these games are written to."""
    held: dict[str, list[SeatRow]] = {}
    for seat in await seats.masters(tx, sorted(found)):
        held.setdefault(seat.game, []).append(seat)
    return {game: _place(masters) for game, masters in held.items()}


def _place(masters: Sequence[SeatRow]) -> Target | None:
    """Where a game's masters are written to: the first of them, or whoever has a place if that seat is gone."""
    here = [seat for seat in masters if seat.slot == 0] or masters
    return next((found for seat in here if (found := target_of(seat)) is not None), None)


class Backlog(Value):
    """Letters that are not sent: `waiting` for their turn, the oldest of which was written at `oldest` (UTC seconds; None without
    any); `failed`, which cannot arrive; and `held` behind one of these, in the same place."""

    waiting: int
    oldest: int | None
    failed: int
    held: int


async def backlog(tx: Transaction) -> Backlog:
    """What there is. One question; where any letter has failed, a second about the letters of those games alone, and a third if
    any of these goes to a game master."""
    counts = await outbox.backlog(tx)
    broken = {one.game for one in counts if one.state == "failed"}
    waiting = sum(one.letters for one in counts if one.game not in broken)
    written = [one.oldest for one in counts if one.game not in broken]
    failed = sum(one.letters for one in counts if one.state == "failed")
    held = 0
    for place in await by_place(tx, await outbox.beside_failed(tx)) if broken else ():
        stuck = False
        for letter in place:
            stuck = stuck or letter.state == "failed"
            if stuck:
                held += letter.state == "pending"
            else:
                waiting += 1
                written.append(letter.created_at)
    return Backlog(waiting, min(written, default=None), failed, held)


class Head(Value):
    """A letter that may be sent now, and whether pictures or other files are to be made for it first."""

    id: int
    game: str
    rank: Rank
    drawn: bool


@dataclass(slots=True)
class Rounds:
    """Puts letters in order, and remembers which games had theirs and what each letter is."""

    _given: Counter[str] = dataclass_field(default_factory=Counter)
    _known: dict[int, tuple[LetterKind, bool]] = dataclass_field(default_factory=dict)

    def in_order(self, found: Iterable[Head]) -> list[Head]:
        """The most urgent kind first; within it as many of each game as it may have in a row, beginning with those that had the
        fewest lately, before anybody has more."""
        places: Counter[tuple[Rank, str]] = Counter()
        first: dict[tuple[Rank, str], int] = {}
        keys: dict[int, tuple[Rank, int, int, int]] = {}
        for head in found:
            queue = head.rank, head.game
            round_ = (self._given[head.game] + places[queue]) // IN_A_ROW
            places[queue] += 1
            keys[head.id] = (head.rank, round_, first.setdefault(queue, head.id), head.id)
        return sorted(found, key=lambda head: keys[head.id])

    def taken(self, head: Head) -> None:
        """This one goes now."""
        self._given[head.game] += 1

    def quiet(self) -> None:
        """Nothing waits: what was is forgotten."""
        self._given.clear()
        self._known.clear()

    async def due(self, tx: Transaction, is_due: Callable[[Waiting], bool]) -> list[Head]:
        """For each target its oldest letter, if it may be sent now, in order."""
        found = await heads(tx, is_due)
        new = [waiting.id for waiting in found if waiting.id not in self._known]
        read = await outbox.letters(tx, new) if new else {}
        self._known |= {row: (letter["kind"], bool(letter["files"])) for row, letter in read.items()}
        made: list[Head] = []
        for waiting in found:
            if waiting.id in self._known:
                kind, drawn = self._known[waiting.id]
                made.append(Head(waiting.id, waiting.game, KIND_RANKS[kind], drawn))
        return self.in_order(made)
