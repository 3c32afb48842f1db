"""How many orders a sheet may hold, and what a deputy may make of a player's: its orders, its standing orders, its word for the
dice.

Every way onto a sheet asks `check_room`; `save_edit` asks it again of the whole sheet. Many orders at once are checked by a
worker, for at most `CHECK_SECONDS`. A deputy never changes what the player ordered. What stands on from turn to turn by a
deputy's word is marked, shown in /away review, and over with the duty.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from render.words.seat_letters import POWERS
from rules.cluster_war.model.orders.order import Order, OrderPreview, SignedOrder
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.notation import names_of, parse_order
from rules.cluster_war.play.standing_orders.lines import StandingOrder, StandingSheet
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.registry import KIND_OF
from rules.values import GameError, IllegalOrderError, NotYoursError, changed
from storage.orders import OrderRow
from umpire.games.attendance import Powers
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
            f"You have given {MOST_ROWS} orders this turn, those counted in that you withdrew. Change one of them, or "
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


BY_DEPUTY: Final = "deputy"
"""Why an order is withdrawn that a deputy took off the sheet."""
NOT_CAREFUL: Final = frozenset({"treaty", "invade", "spy"})
"""Groups of commands that are treaties, war and spies; and single commands that are."""
NOT_CAREFUL_COMMANDS: Final = frozenset(
    {
        "fleet raid",
        "fleet bombard",
        "fleet engage",
        "fleet aid",
        "orders ask",
        "orders contingency",
        "psi attempt",
        "psi read",
    }
)
UPKEEP_COMMANDS: Final = frozenset(
    {
        "fleet supply", "fleet unsupply", "fleet hand", "fleet arm", "fleet disarm", "fleet load", "fleet unload", "fleet repair",
        "build continue", "build munitions", "research fund", "orders priorities", "base mine", "officer crew",
    }
)  # fmt: skip
"""What keeps things running."""


def may_order(powers: Powers, order: Order) -> bool:
    """Whether these powers cover an order."""
    command = KIND_OF[type(order)].command
    match powers:
        case "all":
            return True
        case "careful":
            return command.split()[0] not in NOT_CAREFUL and command not in NOT_CAREFUL_COMMANDS
        case "upkeep":
            return command in UPKEEP_COMMANDS


def beyond(powers: Powers, order: Order) -> NotYoursError:
    """Why a deputy of these powers does not give an order."""
    return NotYoursError(
        f"As a deputy you may give {POWERS[powers]}; /{KIND_OF[type(order)].command} is beyond that. The player can "
        "give you more (/away deputy)."
    )


def may_take_back(powers: Powers, user: int, row: OrderRow) -> bool:
    """Whether a deputy of these powers may withdraw an order."""
    return row.entered_by == user or powers == "all"


def check_deputed(
    powers: Powers, user: int, before: dict[str, OrderRow], after: tuple[OrderRow, ...]
) -> tuple[OrderRow, ...]:
    """The sheet as a deputy may leave it, what they withdrew marked as their doing. NotYoursError: beyond their powers, or a
    change of what the player ordered or took back."""
    found = []
    for row in after:
        old = before.get(row.id)
        if row == old:
            found.append(row)
            continue
        if old is not None and old.entered_by != user:
            found.append(_withdrawn(powers, old, row))
            continue
        if row.withdrawn_at is None and not may_order(powers, row.order):
            raise beyond(powers, row.order)
        found.append(row)
    return tuple(found)


def _withdrawn(powers: Powers, old: OrderRow, row: OrderRow) -> OrderRow:
    """An order of somebody else's that a deputy touched."""
    if row.order != old.order:
        raise NotYoursError(f"Order {old.number} is the player's own. Withdraw it and give another, if you must.")
    if row.withdrawn_at is None and old.withdrawn_why != BY_DEPUTY:
        raise NotYoursError(f"The player has taken order {old.number} back; it stays so until they want it again.")
    if row.withdrawn_at is not None and powers != "all":
        raise NotYoursError(
            f"Order {old.number} is the player's own, and your powers ({POWERS[powers]}) do not reach to it."
        )
    return changed(row, withdrawn_why=BY_DEPUTY) if row.withdrawn_at is not None else row


def check_word(word: str | None) -> None:
    """GameError: a deputy adds no word to the dice."""
    if word is not None:
        raise GameError("A word for the dice is its player's to give, not their deputy's.")


def check_standing(powers: Powers, before: StandingSheet, after: StandingSheet) -> StandingSheet:
    """The standing orders as a deputy may leave them, those that they laid down marked. NotYoursError: beyond their powers, or
    a change of the player's own."""
    known = {one.number: one for one in before.orders}
    left = {one.number for one in after.orders}
    for old in before.orders:
        if not old.deputed and not old.ended and old.number not in left:
            raise NotYoursError(f"Standing order {old.number} is the player's own; a deputy does not remove it.")
    kept = []
    for one in after.orders:
        old_one = known.get(one.number)
        if one == old_one:
            kept.append(one)
            continue
        if old_one is not None and not old_one.deputed:
            _check_paused(powers, old_one, one)
            kept.append(one)
            continue
        if not _may_stand(powers, one):
            raise NotYoursError(
                f"As a deputy you may give {POWERS[powers]}; what this standing order would give is beyond that. The player "
                "can give you more (/away deputy)."
            )
        kept.append(changed(one, deputed=True))
    return changed(after, orders=tuple(kept))


def _may_stand(powers: Powers, one: StandingOrder) -> bool:
    """Whether these powers cover what a standing order gives; a goal chooses its orders itself, so it takes more than upkeep."""
    return may_order(powers, one.does) if isinstance(one.does, Order) else powers != "upkeep"


def _check_paused(powers: Powers, old: StandingOrder, one: StandingOrder) -> None:
    """A standing order of the player's rests or goes on, by a deputy of full powers; NotYoursError for all else."""
    if powers != "all" or changed(one, paused=old.paused) != old:
        raise NotYoursError(
            f"Standing order {old.number} is the player's own. A deputy does not change it; one with all powers may pause it."
        )


def laid_by(before: StandingSheet, after: StandingSheet) -> list[int]:
    """The numbers of the standing orders that an edit laid down or changed, as the log has them beside who did it."""
    known = {one.number: one for one in before.orders}
    return [
        one.number
        for one in after.orders
        if (old := known.get(one.number)) is None or (old.does, old.when, old.until) != (one.does, one.when, one.until)
    ]
