"""Rows of orders. They belong to a turn, not to an opening of it: what was given is kept when a turn is undone."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from sqlalchemy import bindparam, func, insert, select, update
from sqlalchemy.sql.base import Executable

from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.values import Value
from storage.codec import ORDERS
from storage.db import Transaction
from storage.fixed import PreparedQuery
from storage.rows import Values, columns, every
from storage.schema import orders

O = TypeVar("O")  # noqa: E741 # an order

_ADD = insert(orders)
_OF_SIDE = PreparedQuery(
    select(orders)
    .filter_by(game=bindparam("game"), turn=bindparam("turn"), side=bindparam("side"))
    .order_by(orders.c.number)
)


class StoredOrder(Value, Generic[O]):
    """An order of any game: `order` as it is encoded (`bytes`), or read. Withdrawn ones stay, with the reason ("withdrawn",
    "undone"), and can be restored."""

    game: str
    id: str
    turn: int
    side: str
    number: int
    order: O
    entered_by: int
    entered_at: int
    withdrawn_at: int | None = None
    withdrawn_why: str = ""


class OrderRow(StoredOrder[Order]):
    """One order of a campaign."""

    order: Order

    @property
    def signed(self) -> SignedOrder:
        """The order as the rules take it."""
        return SignedOrder(self.id, self.side, self.number, self.order)


def in_force(rows: Iterable[OrderRow]) -> tuple[SignedOrder, ...]:
    """Those of these orders that count: withdrawn ones do not."""
    return tuple(row.signed for row in rows_in_force(rows))


def rows_in_force(rows: Iterable[OrderRow]) -> list[OrderRow]:
    """The same with all that is kept of each."""
    return [row for row in rows if row.withdrawn_at is None]


async def add(tx: Transaction, rows: Sequence[OrderRow]) -> None:
    """Insert orders."""
    if rows:
        await tx.execute(_ADD, [columns(row) | {"order": ORDERS.encode(row.order)} for row in rows])


async def add_stored(tx: Transaction, rows: Sequence[StoredOrder[bytes]]) -> None:
    """Insert orders that were encoded elsewhere."""
    if rows:
        await tx.execute(_ADD, [columns(row) for row in rows])


async def save(tx: Transaction, rows: Sequence[OrderRow]) -> None:
    """Save changed orders: what is ordered, by whom and when, and whether it is withdrawn."""
    for row in rows:
        query = update(orders).filter_by(game=row.game, id=row.id)
        await tx.execute(query.values(columns(row) | {"order": ORDERS.encode(row.order)}))


async def of_side(tx: Transaction, game: str, turn: int, side: str) -> tuple[OrderRow, ...]:
    """A side's orders of a turn by number, withdrawn ones included."""
    return await _read(tx, _OF_SIDE, {"game": game, "turn": turn, "side": side})


async def of_turn(tx: Transaction, game: str, turn: int) -> tuple[OrderRow, ...]:
    """All sides' orders of a turn by side and number, withdrawn ones included."""
    query = select(orders).filter_by(game=game, turn=turn).order_by(orders.c.side, orders.c.number)
    return await _read(tx, query)


async def stored_of_game(tx: Transaction, game: str) -> tuple[StoredOrder[bytes], ...]:
    """All orders of any game by turn, side and number, withdrawn ones included; still encoded."""
    query = select(orders).filter_by(game=game).order_by(orders.c.turn, orders.c.side, orders.c.number)
    return await every(tx, StoredOrder, query)


async def withdraw_turn(tx: Transaction, game: str, turn: int, now: int, why: str) -> None:
    """Withdraw all orders of a turn that stand; they can be restored."""
    query = update(orders).filter_by(game=game, turn=turn, withdrawn_at=None)
    await tx.execute(query.values(withdrawn_at=now, withdrawn_why=why))


async def _read(tx: Transaction, query: Executable | PreparedQuery, values: Values = None) -> tuple[OrderRow, ...]:
    found = await every(tx, StoredOrder, query, values)
    return tuple([OrderRow(**columns(row) | {"order": ORDERS.decode(row.order)}) for row in found])


async def givers(tx: Transaction, game: str, turn: int, apart: Collection[str] = ()) -> Mapping[tuple[str, int], int]:
    """How many of the orders that stood in a turn, but for those with the ids `apart`, were given for which side by whom."""
    query = (
        select(orders.c.side, orders.c.entered_by, func.count())
        .filter_by(game=game, turn=turn, withdrawn_at=None)
        .where(orders.c.id.not_in(apart))
        .group_by(orders.c.side, orders.c.entered_by)
    )
    return {(side, user): number for side, user, number in await tx.execute(query)}
