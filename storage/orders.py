"""Rows of orders. They belong to a turn, not to an opening of it: what was given is kept when a turn is undone."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.sql.base import Executable

from rules.cluster_war.orders.order import Order
from storage.codec import ORDERS
from storage.db import Transaction
from storage.rows import Values, columns, every
from storage.schema import orders

_ADD = insert(orders)
_OF_SIDE = (
    select(orders)
    .filter_by(game=bindparam("game"), turn=bindparam("turn"), side=bindparam("side"))
    .order_by(orders.c.number)
)


@dataclass(frozen=True, slots=True)
class OrderRow:
    """One order; withdrawn ones stay, with the reason ("withdrawn", "undone"), and can be restored."""

    game: str
    id: str
    turn: int
    side: str
    number: int
    order: Order
    entered_by: int
    entered_at: int
    withdrawn_at: int | None = None
    withdrawn_why: str = ""


@dataclass(frozen=True, slots=True)
class StoredOrder:
    """An order of any game, still encoded; the fields are those of `OrderRow`."""

    game: str
    id: str
    turn: int
    side: str
    number: int
    order: bytes
    entered_by: int
    entered_at: int
    withdrawn_at: int | None = None
    withdrawn_why: str = ""


async def add(tx: Transaction, rows: Sequence[OrderRow]) -> None:
    """Insert orders."""
    if rows:
        await tx.execute(_ADD, [columns(row) | {"order": ORDERS.encode(row.order)} for row in rows])


async def add_stored(tx: Transaction, rows: Sequence[StoredOrder]) -> None:
    """Insert orders that were encoded elsewhere."""
    if rows:
        await tx.execute(_ADD, [columns(row) for row in rows])


async def save(tx: Transaction, rows: Sequence[OrderRow]) -> None:
    """Save changed orders: what is ordered, by whom and when, and whether it is withdrawn."""
    for row in rows:
        query = update(orders).filter_by(game=row.game, id=row.id)
        values = {
            "order": ORDERS.encode(row.order),
            "entered_by": row.entered_by,
            "entered_at": row.entered_at,
            "withdrawn_at": row.withdrawn_at,
            "withdrawn_why": row.withdrawn_why,
        }
        await tx.execute(query.values(values))


async def of_side(tx: Transaction, game: str, turn: int, side: str) -> tuple[OrderRow, ...]:
    """A side's orders of a turn by number, withdrawn ones included."""
    return await _read(tx, _OF_SIDE, {"game": game, "turn": turn, "side": side})


async def of_turn(tx: Transaction, game: str, turn: int) -> tuple[OrderRow, ...]:
    """All sides' orders of a turn by side and number, withdrawn ones included."""
    query = select(orders).filter_by(game=game, turn=turn).order_by(orders.c.side, orders.c.number)
    return await _read(tx, query)


async def stored_of_game(tx: Transaction, game: str) -> tuple[StoredOrder, ...]:
    """All orders of any game by turn, side and number, withdrawn ones included; still encoded."""
    query = select(orders).filter_by(game=game).order_by(orders.c.turn, orders.c.side, orders.c.number)
    return await every(tx, StoredOrder, query)


async def withdraw_turn(tx: Transaction, game: str, turn: int, now: int, why: str) -> None:
    """Withdraw all orders of a turn that stand; they can be restored."""
    query = update(orders).filter_by(game=game, turn=turn, withdrawn_at=None)
    await tx.execute(query.values(withdrawn_at=now, withdrawn_why=why))


async def _read(tx: Transaction, query: Executable, values: Values = None) -> tuple[OrderRow, ...]:
    found = await every(tx, StoredOrder, query, values)
    return tuple([OrderRow(**columns(row) | {"order": ORDERS.decode(row.order)}) for row in found])
