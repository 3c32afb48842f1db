"""Turns of any tactical game as they are kept, and what one side sees of them: decoded once, and remembered while asked for.

News are what happened since a player was last told, as their side saw it then, even when the tactical game is over and all is
known.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Generic, TypeAlias, TypeVar

from render.words.letters import TACTICAL_WAITS
from rules.dice import commitment
from rules.values import EVERYONE, Value, WrongPhaseError
from storage import events as event_rows
from storage import snapshots, turns
from storage.db import Transaction
from storage.snapshots import SnapshotKey
from storage.turns import TurnRow
from umpire.games.games import get_game, tells_all
from umpire.games.news_items import Item, Mark, News
from umpire.services.services import Services, Slot
from umpire.tactical.player_actions import OpenTacticalTurn, TacticalStatus, tactical_status
from umpire.tactical.tactical_letters import is_alone
from umpire.tactical_kinds.known import KINDS, progress

V = TypeVar("V")
E = TypeVar("E")
Headlines: TypeAlias = Callable[[V, Sequence[E]], Iterable[tuple[int, str]]]
"""What is worth telling of events, by the view at their end: how much it weighs (1 to 99), and its words."""
MOST_TURNS: Final = 6
"""News is told of the last so many turns; of those before, only how many they were."""
A_TURN: Final = 6


class PlayedTurns(Value):
    """One turn or several: the packed state before and after, and all that happened, encoded."""

    start: bytes
    end: bytes
    told: tuple[bytes, ...]


def sight_key(game_id: str, packed: bytes, told: Iterable[bytes], side: str | None) -> tuple[str, str, str | None]:
    """The name under which a side's sight of a state and its events is remembered."""
    digest = hashlib.sha256(packed)
    for event in told:
        digest.update(event)
    return game_id, digest.hexdigest(), side


async def _past(tx: Transaction, case: OpenTacticalTurn, number: int, refusal: str) -> TurnRow:
    """The row of a turn that is over; WrongPhaseError with this refusal for another."""
    row = await turns.current_row(tx, case.game.id, number) if 0 < number < case.turn.turn else None
    if row is None:
        raise WrongPhaseError(refusal)
    return row


async def past_turn(services: Services, standing: TacticalStatus, number: int) -> PlayedTurns:
    """A past turn. WrongPhaseError for one that was not played yet."""
    case = standing.case
    async with services.storage.reading() as tx:
        where = "it is over" if case.game.status == "finished" else f"it is at turn {case.turn.turn}"
        unplayed = f"Turn {number} of **{case.game.name}** has not been played; {where}."
        row = await _past(tx, case, number, unplayed)
        return await read_played(tx, case.game.id, row.revision)


async def read_played(tx: Transaction, game: str, revision: int) -> PlayedTurns:
    """What one playing of a turn came to."""
    start = await snapshots.load_packed(tx, SnapshotKey(game, revision, "start", 0))
    end = await snapshots.load_packed(tx, SnapshotKey(game, revision + 1, "start", 0))
    return PlayedTurns(start, end, await event_rows.encoded_of_revision(tx, game, revision))


async def played_so_far(services: Services, standing: TacticalStatus) -> PlayedTurns:
    """The tactical game as if it were one turn: its beginning, where it stands, and everything in between."""
    case, result = standing.case, standing.result
    async with services.storage.reading() as tx:
        first, told = await _course(tx, case.game.id, case.turn.revision)
    return PlayedTurns(first or case.packed, result.packed, (*told, *result.events))


async def read_course(tx: Transaction, game: str, revision: int) -> PlayedTurns:
    """All that was played up to the end of a revision, as if it were one turn."""
    last = await read_played(tx, game, revision)
    first, told = await _course(tx, game, revision)
    return PlayedTurns(first or last.start, last.end, (*told, *last.told))


async def _course(tx: Transaction, game: str, before: int) -> tuple[bytes | None, list[bytes]]:
    """Where the first turn that stands began, and what happened before a revision."""
    told: list[bytes] = []
    first: bytes | None = None
    for row in await turns.of_game(tx, game):
        if row.turn < 1 or row.state == "undone" or row.revision >= before:
            continue
        if first is None:
            first = await snapshots.load_packed(tx, SnapshotKey(game, row.revision, "start", 0))
        told += await event_rows.encoded_of_revision(tx, game, row.revision)
    return first, told


