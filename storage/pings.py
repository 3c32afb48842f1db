"""Rows of pings: what a person of a server wants to be named for, and how often they were named in a turn."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from sqlalchemy import delete, insert, select

from storage.db import Transaction
from storage.rows import columns, every
from storage.schema import pings, wishes

Wish: TypeAlias = Literal["all", "few", "none"]
USUAL: Final[Wish] = "all"


@dataclass(frozen=True, slots=True)
class PingRow:
    """Somebody was named once, for this kind of thing; `at` is in UTC seconds."""

    game: str
    opening: int
    user_id: int
    kind: str
    at: int


async def wish(tx: Transaction, guild: int, user: int) -> Wish:
    """What a person of a server wants to be named for."""
    query = select(wishes.c.wish).filter_by(guild=guild, user_id=user)
    found: Wish | None = (await tx.execute(query)).scalar()
    return USUAL if found is None else found


async def set_wish(tx: Transaction, guild: int, user: int, wanted: Wish, now: int) -> None:
    """Keep what a person wants, in the place of what they wanted before."""
    await tx.execute(delete(wishes).filter_by(guild=guild, user_id=user))
    await tx.execute(insert(wishes).values(guild=guild, user_id=user, wish=wanted, changed_at=now))


async def of_turn(tx: Transaction, game: str, opening: int, user: int) -> tuple[PingRow, ...]:
    """How often somebody was named in a playing of a turn, the oldest first."""
    kept = pings.c
    query = select(kept.game, kept.opening, kept.user_id, kept.kind, kept.at)
    return await every(tx, PingRow, query.filter_by(game=game, opening=opening, user_id=user).order_by(kept.id))


async def add(tx: Transaction, row: PingRow) -> None:
    """Count one; those of the game's earlier turns are forgotten, since nothing asks for them."""
    await tx.execute(delete(pings).where(pings.c.game == row.game, pings.c.opening < row.opening))
    await tx.execute(insert(pings), columns(row))
