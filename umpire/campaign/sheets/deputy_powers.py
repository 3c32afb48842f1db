"""What a deputy may do to a sheet: by the powers that the player has stated, and never to an order of the player's own but to
withdraw it.
"""

from typing import Final

from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.turn.registry import KIND_OF
from rules.errors import GameError, NotYoursError
from rules.values import changed
from storage.orders import OrderRow
from umpire.games.attendance import Powers
from umpire.games.deputies import POWERS

BY_DEPUTY: Final = "deputy"
"""Why an order is withdrawn that a deputy took off the sheet."""
NOT_CAREFUL: Final = frozenset({"treaty", "invade", "spy"})
"""Groups of commands that are treaties, war and spies; and single commands that are."""
NOR: Final = frozenset(
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
UPKEEP: Final = frozenset(
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
            return command.split()[0] not in NOT_CAREFUL and command not in NOR
        case "upkeep":
            return command in UPKEEP


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
            raise NotYoursError(
                f"As a deputy you may give {POWERS[powers]}; /{KIND_OF[type(row.order)].command} is beyond that. The player can "
                "give you more (/away deputy)."
            )
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
