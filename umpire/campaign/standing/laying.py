"""Standing orders laid on the sheets of a turn that has opened, each side's in one transaction with the note that it was done.

It is done when the turn opens; a look of the clock, which may come as often as it likes, finds what was left undone, and nobody's
turn is played before. So whatever is killed when, each opening is laid once. No turn waits for it to come out well.
"""

import logging
from typing import Final

from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.play.standing_orders.progress import ended, progressed
from rules.cluster_war.play.standing_orders.stand import Stood, stand
from rules.cluster_war.play.standing_orders.standing_order import StandingOrder, StandingSheet
from rules.values import Value, changed
from storage import events, orders, seats, standing
from storage.db import Transaction
from storage.errors import StaleStateError
from storage.games import GameRow
from storage.standing import StandingRow
from umpire.campaign.sheets.order_sheet import Edit, OrderSheet, read_sheet, save_edit
from umpire.games.games import require_game
from umpire.games.seat import Seat
from umpire.services.services import Services

LAYER: Final = "standing orders"
"""Who lays them, as the log has it."""
TRIES: Final = 12

log = logging.getLogger(__name__)


class _Case(Value):
    """A side's sheet as read, its standing orders as the turn begins, and what it took back by hand in this turn. `again` is what
    they gave when the turn was opened before it was undone; then its orders stand as they were, and nothing is laid."""

    sheet: OrderSheet
    orders: tuple[StandingOrder, ...]
    shunned: tuple[Order, ...]
    again: StandingSheet | None = None


async def lay(services: Services, game: str = "") -> int:
    """Lay the standing orders of all sides, of one game or of all, whose turn has opened since; gives how many sides'. What goes
    wrong with one is logged and, if it cannot be mended by trying again, told to its player; it never raises."""
    try:
        async with services.storage.reading() as tx:
            found = await standing.waiting(tx, game)
    except Exception:
        log.exception("Standing orders could not be looked for; they are looked for again.")
        return 0
    done = 0
    for game_id, side in found:
        try:
            done += await _lay(services, game_id, side)
        except Exception:  # nobody's turn waits for it
            log.exception(
                "The standing orders of %s in game %s could not be laid; they are looked at again.", side, game_id
            )
    return done


async def _lay(services: Services, game: str, side: str) -> bool:
    for _ in range(TRIES):
        async with services.storage.reading() as tx:
            if (game, side) not in await standing.waiting(tx, game):
                return False
            case = await _read(tx, services, await require_game(tx, game), side)
        edit = await _worked_out(services, case)
        try:
            await save_edit(services, case.sheet, edit, "")
        except StaleStateError:
            continue
        return True
    return False


async def _read(tx: Transaction, services: Services, row: GameRow, side: str) -> _Case:
    held = await seats.find(tx, row.id, side)
    holder = None if held is None else held.user_id
    sheet = await read_sheet(tx, services, Seat(row.id, side, holder or 0, is_gm=holder is None))
    if sheet.kept is None:
        raise LookupError(f"{side} of {row.id} has no standing orders")
    taken_back = tuple(o.order for o in sheet.orders if o.withdrawn_why == "withdrawn")
    if sheet.turn.redoes is not None:
        before = await standing.find(tx, row.id, sheet.turn.redoes, side)
        return _Case(sheet, _as_they_were(sheet.kept, before), taken_back, _laid_by(before))
    known = sheet.kept.sheet.orders
    if sheet.kept.opening == sheet.turn.opening - 1:
        stored = await events.of_opening(tx, row.id, sheet.kept.opening)
        happened: list[Event] = [found.event for found in stored if may_see(found.event, side)]
        known = progressed(known, sheet.kept.sheet.laid, orders.standing(sheet.before), happened)
    return _Case(sheet, ended(known, sheet.view), taken_back)


def _as_they_were(now: StandingRow, before: StandingRow | None) -> tuple[StandingOrder, ...]:
    """The list as its player has made it by now, each order as far as it had come when the undone turn began."""
    past = {} if before is None else {one.number: one for one in before.sheet.orders}
    found = []
    for one in now.sheet.orders:
        old = past.get(one.number)
        known = old is not None and (old.does, old.when) == (one.does, one.when)
        given, succeeded, over = (old.given, old.succeeded, old.ended) if known and old is not None else (0, 0, "")
        found.append(changed(one, given=given, succeeded=succeeded, ended=over))
    return tuple(found)


def _laid_by(before: StandingRow | None) -> StandingSheet:
    return StandingSheet() if before is None else before.sheet


async def _worked_out(services: Services, case: _Case) -> Edit:
    """The sheet with what the standing orders give. What fails in the working out is told to the player instead."""
    sheet = case.sheet
    if case.again is not None:
        return _edit(sheet, changed(case.again, orders=case.orders))
    at_work = any(not one.paused and not one.ended for one in case.orders)
    try:
        stood = (
            await services.workers.run(stand, sheet.view, case.orders, sheet.standing, case.shunned)
            if at_work
            else Stood()
        )
    except Exception:
        code = services.entropy(3).hex()
        log.exception("Standing orders of %s in %s could not be worked out [%s].", sheet.seat.side, sheet.game.id, code)
        told = {0: f"Your standing orders could not be worked out this turn (code {code}); give by hand what you need."}
        return _edit(sheet, StandingSheet(case.orders, failed=told))
    after, laid = with_laid(sheet, stood)
    reasons = {key: stood.laid[place].reason for place, key in enumerate(laid)}
    numbers = {key: stood.laid[place].standing for place, key in enumerate(laid)}
    kept = StandingSheet(case.orders, numbers | dict(stood.adopted), reasons, stood.waits, stood.failed)
    return _edit(after, kept)


BOT: Final = 0
"""Who enters what standing orders give: not their player, who may be away."""


def with_laid(sheet: OrderSheet, stood: Stood) -> tuple[OrderSheet, list[str]]:
    """The sheet with the orders that standing orders give, and their ids, in their order. One that is there from before the
    turn was undone counts again as it was."""
    ids: list[str] = []
    for one in stood.laid:
        same = [o for o in sheet.orders if o.withdrawn_why == "undone" and o.order == one.order and o.id not in ids]
        if same:
            sheet = sheet.with_changed(changed(same[0], withdrawn_at=None, withdrawn_why=""))
            ids.append(same[0].id)
        else:
            sheet = sheet.with_new(one.order, by=BOT)
            ids.append(sheet.orders[-1].id)
    return sheet, ids


def _edit(sheet: OrderSheet, stands: StandingSheet) -> Edit:
    """Who has declared their orders ready stays so: standing orders are theirs."""
    return Edit(sheet, "orders.standing", declared=sheet.row.state == "ready", stands=stands, actor=LAYER)
