"""A tactical game as it stands, and what a player may do in it: join, send orders, take them back, say that they are done.

A side that somebody has taken since the tactical game began is asked from where the tactical game stands.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from render.words.letters import NOBODY_WAITS, format_joined_late
from rules.values import GameError, NotYoursError, Value, WrongPhaseError, changed
from storage import deadlines, idempotency_keys, seats, sheets, snapshots, tactical_orders, turns
from storage.db import Transaction
from storage.engine import Scope
from storage.errors import StaleStateError
from storage.games import GameRow
from storage.seats import SeatRow
from storage.tactical_orders import SentRow, encode_sent
from storage.turns import TurnRow
from umpire.games.games import present, require_game
from umpire.games.seat import Seat, note
from umpire.games.seats import check_holder
from umpire.services.services import Services, Slot
from umpire.tactical_kinds.kind import Progress, TacticalKind
from umpire.tactical_kinds.known import KINDS, progress

STOPPED: Final = "tactical.stopped"
PLAYED_SO_FAR: Final[Slot[tuple[str, int, str], Progress]] = Slot()
"""By game, revision and a hash of what was sent."""
SEND_TRIES = 6
MOST_SENT = 400
"""Orders of one side in one turn."""


class OpenTacticalTurn(Value):
    """A tactical game's open turn as it was read: `packed` is the state at the turn's start, `due` its deadline."""

    game: GameRow
    turn: TurnRow
    packed: bytes
    rows: tuple[SentRow, ...]
    held: tuple[SeatRow, ...]
    due: int | None

    @property
    def kind(self) -> TacticalKind:
        """Which game it is."""
        return KINDS[self.game.system]

    @property
    def sent(self) -> tuple[SentRow, ...]:
        """The orders that stand."""
        return tuple(row for row in self.rows if row.withdrawn_at is None)

    def pending(self, side: str) -> tuple[SentRow, ...]:
        """A side's orders since it was last done: they do not count yet."""
        own = [row for row in self.sent if row.side == side]
        closed = _closed(self.kind, own).get(side, 0)
        return tuple(row for row in own if row.number > closed and not self.kind.is_at_once(row.order))

    def next_number(self, side: str) -> int:
        """The number of a side's next order of this turn; withdrawn numbers are not used again."""
        return max((row.number for row in self.rows if row.side == side), default=0) + 1


async def read_tactical_turn(tx: Transaction, game_id: str) -> OpenTacticalTurn:
    """A tactical game as it stands. WrongPhaseError: it has not begun, or it is no tactical game."""
    return await tactical_turn_of(tx, require_tactical_game(await require_game(tx, game_id)))


async def tactical_turn_of(tx: Transaction, row: GameRow) -> OpenTacticalTurn:
    """The same of a tactical game whose row is read. WrongPhaseError: it has not begun."""
    turn = await present(tx, row)
    if turn.turn == 0:
        raise WrongPhaseError(f"**{row.name}** has not begun yet.")
    key = await snapshots.require(tx, row.id, turn.revision)
    due = await deadlines.current(tx, row.id, turn.revision)
    return OpenTacticalTurn(
        row,
        turn,
        await snapshots.load_packed(tx, key),
        await tactical_orders.of_turn(tx, row.id, turn.turn),
        await seats.of_game(tx, row.id),
        None if due is None else due.due_at,
    )


def require_tactical_game(row: GameRow) -> GameRow:
    """The row of a game that is played in tactical games; WrongPhaseError for any other."""
    if row.system not in KINDS:
        raise WrongPhaseError(f"**{row.name}** is not played from stop to stop.")
    return row


def require_open(case: OpenTacticalTurn) -> None:
    """WrongPhaseError if nothing can be sent now."""
    if case.game.status == "finished" or case.turn.state != "open":
        raise WrongPhaseError(f"**{case.game.name}** is over; {case.kind.words.replay} shows how it went.")
    if case.game.status == "paused":
        raise WrongPhaseError(f"**{case.game.name}** is paused.")


