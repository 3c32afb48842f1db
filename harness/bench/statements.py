"""What a command says to the database, written down, and said again to raw sqlite3 in one function."""

import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Literal, TypeAlias

from sqlalchemy import event

from storage.db import Storage, Transaction
from storage.engine import ALL_SCOPE, Engine, Scope

Who: TypeAlias = Literal["reader", "writer"]
Statement: TypeAlias = tuple[Who, str, Any, bool]
"""Which connection, the SQL, its parameters, and whether there is a list of them."""


class TimedStorage(Storage):
    """An open database that counts the seconds spent inside its transactions."""

    spent = 0.0

    @asynccontextmanager
    async def transaction(self, scope: Scope = ALL_SCOPE) -> AsyncIterator[Transaction]:
        """As in `Storage`."""
        start = perf_counter()
        async with super().transaction(scope) as tx:
            yield tx
        self.spent += perf_counter() - start

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        """As in `Storage`."""
        start = perf_counter()
        async with super().reading() as tx:
            yield tx
        self.spent += perf_counter() - start


@dataclass
class Noted:
    """A transaction of a writer: its scope, how many others began between its being asked for and its beginning, how many
    statements it took, its seconds of processor time, whether it wrote."""

    scope: Scope
    waited_for: int = 0
    statements: int = 0
    seconds: float = 0.0
    wrote: bool = False


class NotedStorage(Storage):
    """An open database that notes its writers' transactions, in the order in which they begin."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.noted: list[Noted] = []

    @asynccontextmanager
    async def transaction(self, scope: Scope = ALL_SCOPE) -> AsyncIterator[Transaction]:
        """As in `Storage`."""
        asked = len(self.noted)
        async with super().transaction(scope) as tx:
            note, start = Noted(scope, len(self.noted) - asked), process_time()
            self.noted.append(note)

            def heard(_connection: object, _cursor: object, _sql: str, _values: Any, _context: object, _: bool) -> None:
                note.statements += 1

            connection = tx.sync_connection
            mark = await self.engine.mark(tx)
            event.listen(connection, "before_cursor_execute", heard)
            try:
                yield tx
            finally:
                event.remove(connection, "before_cursor_execute", heard)
                note.seconds = process_time() - start
            note.wrote = await self.engine.wrote(tx, mark)


@dataclass
class Recorder:
    """Statements as they go by."""

    said: list[Statement] = field(default_factory=list)

    def take(self) -> list[Statement]:
        """What was said since the last call."""
        taken, self.said = self.said, []
        return taken


@contextmanager
def recorded(storage: Storage) -> Iterator[Recorder]:
    """Write down every statement of an open database."""
    recorder = Recorder()
    reader = storage.engine.reader
    assert reader is not None
    heard: list[tuple[Any, str, Callable[..., None]]] = []
    for who, engine in (("reader", reader.sync_engine), ("writer", storage.engine.writer.sync_engine)):

        def execute(
            _connection: object, _cursor: object, sql: str, values: Any, _context: object, many: bool, who: Any = who
        ) -> None:
            recorder.said.append((who, sql, values, many))

        def commit(_connection: object, who: Any = who) -> None:
            recorder.said.append((who, "COMMIT", (), False))

        heard += [(engine, "before_cursor_execute", execute), (engine, "commit", commit)]
    for engine, name, work in heard:
        event.listen(engine, name, work)
    try:
        yield recorder
    finally:
        for engine, name, work in heard:
            event.remove(engine, name, work)


class Raw:
    """A reader and a writer of plain sqlite3 on a copy of a database, set as `storage.db` sets its own."""

    def __init__(self, path: Path) -> None:
        self.by: dict[Who, sqlite3.Connection] = {}
        for who, last in (("writer", "journal_mode = WAL"), ("reader", "query_only = ON")):
            made = sqlite3.connect(path, isolation_level=None)
            for pragma in ("foreign_keys = ON", "synchronous = FULL", "temp_store = MEMORY", last):
                made.execute(f"PRAGMA {pragma}")
            self.by[who] = made  # type: ignore[index] # the two names above are Who

    def say(self, statements: list[Statement]) -> float:
        """Execute and fetch them all; gives the seconds it took."""
        start = perf_counter()
        for who, sql, values, many in statements:
            connection = self.by[who]
            done = connection.executemany(sql, values) if many else connection.execute(sql, values)
            done.fetchall()
        return perf_counter() - start

    def close(self) -> None:
        """Close both."""
        for connection in self.by.values():
            connection.close()


def copied(source: str, path: Path) -> Raw:
    """The database as it is now, in another file."""
    with sqlite3.connect(source) as old, sqlite3.connect(path) as new:
        old.backup(new)
    old.close()
    new.close()
    return Raw(path)
