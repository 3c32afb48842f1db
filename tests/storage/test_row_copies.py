"""Everything copied from SQLite to PostgreSQL and back comes out the same, row by row; what cannot be is refused whole."""

import argparse
import asyncio
import contextvars
import os
import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import insert, select, update

from program import databases
from settings import Settings, SettingsError
from storage import games, processes, seats
from storage.address import DatabaseAddress
from storage.db import Storage
from storage.errors import StorageError
from storage.games import GameRow
from storage.inspect import beats_in, look_at
from storage.postgresql import Postgresql
from storage.row_copies import copy_all
from storage.schema import games as games_table
from storage.schema import metadata
from storage.schema import seats as seats_table
from storage.seats import SeatRow
from tests.on_postgresql import Server
from tests.storage.letters import put_letter
from tests.umpire.kept import keep_campaign
from umpire.services.doctor import check_database

pytestmark = pytest.mark.sqlite  # both are in play, whatever the others run on
LARGEST = 2**63 - 1
GAME = GameRow(
    "g7k2", LARGEST, 2, "Spiral Arm ✦ ß\n\"'\\%s :x", "cluster_war", "setup", 1, 0, {"a": "\x00é"}, {}, 3, None
)


@pytest.fixture
async def old(tmp_path: Path) -> Path:
    """A campaign, and values at the edge of what is kept."""
    where = tmp_path / "old.db"
    await keep_campaign(where)
    async with await Storage.open(where) as storage, storage.transaction() as tx:
        await games.add(tx, GAME)
        await seats.add(tx, SeatRow(GAME.id, "red", 0, LARGEST, -5, True))
        for word in "abc":
            await put_letter(tx, GAME.id, {"kind": "gm"}, {"text": word}, "", word, 7)
    return where


async def rows_of(storage: Storage) -> dict[str, list[object]]:
    """Every row of every table, as the program reads it."""
    async with storage.reading() as tx:
        return {
            table.name: [tuple(row) for row in await tx.execute(select(table).order_by(*table.primary_key))]
            for table in metadata.sorted_tables
        }


async def test_there_and_back_every_row_is_the_same(old: Path, postgresql: Callable[[], str]) -> None:
    where, back = postgresql(), old.with_name("back.db")
    async with await Storage.open(old) as first, await Storage.open(where) as second:
        there = await copy_all(first, second)
        before = await rows_of(first)
        assert await rows_of(second) == before
        async with await Storage.open(back) as third:
            assert await copy_all(second, third) == there
            assert await rows_of(third) == before
    assert {one.table: one.rows for one in there} == {name: len(rows) for name, rows in before.items()}
    assert sum(one.rows for one in there) > 40


async def test_what_is_numbered_goes_on_behind_the_highest_number(old: Path, postgresql: Callable[[], str]) -> None:
    async with await Storage.open(old) as first, await Storage.open(postgresql()) as second:
        await copy_all(first, second)
        numbers = []
        for storage in (first, second):
            async with storage.transaction() as tx:
                numbers.append(await put_letter(tx, GAME.id, {"kind": "gm"}, {"text": "d"}, "", "d", 8))
        assert numbers[0] == numbers[1]


async def test_what_is_not_empty_is_refused_and_left_alone(old: Path, postgresql: Callable[[], str]) -> None:
    async with await Storage.open(old) as first, await Storage.open(postgresql()) as second:
        async with second.transaction() as tx:
            await processes.beat(tx, "bot", 7)
        with pytest.raises(StorageError, match="is not empty"):
            await copy_all(first, second)
        async with second.reading() as tx:
            assert await processes.all_beats(tx) == {"bot": 7}
            assert await games.find(tx, GAME.id) is None


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (update(games_table).values(name="a\0b"), "games holds what the other database cannot keep: .*NUL"),
        (update(games_table).values(version=2**40), "games holds what the other database cannot keep: .*out of range"),
    ],
)
async def test_what_postgresql_cannot_keep_is_said_and_nothing_is_copied(
    old: Path, postgresql: Callable[[], str], change: object, said: str
) -> None:
    async with await Storage.open(old) as first, await Storage.open(postgresql()) as second:
        async with first.transaction() as tx:
            await tx.execute(change)  # type: ignore[call-overload] # an update, as parametrize forgets
        with pytest.raises(StorageError, match=said):
            await copy_all(first, second)
        assert not any((await rows_of(second)).values())


async def test_a_copy_that_differs_is_found_and_taken_back(old: Path, postgresql: Callable[[], str]) -> None:
    async with await Storage.open(old) as first, await Storage.open(postgresql()) as second:
        async with second.transaction() as tx:  # a server that changes what it is given
            await tx.exec_driver_sql(
                "CREATE FUNCTION other() RETURNS trigger AS 'BEGIN NEW.away := NOT NEW.away; RETURN NEW; END' LANGUAGE plpgsql"
            )
            await tx.exec_driver_sql(
                "CREATE TRIGGER other BEFORE INSERT ON seats FOR EACH ROW EXECUTE FUNCTION other()"
            )
        with pytest.raises(StorageError, match="seats came out different"):
            await copy_all(first, second)
        assert not any((await rows_of(second)).values())