def require_player(case: OpenTacticalTurn, seat: Seat) -> None:
    """NotYoursError unless the user holds the seat's side."""
    found = next((row for row in case.held if row.side == seat.side), None) if seat.side else None
    if found is None:
        raise NotYoursError(f"You play no side of this {case.kind.words.short}; {case.kind.words.join}.")
    check_holder(case.game, found, seat)


async def play(
    services: Services, case: OpenTacticalTurn, sent: Sequence[SentRow] | None = None, *, urgent: bool = True
) -> Progress:
    """Where the turn stands with these orders (those that stand, if none are given); remembered while it is asked for.

    What a side sent since it was last done changes nothing yet, so the turn is not played again for it.
    """
    given = case.sent if sent is None else sent
    closed = _closed(case.kind, given)
    counting = (row for row in given if case.kind.is_at_once(row.order) or row.number <= closed.get(row.side, 0))
    data = encode_sent(row.sent for row in counting)
    key = (case.game.id, case.turn.revision, hashlib.sha256(data + case.turn.seed).hexdigest())
    kept, turn = services.cache.of(PLAYED_SO_FAR), case.turn
    found = kept.get(key)
    if found is None:
        task = (case.game.system, case.packed, data, turn.seed, turn.dice_name, turn.turn)
        found = kept.put(key, await services.workers.run(progress, *task, urgent=urgent))
    return found


def _closed(kind: TacticalKind, rows: Iterable[SentRow]) -> dict[str, int]:
    """The number of the order with which each side was last done."""
    found: dict[str, int] = {}
    for row in rows:
        if kind.closes(row.order):
            found[row.side] = max(row.number, found.get(row.side, 0))
    return found


async def touch(tx: Transaction, case: OpenTacticalTurn) -> None:
    """StaleStateError if the turn is over or anybody's orders changed since the case was read."""
    fresh = await turns.find(tx, case.game.id, case.turn.revision)
    if fresh is None or fresh.changes != case.turn.changes:
        raise StaleStateError(f"an order of {case.game.id} was changed meanwhile")
    if not await turns.touch(tx, case.game.id, case.turn.revision):
        raise StaleStateError(f"turn {case.turn.turn} of {case.game.id} is over")


def has_given(case: OpenTacticalTurn, side: str) -> bool:
    """Whether anything was sent for a side in the open turn."""
    return any(row.side == side and not case.kind.is_at_once(row.order) for row in case.sent)


def not_asked(case: OpenTacticalTurn, side: str) -> str:
    """What a side is told that nobody waits for: its orders are in, or it has come too late for this turn."""
    if has_given(case, side):
        return NOBODY_WAITS
    words = case.kind.words
    return format_joined_late(words, case.turn.turn + 1)


class TacticalStatus(Value):
    """A tactical game as one side's player finds it. `pending` are their orders since they were last done, which may still be
    changed."""

    case: OpenTacticalTurn
    result: Progress
    side: str
    pending: tuple[SentRow, ...]
    asked: bool


async def tactical_status(services: Services, game_id: str, side: str = "") -> TacticalStatus:
    """Where a tactical game stands. WrongPhaseError: it has not begun."""
    async with services.storage.reading() as tx:
        case = await read_tactical_turn(tx, game_id)
    return await status_of(services, case, side)


async def status_of(services: Services, case: OpenTacticalTurn, side: str) -> TacticalStatus:
    """Where a tactical game that is read stands, for a side."""
    result = await play(services, case)
    return TacticalStatus(case, result, side, case.pending(side), any(one.side == side for one in result.asked))


