"""Rows of orders, and of the standing orders that give some of them.

Orders belong to a turn, not to a revision of it: what was given is kept when a turn is undone. A list of standing orders belongs
to a revision: a side that has any row is given one for each playing that opens, so that what is undone begins from what it was
before.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

import msgspec
from sqlalchemy import bindparam, func, insert, select, update
from sqlalchemy.sql.base import Executable

from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.play.standing_orders.conditions import CONDITION_TYPES
from rules.cluster_war.play.standing_orders.goals import GOAL_TYPES
from rules.cluster_war.play.standing_orders.lines import StandingOrder, StandingSheet
from rules.cluster_war.turn.registry import ORDER_TYPES
from rules.values import Value, asdict, changed, changed_by_name
from storage.codec import ORDERS, any_of, encode_value, readable
from storage.db import Transaction
from storage.queries import PreparedQuery, Values, change_one, columns, every, one
from storage.schema import games, orders, standing_orders, turns
from storage.turns import BATTLES

O = TypeVar("O")  # noqa: E741 # an order

_ADD = insert(orders)
_OF_SIDE = PreparedQuery(
    select(orders)
    .filter_by(game=bindparam("game"), turn=bindparam("turn"), side=bindparam("side"))
    .order_by(orders.c.number)
)


class StoredOrder(Value, Generic[O]):
    """An order of any game: `order` as it is encoded (`bytes`), or read. Withdrawn ones stay, with the reason ("withdrawn",
    "undone"), and can be restored. `source` is the line that a workbook gave it by, "" for one that was given otherwise."""

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
    source: str = ""


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


class StoredStanding(Value):
    """A side's standing orders in one revision, still encoded; `version` grows with every change."""

    game: str
    revision: int
    side: str
    version: int
    sheet: Any
    at: int


class StandingRow(StoredStanding):
    """The same, read."""

    sheet: StandingSheet


class _Order(StandingOrder):
    does: any_of((*ORDER_TYPES, *GOAL_TYPES))  # type: ignore[valid-type] # read from the registries
    when: tuple[any_of(CONDITION_TYPES), ...] = ()  # type: ignore[valid-type] # likewise


class _StoredSheet(StandingSheet):
    orders: tuple[_Order, ...] = ()


_sheet: Final = msgspec.json.Decoder(_StoredSheet)


def encode_standing(sheet: StandingSheet) -> bytes:
    """A list of standing orders as canonical JSON: equal lists give equal bytes."""
    return encode_value(changed_by_name(sheet, {"waits": _lettered(sheet.waits), "failed": _lettered(sheet.failed)}))


def decode_standing(data: bytes) -> StandingSheet:
    """The list in these bytes; StorageError if damaged or newer."""
    with readable("list of standing orders"):
        found = _sheet.decode(data)
    orders = tuple(StandingOrder(**asdict(one)) for one in found.orders)
    return StandingSheet(**asdict(found) | {"orders": orders})


def _lettered(told: Mapping[int, str]) -> Mapping[str, str]:
    """Numbers as a sorted mapping has them for keys."""
    return {str(n): why for n, why in told.items()}


async def add_standing(tx: Transaction, row: StandingRow) -> None:
    """Insert a side's list in a revision."""
    await tx.execute(insert(standing_orders), columns(row) | {"sheet": encode_standing(row.sheet)})


async def add_stored_standing(tx: Transaction, rows: Iterable[StoredStanding]) -> None:
    """Insert rows that were encoded elsewhere; StorageError if one is damaged."""
    for row in rows:
        decode_standing(row.sheet)
        await tx.execute(insert(standing_orders), columns(row))


async def save_standing(tx: Transaction, row: StandingRow) -> StandingRow:
    """Save a changed list; gives it as it is now. StaleStateError if somebody saved it first."""
    query = update(standing_orders).filter_by(game=row.game, revision=row.revision, side=row.side, version=row.version)
    after = changed(row, version=row.version + 1)
    values = {"version": after.version, "sheet": encode_standing(row.sheet), "at": row.at}
    await change_one(tx, query.values(values), f"the standing orders of {row.side} in {row.game} have moved on")
    return after


_FIND_STANDING = PreparedQuery(
    select(standing_orders).filter_by(game=bindparam("game"), revision=bindparam("revision"), side=bindparam("side"))
)
_NEWEST_STANDING = PreparedQuery(
    select(standing_orders)
    .filter_by(game=bindparam("game"), side=bindparam("side"))
    .where(standing_orders.c.revision <= bindparam("revision"))
    .order_by(standing_orders.c.revision.desc())
    .limit(1)
)


async def find_standing(tx: Transaction, game: str, revision: int, side: str) -> StandingRow | None:
    """A side's list in one revision."""
    found = await one(tx, StoredStanding, _FIND_STANDING, {"game": game, "revision": revision, "side": side})
    return None if found is None else _read_standing(found)


async def given_by_standing(tx: Transaction, game: str, revision: int, side: str) -> frozenset[str]:
    """The ids of the orders that a side's standing orders gave in a revision."""
    found = await find_standing(tx, game, revision, side)
    return frozenset() if found is None else frozenset(found.sheet.laid)


async def newest_standing(tx: Transaction, game: str, revision: int, side: str) -> StandingRow | None:
    """A side's list as it stands in a revision: its own there, or the last one before it."""
    found = await one(tx, StoredStanding, _NEWEST_STANDING, {"game": game, "side": side, "revision": revision})
    return None if found is None else _read_standing(found)


async def stored_standing_of_revision(tx: Transaction, game: str, revision: int) -> tuple[StoredStanding, ...]:
    """All sides' lists in one revision, by side; still encoded."""
    query = select(standing_orders).filter_by(game=game, revision=revision).order_by(standing_orders.c.side)
    return await every(tx, StoredStanding, query)


_WAITING_STANDING = (
    select(games.c.id, standing_orders.c.side)
    .join(turns, (turns.c.game == games.c.id) & (turns.c.revision == games.c.revision))
    .join(standing_orders, standing_orders.c.game == games.c.id)
    .where(games.c.status.in_(("running", "paused")), turns.c.state == "open", turns.c.stop != BATTLES)
    .where((games.c.id == bindparam("game")) | (bindparam("game") == ""))
    .group_by(games.c.id, games.c.revision, standing_orders.c.side)
    .having(func.max(standing_orders.c.revision) < games.c.revision)
    .order_by(games.c.id, standing_orders.c.side)
)


async def waiting_standing(tx: Transaction, game: str = "") -> tuple[tuple[str, str], ...]:
    """Games (one, or all with "") and sides whose standing orders have not been looked at since their turn opened."""
    return tuple((row.id, row.side) for row in await tx.execute(_WAITING_STANDING, {"game": game}))


def _read_standing(row: StoredStanding) -> StandingRow:
    return StandingRow(**columns(row) | {"sheet": decode_standing(bytes(row.sheet))})
