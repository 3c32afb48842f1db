"""PostgreSQL through psycopg 3: a server for several processes, perhaps on several machines.

Whoever writes takes advisory locks that end with the transaction: of the whole database (shared, unless its scope is all),
then of its game. So two that might read what the other changes never run at once, and a writer sees all that was saved
before it began: nothing has to be tried again for that. Who reads has one snapshot (REPEATABLE READ, READ ONLY).

A machine may vanish or freeze in the midst of a transaction, and nobody tells the server. So the server ends a writer's that
says nothing for half a minute, both ends look whether the other is there, and who waits for the whole database lets others go
first each second: they would all wait behind it.
"""

import asyncio
import os
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from typing import Any, Final

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.pq import PGconn, Ping, TransactionStatus
from psycopg.sql import SQL, Identifier
from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError, InternalError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, PoolProxiedConnection
from sqlalchemy.sql.expression import TableClause

from storage.address import DatabaseAddress, Where
from storage.engine import Opened, Scope, connected
from storage.errors import StaleStateError, StorageError
from storage.schema import metadata

PASSING_CODES: Final = frozenset({"57P01", "57P02", "57P03", "53300", "55P03", "40001", "40P01"})
"""It is being stopped, has crashed, is being started; has no connection left; a lock, a collision, a deadlock."""
CONNECTION_CLASS: Final = "08"
"""The class of faults of the connection."""
SERVER_FULL: Final = ("too many", "connection slots are reserved")
"""How a server says, in English, that it has no connection left for this user."""
PING_SECONDS: Final = 2
"""libpq's least. psycopg's binary lets nothing else run meanwhile; but who is pinged has just answered or refused to."""


def is_passing(wrong: BaseException) -> bool:
    """Whether a connection that had been made was lost, or its server cannot do just now what it was told."""
    if not isinstance(wrong, psycopg.OperationalError):
        return False
    state = wrong.sqlstate
    return state is None or state in PASSING_CODES or state.startswith(CONNECTION_CLASS)


async def is_away(wrong: BaseException | None, address: str, **settings: Any) -> bool:
    """Whether a server that could not be used at the start is away just now; `address` and `settings` are those of the connection
    that was tried."""
    if wrong is None or not is_passing(wrong) or not isinstance(wrong, psycopg.OperationalError):
        return False
    if wrong.sqlstate is not None or wrong.pgconn is None:  # its name is not known, it did not answer in time
        return True
    if _is_full(wrong) or not await _answers(address):
        return True
    try:  # it may have come back just now
        line = await psycopg.AsyncConnection.connect(address, **settings)
    except psycopg.OperationalError as again:
        return again.pgconn is None or _is_full(again) or not await _answers(address)
    except psycopg.Error:
        return False
    await line.close()
    return True


async def _answers(address: str) -> bool:
    """Whether a server takes connections there, if only to refuse them; or the address is none at all."""
    try:
        asked = make_conninfo(address, connect_timeout=PING_SECONDS).encode()
    except psycopg.ProgrammingError:
        return True
    return await asyncio.to_thread(PGconn.ping, asked) in {Ping.OK, Ping.NO_ATTEMPT}


def _is_full(wrong: psycopg.Error) -> bool:
    return any(words in str(wrong) for words in SERVER_FULL)


