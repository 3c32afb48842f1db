"""Rows of papers: the plan of a campaign, race designs and unit designs while they are being written and looked at.

A paper is saved only if it still has the version that was read, so two writers cannot both win.
"""

from typing import Any, Literal, TypeAlias

from sqlalchemy import delete, insert, select, update

from rules.values import Value
from storage.db import Transaction
from storage.rows import change_one, columns, every, one
from storage.schema import documents

DocumentKind: TypeAlias = Literal["campaign", "race", "design"]
DocumentState: TypeAlias = Literal["draft", "submitted", "returned", "approved"]


class DocumentRow(Value):
    """One paper. `side` "" is the game master's; `name` tells several of a side apart; `document` is plain JSON."""

    game: str
    kind: DocumentKind
    side: str
    name: str
    version: int
    state: DocumentState
    document: Any
    changed_at: int


async def add(tx: Transaction, row: DocumentRow) -> None:
    """Insert a paper."""
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
    """Insert a paper as a draft."""
    row = DocumentRow(game, kind, side, name, version, "draft", document, now)
    await add(tx, row)
    return row


async def find(tx: Transaction, game: str, kind: DocumentKind, side: str = "", name: str = "") -> DocumentRow | None:
    """One paper."""
    query = select(documents).filter_by(game=game, kind=kind, side=side, name=name)
    return await one(tx, DocumentRow, query)


async def of_game(tx: Transaction, game: str, kind: DocumentKind, side: str | None = None) -> tuple[DocumentRow, ...]:
    """A game's papers of a kind, of one side or of all, by side and name."""
    query = select(documents).filter_by(game=game, kind=kind)
    if side is not None:
        query = query.filter_by(side=side)
    return await every(tx, DocumentRow, query.order_by(documents.c.side, documents.c.name))


async def save(tx: Transaction, row: DocumentRow, state: DocumentState, document: Any, now: int) -> DocumentRow:
    """Write a paper anew; gives it as it is now. StaleStateError if it changed since it was read."""
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
    """Delete a paper (a design that was given up, a seat that there is no more)."""
    await tx.execute(delete(documents).filter_by(game=row.game, kind=row.kind, side=row.side, name=row.name))