async def turn_by_turn(services: Services, standing: TacticalStatus) -> tuple[PlayedTurns, ...]:
    """Every turn that stands, oldest first, and last the present one as far as it has come."""
    case, result = standing.case, standing.result
    async with services.storage.reading() as tx:
        found = [
            await read_played(tx, case.game.id, row.revision)
            for row in await turns.of_game(tx, case.game.id)
            if row.turn >= 1 and row.state != "undone" and row.revision < case.turn.revision
        ]
    return (*found, PlayedTurns(case.packed, result.packed, result.events))


class TurnCheck(Value):
    """A past turn played again: its promise and its seed, and whether all is as it was told.

    How many events there were is nobody's business: some are one side's own.
    """

    turn: int
    commitment: str
    seed: str
    promised: bool
    same: bool


async def verify(services: Services, standing: TacticalStatus, number: int) -> TurnCheck:
    """Play a past turn again from its start with everything that was sent and its told seed. WrongPhaseError: it is not over, or
    its seed is not told yet."""
    case = standing.case
    if case.kind.seeds_told == "end" and case.game.status != "finished":
        promised = f"Turn {case.turn.turn} is promised as `{case.turn.commitment}`."
        raise WrongPhaseError(f"{case.kind.words.untold} {promised}")
    async with services.storage.reading() as tx:
        secret = f"Turn {number} is not over, so its seed is still secret."
        if number == case.turn.turn:
            secret += f" It is promised as `{case.turn.commitment}`."
        row = await _past(tx, case, number, secret)
        start = await snapshots.load_packed(tx, SnapshotKey(case.game.id, row.revision, "start", 0))
        told = await event_rows.encoded_of_revision(tx, case.game.id, row.revision)
    system, sent = case.game.system, row.orders or b"[]"
    again = await services.workers.run(progress, system, start, sent, row.seed, row.dice_name, number, urgent=True)
    kept = commitment(row.seed) == row.commitment
    return TurnCheck(number, row.commitment, row.seed.hex(), kept, again.done and again.events == told)


class TacticalSight(Value, Generic[V, E]):
    """A tactical game as one side knows it: where it stands, its view, and what it was told in this turn so far.

    When the tactical game is over everybody sees the whole truth, unless it is a part of another game.
    """

    standing: TacticalStatus
    side: str
    view: V
    events: tuple[E, ...]

    @property
    def over(self) -> bool:
        """Whether nothing more can be sent or decided."""
        return self.standing.case.game.status == "finished"

    @property
    def reads_as(self) -> str | None:
        """As which side what was played is read: as its own, or as the whole truth (None) of a tactical game that is over and a
        part of no other game."""
        return None if tells_all(self.standing.case.game) else self.side

    @property
    def turn(self) -> int:
        """The turn the tactical game stands in."""
        return self.standing.case.turn.turn


class TacticalTurn(Value, Generic[V, E]):
    """A turn (or several) as a side saw it: the view at its end (or now), what it was told; packed and encoded, its
    start, its end and all that happened."""

    number: int
    view: V
    events: tuple[E, ...]
    start: bytes
    end: bytes
    told: tuple[bytes, ...]


