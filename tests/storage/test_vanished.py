"""PostgreSQL: a process that vanishes or stands still in the midst of a transaction holds up nobody else for long."""

import asyncio
import contextlib
import contextvars
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import psycopg
import pytest
from sqlalchemy import event

from storage import postgresql, processes
from storage.db import Storage, talking
from storage.engine import ALL_SCOPE, ROWS_APART_SCOPE, ROWS_SCOPE, Scope
from storage.errors import StorageError
from storage.jobs import Jobs
from storage.postgresql import KEEPALIVE_OPTIONS, Postgresql
from tests.patience import WAIT_SECONDS
from tests.storage.test_db import ROOT

IN_A_TRANSACTION = """
import asyncio, sys
from storage import postgresql, processes
postgresql.IDLE_SECONDS = int(sys.argv[2])
from storage.db import Storage
from storage.engine import ROWS_SCOPE
from storage.errors import StorageError

async def main() -> None:
    async with await Storage.open(sys.argv[1]) as storage:
        try:
            async with storage.transaction(ROWS_SCOPE) as tx:
                await processes.beat(tx, "frozen", 1)
                print("in", flush=True)
                await asyncio.to_thread(sys.stdin.readline)
                await processes.beat(tx, "frozen", 2)
        except StorageError as wrong:
            print(wrong, flush=True)

asyncio.run(main())
"""


@contextlib.asynccontextmanager
async def frozen(where: str, idle: int) -> AsyncIterator[Process]:
    """A process that stands still in a transaction of rows; the server ends that after `idle` seconds."""
    words = (sys.executable, "-c", IN_A_TRANSACTION, where, str(idle))
    process = await asyncio.create_subprocess_exec(*words, cwd=ROOT, stdin=PIPE, stdout=PIPE)
    try:
        assert process.stdout is not None
        async with asyncio.timeout(WAIT_SECONDS):
            assert await process.stdout.readline() == b"in\n"
        process.send_signal(signal.SIGSTOP)
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def beating(storage: Storage, scope: Scope, who: str) -> asyncio.Task[None]:
    """A transaction of a scope, in a task of its own."""

    async def beat() -> None:
        async with storage.transaction(scope) as tx:
            await processes.beat(tx, who, 1)

    return _apart(beat())


