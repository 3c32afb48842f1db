"""Rows of attendance: what a side's player has arranged for when they are away, and how they keep up."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Text, bindparam, delete, insert, select, type_coerce

from rules.values import Value
from storage.db import Transaction
from storage.fixed import PreparedQuery
from storage.rows import columns, every, one
from storage.schema import attendance

_FIND = PreparedQuery(select(attendance).filter_by(game=bindparam("game"), side=bindparam("side")))
_OF_GAME = PreparedQuery(select(attendance).filter_by(game=bindparam("game")).order_by(attendance.c.side))
_DELETE = delete(attendance).filter_by(game=bindparam("of_game"), side=bindparam("of_side"))
_ADD = insert(attendance)


class AttendanceRow(Value):
    """One side's: `named_id` is the deputy that its player has named, `returned_at` when they last came back from an
    absence (UTC seconds), `granted` and `used` are hours of its bank."""

    game: str
    side: str
    named_id: int | None
    returned_at: int | None
    granted: int
    used: int
    document: Mapping[str, Any]


async def find(tx: Transaction, game: str, side: str) -> AttendanceRow:
    """A side's row; an empty one if nothing was ever kept of it."""
    found = await one(tx, AttendanceRow, _FIND, {"game": game, "side": side})
    return found or empty_attendance(game, side)


def empty_attendance(game: str, side: str) -> AttendanceRow:
    """The row of a side of which nothing was ever kept."""
    return AttendanceRow(game, side, None, None, 0, 0, {})


async def of_game(tx: Transaction, game: str) -> tuple[AttendanceRow, ...]:
    """All that is kept of a game, by side."""
    return await every(tx, AttendanceRow, _OF_GAME, {"game": game})


async def games_mentioning(tx: Transaction, words: str) -> tuple[str, ...]:
    """The games with a side whose document has these words in it, by id."""
    query = select(attendance.c.game).where(type_coerce(attendance.c.document, Text).contains(words))
    return tuple([row.game for row in await tx.execute(query.distinct().order_by(attendance.c.game))])


async def put(tx: Transaction, row: AttendanceRow) -> None:
    """Write a side's row in the place of what was kept."""
    await tx.execute(_DELETE, {"of_game": row.game, "of_side": row.side})
    await tx.execute(_ADD, columns(row) | {"document": dict(row.document)})