class TacticalReader(Value, Generic[V, E]):
    """How the tactical games of one game are looked at.

    `read` makes a side's view (None: the whole truth) of a packed tactical game and encoded events; `kept` is where it is
    remembered, by game, a hash of the tactical game and its events, and side; `own` makes a side's own view of one that is seen
    already.
    """

    read: Callable[[bytes, tuple[bytes, ...], str | None], tuple[V, tuple[E, ...]]]
    kept: Slot[tuple[str, str, str | None], tuple[V, tuple[E, ...]]]
    own: Callable[[V, str], V]

    async def now(self, services: Services, game_id: str, side: str) -> TacticalSight[V, E]:
        """What a side sees now; "" is what everybody may see. WrongPhaseError: the tactical game has not begun."""
        return self.seen(services, await tactical_status(services, game_id, side))

    def seen(self, services: Services, standing: TacticalStatus) -> TacticalSight[V, E]:
        """What the side sees that the tactical game is read for."""
        known = standing.side or EVERYONE
        shown = None if tells_all(standing.case.game) else known
        game_id = standing.case.game.id
        view, seen = self._seen(services, game_id, standing.result.packed, standing.result.events, shown)
        return TacticalSight(standing, known, self.own(view, known), seen)

    def as_told(
        self, services: Services, game_id: str, packed: bytes, told: tuple[bytes, ...], side: str
    ) -> tuple[V, tuple[E, ...]]:
        """What a side saw of a tactical game while it was on, also when it is over and all is told."""
        view, seen = self._seen(services, game_id, packed, told, side)
        return self.own(view, side), seen

    async def turn(self, services: Services, now: TacticalSight[V, E], number: int) -> TacticalTurn[V, E]:
        """A turn as the side saw it. WrongPhaseError for one that was not played yet."""
        if number == now.turn and not now.over:
            return present(now)
        return self.turn_as_seen(services, now, number, await past_turn(services, now.standing, number))

    def turn_as_seen(
        self, services: Services, now: TacticalSight[V, E], number: int, found: PlayedTurns
    ) -> TacticalTurn[V, E]:
        """What was played, as the side saw it."""
        known = now.reads_as
        view, seen = self._seen(services, now.standing.case.game.id, found.end, found.told, known)
        return TacticalTurn(number, self.own(view, now.side), seen, found.start, found.end, found.told)

    def _seen(
        self, services: Services, game_id: str, packed: bytes, told: tuple[bytes, ...], side: str | None
    ) -> tuple[V, tuple[E, ...]]:
        key = sight_key(game_id, packed, told, side)
        return services.cache.of(self.kept).get_or_make(key, lambda: self.read(packed, told, side))


def present(now: TacticalSight[V, E]) -> TacticalTurn[V, E]:
    """The turn the tactical game stands in, as far as it has come."""
    case, result = now.standing.case, now.standing.result
    return TacticalTurn(now.turn, now.view, now.events, case.packed, result.packed, result.events)


async def tactical_news(
    reader: TacticalReader[V, E],
    headlines: Headlines[V, E],
    services: Services,
    game_id: str,
    side: str,
    user_id: int,
    since: Mark | None,
) -> News | None:
    """What happened to a side since a mark (None: since now). None before the tactical game has begun, for who plays no side,
    and where one person plays at a panel alone: nothing happens there without them."""
    row = await get_game(services, game_id)
    if not side or row.revision < 1:
        return None
    standing = await tactical_status(services, game_id, side)
    case, result = standing.case, standing.result
    if KINDS[case.game.system].by_panel and is_alone(case):
        return None
    now = case.turn
    view, told = reader.as_told(services, game_id, result.packed, result.events, side)
    begin = since or (now.revision, len(told))
    async with services.storage.reading() as tx:
        passed = [t for t in await turns.of_game(tx, game_id) if begin[0] <= t.revision < now.revision and t.turn > 0]
        done = [t for t in passed if t.state != "undone"]
        played = [(t, await read_played(tx, game_id, t.revision)) for t in done[-MOST_TURNS:]]
    items: list[Item] = []
    for turn, found in played:
        then, seen = reader.as_told(services, game_id, found.end, found.told, side)
        items += _items(turn.turn, headlines(then, seen[begin[1] :] if turn.revision == begin[0] else seen))
    items += _items(now.turn, headlines(view, told[begin[1] :] if begin[0] == now.revision else told))
    over, held = case.game.status == "finished", next((s for s in case.held if s.side == side), None)
    return News(
        turn=now.turn,
        turns=tuple(t.turn for t in done[-MOST_TURNS:]),
        items=tuple(sorted(items, key=lambda one: (-one.weight, -one.turn))),
        waits=(TACTICAL_WAITS,) if standing.asked and not over and held is not None and held.user_id == user_id else (),
        mark=(now.revision, len(told)),
        undone=any(t.state == "undone" for t in passed),
        more=max(len(done) - MOST_TURNS, 0),
        due=None if case.game.status == "paused" else case.due,
        over=over,
    )


def _items(turn: int, found: Iterable[tuple[int, str]]) -> list[Item]:
    greatest = sorted(found, key=lambda one: -one[0])[:A_TURN]
    return [Item(turn, weight, text) for weight, text in greatest]
