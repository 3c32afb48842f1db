"""Rows of documents: the plan of a campaign, race designs and unit designs while they are being written; and drafts of forms.

A document is saved only if it still has the version that was read, so two writers cannot both win. A draft is what somebody wrote
into a form that was refused, kept for a day so that the form opens again with it.
"""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from sqlalchemy import delete, insert, select, update

from rules.values import Value
from storage.db import Transaction
from storage.queries import change_one, columns, count_changed, every, one
from storage.schema import documents, drafts

DocumentKind: TypeAlias = Literal["campaign", "race", "design"]
DocumentState: TypeAlias = Literal["draft", "submitted", "returned", "approved"]


class DocumentRow(Value):
    """One document. `side` "" is the game master's; `name` tells several of a side apart; `document` is plain JSON."""

    game: str
    kind: DocumentKind
    side: str
    name: str
    version: int
    state: DocumentState
    document: Any
    changed_at: int


async def add(tx: Transaction, row: DocumentRow) -> None:
    """Insert a document."""
    await tx.execute(insert(documents), columns(row))


async def begin(
    tx: Transaction,
    game: str,
    kind: DocumentKind,
    document: Any,
    now: int,
    *,
    side: str = "",
    name: str = "",
    version: int = 1,
) -> DocumentRow:
    """Insert a document as a draft."""
    row = DocumentRow(game, kind, side, name, version, "draft", document, now)
    await add(tx, row)
    return row


async def find(tx: Transaction, game: str, kind: DocumentKind, side: str = "", name: str = "") -> DocumentRow | None:
    """One document."""
    query = select(documents).filter_by(game=game, kind=kind, side=side, name=name)
    return await one(tx, DocumentRow, query)


async def of_game(tx: Transaction, game: str, kind: DocumentKind, side: str | None = None) -> tuple[DocumentRow, ...]:
    """A game's documents of a kind, of one side or of all, by side and name."""
    query = select(documents).filter_by(game=game, kind=kind)
    if side is not None:
        query = query.filter_by(side=side)
    return await every(tx, DocumentRow, query.order_by(documents.c.side, documents.c.name))


async def save(tx: Transaction, row: DocumentRow, state: DocumentState, document: Any, now: int) -> DocumentRow:
    """Write a document anew; gives it as it is now. StaleStateError if it changed since it was read."""
    query = (
        update(documents)
        .filter_by(game=row.game, kind=row.kind, side=row.side, name=row.name, version=row.version)
        .values(version=row.version + 1, state=state, document=document, changed_at=now)
    )
    await change_one(
        tx, query, f"the {row.kind} of {row.side or 'the campaign'} has moved on from version {row.version}"
    )
    return DocumentRow(row.game, row.kind, row.side, row.name, row.version + 1, state, document, now)


async def remove(tx: Transaction, row: DocumentRow) -> None:
    """Delete a document (a design that was given up, a seat that there is no more)."""
    await tx.execute(delete(documents).filter_by(game=row.game, kind=row.kind, side=row.side, name=row.name))


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
