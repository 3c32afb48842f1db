"""What a goal of a standing order is: its class, what it wants of a turn, and the row that reads, writes and weighs it."""

from collections.abc import Callable
from typing import Generic, TypeAlias, TypeVar

from rules.cluster_war.model.orders.names import Groups, Names
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.play.governors.situation import Situation
from rules.values import Value

G = TypeVar("G", bound="Goal")


class Goal(Value, tag=True):
    """What a standing order can want beside a plain order; each kind is a frozen class of its own."""


class WantedOrders(Value):
    """Orders that belong together, and why; `least` is with how few CPs the first of them still makes sense (0: no fewer)."""

    orders: tuple[Order, ...]
    why: str
    least: int = 0


class NothingToDo(Value):
    """There is nothing to do this turn, and why."""

    why: str


Wish: TypeAlias = tuple[WantedOrders, ...] | NothingToDo
"""What a goal wants of a turn: of several bundles the first that the rules allow, or nothing."""


class GoalKind(Value, Generic[G]):
    """A kind of goal in one row, as `OrderKind` is of orders."""

    type: type[G]
    example: str
    pattern: str
    read: Callable[[Groups], G]
    write: Callable[[G, Names], str]
    wish: Callable[[Situation, G], Wish]


def row_of(
    kind: type[G],
    example: str,
    pattern: str,
    read: Callable[[Groups], G],
    write: Callable[[G, Names], str],
    wish: Callable[[Situation, G], Wish],
) -> GoalKind[G]:
    """A row, its parts checked against each other by type."""
    return GoalKind(kind, example, pattern, read, write, wish)
