"""Standing orders: what a player may do with them until the deadline, and how they are applied to the sheets of a new turn.

They are applied when the turn opens, each side's in one transaction with the note that it was done. The clock repeats what was
left undone, and no turn is played before; so each revision gets them once, whenever the program dies. A turn never waits for them
to succeed. `expect` and `idempotency_key` are what they are for orders (umpire/campaign/sheets/orders.py).
"""

import logging
from collections.abc import Callable, Sequence
from typing import Final

from render.campaign.letters.dashboard_texts import format_not_worked_out
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.play.standing_orders.chain_kinds import Chain
from rules.cluster_war.play.standing_orders.evaluate import Evaluation, advance_orders, end_orders, evaluate
from rules.cluster_war.play.standing_orders.lines import MOST_STANDING, StandingOrder, StandingSheet, parse_standing
from rules.values import GameError, IllegalOrderError, NotYoursError, Value, changed
from storage import events, orders, seats
from storage.db import Transaction
from storage.errors import StaleStateError
from storage.games import GameRow
from storage.orders import StandingRow
from umpire.campaign.sheets.order_sheet import Edit, OrderSheet, edit_sheet, read_sheet, save_edit
from umpire.campaign.sheets.orders import sheet_of
from umpire.campaign.sheets.receipt import Receipt
from umpire.campaign.sheets.sheet_checks import check_room
from umpire.games.games import require_game
from umpire.games.seat import Seat
from umpire.services.services import Services

STANDING_ORDERS_ACTOR: Final = "standing orders"
"""Who applies them, as the log has it."""
APPLY_TRIES: Final = 12

log = logging.getLogger(__name__)
BOT_USER_ID: Final = 0
"""Who enters what the player's standing orders give: not the player, who may be away. A deputy's are entered by the deputy."""


class _SheetInput(Value):
    """A side's sheet as read, its standing orders as the turn begins, and what it took back by hand in this turn. `again` is what
    they gave when the turn was opened before it was undone; then its orders stand as they were, and nothing is applied."""

    sheet: OrderSheet
    orders: tuple[StandingOrder, ...]
    shunned: tuple[Order, ...]
    again: StandingSheet | None = None


async def apply_standing_orders(services: Services, game: str = "") -> int:
    """Apply the standing orders of all sides, of one game or of all, whose turn has opened since; gives how many sides'.

    What goes wrong with one is logged and, if it cannot be fixed by trying again, told to its player; it never raises.
    """
    try:
        async with services.storage.reading() as tx:
            found = await orders.waiting_standing(tx, game)
    except Exception:
        log.exception("Standing orders could not be looked for; they are looked for again.")
        return 0
    done = 0
    for game_id, side in found:
        try:
            done += await _apply(services, game_id, side)
        except Exception:  # nobody's turn waits for it
            log.exception(
                "The standing orders of %s in game %s could not be laid; they are looked at again.", side, game_id
            )
    return done


async def _apply(services: Services, game: str, side: str) -> bool:
    for _ in range(APPLY_TRIES):
        async with services.storage.reading() as tx:
            if (game, side) not in await orders.waiting_standing(tx, game):
                return False
            case = await _read(tx, services, await require_game(tx, game), side)
        edit = await _worked_out(services, case)
        try:
            await save_edit(services, case.sheet, edit, "")
        except StaleStateError:
            continue
        return True
    return False


async def _read(tx: Transaction, services: Services, row: GameRow, side: str) -> _SheetInput:
    held = await seats.find(tx, row.id, side)
    holder = None if held is None else held.user_id
    sheet = await read_sheet(tx, services, Seat(row.id, side, holder or 0, is_gm=holder is None))
    if sheet.kept is None:
        raise LookupError(f"{side} of {row.id} has no standing orders")
    taken_back = tuple(o.order for o in sheet.orders if o.withdrawn_why == "withdrawn")
    if sheet.turn.redoes is not None:
        before = await orders.find_standing(tx, row.id, sheet.turn.redoes, side)
        return _SheetInput(sheet, _as_they_were(sheet.kept, before), taken_back, _applied_by(before))
    known = sheet.kept.sheet.orders
    if sheet.kept.revision == sheet.turn.revision - 1:
        stored = await events.of_revision(tx, row.id, sheet.kept.revision)
        happened: list[Event] = [found.event for found in stored if may_see(found.event, side)]
        known = advance_orders(known, sheet.kept.sheet.laid, orders.in_force(sheet.before), happened)
    return _SheetInput(sheet, end_orders(known, sheet.view), taken_back)


def _as_they_were(now: StandingRow, before: StandingRow | None) -> tuple[StandingOrder, ...]:
    """The list as its player has made it by now, each order as far as it had come when the undone turn began."""
    past = {} if before is None else {one.number: one for one in before.sheet.orders}
    found = []
    for one in now.sheet.orders:
        old = past.get(one.number)
        known = old is not None and (old.does, old.when) == (one.does, one.when)
        given, succeeded, over = (old.given, old.succeeded, old.ended) if known and old is not None else (0, 0, "")
        over = one.ended if one.deputed and one.ended else over
        found.append(changed(one, given=given, succeeded=succeeded, ended=over))
    return tuple(found)