def _apart(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    return asyncio.get_running_loop().create_task(work, context=contextvars.Context())


async def test_who_wants_everything_waits_for_one_that_stands_still_but_keeps_nobody_else_waiting(
    postgresql: Callable[[], str],
) -> None:
    where = postgresql()
    async with await Storage.open(where) as storage, frozen(where, idle=3600) as process:
        everything = beating(storage, ALL_SCOPE, "everything")
        async with asyncio.timeout(WAIT_SECONDS):
            for number in range(20):
                await beating(storage, ROWS_SCOPE if number % 2 else Scope("a"), f"rows {number}")
            assert not everything.done(), "it waits for the one that stands still"
            process.kill()
            await everything
        async with storage.reading() as tx:
            assert set(await processes.all_beats(tx)) == {"everything", *(f"rows {number}" for number in range(20))}


async def test_who_waits_for_everything_for_too_long_is_told(
    postgresql: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    where = postgresql()
    async with await Storage.open(where) as storage, frozen(where, idle=3600):
        monkeypatch.setattr(postgresql_module(), "WAIT_SECONDS", 2)
        with pytest.raises(StorageError, match="cannot be used: canceling statement due to lock timeout"):
            await beating(storage, ALL_SCOPE, "everything")


async def test_the_server_ends_the_transaction_of_one_that_stands_still(postgresql: Callable[[], str]) -> None:
    where = postgresql()
    async with await Storage.open(where) as storage, frozen(where, idle=2) as process:
        async with asyncio.timeout(WAIT_SECONDS):
            await beating(storage, ALL_SCOPE, "everything")
        process.send_signal(signal.SIGCONT)
        said, _ = await asyncio.wait_for(process.communicate(b"go on\n"), WAIT_SECONDS)
        assert "cannot be used" in said.decode()
        async with storage.reading() as tx:
            assert set(await processes.all_beats(tx)) == {"everything"}


async def test_within_a_transaction_of_everything_others_are_waited_for_as_ever(postgresql_storage: Storage) -> None:
    async with postgresql_storage.transaction() as tx:
        found = await tx.exec_driver_sql("SELECT current_setting('lock_timeout')")
        assert found.scalar_one() == f"{postgresql.WAIT_SECONDS // 60}min"


async def test_rows_apart_wait_for_nobody(postgresql_storage: Storage) -> None:
    async with postgresql_storage.transaction() as tx:
        await processes.beat(tx, "everything", 1)
        async with asyncio.timeout(WAIT_SECONDS):
            await beating(postgresql_storage, ROWS_APART_SCOPE, "apart")


async def test_work_in_a_transaction_is_no_silence(
    postgresql_storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.db.TALK_SECONDS", 0.05)
    said, enough = list[str](), asyncio.Event()

    def heard(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        said.append(statement)
        if said.count("SELECT 1") == 3:
            enough.set()

    event.listen(postgresql_storage.engine.writer.sync_engine, "before_cursor_execute", heard)

    async def until_heard() -> str:
        await asyncio.wait_for(enough.wait(), WAIT_SECONDS)
        return "done"

    async with postgresql_storage.transaction() as tx:
        assert await talking(tx, until_heard()) == "done"


async def test_silence_in_a_transaction_ends_it(postgresql: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql_module(), "IDLE_SECONDS", 1)
    async with await Storage.open(postgresql()) as storage:
        with pytest.raises(StorageError, match="cannot be used"):
            await silent(storage)
        async with storage.reading() as tx:
            assert await processes.all_beats(tx) == {}


def postgresql_module() -> object:
    """The module, whose name a fixture has."""
    return postgresql


async def silent(storage: Storage) -> None:
    """Say nothing in a transaction for longer than the server waits."""
    async with storage.transaction() as tx:
        await processes.beat(tx, "silent", 1)
        await asyncio.sleep(3)
        await processes.beat(tx, "silent", 2)


async def test_a_pool_without_a_free_connection_is_said_in_words(
    postgresql: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql_module(), "POOL_CONNECTIONS", 1)
    monkeypatch.setattr(postgresql_module(), "WAIT_SECONDS", 1)
    async with await Storage.open(postgresql()) as storage, storage.transaction():
        with pytest.raises(StorageError, match="all connections to it are taken"):
            await beating(storage, ROWS_SCOPE, "second")

        async def read() -> None:
            async with storage.reading() as tx:
                await processes.last_beat(tx)

        await _apart(read())
        reading, asked = asyncio.Event(), asyncio.Event()

        async def read_long() -> None:
            async with storage.reading() as tx:
                await processes.last_beat(tx)
                reading.set()
                await asked.wait()

        first = _apart(read_long())
        await asyncio.wait_for(reading.wait(), WAIT_SECONDS)
        with pytest.raises(StorageError, match="all connections to it are taken"):
            await _apart(read())
        asked.set()
        await first


@pytest.mark.parametrize("name", ["password", "sslpassword", "passfile"])
def test_a_password_in_the_rest_of_an_address_is_not_told(name: str) -> None:
    told = Postgresql(f"postgresql://localhost/games?user=anna&{name}=topsecret").where
    assert "topsecret" not in told
    assert "user=anna" in told


async def test_connections_look_whether_their_server_is_there(postgresql: Callable[[], str]) -> None:
    where = postgresql()
    async with await Storage.open(where) as storage:
        for opened in (storage.transaction(), storage.reading()):
            async with opened as tx:
                raw = (await tx.get_raw_connection()).driver_connection
                assert isinstance(raw, psycopg.AsyncConnection)
                assert_alive(raw.info.get_parameters())
    async with Jobs.opened(where) as jobs, jobs._connector.pool.connection() as raw:
        assert_alive(raw.info.get_parameters())


def assert_alive(parameters: dict[str, str]) -> None:
    """A connection has been told to look whether the other end is there. What libpq does by itself it does not list."""
    for name in ("keepalives_idle", "keepalives_interval", "keepalives_count", "tcp_user_timeout"):
        assert parameters[name] == str(KEEPALIVE_OPTIONS[name])
