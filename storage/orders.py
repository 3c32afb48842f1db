"""Rows of orders. They belong to a turn, not to an opening of it: what was given is kept when a turn is undone."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.engine import Row

from rules.cluster_war.orders.order import Order
from storage.codec import decode_order, encode_order
from storage.db import Transaction
from storage.schema import orders

_ADD = insert(orders)
_OF_SIDE = (
    select(orders)
    .where(orders.c.game == bindparam("game"), orders.c.turn == bindparam("turn"), orders.c.side == bindparam("side"))
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
    await add_stored(tx, [_stored(row) for row in rows])


async def add_stored(tx: Transaction, rows: Sequence[StoredOrder]) -> None:
    """Insert orders that were encoded elsewhere."""
    if rows:
        await tx.execute(_ADD, [{field.name: getattr(row, field.name) for field in fields(row)} for row in rows])


def _stored(row: OrderRow) -> StoredOrder:
    order, by, at = encode_order(row.order), row.entered_by, row.entered_at
    return StoredOrder(
        row.game, row.id, row.turn, row.side, row.number, order, by, at, row.withdrawn_at, row.withdrawn_why
    )


async def save(tx: Transaction, rows: Sequence[OrderRow]) -> None:
    """Save changed orders: what is ordered, by whom and when, and whether it is withdrawn."""
    for row in rows:
        query = update(orders).where(orders.c.game == row.game, orders.c.id == row.id)
        values = {
            "order": encode_order(row.order),
            "entered_by": row.entered_by,
            "entered_at": row.entered_at,
            "withdrawn_at": row.withdrawn_at,
            "withdrawn_why": row.withdrawn_why,
        }
        await tx.execute(query.values(values))


async def of_side(tx: Transaction, game: str, turn: int, side: str) -> tuple[OrderRow, ...]:
    """A side's orders of a turn by number, withdrawn ones included."""
    return tuple([_row(found) for found in await tx.execute(_OF_SIDE, {"game": game, "turn": turn, "side": side})])


async def of_turn(tx: Transaction, game: str, turn: int) -> tuple[OrderRow, ...]:
    """All sides' orders of a turn by side and number, withdrawn ones included."""
    query = select(orders).where(orders.c.game == game, orders.c.turn == turn).order_by(orders.c.side, orders.c.number)
    return tuple([_row(found) for found in await tx.execute(query)])


async def stored_of_game(tx: Transaction, game: str) -> tuple[StoredOrder, ...]:
    """All orders of any game by turn, side and number, withdrawn ones included; still encoded."""
    query = select(orders).where(orders.c.game == game).order_by(orders.c.turn, orders.c.side, orders.c.number)
    return tuple([StoredOrder(*row) for row in await tx.execute(query)])


async def withdraw_turn(tx: Transaction, game: str, turn: int, now: int, why: str) -> None:
    """Withdraw all orders of a turn that stand; they can be restored."""
    query = update(orders).where(orders.c.game == game, orders.c.turn == turn, orders.c.withdrawn_at.is_(None))
    await tx.execute(query.values(withdrawn_at=now, withdrawn_why=why))


def _row(r: Row[Any]) -> OrderRow:
    order = decode_order(r.order)
    by, at = r.entered_by, r.entered_at
    return OrderRow(r.game, r.id, r.turn, r.side, r.number, order, by, at, r.withdrawn_at, r.withdrawn_why)