def _applied_by(before: StandingRow | None) -> StandingSheet:
    return StandingSheet() if before is None else before.sheet


async def _worked_out(services: Services, case: _SheetInput) -> Edit:
    """The sheet with what the standing orders give. What fails in the working out is told to the player instead."""
    sheet = case.sheet
    if case.again is not None:
        return _edit(sheet, changed(case.again, orders=case.orders))
    at_work = any(not one.paused and not one.ended for one in case.orders)
    try:
        stood = (
            await services.workers.run(evaluate, sheet.view, case.orders, sheet.standing, case.shunned)
            if at_work
            else Evaluation()
        )
    except Exception:
        code = services.entropy(3).hex()
        log.exception("Standing orders of %s in %s could not be worked out [%s].", sheet.seat.side, sheet.game.id, code)
        told = {0: format_not_worked_out(code)}
        return _edit(sheet, StandingSheet(case.orders, failed=told))
    after, laid, over = with_applied(sheet, case.orders, stood)
    reasons = {key: stood.laid[place].reason for place, key in enumerate(laid)}
    numbers = {key: stood.laid[place].standing for place, key in enumerate(laid)}
    waits = {**stood.waits, **_ended_now(case)}
    kept = StandingSheet(case.orders, numbers | dict(stood.adopted), reasons, waits, {**stood.failed, **over})
    return _edit(after, kept)


def _ended_now(case: _SheetInput) -> dict[int, str]:
    """How chains have ended since the turn before, by number: told once."""
    before = {one.number for one in case.sheet.stands.orders if one.ended}
    over = (one for one in case.orders if one.ended and one.number not in before and isinstance(one.does, Chain))
    return {one.number: f"over: {one.ended}" for one in over}


def with_applied(
    sheet: OrderSheet, listed: Sequence[StandingOrder], stood: Evaluation
) -> tuple[OrderSheet, list[str], dict[int, str]]:
    """The sheet with the orders that standing orders give, and their ids, in their order. One that is there from before the
    turn was undone counts again as it was. Last, why those gave nothing for whose orders the sheet has no room, by number."""
    ids: list[str] = []
    over: dict[int, str] = {}
    for one in stood.laid:
        try:
            check_room(len(sheet.standing))
        except GameError as full:
            over[one.standing] = str(full)
            continue
        same = [o for o in sheet.orders if o.withdrawn_why == "undone" and o.order == one.order and o.id not in ids]
        if same:
            sheet = sheet.with_changed(changed(same[0], withdrawn_at=None, withdrawn_why=""))
            ids.append(same[0].id)
        else:
            deputed = any(kept.number == one.standing and kept.deputed for kept in listed)
            sheet = sheet.with_new(one.order, by=sheet.deputy if deputed else BOT_USER_ID)
            ids.append(sheet.orders[-1].id)
    return sheet, ids, over


def _edit(sheet: OrderSheet, stands: StandingSheet) -> Edit:
    """Who has declared their orders ready stays so: standing orders are theirs."""
    return Edit(
        sheet, "orders.standing", declared=sheet.row.state == "ready", stands=stands, actor=STANDING_ORDERS_ACTOR
    )


async def sheet_with_standing(services: Services, seat: Seat) -> OrderSheet:
    """The seat's sheet, its standing orders applied, as it stands, also while the turn is closed."""
    await apply_standing_orders(services, seat.game_id)
    return await sheet_of(services, seat)


def read_standing(sheet: OrderSheet, text: str) -> StandingOrder:
    """A line read with the sheet's names, under the next free number; GameError with what would be right."""
    number = max((one.number for one in sheet.stands.orders), default=0) + 1
    return parse_standing(text, sheet.names, number)


def would_do(sheet: OrderSheet, one: StandingOrder) -> Evaluation:
    """What a standing order would do right now on top of the sheet."""
    if over := _why_over(sheet, one):
        return Evaluation(failed={one.number: over})
    return evaluate(sheet.view, (one,), sheet.standing)


async def add(
    services: Services, seat: Seat, text: str, *, expect: int | None = None, idempotency_key: str = ""
) -> Receipt:
    """Lay down a standing order by its line; what it gives now goes on this turn's sheet. GameError: it cannot be read, is there
    already, or is one too many."""

    def work(sheet: OrderSheet) -> Edit:
        one = read_standing(sheet, text)
        kept = sheet.stands.orders
        for other in kept:
            if not other.ended and (other.does, other.when) == (one.does, one.when):
                raise GameError(f"That is your standing order {other.number} already; change or remove that one.")
        if len(kept) >= MOST_STANDING:
            kept = tuple(other for other in kept if not other.ended)
        if len(kept) >= MOST_STANDING:
            raise GameError(f"A side has at most {MOST_STANDING} standing orders; remove one first.")
        return _give_at_once(
            sheet, changed(sheet.stands, orders=(*kept, one)), one, f"Standing order {one.number} is laid down."
        )

    return await _edited(services, seat, expect, idempotency_key, work)


