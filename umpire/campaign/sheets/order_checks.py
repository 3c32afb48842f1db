"""How many orders a sheet may hold, and checks of many orders at once: a worker does those, for at most `CHECK_SECONDS`.

Every way onto a sheet asks `check_room`; `save_edit` asks it again of the whole sheet.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from rules.cluster_war.model.orders.order import Order, OrderPreview, SignedOrder
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.notation import names_of, parse_order
from rules.cluster_war.turn.planning.check import check
from rules.values import GameError, IllegalOrderError, changed
from storage.orders import OrderRow
from umpire.services.services import Services
from umpire.services.workers import WorkerError

MOST_ORDERS = 200
"""Orders of a side's sheet that stand."""
MOST_ROWS = 600
"""Orders of a side in one turn, withdrawn ones counted in."""
AT_ONCE: Final = 3
"""So many orders are checked at once on the event loop; more go to a worker."""
CHECK_SECONDS: Final = 20.0

Wanted: TypeAlias = SignedOrder | Order | str
"""An order that is on the sheet already, withdrawn; a new one; or the line of a new one."""


def room_left(standing: int) -> int:
    """How many more orders may stand beside so many."""
    return max(0, MOST_ORDERS - standing)


def check_room(standing: int, rows: int = 0) -> None:
    """IllegalOrderError unless one more order may stand beside so many, and be kept beside so many of this turn."""
    if not room_left(standing):
        raise IllegalOrderError(f"A sheet holds at most {MOST_ORDERS} orders.")
    if rows >= MOST_ROWS:
        raise IllegalOrderError(
            f"You have given {MOST_ROWS} orders this turn, including those you withdrew. Change one of them, or "
            "restore a withdrawn one."
        )


def check_sheet(before: Sequence[OrderRow], after: Sequence[OrderRow]) -> None:
    """IllegalOrderError if a sheet has grown beyond what may stand; one that is too long already may shrink."""
    was, now = (sum(row.withdrawn_at is None for row in rows) for rows in (before, after))
    if now > was:
        check_room(now - 1)


async def checked_in_turn(
    services: Services, view: View, rows: Sequence[OrderRow], wanted: Sequence[Wanted]
) -> tuple[OrderPreview | GameError, ...]:
    """What each order would do on top of a sheet and of those before it that can be given, or why it cannot.

    GameError: the checks took too long.
    """
    standing = tuple(row.signed for row in rows if row.withdrawn_at is None)
    return await checked_on(services, view, standing, max((row.number for row in rows), default=0), len(rows), wanted)


async def checked_on(
    services: Services, view: View, standing: tuple[SignedOrder, ...], last: int, rows: int, wanted: Sequence[Wanted]
) -> tuple[OrderPreview | GameError, ...]:
    """The same on top of orders that stand; `last` is the highest number given so far, `rows` how many orders are kept."""
    given = (view, standing, last, rows, tuple(wanted))
    if len(wanted) <= AT_ONCE:
        return check_in_turn(*given)
    try:
        return await services.workers.run(check_in_turn, *given, urgent=True, seconds=CHECK_SECONDS)
    except WorkerError as wrong:
        raise GameError("Checking so many orders took too long; nothing was changed. Give fewer at once.") from wrong


def check_in_turn(
    view: View, standing: tuple[SignedOrder, ...], last: int, rows: int, wanted: tuple[Wanted, ...]
) -> tuple[OrderPreview | GameError, ...]:
    """The same of the orders that stand; `last` is the highest number on the sheet, `rows` is how many it holds."""
    found: list[OrderPreview | GameError] = []
    for one in wanted:
        is_new = not isinstance(one, SignedOrder)
        try:
            check_room(len(standing), rows if is_new else 0)
            order = parse_order(one, names_of(view, standing)) if isinstance(one, str) else one
            seen = check(view, standing, order.order if isinstance(order, SignedOrder) else order)
        except GameError as wrong:
            found.append(wrong.with_traceback(None))
            continue
        found.append(seen)
        if isinstance(one, SignedOrder):
            signed = changed(one, order=seen.order)
        else:
            last, rows = last + 1, rows + 1
            signed = SignedOrder(f"{view.side}-{view.turn}-{last}", view.side, last, seen.order)
        standing = tuple(sorted((*standing, signed), key=lambda s: s.number))
    return tuple(found)
