"""Rows of players' own rolls (`/roll`), drawn from the open turn's seed before words are mixed in."""

from collections.abc import Iterable, Sequence

from sqlalchemy import insert, select

from rules.dice import Roll
from rules.values import Value, changed
from storage.db import Transaction
from storage.rows import columns, every
from storage.schema import rolls


class RollRow(Value):
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


async def add_rolls(tx: Transaction, rows: Sequence[RollRow]) -> None:
    """Insert rolls; each key once in an opening."""
    if rows:
        await tx.execute(insert(rolls), [columns(row) for row in rows])


async def keep_rolls(
    tx: Transaction, rolled: Iterable[Roll], game: str, opening: int, *, side: str, user_id: int, text: str, at: int
) -> None:
    """Insert what somebody rolled for a side ("": for the game master's own ends)."""
    await add_rolls(tx, [RollRow(game, opening, r.key, r.sides, side, user_id, text, r.faces, at) for r in rolled])


async def rolls_of(tx: Transaction, game: str, opening: int) -> tuple[RollRow, ...]:
    """All rolls of one opening, by time and key."""
    query = select(rolls).filter_by(game=game, opening=opening).order_by(rolls.c.at, rolls.c.key)
    return tuple([changed(row, faces=tuple(row.faces)) for row in await every(tx, RollRow, query)])


async def roll_keys_by(tx: Transaction, game: str, opening: int, user_id: int) -> tuple[str, ...]:
    """The keys of the rolls that a user has made in one opening, also by changing the game as its master."""
    query = select(rolls.c.key).filter_by(game=game, opening=opening, user_id=user_id).order_by(rolls.c.key)
    return tuple((await tx.execute(query)).scalars())
