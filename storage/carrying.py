"""All rows of one game carried from one database into another, quickly: columns as they are kept, nothing read or judged."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from sqlalchemy import Table, column, select, table
from sqlalchemy.sql.expression import TableClause

from storage.db import Storage, Transaction
from storage.schema import games, metadata
from storage.types import Flag

Rows: TypeAlias = Mapping[str, list[tuple[Any, ...]]]
"""By table, each row's columns in their order."""


def bare(kept: Table, *, numbers: bool) -> TableClause:
    """A table without the types of its columns, so that what is kept is passed on as it is (but for flags, which each
    database writes in its way); unless `numbers`, without the number that the database gives its rows itself."""
    given = None if numbers else kept.autoincrement_column
    own = (column(c.name, c.type if isinstance(c.type, Flag) else None) for c in kept.columns if c is not given)
    return table(kept.name, *own)


_OWN: Final = {t.name: (t, bare(t, numbers=False)) for t in metadata.sorted_tables if t is games or "game" in t.columns}
"""The tables that name a game, those first that others refer to. Reminders do not: only a game that is running has any."""


async def rows_of(tx: Transaction, game: str) -> Rows:
    """All rows of a game that is not running, each table's in the order of its key."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for name, (kept, own) in _OWN.items():
        whose = own.c.id if kept is games else own.c.game
        query = select(own).where(whose == game).order_by(*(column(c.name) for c in kept.primary_key))
        found[name] = [tuple(row) for row in await tx.execute(query)]
    return found


async def add_rows(storage: Storage, tx: Transaction, rows: Rows) -> None:
    """Insert the rows of a game that this database does not know, each table's in one statement."""
    for name, (_, own) in _OWN.items():
        if rows[name]:
            await storage.engine.insert(tx, own, rows[name])
