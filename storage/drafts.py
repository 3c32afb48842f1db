"""Rows of drafts: what somebody wrote into a form that was refused, kept for a day so that the form opens again with it."""

from collections.abc import Mapping

from sqlalchemy import delete, insert, select

from rules.values import Value
from storage.db import Transaction
from storage.rows import columns, count_changed, one
from storage.schema import drafts


class DraftRow(Value):
    """One draft: whose, of which form (its custom id), and what was written, by the fields' keys."""

    id: str
    user_id: int
    form: str
    written: Mapping[str, str]
    at: int


async def put_draft(tx: Transaction, row: DraftRow) -> None:
    """Write a draft in the place of one of the same id."""
    await tx.execute(delete(drafts).filter_by(id=row.id))
    await tx.execute(insert(drafts), columns(row) | {"written": dict(row.written)})


async def find_draft(tx: Transaction, draft: str, user_id: int) -> DraftRow | None:
    """A user's own draft."""
    return await one(tx, DraftRow, select(drafts).filter_by(id=draft, user_id=user_id))


async def forget_drafts(tx: Transaction, before: int) -> int:
    """Delete drafts older than this moment; how many."""
    return await count_changed(tx, delete(drafts).where(drafts.c.at < before))
