"""Rows of digests: who wants one message of all their games in a server, how often, and how far the last one told."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from sqlalchemy import delete, insert, select, update

from rules.values import Value
from storage.db import Transaction
from storage.rows import columns, count_changed, every, one
from storage.schema import digests

DigestFrequency: TypeAlias = Literal["off", "daily", "weekly", "closed"]
"""How often; "closed" was switched off by itself, since nothing reaches its person."""
Marks: TypeAlias = Mapping[str, tuple[int, int]]
"""By "game/side": the opening, and how many of its events were told."""


class DigestRow(Value):
    """A person's wish in one server; `next_at` is in UTC seconds."""

    guild: int
    user_id: int
    every: DigestFrequency
    next_at: int
    marks: Marks
    changed_at: int


async def find_digest(tx: Transaction, guild: int, user_id: int) -> DigestRow | None:
    """A person's wish; None if they never said anything."""
    return await one(tx, DigestRow, select(digests).filter_by(guild=guild, user_id=user_id))


async def put_digest(tx: Transaction, row: DigestRow) -> None:
    """Keep a wish, in the place of the one before."""
    await tx.execute(delete(digests).filter_by(guild=row.guild, user_id=row.user_id))
    await tx.execute(insert(digests), columns(row) | {"marks": {key: list(mark) for key, mark in row.marks.items()}})


async def due_digests(tx: Transaction, now: int) -> tuple[DigestRow, ...]:
    """The digests whose moment has come, the oldest first."""
    query = select(digests).where(digests.c.every.in_(("daily", "weekly")), digests.c.next_at <= now)
    return await every(tx, DigestRow, query.order_by(digests.c.next_at, digests.c.user_id))


async def claim_digest(tx: Transaction, row: DigestRow, next_at: int, marks: Marks) -> bool:
    """Move a digest on to its next moment; False if another was first, or its person has changed their mind."""
    query = update(digests).filter_by(guild=row.guild, user_id=row.user_id, every=row.every, next_at=row.next_at)
    kept = {key: list(mark) for key, mark in marks.items()}
    return await count_changed(tx, query.values(next_at=next_at, marks=kept)) == 1


async def close_digest(tx: Transaction, guild: int, user_id: int, now: int) -> bool:
    """Switch a digest off because nothing reaches its person; whether it was on."""
    query = update(digests).filter_by(guild=guild, user_id=user_id).where(digests.c.every.in_(("daily", "weekly")))
    return await count_changed(tx, query.values(every="closed", changed_at=now)) == 1
