"""SQLite through aiosqlite: one file (or memory), one writer, a few readers beside it.

A connection does in place what cannot wait and hands to aiosqlite's thread what can. A statement of ours takes microseconds
inside SQLite; handing each of its four calls to a thread and back takes a hundred times as long on a busy machine. What may
really wait (opening, the writer's BEGIN IMMEDIATE behind another process, its COMMIT with the disk, PRAGMAs, closing) stays in
the thread. Calls never overlap: each is awaited before the next.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import aiosqlite
from sqlalchemy import event, insert
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool
from sqlalchemy.sql.expression import TableClause

from storage.address import SQLITE, DatabaseAddress
from storage.engine import Opened, Scope, connected
from storage.errors import StorageError
from storage.journal import check_journal

_WAITS = ("BEGIN IMMEDIATE", "PRAGMA", "VACUUM")


class InlineConnection(aiosqlite.Connection):
    """An aiosqlite connection whose `_execute`, the one way to its thread, takes the short way where it can."""

    def __init__(self, connector: Callable[[], sqlite3.Connection], *, reader: bool) -> None:
        super().__init__(connector, iter_chunk_size=64)
        self._reader = reader
        self._closing: asyncio.Task[None] | None = None
        self._stopped: asyncio.Future[Any] | None = None
        # SQLAlchemy asks this of aiosqlite's own connections too: an open one must not keep the program alive.
        self._thread.daemon = True

    @property
    def is_open(self) -> bool:
        """Whether it was opened and is not closed yet."""
        return self._running and self._connection is not None

    def at_hand(self) -> sqlite3.Connection | None:
        """SQLite's own connection, for a statement that cannot wait; None once it is closed."""
        return self._connection if self._running else None

    @property
    def closed(self) -> bool:
        """The opposite, as other libraries' connections say it."""
        return not self.is_open

    async def close(self) -> None:
        """Close it, once: whoever comes second waits for the first. aiosqlite's own would wait for a thread that has ended.
        A closing that was cancelled, perhaps before its first step, is begun again."""
        if self._closing is None or self._closing.cancelled():
            self._closing = asyncio.create_task(super().close() if self._running else self._until_stopped())
        await asyncio.shield(self._closing)

    async def _until_stopped(self) -> None:
        if self._stopped is not None:
            await asyncio.wait((self._stopped,))

    def stop(self) -> "asyncio.Future[Any] | None":
        """End its thread, once. SQLAlchemy does it where a closing that it waits for is cancelled, and that closing does it
        again: aiosqlite's own would wait for a thread that has ended."""
        if self._stopped is None:
            self._stopped = super().stop()
        return self._stopped

    async def _execute(self, fn: Any, *args: Any, **kwargs: Any) -> Any:
        if self._running and self._is_short(fn, args):
            return fn(*args, **kwargs)
        return await super()._execute(fn, *args, **kwargs)  # type: ignore[no-untyped-call] # aiosqlite does not say

    def _is_short(self, fn: Any, args: tuple[Any, ...]) -> bool:
        owner = getattr(fn, "__self__", None)
        if isinstance(owner, sqlite3.Cursor):
            return not (args and isinstance(args[0], str) and args[0].startswith(_WAITS))
        if not isinstance(owner, sqlite3.Connection):
            return False
        ends = fn.__name__ in {"commit", "rollback"}
        return fn.__name__ == "cursor" or (ends and (self._reader or not owner.in_transaction))


def connect(database: str, *, reader: bool = False, **settings: Any) -> InlineConnection:
    """What SQLAlchemy calls to open a connection; `settings` are those of `sqlite3.connect`. A `reader` writes nothing,
    so even the end of its transactions cannot wait."""
    settings["check_same_thread"] = False

    def connector() -> sqlite3.Connection:
        opened: sqlite3.Connection = sqlite3.connect(database, **settings)
        return opened

    return InlineConnection(connector, reader=reader)


