"""Rows of standing orders: a side's list in each playing of a turn, so that what is undone begins from what they were before.

A side that has any row is given one for each playing that opens; the row is saved with the orders that it gave.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, func, insert, select, update

from rules.cluster_war.play.standing_orders.conditions import CONDITION_TYPES
from rules.cluster_war.play.standing_orders.goals import GOAL_TYPES
from rules.cluster_war.play.standing_orders.lines import StandingOrder, StandingSheet
from rules.cluster_war.turn.registry.orders import ORDER_TYPES
from rules.values import Value, asdict, changed, changed_by_name
from storage.codec import any_of, encode_value, readable
from storage.db import Transaction
from storage.fixed import PreparedQuery
from storage.rows import change_one, columns, every, one
from storage.schema import games, standing_orders, turns
from storage.turns import BATTLES


class StoredStanding(Value):
    """A side's standing orders in one opening, still encoded; `version` grows with every change."""

    game: str
    opening: int
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


class _Sheet(StandingSheet):
    orders: tuple[_Order, ...] = ()


_sheet: Final = msgspec.json.Decoder(_Sheet)


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
    """Insert a side's list in an opening."""
    await tx.execute(insert(standing_orders), columns(row) | {"sheet": encode_standing(row.sheet)})


async def add_stored_standing(tx: Transaction, rows: Iterable[StoredStanding]) -> None:
    """Insert rows that were encoded elsewhere; StorageError if one is damaged."""
    for row in rows:
        decode_standing(row.sheet)
        await tx.execute(insert(standing_orders), columns(row))


async def save_standing(tx: Transaction, row: StandingRow) -> StandingRow:
    """Save a changed list; gives it as it is now. StaleStateError if somebody saved it first."""
    query = update(standing_orders).filter_by(game=row.game, opening=row.opening, side=row.side, version=row.version)
    after = changed(row, version=row.version + 1)
    values = {"version": after.version, "sheet": encode_standing(row.sheet), "at": row.at}
    await change_one(tx, query.values(values), f"the standing orders of {row.side} in {row.game} have moved on")
    return after


_FIND_STANDING = PreparedQuery(
    select(standing_orders).filter_by(game=bindparam("game"), opening=bindparam("opening"), side=bindparam("side"))
)
_NEWEST_STANDING = PreparedQuery(
    select(standing_orders)
    .filter_by(game=bindparam("game"), side=bindparam("side"))
    .where(standing_orders.c.opening <= bindparam("opening"))
    .order_by(standing_orders.c.opening.desc())
    .limit(1)
)


async def find_standing(tx: Transaction, game: str, opening: int, side: str) -> StandingRow | None:
    """A side's list in one opening."""
    found = await one(tx, StoredStanding, _FIND_STANDING, {"game": game, "opening": opening, "side": side})
    return None if found is None else _read_standing(found)


async def given_by_standing(tx: Transaction, game: str, opening: int, side: str) -> frozenset[str]:
    """The ids of the orders that a side's standing orders gave in an opening."""
    found = await find_standing(tx, game, opening, side)
    return frozenset() if found is None else frozenset(found.sheet.laid)


async def newest_standing(tx: Transaction, game: str, opening: int, side: str) -> StandingRow | None:
    """A side's list as it stands in an opening: its own there, or the last one before it."""
    found = await one(tx, StoredStanding, _NEWEST_STANDING, {"game": game, "side": side, "opening": opening})
    return None if found is None else _read_standing(found)


async def stored_standing_of_opening(tx: Transaction, game: str, opening: int) -> tuple[StoredStanding, ...]:
    """All sides' lists in one opening, by side; still encoded."""
    query = select(standing_orders).filter_by(game=game, opening=opening).order_by(standing_orders.c.side)
    return await every(tx, StoredStanding, query)


_WAITING_STANDING = (
    select(games.c.id, standing_orders.c.side)
    .join(turns, (turns.c.game == games.c.id) & (turns.c.opening == games.c.opening))
    .join(standing_orders, standing_orders.c.game == games.c.id)
    .where(games.c.status.in_(("running", "paused")), turns.c.state == "open", turns.c.stop != BATTLES)
    .where((games.c.id == bindparam("game")) | (bindparam("game") == ""))
    .group_by(games.c.id, games.c.opening, standing_orders.c.side)
    .having(func.max(standing_orders.c.opening) < games.c.opening)
    .order_by(games.c.id, standing_orders.c.side)
)


async def waiting_standing(tx: Transaction, game: str = "") -> tuple[tuple[str, str], ...]:
    """Games (one, or all with "") and sides whose standing orders have not been looked at since their turn opened."""
    return tuple((row.id, row.side) for row in await tx.execute(_WAITING_STANDING, {"game": game}))


def _read_standing(row: StoredStanding) -> StandingRow:
    return StandingRow(**columns(row) | {"sheet": decode_standing(bytes(row.sheet))})