async def send(
    services: Services,
    seat: Seat,
    orders: tuple[bytes, ...],
    *,
    replaces: tuple[int, ...] = (),
    idempotency_key: str = "",
    case: OpenTacticalTurn | None = None,
    stop: str | None = None,
) -> OpenTacticalTurn | None:
    """Add orders (encoded and checked by the caller) to the side's sheet, in the place of pending ones if told; without any,
    those are taken back. All is kept on record, and what comes of it `tactical_status` tells.

    `case` is the tactical game as the caller has read it; where it has moved on it is read anew. Gives the tactical game as it
    is then, None where this interaction had its effect already.

    WrongPhaseError: the tactical game is over or moved on, or stands elsewhere than at `stop`. NotYoursError: not your side, or
    an order that counts already.
    """

    def rows(here: TacticalStatus) -> list[SentRow]:
        if stop is not None:
            _check_stop(here, stop)
        if not {row.number for row in here.pending}.issuperset(replaces):
            raise NotYoursError(
                "That order counts already; only what you sent since you were last done can be changed."
            )
        if len([row for row in here.case.rows if row.side == seat.side]) + len(orders) > MOST_SENT:
            raise GameError(f"A side sends at most {MOST_SENT} orders a turn.")
        first = here.case.next_number(seat.side)
        return [SentRow(seat.side, first + at, order, seat.user_id) for at, order in enumerate(orders)]

    return await _change(services, seat, rows, replaces, idempotency_key, case)


async def done(
    services: Services,
    seat: Seat,
    order: bytes,
    stop: str,
    *,
    idempotency_key: str = "",
    case: OpenTacticalTurn | None = None,
) -> OpenTacticalTurn | None:
    """Say that the side is done with the stop `stop`; `order` is its encoded closing order. What comes of it, `tactical_status`
    tells.
    `case` and what is given are as of `send`.

    WrongPhaseError: the side is not asked now, or the tactical game stands elsewhere.
    """

    def rows(here: TacticalStatus) -> list[SentRow]:
        _check_stop(here, stop)
        if not here.asked:
            raise WrongPhaseError(not_asked(here.case, seat.side))
        return [SentRow(seat.side, here.case.next_number(seat.side), order, seat.user_id)]

    return await _change(services, seat, rows, (), idempotency_key, case, ready=True)


def _check_stop(here: TacticalStatus, stop: str) -> None:
    if here.result.stop != stop:
        words = here.case.kind.words
        raise WrongPhaseError(f"The {words.short} has moved on since that was shown; look again with {words.look}.")


async def _change(
    services: Services,
    seat: Seat,
    rows: Callable[[TacticalStatus], list[SentRow]],
    gone: tuple[int, ...],
    idempotency_key: str,
    case: OpenTacticalTurn | None,
    *,
    ready: bool = False,
) -> OpenTacticalTurn | None:
    """Add the orders that `rows` makes of the tactical game as it stands, and take others back."""
    for _ in range(SEND_TRIES):
        here = await _open(services, seat, idempotency_key, case)
        if here is None:
            return None
        added = rows(here)
        settled = {seat.side} if ready else await _settled(services, here, added)
        saved = await _save(services, seat, here, added, gone, idempotency_key, settled)
        if saved is not None:
            return saved
        case = None
    raise GameError("This game is being changed from many places at once; try again in a moment.")


async def _settled(services: Services, here: TacticalStatus, added: Sequence[SentRow]) -> set[str]:
    """The sides that nobody waits for once these orders are sent: none that was asked, but where some count at once."""
    case = here.case
    if not any(case.kind.is_at_once(row.order) for row in added):
        return set()
    after = await play(services, case, (*case.sent, *added))
    goes_on = after.done or after.stop != here.result.stop
    return {one.side for one in case.held if one.side} - ({one.side for one in after.asked} if not goes_on else set())


async def _open(
    services: Services, seat: Seat, idempotency_key: str, case: OpenTacticalTurn | None
) -> TacticalStatus | None:
    """The tactical game as the player finds it, read unless it is given; None if this interaction had its effect already."""
    async with services.storage.reading() as tx:
        case = case or await read_tactical_turn(tx, seat.game_id)
        if await _had_effect(tx, case, idempotency_key):
            return None
    require_player(case, seat)
    require_open(case)
    return await status_of(services, case, seat.side)


def key_in(revision: int, key: str) -> str:
    """An interaction's key, as it is noted in a revision: what is taken back frees it. "" for none."""
    return key and f"{key}/{revision}"


