"""What is PostgreSQL's own: opening a server's database, and who waits for whom. All else that storage does is tested there, too,
by the other tests of this folder (tests/on_postgresql.py)."""

import asyncio
import contextvars
import subprocess
import sys
from typing import Any

import psycopg
import pytest
from alembic import command
from alembic.config import Config

from rules.values import changed
from storage import audit, games, processes, row_copies
from storage.db import MEMORY, Storage
from storage.engine import ALL_SCOPE, ROWS_APART_SCOPE, Scope
from storage.errors import StorageError
from tests.on_postgresql import Server
from tests.storage.test_db import COUNT_IN_A_PROCESS, ROOT
from tests.storage.test_row_copies import GAME


@pytest.fixture
def storage(postgresql_storage: Storage) -> Storage:
    """A database of the server for every test here."""
    return postgresql_storage


def test_two_processes_open_one_new_database_and_lose_no_update(postgresql_server: Server) -> None:
    name = postgresql_server.empty()
    command = [sys.executable, "-c", COUNT_IN_A_PROCESS, postgresql_server.address(name)]
    started = [subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    for process in started:
        assert process.communicate(timeout=120)[1] == ""
        assert process.returncode == 0
    assert postgresql_server.ask(name, "SELECT at FROM heartbeat") == [(40,)]
    postgresql_server.drop(name)


async def test_what_cannot_be_opened_is_said_without_the_password(postgresql_server: Server) -> None:
    there = postgresql_server.address("postgres")
    cases = {
        "postgresql+asyncpg://anna:secret@localhost/games": "cannot open a 'postgresql\\+asyncpg' database",
        "postgresql://anna:secret@localhost": "is an address of a PostgreSQL database",
        "postgresql://anna:secret@127.0.0.1:1/games": "cannot be reached just now: .* Check that its server runs",
        "postgresql://": "is an address of a PostgreSQL database",
        "://x": "is not the address of a database",
        there.replace("/postgres?", "/nowhere?"): '"nowhere" does not exist. Check',
    }
    for where, said in cases.items():
        with pytest.raises(StorageError, match=said) as caught:
            await Storage.open(where)
        assert "secret" not in str(caught.value)


async def test_another_programs_and_a_newer_database_are_refused_and_left_alone(postgresql_server: Server) -> None:
    name = postgresql_server.empty()
    where = postgresql_server.address(name)
    postgresql_server.tell(name, "CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StorageError, match="belongs to another program"):
        await Storage.open(where)
    tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    assert postgresql_server.ask(name, tables) == [("recipes",)]
    postgresql_server.tell(name, "DROP TABLE recipes")
    await (await Storage.open(where)).close()
    postgresql_server.tell(name, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StorageError, match=r"newer version of Admiralty.*9999"):
        await Storage.open(where)
    postgresql_server.drop(name)


async def test_a_migration_that_fails_changes_nothing(
    postgresql_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = postgresql_server.empty()
    really = command.upgrade

    def broken(config: Config, revision: str) -> None:
        really(config, revision)
        raise OSError("power cut")

    monkeypatch.setattr(command, "upgrade", broken)
    with pytest.raises(OSError, match="power cut"):
        await Storage.open(postgresql_server.address(name))
    assert postgresql_server.ask(name, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == []
    postgresql_server.drop(name)


@pytest.mark.parametrize(
    ("first", "second", "together"),
    [
        (ALL_SCOPE, ALL_SCOPE, False),
        (ALL_SCOPE, Scope("a"), False),
        (Scope("a"), ALL_SCOPE, False),
        (ALL_SCOPE, Scope(rows=True), False),
        (Scope("a"), Scope("a"), False),
        (Scope("a"), Scope("b"), True),
        (Scope("a"), Scope(rows=True), True),
        (Scope(rows=True), Scope(rows=True), True),
        (ALL_SCOPE, ROWS_APART_SCOPE, True),
        (ROWS_APART_SCOPE, ALL_SCOPE, True),
    ],
)
async def test_who_writes_waits_for_those_whose_scope_is_theirs(
    storage: Storage, first: Scope, second: Scope, together: bool
) -> None:
    in_second = asyncio.Event()

    async def write() -> None:
        async with storage.transaction(second) as tx:
            in_second.set()
            await processes.beat(tx, "second", 1)

    async with storage.transaction(first) as tx:
        await processes.beat(tx, "first", 1)
        task = asyncio.get_running_loop().create_task(write(), context=contextvars.Context())
        if together:
            async with asyncio.timeout(60):
                await task
        else:
            await _until_somebody_waits(storage)
            assert not in_second.is_set()
    async with asyncio.timeout(60):
        await task
    async with storage.reading() as tx:
        assert await processes.all_beats(tx) == {"first": 1, "second": 1}


async def _until_somebody_waits(storage: Storage) -> None:
    """Until the server itself says that somebody waits for a lock."""

    async def look() -> int:
        async with storage.reading() as tx:
            found = await tx.exec_driver_sql(
                "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'advisory'"
            )
            return int(found.scalar_one())

    async with asyncio.timeout(60):
        while not await asyncio.get_running_loop().create_task(look(), context=contextvars.Context()):  # noqa: ASYNC110
            await asyncio.sleep(0.02)  # the server tells nobody who waits


async def test_a_server_that_was_restarted_is_met_again(storage: Storage, postgresql_server: Server) -> None:
    async with storage.transaction() as tx:
        await processes.beat(tx, "bot", 1)
    ended = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = 'postgres'"
    )
    postgresql_server.ask("postgres", ended)
    async with storage.transaction() as tx:
        await processes.beat(tx, "bot", 2)
    async with storage.reading() as tx:
        assert await processes.last_beat(tx) == 2


async def test_a_connection_lost_in_the_midst_is_a_fault_of_the_database_and_saves_nothing(
    storage: Storage, postgresql_server: Server
) -> None:
    async def cut() -> None:
        async with storage.transaction() as tx:
            await processes.beat(tx, "bot", 1)
            (pid,) = (await tx.exec_driver_sql("SELECT pg_backend_pid()")).one()
            postgresql_server.ask("postgres", f"SELECT pg_terminate_backend({pid})")
            await processes.beat(tx, "bot", 2)

    with pytest.raises(StorageError, match="cannot be used"):
        await cut()
    async with storage.reading() as tx:
        assert await processes.last_beat(tx) is None


async def test_what_was_deleted_is_written_anew_without_it(storage: Storage) -> None:
    async with storage.transaction() as tx:
        await processes.beat(tx, "gone", 1)
    async with storage.transaction() as tx:
        await processes.forget_process(tx, "gone")
    await storage.scrub()
    async with storage.reading() as tx:
        size = await tx.exec_driver_sql("SELECT pg_relation_size('heartbeat')")
        assert size.scalar_one() == 0


async def written(storage: Storage, game: str, lines: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the server is told while a game with so many lines in its audit log is carried into its database."""
    async with await Storage.open(MEMORY) as dashboard, dashboard.transaction() as tx:
        await games.add(tx, changed(GAME, id=game))
        await audit.add_all(tx, game, [(at, "1", "x", {"reason": "é\n\t\\N"}) for at in range(lines)])
        rows = await row_copies.rows_of(tx, game)
    told: list[str] = []
    with monkeypatch.context() as patched:
        for way in ("execute", "executemany", "copy"):
            really = getattr(psycopg.AsyncCursor, way)

            def noted(cursor: Any, said: Any, *args: Any, way: str = way, really: Any = really, **kwargs: Any) -> Any:
                told.append(way if isinstance(said, str) else f"{way} {said.as_string(None)}")
                return really(cursor, said, *args, **kwargs)

            patched.setattr(psycopg.AsyncCursor, way, noted)
        async with storage.transaction() as tx:
            told.clear()
            await row_copies.add_rows(storage, tx, rows)
            during = list(told)
    async with storage.reading() as tx:
        found = await audit.whole(tx, game)
    assert [(row.at, row.actor, row.action, row.detail["reason"]) for row in found] == [
        (at, "1", "x", "é\n\t\\N") for at in range(lines)
    ]
    return during


async def test_a_game_is_carried_here_by_one_statement_a_table_however_many_rows_it_has(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = await written(storage, "few", 2, monkeypatch)
    assert [said.split('"')[:2] for said in few] == [["copy COPY ", "games"], ["copy COPY ", "audit"]]
    assert await written(storage, "many", 5_000, monkeypatch) == few