async def test_who_writes_meanwhile_is_neither_kept_waiting_nor_copied_in_part(
    old: Path, postgresql: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await Storage.open(old) as first, await Storage.open(postgresql()) as second:
        before = await rows_of(first)
        written, really = 0, Postgresql.insert

        async def write() -> None:
            async with first.transaction() as tx:
                await tx.execute(
                    insert(seats_table).values(game=GAME.id, side="blue", slot=written, dm=True, away=False)
                )

        async def slowly(*args: object) -> None:
            nonlocal written
            written += 1
            await asyncio.get_running_loop().create_task(write(), context=contextvars.Context())
            await really(*args)  # type: ignore[arg-type] # handed on

        monkeypatch.setattr(Postgresql, "insert", slowly)
        await copy_all(first, second)
        assert written > 5
        assert await rows_of(second) == before


def wish(to: str = "", file: str = "", running: bool = False) -> argparse.Namespace:
    """What the command line says."""
    return argparse.Namespace(to=to, file=file, running=running)


async def test_the_command_moves_tells_the_tables_and_hides_the_password(
    old: Path, postgresql: Callable[[], str], capsys: pytest.CaptureFixture[str]
) -> None:
    where = postgresql().replace("postgres@", "postgres:secret@")
    assert await databases.move(Settings(database=DatabaseAddress.of(old)), wish(where)) == 0
    said = capsys.readouterr().out
    assert "Copied and compared" in said
    assert "outbox" in said
    assert "set DATABASE_URL" in said
    assert "secret" not in said
    assert await databases.move(Settings(database=DatabaseAddress.of(where)), wish(str(old.with_name("back.db")))) == 0
    assert "set ADMIRALTY_DATABASE" in capsys.readouterr().out
    assert (
        await databases.copy(Settings(database=DatabaseAddress.of(where)), wish(file=str(old.with_name("backup.db"))))
        == 0
    )
    async with await Storage.open(old) as first, await Storage.open(old.with_name("backup.db")) as copy:
        assert await rows_of(first) == await rows_of(copy)
    with pytest.raises(StorageError, match="exists already"):
        await databases.copy(Settings(database=DatabaseAddress.of(where)), wish(file=str(old)))


async def test_a_servers_backups_go_into_a_folder_that_keeps_so_many(old: Path, postgresql: Callable[[], str]) -> None:
    where, folder = postgresql(), old.parent / "backups"
    folder.mkdir()
    for day in ("01", "02"):
        (folder / f"admiralty-202601{day}T000000Z.db").touch()
    assert await databases.move(Settings(database=DatabaseAddress.of(old)), wish(where)) == 0
    into = argparse.Namespace(file=None, to=str(folder), keep=2)
    assert await databases.copy(Settings(database=DatabaseAddress.of(where)), into) == 0
    kept, made = sorted(folder.iterdir())
    assert kept.name == "admiralty-20260102T000000Z.db"
    async with await Storage.open(old) as first, await Storage.open(made) as copy:
        assert await rows_of(first) == await rows_of(copy)


async def test_a_file_that_failed_is_not_left_behind(
    old: Path, postgresql: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise StorageError("the disk is full")

    monkeypatch.setattr(databases, "copy_all", broken)
    with pytest.raises(StorageError, match="disk is full"):
        await databases.move(Settings(database=DatabaseAddress.of(postgresql())), wish(str(old.with_name("new.db"))))
    assert [each.name for each in old.parent.glob("new*")] == []
    with pytest.raises(StorageError, match="There is no database"):
        await databases.move(Settings(database=DatabaseAddress.of(old.with_name("none.db"))), wish(postgresql()))
    assert not old.with_name("none.db").exists()


async def test_while_a_bot_is_at_work_only_a_trial_is_copied(old: Path, postgresql: Callable[[], str]) -> None:
    async with await Storage.open(old) as storage, storage.transaction() as tx:
        await processes.beat(tx, f"{socket.gethostname()}:{os.getppid()}:x", int(time.time()))
    where = postgresql()
    with pytest.raises(SettingsError, match="Stop it first"):
        await databases.move(Settings(database=DatabaseAddress.of(old)), wish(where))
    with pytest.raises(SettingsError, match="Say where to"):
        await databases.move(Settings(database=DatabaseAddress.of(old)), wish())
    assert await databases.move(Settings(database=DatabaseAddress.of(old)), wish(where, running=True)) == 0


async def test_the_doctor_looks_at_a_server_without_changing_it(
    postgresql_server: Server, postgresql: Callable[[], str]
) -> None:
    where = postgresql()
    assert look_at(where).fate == "current"
    assert beats_in(where) == {}
    async with await Storage.open(where) as storage, storage.transaction() as tx:
        await processes.beat(tx, "bot", 7)
    assert beats_in(where) == {"bot": 7}
    assert check_database(DatabaseAddress.of(where)).ok
    empty = postgresql_server.empty()
    assert check_database(DatabaseAddress.of(postgresql_server.address(empty))).ok
    assert postgresql_server.ask(empty, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'") == []
    postgresql_server.tell(empty, "CREATE TABLE recipes (name TEXT)")
    assert "another program" in check_database(DatabaseAddress.of(postgresql_server.address(empty))).text
    postgresql_server.drop(empty)
    gone = check_database(DatabaseAddress.of(postgresql_server.address(empty)))
    assert (gone.ok, "does not exist" in gone.text, "server runs" in gone.mend) == (False, True, True)
    assert not check_database(DatabaseAddress.of("mysql://a:secret@b/c")).ok
    assert "secret" not in check_database(DatabaseAddress.of("mysql://a:secret@b/c")).line()