async def _had_effect(tx: Transaction, case: OpenTacticalTurn, key: str) -> bool:
    """Whether an interaction had its effect already: in this revision, or in the one before, which its effect may have closed.
    Of one that was taken back nothing is left."""
    if not key:
        return False
    now = case.turn.revision
    before = await turns.find(tx, case.game.id, now - 1)
    standing = [now] if before is None or before.state == "undone" else [now, now - 1]
    return any([await idempotency_keys.is_used(tx, key_in(revision, key)) for revision in standing])


async def _save(
    services: Services,
    seat: Seat,
    here: TacticalStatus,
    rows: list[SentRow],
    gone: tuple[int, ...],
    idempotency_key: str,
    settled: Collection[str],
) -> OpenTacticalTurn | None:
    """The tactical game with the change that was saved; None if somebody else changed it in between. The `settled` sides' sheets
    are ready with it, so that a turn that can go on is never left waiting."""
    case, now = here.case, services.seconds()
    try:
        async with services.storage.transaction(Scope(case.game.id)) as tx:
            await idempotency_keys.take(tx, key_in(case.turn.revision, idempotency_key), now)
            await touch(tx, case)
            for number in gone:
                await tactical_orders.withdraw(tx, case.game.id, case.turn.turn, seat.side, number, now, "withdrawn")
            for row in rows:
                await tactical_orders.add(tx, case.game.id, case.turn.turn, row, now)
            for sheet in await sheets.of_revision(tx, case.game.id, case.turn.revision):
                if sheet.side in settled:
                    await sheets.save(tx, sheet, "ready", "")
                elif sheet.side == seat.side and here.asked:
                    await sheets.save(tx, sheet, "partial", "")
            numbers = [row.number for row in rows] or list(gone)
            action = "tactical.done" if any(case.kind.closes(row.order) for row in rows) else "tactical.sent"
            await note(tx, services, case.game.id, seat.actor, action, side=seat.side, orders=numbers)
            given = await tactical_orders.of_turn(tx, case.game.id, case.turn.turn)
    except StaleStateError:
        return None
    return changed(case, turn=changed(case.turn, changes=case.turn.changes + 1), rows=given)


async def enter(services: Services, game_id: str, case: OpenTacticalTurn | None = None) -> OpenTacticalTurn | None:
    """Have every side that somebody holds asked from now on: at once where the tactical game waits and the side has something
    to say, else from the next stop or turn. Nothing where all are asked already, or nobody can join later.

    `case` is the tactical game as the caller has read it. Gives the tactical game as it was read, None where it is another one
    now.

    WrongPhaseError: the tactical game has not begun.
    """
    for _ in range(SEND_TRIES):
        if case is None:
            async with services.storage.reading() as tx:
                case = await read_tactical_turn(tx, game_id)
        if case.game.status == "finished" or case.turn.state != "open" or case.kind.join_order is None:
            return case
        result = await play(services, case)
        rows = _joins(case, result)
        if not rows:
            return case
        after = await play(services, case, (*case.sent, *rows))
        try:
            await _save_sent(services, case, rows, after)
        except StaleStateError:
            case = None
            continue
        return None
    return None


def _joins(case: OpenTacticalTurn, result: Progress) -> list[SentRow]:
    order = case.kind.join_order
    if order is None:
        return []
    return [
        SentRow(seat.side, case.next_number(seat.side), order(seat.side, case.turn.turn, result.stop), seat.user_id)
        for seat in case.held
        if seat.side and seat.user_id is not None and seat.side not in result.playing
    ]


async def _save_sent(services: Services, case: OpenTacticalTurn, rows: list[SentRow], after: Progress) -> None:
    asked = {one.side for one in after.asked}
    async with services.storage.transaction() as tx:
        await touch(tx, case)
        for row in rows:
            await tactical_orders.add(tx, case.game.id, case.turn.turn, row, services.seconds())
            sheet = await sheets.find(tx, case.game.id, case.turn.revision, row.side)
            if sheet is not None and row.side in asked:
                await sheets.save(tx, sheet, "none", sheet.word)
            await note(tx, services, case.game.id, str(row.entered_by), "tactical.joined", side=row.side)