def raw_connection(connection: Connection | None) -> sqlite3.Connection | None:
    """SQLite's own connection below SQLAlchemy's; None below another, and once it is closed."""
    usable = connection is not None and not connection.closed and not connection.invalidated
    driver = connection.connection.driver_connection if usable and connection is not None else None
    return driver.at_hand() if isinstance(driver, InlineConnection) else None


READERS: Final = 3
SYNCHRONOUS = "FULL"
"""SQLite's own word: what was committed is on the disk, so that a power cut loses nothing."""
BUSY_SECONDS: Final = 15
MOST_SCRUBS: Final = 50
FAULT_WORDS: Final = ("locked", "full", "disk i/o", "malformed", "readonly", "unable to open")


class Sqlite:
    """An `Engine` on a file, or in memory."""

    def __init__(self, address: DatabaseAddress) -> None:
        self.address = address
        self.where = address.name
        self.reader: AsyncEngine | None = None
        self._keeper: sqlite3.Connection | None = None
        self._lock = asyncio.Lock()
        if address.kind == "memory":
            # Shared by name and kept open here, so that a connection dropped on cancellation does not lose it.
            uri = f"file:admiralty-{uuid4().hex}?mode=memory&cache=shared"
            self._keeper = sqlite3.connect(uri, uri=True)
            self.writer = _engine(f"{SQLITE}{uri}&uri=true", read_only=False)
        else:
            self.writer = _engine(SQLITE + address.name, read_only=False)
            self.reader = _engine(SQLITE + address.name, read_only=True)
        self._opened = Opened(self.writer, self.reader)
        self._room = asyncio.Semaphore(READERS)
        self._idle: list[AsyncConnection] = []

    async def prepare(self) -> bool:
        """Make the folder, and look at the journal before SQLite does."""
        if self.address.kind == "memory":
            return False
        fresh = _make_room(self.where)
        await asyncio.to_thread(check_journal, self.where)
        return fresh

    @asynccontextmanager
    async def migrating(self) -> AsyncIterator[AsyncConnection]:
        """As every writer, with BEGIN IMMEDIATE."""
        async with connected(self.writer) as connection, connection.begin():
            yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """BEGIN to ROLLBACK on one of a few connections that stay open: SQLAlchemy's own takes longer than most questions."""
        if self.reader is None:
            raise RuntimeError("a database in memory has no readers")
        async with self._room:
            connection = self._idle.pop() if self._idle else await self.reader.connect()
            near = raw_connection(connection.sync_connection)
            try:
                if near is not None:
                    near.execute("BEGIN")
                yield connection
            finally:
                if connection.in_transaction():
                    await connection.rollback()
                if near is not None and near.in_transaction:
                    near.rollback()
                if near is None or connection.invalidated:
                    await connection.close()
                else:
                    self._idle.append(connection)

    @asynccontextmanager
    async def writing(self, scope: Scope) -> AsyncIterator[AsyncConnection]:
        """BEGIN IMMEDIATE to COMMIT, one at a time."""
        async with self._lock, connected(self.writer) as connection, connection.begin():
            yield connection

    async def mark(self, connection: AsyncConnection) -> int:
        """How many rows this connection has changed since it was opened."""
        return (await _driver(connection)).total_changes

    async def wrote(self, connection: AsyncConnection, mark: int) -> bool:
        """Whether it has changed more of them."""
        return await self.mark(connection) != mark

    def explained(self, wrong: DBAPIError) -> Exception:
        """A locked, full or broken database in words for the operator; a bug in a statement as it is."""
        said = str(wrong.orig).lower()
        if any(known in said for known in FAULT_WORDS):
            return StorageError(f"The database {self.where} cannot be used: {wrong.orig}.")
        return wrong

    async def is_away(self, wrong: DBAPIError) -> bool:
        """A file is there or not."""
        return False

    async def checkpoint(self) -> None:
        """Bring what the journal holds into the file, unless somebody else is using it.

        For what would be lost with the journal of a young database, which is never brought in before it has 4 MB.
        """
        if self.reader is None:
            return
        async with self._lock, connected(self.writer) as connection:
            driver = await _driver(connection)
            try:
                await (await driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")).close()
            except sqlite3.Error as wrong:
                raise StorageError(f"The database {self.where} cannot be used: {wrong}.") from wrong

    async def scrub(self) -> None:
        """Write the whole file anew and empty the journal, so that nothing that was deleted is left in either."""
        if self.reader is None:
            return
        async with self._lock, connected(self.writer) as connection:
            driver = await _driver(connection)
            try:
                await (await driver.execute("VACUUM")).close()
                for _ in range(MOST_SCRUBS):
                    cursor = await driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                    found = await cursor.fetchone()
                    await cursor.close()
                    if found is None or not found[0]:
                        return
                    await asyncio.sleep(0.1)
            except sqlite3.Error as wrong:
                raise StorageError(f"The database {self.where} cannot be written anew: {wrong}.") from wrong
        raise StorageError(f"The journal of {self.where} is being read and cannot be emptied just now.")

    def notices(self, channel: str) -> None:
        """A file tells nobody anything."""

    async def insert(self, connection: AsyncConnection, into: TableClause, rows: Sequence[tuple[Any, ...]]) -> None:
        """Said to the driver itself: half the time of many rows goes into naming each one's columns."""
        await connection.exec_driver_sql(str(insert(into).compile(dialect=connection.dialect)), rows)

    async def count_on(self, connection: AsyncConnection) -> None:
        """SQLite looks at the rows themselves."""

    async def put_away(self, used: Callable[[], bool]) -> None:
        """Close what nobody uses, and memory last of all."""
        while self._idle:
            await self._idle.pop().close()
        await self._opened.put_away(used)
        if self._keeper is not None and not used():
            self._keeper.close()


async def _driver(connection: AsyncConnection) -> aiosqlite.Connection:
    raw = await connection.get_raw_connection()
    driver: aiosqlite.Connection = raw.driver_connection  # type: ignore[assignment] # SQLAlchemy says Any or None
    return driver


def _make_room(name: str) -> bool:
    """Make the folder for a database; whether there is no such file in it yet."""
    path = Path(name)
    if path.is_dir():
        raise StorageError(f"The database {name} cannot be opened: it is a folder. Give the path of a file.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return not path.is_file()
    except OSError as wrong:
        raise StorageError(f"The database {name} cannot be opened: {wrong.strerror or wrong}.") from wrong


def _engine(url: str, *, read_only: bool) -> AsyncEngine:
    engine = create_async_engine(
        url,
        poolclass=AsyncAdaptedQueuePool,
        pool_size=READERS if read_only else 1,
        max_overflow=0,
        pool_timeout=60,
        hide_parameters=True,  # a failed statement stands in the log: without its values, which are seeds, salts and orders
        # We say BEGIN ourselves: Python's sqlite3 would begin late and never for DDL.
        connect_args={
            "isolation_level": None,
            "timeout": BUSY_SECONDS,
            "async_creator_fn": connect,
            "reader": read_only,
        },
    )

    def connected(raw: Any, _record: object) -> None:  # the DBAPI's connection has no public type
        cursor = raw.cursor()
        pragmas = ["foreign_keys = ON", f"synchronous = {SYNCHRONOUS}", "temp_store = MEMORY", "trusted_schema = OFF"]
        pragmas += ["query_only = ON"] if read_only else ["journal_mode = WAL", "secure_delete = ON"]
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def begin(connection: Connection) -> None:
        near = raw_connection(connection)
        if near is None or not near.in_transaction:
            connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")

    event.listen(engine.sync_engine, "connect", connected)
    event.listen(engine.sync_engine, "begin", begin)
    return engine
