"""What a player may do in a bout: send orders, take them back, say that they are done. Each takes effect whole or not at all."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.errors import GameError, NotYoursError, WrongPhaseError
from storage import bout_orders, idempotency, sheets
from storage.bout_orders import SentRow
from storage.errors import StaleStateError
from umpire.bout_kinds.kind import Progress
from umpire.bouts.standing import Case, play, read_case, require_open, require_player, touch
from umpire.games.audit import note
from umpire.games.seat import Seat
from umpire.services.services import Services

TRIES = 6
MOST_SENT = 400
"""Orders of one side in one turn."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A bout as one side's player finds it. `pending` are their orders since they were last done, which may still be changed."""

    case: Case
    result: Progress
    side: str
    pending: tuple[SentRow, ...]
    asked: bool


async def look(services: Services, game_id: str, side: str = "") -> Standing:
    """Where a bout stands. WrongPhaseError: it has not begun."""
    async with services.storage.reading() as tx:
        case = await read_case(tx, game_id)
    return await _standing(services, case, side)


async def send(
    services: Services,
    seat: Seat,
    orders: tuple[bytes, ...],
    *,
    replaces: tuple[int, ...] = (),
    idempotency_key: str = "",
) -> None:
    """Add orders (encoded and checked by the caller) to the side's sheet, in the place of pending ones if told; without any,
    those are taken back. All is kept on record, and what comes of it `look` tells.

    WrongPhaseError: the bout is over or moved on. NotYoursError: not your side, or an order that counts already.
    """

    def rows(here: Standing) -> list[SentRow]:
        if not {row.number for row in here.pending}.issuperset(replaces):
            raise NotYoursError(
                "That order counts already; only what you sent since you were last done can be changed."
            )
        if len([row for row in here.case.rows if row.side == seat.side]) + len(orders) > MOST_SENT:
            raise GameError(f"A side sends at most {MOST_SENT} orders a turn.")
        first = here.case.next_number(seat.side)
        return [SentRow(seat.side, first + at, order, seat.user_id) for at, order in enumerate(orders)]

    await _change(services, seat, rows, replaces, idempotency_key)


async def done(services: Services, seat: Seat, order: bytes, stop: str, *, idempotency_key: str = "") -> None:
    """Say that the side is done with the stop `stop`; `order` is its encoded `Continue`. What comes of it, `look` tells.

    WrongPhaseError: the side is not asked now, or the bout stands elsewhere.
    """

    def rows(here: Standing) -> list[SentRow]:
        if here.result.stop != stop:
            raise WrongPhaseError("The battle has moved on since that was shown; look again with /plot show.")
        if not here.asked:
            raise WrongPhaseError("Nobody waits for you now; you will be asked.")
        return [SentRow(seat.side, here.case.next_number(seat.side), order, seat.user_id)]

    await _change(services, seat, rows, (), idempotency_key, ready=True)


async def _change(
    services: Services,
    seat: Seat,
    rows: Callable[[Standing], list[SentRow]],
    gone: tuple[int, ...],
    idempotency_key: str,
    *,
    ready: bool = False,
) -> None:
    """Add the orders that `rows` makes of the bout as it stands, and take others back."""
    for _ in range(TRIES):
        here = await _open(services, seat, idempotency_key)
        if here is None or await _save(services, seat, here, rows(here), gone, idempotency_key, ready=ready):
            return
    raise GameError("This battle is being changed from many places at once; try again in a moment.")


async def _open(services: Services, seat: Seat, idempotency_key: str) -> Standing | None:
    """The bout as the player finds it; None if this interaction had its effect already."""
    async with services.storage.reading() as tx:
        if idempotency_key and await idempotency.seen(tx, idempotency_key):
            return None
        case = await read_case(tx, seat.game_id)
    require_player(case, seat)
    require_open(case)
    return await _standing(services, case, seat.side)


async def _standing(services: Services, case: Case, side: str) -> Standing:
    result = await play(services, case)
    return Standing(case, result, side, case.pending(side), any(one.side == side for one in result.asked))


async def _save(
    services: Services,
    seat: Seat,
    here: Standing,
    rows: list[SentRow],
    gone: tuple[int, ...],
    idempotency_key: str,
    *,
    ready: bool,
) -> bool:
    """Whether the change was saved; False if somebody else changed the bout in between."""
    case, now = here.case, services.seconds()
    try:
        async with services.storage.transaction() as tx:
            await idempotency.take(tx, idempotency_key, now)
            await touch(tx, case)
            for number in gone:
                await bout_orders.withdraw(tx, case.game.id, case.turn.turn, seat.side, number, now, "withdrawn")
            for row in rows:
                await bout_orders.add(tx, case.game.id, case.turn.turn, row, now)
            sheet = await sheets.find(tx, case.game.id, case.turn.opening, seat.side)
            if sheet is None:
                raise LookupError(f"{case.game.id} has no sheet of {seat.side}")
            if ready or here.asked:
                await sheets.save(tx, sheet, "ready" if ready else "partial", "")
            numbers = [row.number for row in rows] or list(gone)
            action = "bout.done" if ready else "bout.sent"
            await note(tx, services, case.game.id, seat.actor, action, side=seat.side, orders=numbers)
    except StaleStateError:
        return False
    return True
