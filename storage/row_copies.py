"""Rows carried from one database into another as they are kept: those of one game, or all of them.

Nothing is read or judged on the way. A whole database is copied into an empty one, from SQLite to PostgreSQL or back: all rows,
alike, or none at all.
"""

from collections.abc import AsyncIterator, Mapping
from hashlib import sha256
from typing import Any, Final, TypeAlias

from sqlalchemy import Table, column, func, select, table
from sqlalchemy.exc import DataError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.expression import TableClause

from rules.values import Value
from storage.columns import BooleanColumn
from storage.db import Storage, Transaction
from storage.errors import StorageError
from storage.schema import games, metadata

Rows: TypeAlias = Mapping[str, list[tuple[Any, ...]]]
"""By table, each row's columns in their order."""


def bare(kept: Table, *, numbers: bool) -> TableClause:
    """A table without the types of its columns, so that what is kept is passed on as it is (but for flags, which each
    database writes in its way); unless `numbers`, without the number that the database gives its rows itself."""
    given = None if numbers else kept.autoincrement_column
    own = (
        column(c.name, c.type if isinstance(c.type, BooleanColumn) else None) for c in kept.columns if c is not given
    )
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


AT_ONCE: Final = 50
"""Rows that are held together: states are large."""
Row: TypeAlias = tuple[Any, ...]


class Copied(Value):
    """A table that both databases hold alike: how many rows, and the SHA-256 of them all in the order of their key."""

    table: str
    rows: int
    digest: str


async def copy_all(source: Storage, target: Storage) -> tuple[Copied, ...]:
    """Copy every table, those first that others refer to. StorageError, and the target as it was, if it holds anything, cannot
    keep something or does not hold the same in the end."""
    if source.engine.reader is None:
        raise StorageError("A database in memory cannot be copied.")
    async with target.transaction() as new, source.engine.reading() as old:
        for table in metadata.sorted_tables:
            if (await new.execute(select(func.count()).select_from(table))).scalar_one():
                raise StorageError(
                    f"{target.where} is not empty ({table.name} has rows). Name an empty database, or a file that does not exist."
                )
        done = [await _copy(old, target, new, table) for table in metadata.sorted_tables]
        await target.engine.count_on(new)
        return tuple(done)


async def _copy(old: AsyncConnection, target: Storage, new: Transaction, table: Table) -> Copied:
    count, hashed = 0, sha256()
    async for rows in _rows(old, table):
        count += len(rows)
        hashed.update(_canonical(rows))
        try:
            await target.engine.insert(new, bare(table, numbers=True), rows)
        except (DataError, OverflowError) as wrong:
            why = wrong.orig if isinstance(wrong, DataError) else wrong
            raise StorageError(f"{table.name} holds what the other database cannot keep: {why}.") from wrong
    there, found = 0, sha256()
    async for rows in _rows(new, table):
        there += len(rows)
        found.update(_canonical(rows))
    if (count, hashed.digest()) != (there, found.digest()):
        raise StorageError(
            f"{table.name} came out different from what it is ({there} rows for {count}); the copy was dropped."
        )
    return Copied(table.name, count, found.hexdigest())


async def _rows(connection: AsyncConnection, table: Table) -> AsyncIterator[list[Row]]:
    """A table's rows in the order of their key, as both databases order it."""
    query = select(bare(table, numbers=True)).order_by(*(column(c.name) for c in table.primary_key))
    async with connection.stream(query) as found:
        async for rows in found.partitions(AT_ONCE):
            yield [tuple(row) for row in rows]


def _canonical(rows: list[Row]) -> bytes:
    """Rows as bytes that tell any two apart: numbers, texts, bytes, true and false, nothing."""
    return "".join(f"{row!r}\n" for row in rows).encode(errors="surrogatepass")
