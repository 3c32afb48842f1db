"""Opening, migrating and sharing the database."""

import asyncio
import contextvars
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.engine import Connection

from storage import processes, schema_version, sqlite
from storage.db import MEMORY, Storage
from storage.errors import StorageError
from storage.schema import metadata
from tests.patience import WAIT_SECONDS
from tests.prepared import ON_DISK

_outside = contextvars.copy_context()
ROOT = Path(__file__).parents[2]


async def test_an_empty_database_gets_all_tables_and_they_are_those_of_the_schema(storage: Storage) -> None:
    def compare(connection: Connection) -> None:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        assert schema_version.revision_of(connection) == schema_version.newest()

    async with storage.reading() as tx:
        await tx.run_sync(compare)


@pytest.mark.sqlite
async def test_every_table_is_strict_and_refuses_a_text_for_a_number(storage: Storage, where: Path) -> None:
    with sqlite3.connect(where) as raw:
        strict = {row[1]: row[5] for row in raw.execute("PRAGMA table_list") if row[1] in metadata.tables}
        assert strict == dict.fromkeys(metadata.tables, 1)
        with pytest.raises(sqlite3.IntegrityError, match="cannot store TEXT"):
            raw.execute("INSERT INTO heartbeat VALUES ('bot', 'noon')")
    raw.close()


async def test_opening_again_finds_what_was_saved(where: Path) -> None:
    async with await Storage.open(where) as first, first.transaction() as tx:
        await processes.beat(tx, "bot", 7)
    async with await Storage.open(f"sqlite+aiosqlite:///{where}") as second, second.reading() as tx:
        assert await processes.last_beat(tx) == 7


@pytest.mark.sqlite
async def test_the_settings_that_keep_data_safe_are_on(where: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "SYNCHRONOUS", ON_DISK)  # what it is in a program
    async with await Storage.open(where) as storage, storage.transaction() as tx:
        found = [
            (await tx.exec_driver_sql(f"PRAGMA {p}")).scalar() for p in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert found == ["wal", 2, 1]


@pytest.mark.sqlite
async def test_a_newer_database_is_refused_and_left_alone(where: Path) -> None:
    await (await Storage.open(where)).close()
    with sqlite3.connect(where) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    raw.close()
    with pytest.raises(StorageError, match=r"newer version of Admiralty.*9999"):
        await Storage.open(where)
    with sqlite3.connect(where) as raw:
        assert raw.execute("SELECT version_num FROM alembic_version").fetchall() == [("9999",)]
    raw.close()


@pytest.mark.sqlite
async def test_another_programs_database_is_refused_and_left_alone(where: Path) -> None:
    with sqlite3.connect(where) as raw:
        raw.execute("CREATE TABLE recipes (name TEXT)")
    raw.close()
    with pytest.raises(StorageError, match="belongs to another program"):
        await Storage.open(where)
    with sqlite3.connect(where) as raw:
        assert raw.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]
    raw.close()


@pytest.mark.sqlite
async def test_what_cannot_be_opened_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("This is not a database, but it is long enough to be looked at. " * 50)
    cases: dict[str | Path, str] = {
        tmp_path: "it is a folder",
        tmp_path / "note.txt": "file is not a database",
        tmp_path / "note.txt" / "x.db": "cannot be opened",
        "postgresql+asyncpg://somewhere/db": r"a 'postgresql\+asyncpg' database",
        "": "No database file was named",
        "a\0b": "No database file was named",
    }
    for where, said in cases.items():
        with pytest.raises(StorageError, match=said):
            await Storage.open(where)


@pytest.mark.sqlite
async def test_missing_folders_are_made(tmp_path: Path) -> None:
    async with await Storage.open(tmp_path / "data" / "deep" / "x.db"):
        assert (tmp_path / "data" / "deep" / "x.db").is_file()


