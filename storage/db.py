"""The database: one writer, a few readers, migrations at the door. SQLite through aiosqlite; portable SQL only."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Final, Self, TypeAlias
from uuid import uuid4

import aiosqlite
from sqlalchemy import event
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, InternalError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from storage.changes import committed
from storage.connection import NearConnection, connect
from storage.errors import StorageError
from storage.journal import check_journal
from storage.migrate import upgrade

Transaction: TypeAlias = AsyncConnection
"""What repositories take: an open transaction. Nobody outside storage/ asks it for more than to be passed on."""

READERS: Final = 3
BUSY_SECONDS: Final = 15
SCRUBS: Final = 50
MEMORY: Final = ":memory:"
URL_START: Final = "sqlite+aiosqlite:///"

_migrating: Final = threading.Lock()
"""Alembic keeps what it is doing in globals, so only one database at a time is brought up to date."""

_inside: ContextVar[bool] = ContextVar("inside a transaction", default=False)


class Storage:
    """An open database. Make one with `Storage.open`; leave with `close` or `async with`."""

    def __init__(
        self, where: str, writer: AsyncEngine, reader: AsyncEngine | None, keeper: sqlite3.Connection | None
    ) -> None:
        self.where = where
        self._opened: list[NearConnection] = []
        self._users = 0
        self._closed = False
        self._writer = writer
        self._reader = reader
        self._keeper = keeper
        self._lock = asyncio.Lock()
        for engine in (writer, reader):
            if engine is not None:
                event.listen(engine.sync_engine, "connect", self._note, insert=True)

    @classmethod
    async def open(cls, where: str | Path) -> Self:
        """Open a file (made if missing), `sqlite+aiosqlite:///` URL or ":memory:", and bring its tables up to date.

        Raises StorageError: it cannot be opened, is no database, was written by a newer version of the program, or its
        journal is damaged.
        """
        name, fresh = _path(where), False
        keeper: sqlite3.Connection | None = None
        if name == MEMORY:
            # Shared by name and kept open here, so that a connection dropped on cancellation does not lose it.
            address = f"file:admiralty-{uuid4().hex}?mode=memory&cache=shared"
            keeper = sqlite3.connect(address, uri=True)
            writer, reader = _engine(f"{URL_START}{address}&uri=true", read_only=False), None
        else:
            fresh = _make_room(name)
            await asyncio.to_thread(check_journal, name)
            writer, reader = _engine(URL_START + name, read_only=False), _engine(URL_START + name, read_only=True)
        storage = cls(name, writer, reader, keeper)
        try:
            async with _one_at_a_time(), writer.begin() as connection:
                await connection.run_sync(upgrade, name)
            if fresh:
                await storage.checkpoint()
        except DBAPIError as wrong:
            await storage.close()
            raise StorageError(
                f"The database {name} cannot be opened: {wrong.orig}. Check the path, its permissions and the free space."
            ) from wrong
        except BaseException:
            await storage.close()
            raise
        return storage

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """Write: BEGIN IMMEDIATE to COMMIT, one at a time. Leaving by an exception, cancellation too, rolls back.

        Transactions do not nest (RuntimeError). StorageError if another process keeps the database locked.
        """
        with _once_inside():
            async with self._used(), self._lock:
                try:
                    async with self._writer.begin() as connection:
                        before = await _changes_so_far(connection)
                        yield connection
                        changed = await _changes_so_far(connection) != before
                except DBAPIError as wrong:
                    raise _explained(wrong, self.where) from wrong
                if changed:
                    committed()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        """Read one consistent state of the database, beside the writer. Writing here is an error."""
        if self._reader is None:
            async with self.transaction() as connection:
                yield connection
            return
        with _once_inside():
            try:
                async with self._used(), self._reader.begin() as connection:
                    yield connection
            except DBAPIError as wrong:
                raise _explained(wrong, self.where) from wrong

    async def checkpoint(self) -> None:
        """Bring what the journal holds into the database file, unless somebody else is using it; outside a transaction.

        For what would be lost with the journal of a young database, which is never brought in before it has 4 MB.
        """
        if self._reader is None:
            return
        async with self._used(), self._lock, self._writer.connect() as connection:
            driver = await _driver(connection)
            try:
                await (await driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")).close()
            except sqlite3.Error as wrong:
                raise StorageError(f"The database {self.where} cannot be used: {wrong}.") from wrong

    async def scrub(self) -> None:
        """Write the whole file anew and empty the journal, so that nothing that was deleted is left in either; outside a
        transaction. StorageError if somebody else kept it from being done (another process reads): call it again later."""
        if self._reader is None:
            return
        async with self._used(), self._lock, self._writer.connect() as connection:
            driver = await _driver(connection)
            try:
                await (await driver.execute("VACUUM")).close()
                for _ in range(SCRUBS):
                    cursor = await driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                    found = await cursor.fetchone()
                    await cursor.close()
                    if found is None or not found[0]:
                        return
                    await asyncio.sleep(0.1)
            except sqlite3.Error as wrong:
                raise StorageError(f"The database {self.where} cannot be written anew: {wrong}.") from wrong
        raise StorageError(f"The journal of {self.where} is being read and cannot be emptied just now.")

    async def close(self) -> None:
        """Close all connections, now those nobody uses, the others when their last user leaves. Cancelled, it still does
        so before it goes."""
        self._closed = True
        work, cancelled = asyncio.create_task(self._put_away()), None
        while not work.done():
            try:
                await asyncio.shield(work)
            except asyncio.CancelledError as wish:
                cancelled = wish
        work.result()
        if cancelled is not None:
            raise cancelled

    @asynccontextmanager
    async def _used(self) -> AsyncIterator[None]:
        """Somebody uses a connection: a task that outlives `close` leaves none open behind it."""
        self._users += 1
        try:
            yield
        finally:
            self._users -= 1
            if self._closed and not self._users:
                await self.close()

    async def _put_away(self) -> None:
        """Close what nobody uses. A pool forgets what is on loan when it is disposed of: we do not."""
        await self._writer.dispose()
        if self._reader is not None:
            await self._reader.dispose()
        while self._opened and not self._users:
            driver = self._opened.pop()
            if driver.is_open:
                await driver.close()
        if self._keeper is not None and not self._users:
            self._keeper.close()

    def _note(self, raw: Any, _record: object) -> None:  # the DBAPI's connection has no public type
        """Remember a connection that was opened, and forget those closed since."""
        self._opened = [driver for driver in self._opened if driver.is_open]
        self._opened.append(raw.driver_connection)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


async def _changes_so_far(connection: AsyncConnection) -> int:
    """How many rows this connection has changed since it was opened."""
    return (await _driver(connection)).total_changes


async def _driver(connection: AsyncConnection) -> aiosqlite.Connection:
    raw = await connection.get_raw_connection()
    driver: aiosqlite.Connection = raw.driver_connection  # type: ignore[assignment] # SQLAlchemy says Any or None
    return driver


class _once_inside:  # noqa: N801 # a context manager, used like a function
    """Refuses a transaction within a transaction: it would wait for itself for ever."""

    def __enter__(self) -> None:
        if _inside.get():
            raise RuntimeError("a transaction within a transaction")
        _inside.set(True)

    def __exit__(self, *_: object) -> None:
        _inside.set(False)


@asynccontextmanager
async def _one_at_a_time() -> AsyncIterator[None]:
    """Hold `_migrating`, without stopping the event loop while waiting for it."""
    while not _migrating.acquire(blocking=False):  # noqa: ASYNC110 # an event belongs to one loop, the globals to all
        await asyncio.sleep(0.01)
    try:
        yield
    finally:
        _migrating.release()


def _path(where: str | Path) -> str:
    name = str(where)
    if name.startswith(URL_START):
        name = name.removeprefix(URL_START)
    elif "://" in name:
        kind = name.split(":", 1)[0]
        raise StorageError(
            f"This version keeps its data in SQLite; it cannot open a {kind!r} database. Give a file name."
        )
    if not name or "\0" in name:
        raise StorageError("No database file was named. Give a path such as data/admiralty.db.")
    return name


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
        pragmas = ["foreign_keys = ON", "synchronous = FULL", "temp_store = MEMORY", "trusted_schema = OFF"]
        pragmas += ["query_only = ON"] if read_only else ["journal_mode = WAL", "secure_delete = ON"]
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")

    event.listen(engine.sync_engine, "connect", connected)
    event.listen(engine.sync_engine, "begin", begin)
    return engine


def is_fault(wrong: BaseException) -> bool:
    """Whether the database itself failed (locked, full, damaged), and not what was to be written into it."""
    return isinstance(wrong, OperationalError | InternalError)


def _explained(wrong: DBAPIError, where: str) -> Exception:
    """A locked, full or broken database in words for the operator; a bug in a statement as it is."""
    said = str(wrong.orig).lower()
    if any(known in said for known in ("locked", "full", "disk i/o", "malformed", "readonly", "unable to open")):
        return StorageError(f"The database {where} cannot be used: {wrong.orig}.")
    return wrong
