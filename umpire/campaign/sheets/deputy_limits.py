"""What a deputy may make of a player's sheet: of its orders, its standing orders and its word for the dice.

A deputy never changes what the player ordered. What stands on from turn to turn by a deputy's word is marked, shown in
/away review, and over with the duty.
"""

from typing import Final

from render.words.seat_letters import POWERS
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.play.standing_orders.lines import StandingOrder, StandingSheet
from rules.cluster_war.turn.registry import KIND_OF
from rules.values import GameError, NotYoursError, changed
from storage.orders import OrderRow
from umpire.games.attendance import Powers

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
