"""Rows of players' own rolls (`/roll`), drawn from the open turn's seed before words are mixed in."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import func, insert, select

from rules.dice import Roll
from storage.db import Transaction
from storage.rows import columns, every
from storage.schema import rolls


@dataclass(frozen=True, slots=True)
class RollRow:
    """Dice somebody rolled: key, sides and faces as `rules.dice.Roll` has them, and the notation they came from."""

    game: str
    opening: int
    key: str
    sides: int
    side: str
    user_id: int
    text: str
    faces: tuple[int, ...]
    at: int


async def add(tx: Transaction, rows: Sequence[RollRow]) -> None:
    """Insert rolls; each key once in an opening."""
    if rows:
        await tx.execute(insert(rolls), [columns(row) for row in rows])


async def keep(
    tx: Transaction, rolled: Iterable[Roll], game: str, opening: int, *, side: str, user_id: int, text: str, at: int
) -> None:
    """Insert what somebody rolled for a side ("": for the game master's own ends)."""
    await add(tx, [RollRow(game, opening, r.key, r.sides, side, user_id, text, r.faces, at) for r in rolled])


async def of_opening(tx: Transaction, game: str, opening: int) -> tuple[RollRow, ...]:
    """All rolls of one opening, by time and key."""
    query = select(rolls).filter_by(game=game, opening=opening).order_by(rolls.c.at, rolls.c.key)
    return tuple([replace(row, faces=tuple(row.faces)) for row in await every(tx, RollRow, query)])


async def count_by(tx: Transaction, game: str, opening: int, user_id: int) -> int:
    """How many rolls a user has made in one opening."""
    query = select(func.count()).select_from(rolls).filter_by(game=game, opening=opening, user_id=user_id)
    return int((await tx.execute(query)).scalar_one())