async def change(
    services: Services, seat: Seat, number: int, text: str, *, expect: int | None = None, idempotency_key: str = ""
) -> Receipt:
    """Put another line in the place of a standing order, which begins anew; what it had given this turn is taken back."""

    def work(sheet: OrderSheet) -> Edit:
        old = _numbered(sheet, number)
        one = parse_standing(text, sheet.names, number)
        gone = [
            changed(o, withdrawn_at=sheet.now, withdrawn_why="withdrawn")
            for o in sheet.orders
            if sheet.stands.laid.get(o.id) == number and o.withdrawn_at is None
        ]
        stands = _without(sheet.stands, number)
        after = tuple(one if other is old else other for other in sheet.stands.orders)
        cleared = sheet.with_changed(*gone)
        return _give_at_once(cleared, changed(stands, orders=after), one, f"Standing order {number} is changed.")

    return await _edited(services, seat, expect, idempotency_key, work)


async def remove(services: Services, seat: Seat, number: int, *, idempotency_key: str = "") -> Receipt:
    """Remove a standing order. What it gave this turn stays on the sheet, as any order does."""

    def work(sheet: OrderSheet) -> Edit:
        old = _numbered(sheet, number)
        left = tuple(other for other in sheet.stands.orders if other is not old)
        stands = changed(_without(sheet.stands, number), orders=left)
        stay = " What it gave this turn stays on your sheet." if number in sheet.stands.laid.values() else ""
        return Edit(sheet, "standing.removed", (f"Standing order {number} is removed.{stay}",), stands=stands)

    return await _edited(services, seat, None, idempotency_key, work)


async def pause(services: Services, seat: Seat, number: int, paused: bool, *, idempotency_key: str = "") -> Receipt:
    """Let a standing order rest, or go on; from the next turn on it gives nothing, or something again."""

    def work(sheet: OrderSheet) -> Edit:
        old = _numbered(sheet, number)
        if old.ended:
            raise GameError(f"Standing order {number} is over ({old.ended}); change it to begin it anew.")
        after = tuple(changed(one, paused=paused) if one is old else one for one in sheet.stands.orders)
        said = (
            f"Standing order {number} rests from the next turn on." if paused else f"Standing order {number} goes on."
        )
        return Edit(sheet, "standing.paused", (said,), stands=changed(sheet.stands, orders=after))

    return await _edited(services, seat, None, idempotency_key, work)


async def _edited(
    services: Services, seat: Seat, expect: int | None, idempotency_key: str, work: Callable[[OrderSheet], Edit]
) -> Receipt:
    await apply_standing_orders(services, seat.game_id)
    return await edit_sheet(services, seat, expect, idempotency_key, work)


def _why_over(sheet: OrderSheet, one: StandingOrder) -> str:
    """Why a standing order would be over before it begins; "" if it would not."""
    (begun,) = end_orders((changed(one, given=0, succeeded=0, ended=""),), sheet.view)
    return f"It would be over already: {begun.ended}." if begun.ended else ""


def _give_at_once(sheet: OrderSheet, stands: StandingSheet, one: StandingOrder, said: str) -> Edit:
    """The sheet with what a new standing order gives at once, and what is said of it. GameError: it would be over already."""
    if why := _why_over(sheet, one):
        raise GameError(why)
    stood = would_do(sheet, one)
    if sheet.powers is not None:
        one = changed(one, deputed=True)
    after, ids, over = with_applied(sheet, (one,), stood)
    if over:
        raise IllegalOrderError(over[one.number])
    numbers = {**stands.laid, **dict.fromkeys(ids, one.number), **stood.adopted}
    reasons = {**stands.reasons, **{key: stood.laid[place].reason for place, key in enumerate(ids)}}
    waits, failed = {**stands.waits, **stood.waits}, {**stands.failed, **stood.failed}
    kept = changed(stands, laid=numbers, reasons=reasons, waits=waits, failed=failed)
    notes = [said, *(f"It waits: {why}" for why in stood.waits.values())]
    return Edit(after, "standing.added", tuple(notes), stands=kept)


def _numbered(sheet: OrderSheet, number: int) -> StandingOrder:
    found = sheet.stands.numbered(number)
    if found is None:
        known = ", ".join(str(one.number) for one in sheet.stands.orders) or "none"
        raise NotYoursError(f"You have no standing order {number}; yours are: {known}.")
    return found


def _without(stands: StandingSheet, number: int) -> StandingSheet:
    """The same without what is known of one of them in this turn."""
    laid = {key: n for key, n in stands.laid.items() if n != number}
    reasons = {key: why for key, why in stands.reasons.items() if key in laid}
    waits = {n: why for n, why in stands.waits.items() if n != number}
    failed = {n: why for n, why in stands.failed.items() if n != number}
    return StandingSheet(stands.orders, laid, reasons, waits, failed)
