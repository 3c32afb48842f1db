"""Rows of players' own rolls (`/roll`), drawn from the open turn's seed before words are mixed in."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import func, insert, select

from storage.db import Transaction
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
        await tx.execute(insert(rolls), [asdict(row) for row in rows])


async def of_opening(tx: Transaction, game: str, opening: int) -> tuple[RollRow, ...]:
    """All rolls of one opening, by time and key."""
    query = select(rolls).where(rolls.c.game == game, rolls.c.opening == opening).order_by(rolls.c.at, rolls.c.key)
    return tuple(
        RollRow(r.game, r.opening, r.key, r.sides, r.side, r.user_id, r.text, tuple(r.faces), r.at)
        for r in await tx.execute(query)
    )


async def count_by(tx: Transaction, game: str, opening: int, user_id: int) -> int:
    """How many rolls a user has made in one opening."""
    query = select(func.count()).where(rolls.c.game == game, rolls.c.opening == opening, rolls.c.user_id == user_id)
    return int((await tx.execute(query)).scalar_one())