POOL_CONNECTIONS: Final = 6
"""Of writers, and as many of readers: fewer than a small server's hundred for a dozen processes."""
WAIT_SECONDS: Final = 60
"""So long a writer waits for others; then the operator is told."""
QUEUED_SECONDS: Final = 1.0
"""So long who wants the whole database stands in the way of those who come later, before it begins to wait anew."""
PAUSE_SECONDS: Final = 0.05
IDLE_SECONDS: Final = 30
"""A writer's transaction in which nothing is said for so long belongs to a machine that is gone or stands still: the server ends
it. Shorter than what others wait."""
READING_SECONDS: Final = 300
"""The same of one that reads, which is in nobody's way."""
KEEPALIVE_OPTIONS: Final[Mapping[str, Any]] = {
    "keepalives": 1,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""How a connection finds out, within a minute, that its server is gone."""
SERVER_KEEPALIVES: Final = " ".join(
    f"-c {name}={value}"
    for name, value in {
        "tcp_keepalives_idle": 30,
        "tcp_keepalives_interval": 10,
        "tcp_keepalives_count": 3,
        "tcp_user_timeout": 30_000,
    }.items()
)
"""How the server finds out that who connected is gone."""
WRITER_LOCK: Final = 0x41444D49
"""The advisory lock of everything. Those of games are of PostgreSQL's other kind, two numbers: this one and the game's."""
RETRIED_CODES: Final = ("40001", "40P01")
"""Serialization failure and deadlock: nothing was saved, and the same once more will do."""
LOCK_TIMEOUT_CODE: Final = "55P03"

READY_STATES: Final = (TransactionStatus.INTRANS, TransactionStatus.INERROR)
"""A connection that takes the next statement of its transaction, if only to end it."""

_WHOLE: Final = select(
    func.set_config("lock_timeout", f"{QUEUED_SECONDS}s", True),
    func.pg_advisory_xact_lock(WRITER_LOCK),
    func.set_config("lock_timeout", f"{WAIT_SECONDS}s", True),
)
_ROWS: Final = select(func.pg_advisory_xact_lock_shared(WRITER_LOCK))
_WROTE: Final = select(func.pg_current_xact_id_if_assigned().is_not(None))


class _QueuedError(Exception):
    """The whole database was not to be had within a second."""


class Postgresql:
    """An `Engine` on a server. StorageError for an address that cannot be read or that asks for another driver."""

    def __init__(self, where: Where) -> None:
        if os.name == "nt":
            raise StorageError(
                "On Windows games are kept in an SQLite file; PostgreSQL's driver needs another event loop."
            )
        address = DatabaseAddress.of(where)
        url = address.url
        self.where = address.shown
        settings = f"-c lock_timeout={WAIT_SECONDS}s {SERVER_KEEPALIVES}"

        def engine(level: str, idle: int, more: str = "") -> AsyncEngine:
            options = f"{settings} -c idle_in_transaction_session_timeout={idle}s{more}"
            return create_async_engine(
                url,
                poolclass=AsyncAdaptedQueuePool,
                pool_size=POOL_CONNECTIONS,
                max_overflow=0,
                pool_timeout=WAIT_SECONDS,
                hide_parameters=True,  # a failed statement stands in the log: without its values
                pool_pre_ping=True,  # a server that was restarted is met with a new connection
                isolation_level=level,
                paramstyle="format",  # values by their place, as SQLite has them
                connect_args={"options": options, "connect_timeout": 15, **KEEPALIVE_OPTIONS},
            )

        self.url = url
        self.address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        """As libpq reads it, with the password."""
        self._settings = settings
        self.writer = engine(
            "READ COMMITTED", IDLE_SECONDS
        )  # each statement sees what was saved before the locks were had
        # Said to the server: SQLAlchemy would say it each time that it lends a connection, and lose one that is cancelled then.
        self._snapshots = engine("REPEATABLE READ", READING_SECONDS, " -c default_transaction_read_only=on")
        self._opened = Opened(self.writer, self._snapshots)
        self.reader: AsyncEngine | None = self._snapshots

    async def prepare(self) -> bool:
        """Its server makes sure of everything."""
        return False

    @asynccontextmanager
    async def migrating(self) -> AsyncIterator[AsyncConnection]:
        """Alone on the database."""
        async with self.writing(Scope()) as connection:
            yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """One snapshot of the server's."""
        async with connected(self._snapshots) as connection, connection.begin():
            yield connection

    @asynccontextmanager
    async def writing(self, scope: Scope) -> AsyncIterator[AsyncConnection]:
        """From the locks of its scope to COMMIT."""
        async with connected(self.writer) as connection:
            last = time.monotonic() + WAIT_SECONDS
            while True:
                try:
                    async with connection.begin():
                        await self._lock(connection, scope, last)
                        yield connection
                        return
                except _QueuedError:
                    await asyncio.sleep(PAUSE_SECONDS)

    async def _lock(self, connection: AsyncConnection, scope: Scope, last: float) -> None:
        """The locks of a scope. _QueuedError if the whole database was not to be had yet, until `last` (monotonic)."""
        if scope.apart:
            return
        if scope.game:
            of_game = func.pg_advisory_xact_lock(WRITER_LOCK, func.hashtext(scope.game))
            await connection.execute(_ROWS.add_columns(of_game))
        elif scope.rows:
            await connection.execute(_ROWS)
        else:
            try:
                await connection.execute(_WHOLE)
            except OperationalError as wrong:
                if getattr(wrong.orig, "sqlstate", None) != LOCK_TIMEOUT_CODE or time.monotonic() >= last:
                    raise
                raise _QueuedError from wrong

    async def mark(self, connection: AsyncConnection) -> int:
        """Nothing was changed yet: a transaction gets a number when it first changes a row."""
        return 0

    async def wrote(self, connection: AsyncConnection, mark: int) -> bool:
        """Whether it has got its number."""
        return bool((await connection.execute(_WROTE)).scalar_one())

    def explained(self, wrong: DBAPIError) -> Exception:
        """What the server could not do in words for the operator, what collided as StaleStateError, a bug as it is."""
        if getattr(wrong.orig, "sqlstate", None) in RETRIED_CODES:
            return StaleStateError(f"another transaction was first: {wrong.orig}")
        if isinstance(wrong, OperationalError | InternalError) or wrong.connection_invalidated:
            said = " ".join(str(wrong.orig).split()).rstrip(".")
            return StorageError(f"The database {self.where} cannot be used: {said}.")
        return wrong

    async def is_away(self, wrong: DBAPIError) -> bool:
        """Looked for on a connection of its own."""
        return await is_away(wrong.orig, self.address, options=self._settings, connect_timeout=15)

    async def checkpoint(self) -> None:
        """What was committed is its server's to keep."""

    async def scrub(self) -> None:
        """VACUUM FULL: all tables are written anew. The server's own log of changes goes in its own time."""
        try:
            async with self._line(options=self._settings) as line:
                await line.execute("VACUUM FULL")
        except psycopg.Error as wrong:
            raise StorageError(f"The database {self.where} cannot be written anew: {wrong}.") from wrong

    async def notices(self, channel: str) -> AsyncGenerator[str]:
        """By LISTEN, on a connection of its own."""
        async with self._line() as line:
            await line.execute(SQL("LISTEN {}").format(Identifier(channel)))
            yield ""
            async with aclosing(line.notifies()) as heard:
                async for said in heard:
                    yield said.payload

    async def insert(self, connection: AsyncConnection, into: TableClause, rows: Sequence[tuple[Any, ...]]) -> None:
        """By COPY, a stream that the server answers once: a third of the time of an INSERT for each row."""
        columns = SQL(", ").join(Identifier(column.name) for column in into.columns)
        said = SQL("COPY {} ({}) FROM STDIN").format(Identifier(into.name), columns)
        driver = _driver(await connection.get_raw_connection())
        try:
            async with driver.cursor() as cursor, cursor.copy(said) as stream:
                for row in rows:
                    await stream.write_row(row)
        except psycopg.Error as wrong:
            told = said.as_string(driver)
            raise DBAPIError.instance(told, None, wrong, psycopg.Error, dialect=connection.dialect) from wrong
        finally:
            if driver.info.transaction_status not in READY_STATES:  # cancelled in the middle: it can only be ended
                await connection.invalidate()

    async def count_on(self, connection: AsyncConnection) -> None:
        """Set each table's sequence to its highest number."""
        for table in metadata.sorted_tables:
            number = table.autoincrement_column
            if number is not None:
                sequence = func.pg_get_serial_sequence(table.name, number.name)
                highest = select(func.setval(sequence, func.max(number))).having(func.max(number).is_not(None))
                await connection.execute(highest)

    async def put_away(self, used: Callable[[], bool]) -> None:
        """Close what nobody uses."""
        await self._opened.put_away(used)

    def _line(self, **settings: Any) -> AbstractAsyncContextManager[psycopg.AsyncConnection[Any]]:
        """A connection beside the pools, outside transactions."""
        return line_to(self.address, autocommit=True, **settings)


@asynccontextmanager
async def line_to(address: str, **settings: Any) -> AsyncIterator[psycopg.AsyncConnection[Any]]:
    """A connection of one's own, closed at the end. psycopg's own `async with` rolls back first, and leaves it open where that
    is cancelled."""
    line = await psycopg.AsyncConnection.connect(address, connect_timeout=15, **KEEPALIVE_OPTIONS, **settings)
    try:
        yield line
    finally:
        await line.close()


def _driver(raw: PoolProxiedConnection) -> psycopg.AsyncConnection[Any]:
    found: psycopg.AsyncConnection[Any] = raw.driver_connection  # type: ignore[assignment] # SQLAlchemy says Any or None
    return found
