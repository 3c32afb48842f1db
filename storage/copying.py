"""All rows of one database copied into an empty one, from SQLite to PostgreSQL or back: all of them, alike, or none at all.

What is copied is one consistent state of the source, whoever writes to it meanwhile. Every row is read again where it was
written: a table is copied if its rows there are as many and have the same hash.
"""

from collections.abc import AsyncIterator
from hashlib import sha256
from typing import Any, Final, TypeAlias

from sqlalchemy import Table, column, func, select
from sqlalchemy.exc import DataError
from sqlalchemy.ext.asyncio import AsyncConnection

from rules.values import Value
from storage.carrying import bare
from storage.db import Storage, Transaction
from storage.errors import StorageError
from storage.schema import metadata

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
            f"{table.name} came out otherwise than it is ({there} rows for {count}); nothing was kept of the copy."
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
