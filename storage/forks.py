"""Rows of forks: a turn that a game master plays otherwise in private. One a game; it is saved only as it was read."""

from typing import Any

from sqlalchemy import delete, insert, select, update

from rules.values import Value, changed
from storage.db import Transaction
from storage.queries import change_one, columns, one
from storage.schema import forks


class ForkRow(Value):
    """One fork: the `revision` that the game was at when it was begun, and the one that is `forked` (the same or the one before).

    `takes` is where the game master's amendments go: "" to the campaign, or to the phase of the fork ("start", "draft").
    `document` is plain JSON: what is changed. It names no result, which is worked out anew whenever it is asked for.
    """

    game: str
    version: int
    revision: int
    forked: int
    takes: str
    document: Any
    changed_at: int


async def find(tx: Transaction, game: str) -> ForkRow | None:
    """A game's fork, None if there is none."""
    return await one(tx, ForkRow, select(forks).filter_by(game=game))


async def put(tx: Transaction, row: ForkRow) -> None:
    """Insert a fork in the place of whatever the game had."""
    await remove(tx, row.game)
    await tx.execute(insert(forks), columns(row))


async def save(tx: Transaction, row: ForkRow) -> ForkRow:
    """Save a changed fork; gives it as it is now. StaleStateError if it was changed or thrown away since it was read."""
    after = changed(row, version=row.version + 1)
    query = update(forks).filter_by(game=row.game, version=row.version, revision=row.revision)
    await change_one(tx, query.values(columns(after)), f"the fork of {row.game} has moved on")
    return after


async def remove(tx: Transaction, game: str) -> None:
    """Delete a game's fork, if there is one."""
    await tx.execute(delete(forks).filter_by(game=game))
