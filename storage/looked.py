"""Rows of marks: how far each person has been told of a side's game."""

from sqlalchemy import insert, select, update

from rules.values import Value
from storage.db import Transaction
from storage.rows import columns, count_changed, one
from storage.schema import read_marks


class ReadMark(Value):
    """A person has been told of a side's game ("": the game master's) up to the turn of this opening, and of the first `seq`
    events of it that the side may see."""

    game: str
    side: str
    user_id: int
    opening: int
    seq: int
    at: int


async def find_read_mark(tx: Transaction, game: str, side: str, user_id: int) -> ReadMark | None:
    """A person's mark; None if they never looked."""
    query = select(read_marks).filter_by(game=game, side=side, user_id=user_id)
    return await one(tx, ReadMark, query)


async def put_read_mark(tx: Transaction, row: ReadMark) -> None:
    """Move a person's mark forward, never back."""
    place = update(read_marks).filter_by(game=row.game, side=row.side, user_id=row.user_id)
    at = read_marks.c
    behind = (at.opening < row.opening) | ((at.opening == row.opening) & (at.seq < row.seq))
    if await count_changed(tx, place.where(behind).values(opening=row.opening, seq=row.seq, at=row.at)):
        return
    if await find_read_mark(tx, row.game, row.side, row.user_id) is None:
        await tx.execute(insert(read_marks), columns(row))