@pytest.mark.sqlite
async def test_a_migration_that_fails_changes_nothing(where: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(config: object, revision: str) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("alembic.command.upgrade", broken)
    with pytest.raises(OSError, match="disk full"):
        await Storage.open(where)
    with sqlite3.connect(where) as raw:
        assert raw.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    raw.close()


async def test_an_exception_rolls_back(storage: Storage) -> None:
    async def fail() -> None:
        async with storage.transaction() as tx:
            await processes.beat(tx, "bot", 7)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    async with storage.reading() as tx:
        assert await processes.last_beat(tx) is None


async def test_a_cancelled_transaction_rolls_back_and_lets_the_next_one_in(storage: Storage) -> None:
    began = asyncio.Event()

    async def stuck() -> None:
        async with storage.transaction() as tx:
            await processes.beat(tx, "bot", 7)
            began.set()
            await asyncio.sleep(60)

    task = asyncio.create_task(stuck())
    await began.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with asyncio.timeout(WAIT_SECONDS), storage.transaction() as tx:
        assert await processes.last_beat(tx) is None


async def test_readers_see_the_state_before_an_open_transaction_and_do_not_wait(storage: Storage) -> None:
    async def read() -> int | None:
        async with storage.reading() as tx:
            return await processes.last_beat(tx)

    async with storage.transaction() as tx:
        await processes.beat(tx, "bot", 7)
        # A task of its own: this one is inside a transaction.
        assert (
            await asyncio.wait_for(asyncio.get_running_loop().create_task(read(), context=_outside), WAIT_SECONDS)
            is None
        )
    assert await read() == 7


async def test_a_reader_cannot_write(storage: Storage) -> None:
    with pytest.raises(StorageError, match=r"read-?only"):
        async with storage.reading() as tx:
            await processes.beat(tx, "bot", 7)


async def test_a_reader_sees_one_state_throughout(storage: Storage) -> None:
    async def write(at: int) -> None:
        async with storage.transaction() as tx:
            await processes.beat(tx, "bot", at)

    await write(1)
    async with storage.reading() as tx:
        assert await processes.last_beat(tx) == 1
        await asyncio.get_running_loop().create_task(write(2), context=_outside)
        assert await processes.last_beat(tx) == 1


@pytest.mark.parametrize("place", ["file", "memory"])
async def test_a_transaction_within_a_transaction_is_a_bug_and_said_at_once(place: str, where: Path) -> None:
    async with await Storage.open(":memory:" if place == "memory" else where) as storage:
        with pytest.raises(RuntimeError, match="within a transaction"):
            async with storage.transaction(), storage.transaction():
                pass
        async with storage.transaction() as tx:
            await processes.beat(tx, "bot", 7)


async def count_up(storage: Storage, times: int) -> None:
    for _ in range(times):
        async with storage.transaction() as tx:
            now = await processes.last_beat(tx) or 0
            await asyncio.sleep(0)
            await processes.beat(tx, "bot", now + 1)


@pytest.mark.parametrize("place", ["file", "memory"])
async def test_many_writers_in_one_process_lose_no_update(place: str, where: Path) -> None:
    async with await Storage.open(":memory:" if place == "memory" else where) as storage:
        await asyncio.gather(*(count_up(storage, 5) for _ in range(10)))
        async with storage.reading() as tx:
            assert await processes.last_beat(tx) == 50


async def test_writers_on_two_open_databases_of_one_file_lose_no_update(where: Path) -> None:
    async with await Storage.open(where) as one, await Storage.open(where) as two:
        await asyncio.gather(count_up(one, 20), count_up(two, 20))
        async with one.reading() as tx:
            assert await processes.last_beat(tx) == 40


COUNT_IN_A_PROCESS = """
import asyncio, sys
from storage.db import Storage
from tests.storage.test_db import count_up

async def main() -> None:
    async with await Storage.open(sys.argv[1]) as storage:
        await count_up(storage, 20)

asyncio.run(main())
"""


@pytest.mark.sqlite
def test_two_processes_open_one_new_file_and_lose_no_update(where: Path) -> None:
    command = [sys.executable, "-c", COUNT_IN_A_PROCESS, str(where)]
    started = [subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    for process in started:
        assert process.communicate(timeout=60)[1] == ""
        assert process.returncode == 0
    with sqlite3.connect(where) as raw:
        assert raw.execute("SELECT at FROM heartbeat").fetchall() == [(40,)]
    raw.close()


async def test_databases_opened_at_the_same_time_all_get_their_tables(tmp_path: Path) -> None:
    places: list[str | Path] = [MEMORY, tmp_path / "one.db", MEMORY, tmp_path / "two.db", MEMORY, MEMORY]
    for opened in await asyncio.gather(*(Storage.open(place) for place in places)):
        async with opened, opened.reading() as tx:
            assert (await tx.execute(text("SELECT count(*) FROM games"))).scalar_one() == 0


async def test_memory_databases_are_apart_and_gone_when_closed() -> None:
    async with await Storage.open(":memory:") as one, await Storage.open(":memory:") as two:
        async with one.transaction() as tx:
            await processes.beat(tx, "bot", 7)
        async with two.reading() as tx:
            assert await processes.last_beat(tx) is None


@pytest.mark.parametrize("place", ["file", "memory"])
async def test_cancelling_at_any_moment_leaves_a_whole_and_usable_database(place: str, where: Path) -> None:
    async with await Storage.open(":memory:" if place == "memory" else where) as storage:
        done = 0
        for delay in range(60):
            task = asyncio.create_task(count_up(storage, 1))
            await asyncio.sleep(delay / 30_000)
            task.cancel()
            try:
                await task
                done += 1
            except asyncio.CancelledError:
                pass
        async with asyncio.timeout(WAIT_SECONDS):
            await count_up(storage, 1)
            async with storage.reading() as tx:
                count = await processes.last_beat(tx)
        assert count is not None
        # A commit may be under way when the cancellation comes; then it counts, and whole.
        assert done + 1 <= count <= 61


@pytest.mark.sqlite
async def test_short_statements_stay_on_the_loop_and_commits_do_not(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    original = aiosqlite.Connection._execute

    async def spy(self: aiosqlite.Connection, fn: Any, *args: Any, **kwargs: Any) -> Any:
        sent.append(str(args[0]) if args else fn.__name__)
        return await original(self, fn, *args, **kwargs)  # type: ignore[no-untyped-call] # aiosqlite does not say

    await count_up(storage, 1)
    async with storage.reading() as tx:
        assert await processes.last_beat(tx) == 1
    monkeypatch.setattr(aiosqlite.Connection, "_execute", spy)
    await count_up(storage, 1)
    assert sent == ["BEGIN IMMEDIATE", "commit"]
    async with storage.reading() as tx:
        assert await processes.last_beat(tx) == 2
    assert len(sent) == 2
