"""Claims by the process that made them: what one that is no more had taken is put back, whatever kind of row it is."""

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import Table, select, update

from rules.values import Value
from storage.db import Transaction
from storage.rows import count_changed
from storage.schema import deadlines, outbox


class ClaimKind(Value):
    """Rows that are claimed: what state a claim gives one, and which it has when it is put back."""

    table: Table
    taken: str
    free: str


CLAIMED_DEADLINES: Final = ClaimKind(deadlines, "claimed", "open")
CLAIMED_LETTERS: Final = ClaimKind(outbox, "sending", "pending")


async def claimants(tx: Transaction, kind: ClaimKind) -> frozenset[str]:
    """The processes that have claimed a row and not finished with it."""
    by: Any = kind.table.c.claimed_by
    query = select(by).filter_by(state=kind.taken).where(by.is_not(None)).distinct()
    return frozenset((await tx.execute(query)).scalars())


async def release_claims(tx: Transaction, kind: ClaimKind, processes: Collection[str]) -> int:
    """Put back what these processes claimed; how many rows."""
    query = update(kind.table).filter_by(state=kind.taken).where(kind.table.c.claimed_by.in_(processes))
    return await count_changed(tx, query.values(state=kind.free, claimed_at=None, claimed_by=None))
