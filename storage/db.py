"""The database: transactions of readers and writers on SQLite or PostgreSQL, migrations at the door. Portable SQL only.

Opening brings its tables up to date; a database that is ahead of this program is refused. It also counts what has been saved
while somebody's request is carried out, so that an error's answer can say truly what is saved.
"""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Coroutine, Hashable, Iterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final, Self, TypeAlias, TypeVar

from sqlalchemy.exc import DBAPIError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection

from installed import how_to_install, missing
from storage.address import MEMORY, DatabaseAddress, Where
from storage.engine import ALL_SCOPE, Engine, Scope, cannot_open, done_to_the_end
from storage.errors import StorageError
from storage.sqlite import Sqlite


@dataclass(slots=True)
class Changes:
    """How many transactions that changed something were committed since `watch`."""

    committed: int = 0


_watched: Final[ContextVar[Changes | None]] = ContextVar("what was saved for the one who asked", default=None)


def watch() -> Changes:
    """Count from now on what this task, and those it begins, commit. Each wish is carried out by a task of its own."""
    changes = Changes()
    _watched.set(changes)
    return changes


@contextlib.contextmanager
def uncounted() -> Iterator[None]:
    """What is committed within is not what somebody asked for, and does not count."""
    before = _watched.set(None)
    try:
        yield
    finally:
        _watched.reset(before)


def committed() -> None:
    """A transaction that changed something is committed; `Storage.transaction` says so."""
    changes = _watched.get()
    if changes is not None:
        changes.committed += 1


def saved_here() -> bool | None:
    """Whether anything was saved since this task's `watch`; None if nobody watches, so that it is not known."""
    changes = _watched.get()
    return None if changes is None else changes.committed > 0


__all__ = ["MEMORY", "Storage", "Transaction", "is_fault"]

Transaction: TypeAlias = AsyncConnection
"""What repositories take: an open transaction. Nobody outside storage/ asks it for more than to be passed on."""

T = TypeVar("T")
TALK_SECONDS: Final = 5.0

_migrating: Final = threading.Lock()
"""Alembic keeps what it is doing in globals, so only one database at a time is brought up to date."""

_inside: ContextVar[bool] = ContextVar("inside a transaction", default=False)

answers: ContextVar[dict[Hashable, Any] | None] = ContextVar("answers", default=None)
"""What a transaction that only reads has been told so far, by question: in its sight nothing changes. None in one that writes."""


class Storage:
    """An open database. Make one with `Storage.open`; leave with `close` or `async with`."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.where = engine.where
        self._users = 0
        self._closed = False

    @classmethod
    async def open(cls, where: Where) -> Self:
        """Open a file (made if missing), a URL (`sqlite+aiosqlite:///`, `postgresql+psycopg://`) or ":memory:", and bring its
        tables up to date.

        Raises StorageError: it cannot be opened, is no database, was written by a newer version of the program, or its
        journal is damaged. UnreachableError: its server is away just now.
        """
        from storage.schema_version import upgrade  # noqa: PLC0415 # Alembic takes long to load, and workers open no database

        address = DatabaseAddress.of(where)
        engine = engine_for(address)
        storage = cls(engine)
        try:
            fresh = await engine.prepare()
            async with _one_at_a_time(), engine.migrating() as connection:
                await connection.run_sync(upgrade, engine.where)
            if fresh:
                await storage.checkpoint()
        except DBAPIError as wrong:
            await storage.close()
            raise cannot_open(address, wrong, away=await engine.is_away(wrong)) from wrong
        except BaseException:
            await storage.close()
            raise
        return storage

    @asynccontextmanager
    async def transaction(self, scope: Scope = ALL_SCOPE) -> AsyncIterator[Transaction]:
        """Write, while nobody else changes what is in the scope. Leaving by an exception, cancellation too, rolls back.

        Transactions do not nest (RuntimeError). StorageError if another process keeps the database locked.
        """
        with _once_inside():
            async with self._used():
                try:
                    async with self.engine.writing(scope) as connection:
                        mark = await self.engine.mark(connection)
                        yield connection
                        changed = await self.engine.wrote(connection, mark)
                except DBAPIError as wrong:
                    raise self.engine.explained(wrong) from wrong
                except PoolTimeoutError as wrong:
                    raise self._busy() from wrong
                if changed:
                    committed()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        """Read one consistent state of the database, beside the writers. Writing here is an error."""
        if self.engine.reader is None:
            async with self.transaction() as connection:
                yield connection
            return
        with _once_inside():
            answers.set({})
            try:
                async with self._used(), self.engine.reading() as connection:
                    yield connection
            except DBAPIError as wrong:
                raise self.engine.explained(wrong) from wrong
            except PoolTimeoutError as wrong:
                raise self._busy() from wrong
            finally:
                answers.set(None)

    async def checkpoint(self) -> None:
        """Bring what was saved to where it stays, unless somebody else is using the database; outside a transaction."""
        async with self._used():
            await self.engine.checkpoint()

    async def scrub(self) -> None:
        """Write everything anew, so that nothing that was deleted is left; outside a transaction. StorageError if somebody
        else kept it from being done (another process reads): call it again later."""
        async with self._used():
            await self.engine.scrub()

    async def close(self) -> None:
        """Close all connections, now those nobody uses, the others when their last user leaves. Cancelled, it still does
        so before it goes."""
        self._closed = True
        await done_to_the_end(self._put_away)

    def _busy(self) -> StorageError:
        return StorageError(f"The database {self.where} cannot be used: all connections to it are taken for too long.")

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
        await self.engine.put_away(lambda: self._users > 0)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


async def talking(tx: Transaction, work: Coroutine[Any, Any, T]) -> T:
    """Do work that asks the database nothing within a transaction that writes. Something is said in it now and then: a server
    takes one that is silent for that of a machine that is gone."""
    doing = asyncio.create_task(work)
    try:
        while not (await asyncio.wait({doing}, timeout=TALK_SECONDS))[0]:
            await tx.exec_driver_sql("SELECT 1")
        return doing.result()
    finally:
        doing.cancel()


def engine_for(address: DatabaseAddress) -> Engine:
    """The engine of an address. StorageError if it names no database, or the driver of a server's is not installed."""
    if address.is_server:
        if lacking := missing("postgres", "A PostgreSQL database"):
            raise StorageError(f"{lacking} {how_to_install('postgres')}")
        from storage.postgresql import Postgresql  # noqa: PLC0415 # its driver is loaded by those who have such a server

        return Postgresql(address)
    if not address.name or "\0" in address.name:
        raise StorageError("No database file was named. Give a path such as data/admiralty.db.")
    return Sqlite(address)


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


def is_fault(wrong: BaseException) -> bool:
    """Whether the database itself failed (locked, full, damaged), and not what was to be written into it."""
    return isinstance(wrong, OperationalError | InternalError)
