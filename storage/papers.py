"""Rows of papers: the plan of a campaign, race designs and unit designs while they are being written and looked at.

A paper is saved only if it still has the version that was read, so two writers cannot both win.
"""

from typing import Any, Literal, TypeAlias

from sqlalchemy import delete, insert, select, update

from rules.values import Value
from storage.db import Transaction
from storage.rows import change_one, columns, every, one
from storage.schema import papers

Kind: TypeAlias = Literal["campaign", "race", "design"]
State: TypeAlias = Literal["draft", "submitted", "returned", "approved"]


class PaperRow(Value):
    """One paper. `side` "" is the game master's; `name` tells several of a side apart; `document` is plain JSON."""

    game: str
    kind: Kind
    side: str
    name: str
    version: int
    state: State
    document: Any
    changed_at: int


async def add(tx: Transaction, row: PaperRow) -> None:
    """Insert a paper."""
    await tx.execute(insert(papers), columns(row))


async def begin(
    tx: Transaction, game: str, kind: Kind, document: Any, now: int, *, side: str = "", name: str = "", version: int = 1
) -> PaperRow:
    """Insert a paper as a draft."""
    row = PaperRow(game, kind, side, name, version, "draft", document, now)
    await add(tx, row)
    return row


async def find(tx: Transaction, game: str, kind: Kind, side: str = "", name: str = "") -> PaperRow | None:
    """One paper."""
    query = select(papers).filter_by(game=game, kind=kind, side=side, name=name)
    return await one(tx, PaperRow, query)


async def of_game(tx: Transaction, game: str, kind: Kind, side: str | None = None) -> tuple[PaperRow, ...]:
    """A game's papers of a kind, of one side or of all, by side and name."""
    query = select(papers).filter_by(game=game, kind=kind)
    if side is not None:
        query = query.filter_by(side=side)
    return await every(tx, PaperRow, query.order_by(papers.c.side, papers.c.name))


async def save(tx: Transaction, row: PaperRow, state: State, document: Any, now: int) -> PaperRow:
    """Write a paper anew; gives it as it is now. StaleStateError if it changed since it was read."""
    query = (
        update(papers)
        .filter_by(game=row.game, kind=row.kind, side=row.side, name=row.name, version=row.version)
        .values(version=row.version + 1, state=state, document=document, changed_at=now)
    )
    await change_one(
        tx, query, f"the {row.kind} of {row.side or 'the campaign'} has moved on from version {row.version}"
    )
    return PaperRow(row.game, row.kind, row.side, row.name, row.version + 1, state, document, now)


async def remove(tx: Transaction, row: PaperRow) -> None:
    """Delete a paper (a design that was given up, a seat that there is no more)."""
    await tx.execute(delete(papers).filter_by(game=row.game, kind=row.kind, side=row.side, name=row.name))
