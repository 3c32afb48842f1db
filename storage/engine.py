"""What storage asks of a database engine. SQLite (`sqlite.py`) and PostgreSQL (`postgresql.py`) answer; nothing else in the
program knows which of them it is on, but for `row_copies.py`, which carries everything from one to the other."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final, Protocol

from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.sql.expression import TableClause

from rules.values import Value
from storage.address import DatabaseAddress
from storage.errors import StorageError, UnreachableError


class Scope(Value):
    """What a writing transaction may read and then rely on: one game, nothing but the rows that it changes (`rows`), or all.

    SQLite has one writer, whatever it does. On PostgreSQL transactions of two games run beside each other, and those of rows
    beside everything but one of all, which is alone. Those `apart` change rows that nobody else reads without locking them,
    and wait for nobody, not even for one of all.
    """

    game: str = ""
    rows: bool = False
    apart: bool = False


ALL_SCOPE: Final = Scope()
ROWS_SCOPE: Final = Scope(rows=True)
ROWS_APART_SCOPE: Final = Scope(rows=True, apart=True)


class Engine(Protocol):
    """An engine with its connections. `where` is what people are told, without a password; with no `reader`, who reads does so
    as a writer."""

    where: str
    writer: AsyncEngine
    reader: AsyncEngine | None

    async def prepare(self) -> bool:
        """Make sure that the database may be opened; whether it is to be made. StorageError with the reason why not."""

    def migrating(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction in which the tables are brought up to date, by one process at a time."""

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction that sees one state of the database and changes nothing. Only where there is a `reader`."""

    def writing(self, scope: Scope) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction in which nobody else changes what is in its scope."""

    async def mark(self, connection: AsyncConnection) -> int:
        """What `wrote` is given at the end of a transaction that has just begun."""

    async def wrote(self, connection: AsyncConnection, mark: int) -> bool:
        """Whether the transaction has changed a row."""

    def explained(self, wrong: DBAPIError) -> Exception:
        """A fault of the database itself in words for the operator, what is to be tried again as StaleStateError, a bug in a
        statement as it is."""

    async def is_away(self, wrong: DBAPIError) -> bool:
        """Whether it could not be opened because its server is away just now, so that it helps to wait."""

    async def checkpoint(self) -> None:
        """Bring what was saved to where it stays."""

    async def scrub(self) -> None:
        """Write all tables anew, without what was deleted. StorageError if somebody else keeps it from being done."""

    def notices(self, channel: str) -> AsyncGenerator[str] | None:
        """What other processes say on a channel, "" when listening begins; None where there are none to listen to."""

    async def insert(self, connection: AsyncConnection, into: TableClause, rows: Sequence[tuple[Any, ...]]) -> None:
        """Insert rows, each with its columns in their order, in one statement that keeps those who wait for it as short as can
        be. DBAPIError for what cannot be kept."""

    async def count_on(self, connection: AsyncConnection) -> None:
        """Give new rows numbers behind those of the rows that were inserted with theirs."""

    async def put_away(self, used: Callable[[], bool]) -> None:
        """Close what nobody uses; all of it, if nobody uses a connection any more."""


class Driver(Protocol):
    """A connection as its library has it."""

    @property
    def closed(self) -> bool:
        """Whether it was closed."""

    async def close(self) -> None:
        """Close it."""


class Opened:
    """Every connection that these engines opened and that is not closed yet: a pool forgets those that are on loan when it is
    disposed of, we do not."""

    def __init__(self, *engines: AsyncEngine | None) -> None:
        self._drivers: list[Driver] = []
        self._engines = [engine for engine in engines if engine is not None]
        for engine in self._engines:
            event.listen(engine.sync_engine, "connect", self._note, insert=True)

    def _note(self, raw: Any, _record: object) -> None:  # the DBAPI's connection has no public type
        self._drivers = [driver for driver in self._drivers if not driver.closed]
        self._drivers.append(raw.driver_connection)

    async def put_away(self, used: Callable[[], bool]) -> None:
        """Close what nobody uses; all of it, if nobody uses a connection any more."""
        for engine in self._engines:
            await engine.dispose()
        while self._drivers and not used():
            driver = self._drivers[-1]
            if not driver.closed:
                await driver.close()  # cancelled here, it is still known and closed the next time
            self._drivers = [other for other in self._drivers if other is not driver]


@asynccontextmanager
async def connected(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection of an engine's pool, which has it back at the end whatever is cancelled. SQLAlchemy gives it back by a task
    of its own, and does not where the end of an event loop cancels that before its first step."""
    connection = engine.connect()
    try:
        async with connection:
            yield connection
    finally:
        if connection.sync_connection is not None and not connection.closed:
            await done_to_the_end(connection.close)


async def done_to_the_end(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Do something that can be begun again, and let no cancellation keep it from its end: not of the task that waits for it,
    which is cancelled afterwards, nor of all tasks, as when an event loop ends, which may come before the work's first step."""
    cancelled: asyncio.CancelledError | None = None
    doing = asyncio.create_task(work())
    while not doing.done() or doing.cancelled():
        if doing.cancelled():
            doing = asyncio.create_task(work())
        try:
            await asyncio.shield(doing)
        except asyncio.CancelledError as wish:
            cancelled = wish
    doing.result()
    if cancelled is not None:
        raise cancelled


def cannot_open(address: DatabaseAddress, wrong: DBAPIError, *, away: bool) -> StorageError:
    """The sentence for a database that does not let itself be opened; UnreachableError if its server is `away`."""
    mend = "Check the path, its permissions and the free space."
    where = address.shown
    if address.is_server:
        mend = "Check that its server runs, and the name, user and password in DATABASE_URL."
    said = " ".join(str(wrong.orig).split()).rstrip(".?")
    if away:
        mend = "Check that its server runs, and host and port in DATABASE_URL."
        return UnreachableError(f"The database {where} cannot be reached just now: {said}. {mend}")
    if not isinstance(wrong, OperationalError) and "permission denied" in said:
        mend = "Give its user the right to make tables there."
    return StorageError(f"The database {where} cannot be opened: {said}. {mend}")
