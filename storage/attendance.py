"""Rows of attendance: what a side's player has arranged for when they are away, and how they keep up."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, select

from storage.db import Transaction
from storage.rows import columns, every, one
from storage.schema import attendance


@dataclass(frozen=True, slots=True)
class AttendanceRow:
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
    found = await one(tx, AttendanceRow, select(attendance).filter_by(game=game, side=side))
    return found or AttendanceRow(game, side, None, None, 0, 0, {})


async def of_game(tx: Transaction, game: str) -> tuple[AttendanceRow, ...]:
    """All that is kept of a game, by side."""
    return await every(tx, AttendanceRow, select(attendance).filter_by(game=game).order_by(attendance.c.side))


async def games(tx: Transaction) -> tuple[str, ...]:
    """The games of which anything is kept, by id."""
    query = select(attendance.c.game).distinct().order_by(attendance.c.game)
    return tuple([row.game for row in await tx.execute(query)])


async def put(tx: Transaction, row: AttendanceRow) -> None:
    """Write a side's row in the place of what was kept."""
    await tx.execute(delete(attendance).filter_by(game=row.game, side=row.side))
    await tx.execute(insert(attendance), columns(row) | {"document": dict(row.document)})
