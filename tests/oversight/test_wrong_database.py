"""Commands on games that exist refuse a database that is missing or empty, make no file, and say which setting names it."""

import argparse
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from program import databases, operator_commands
from settings import Settings
from storage import inspect
from storage.address import DatabaseAddress
from storage.errors import StorageError
from storage.schema_version import newest
from tests.on_postgresql import Server
from tests.oversight.by_hand import contents, kept_game, refused, typed

pytestmark = pytest.mark.sqlite  # programs in processes of their own, on files; the server's tests take one

PLACE = ("--guild", "1", "--channel", "2", "--gm", "3")
COMMANDS = (
    ("forget", "789"),
    ("adjudicate", "g7k2"),
    ("export", "g7k2", "x.capsule"),
    ("import", "a.capsule", *PLACE),
    ("db", "check"),
    ("db", "backup", "x.db"),
    ("db", "backup", "--to", "backups"),
    ("db", "move", "--to", "new.db"),
)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
async def test_a_database_that_is_missing_is_refused_and_no_file_is_made(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    (tmp_path / "a.capsule").touch()
    told = await refused(tmp_path, *words)
    assert f"There is no database at {tmp_path}/data/admiralty.db, in the folder of ADMIRALTY_DATA (not set" in told
    assert "nothing was done" in told
    assert "/etc/admiralty/admiralty.env" in told
    assert contents(tmp_path) == {"a.capsule": b""}


@pytest.mark.parametrize("words", [COMMANDS[0], COMMANDS[5], COMMANDS[7]], ids=" ".join)
async def test_an_empty_file_is_refused_and_stays_empty(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "typo.db").touch()
    told = await refused(tmp_path, *words, ADMIRALTY_DATABASE="typo.db")
    assert f"The database {tmp_path}/typo.db is empty, which ADMIRALTY_DATABASE names" in told
    assert contents(tmp_path) == {"typo.db": b""}


async def test_another_programs_database_is_neither_copied_nor_called_sound(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "recipes.db")) as database:
        database.execute("CREATE TABLE recipes (name)")
    before = contents(tmp_path)
    for words in (("db", "backup", "x.db"), ("db", "check")):
        told = await refused(tmp_path, *words, ADMIRALTY_DATABASE="recipes.db")
        assert f"The database {tmp_path}/recipes.db belongs to another program" in told
    assert contents(tmp_path) == before


async def test_a_server_without_tables_gets_none(postgresql_server: Server, tmp_path: Path) -> None:
    empty = postgresql_server.empty()
    address = postgresql_server.address(empty)
    for words in (("forget", "789"), ("db", "check"), ("db", "backup", "x.db")):
        told = await refused(tmp_path, *words, DATABASE_URL=address)
        assert "is empty, which DATABASE_URL names" in told
    assert postgresql_server.ask(empty, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'") == []
    assert contents(tmp_path) == {}
    postgresql_server.drop(empty)


async def test_a_database_that_holds_no_game_is_hardly_where_a_person_is_to_be_forgotten(tmp_path: Path) -> None:
    data = await kept_game(tmp_path / "real" / "admiralty.db")
    status, out, _ = await typed(tmp_path, "forget", "789", ADMIRALTY_DATA=str(data.parent))
    assert status == 0, "a game is there, so this may well be the one"
    assert f"Looked through: {data}, with 1 game." in out
    with closing(sqlite3.connect(data)) as database:
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for name in set(names) - {"alembic_version"}:
            database.execute(f"DELETE FROM {name}")
        database.commit()
    told = await refused(tmp_path, "forget", "789", ADMIRALTY_DATABASE=str(data))
    assert f"{data} holds no game, and nothing of 789" in told


async def test_a_look_at_a_database_says_its_version_and_changes_nothing(tmp_path: Path) -> None:
    data = await kept_game(tmp_path / "data" / "admiralty.db")
    before = contents(tmp_path)
    status, out, _ = await typed(tmp_path, "db", "check")
    assert (status, out) == (0, f"{data} is sound and up to date (tables at {newest()}). It holds 1 game.\n")
    assert contents(tmp_path) == before, "no journal is left beside it"
    with closing(sqlite3.connect(data)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    (tmp_path / "copy.db").write_bytes(data.read_bytes())
    before = contents(tmp_path)
    assert "newer version of Admiralty (tables at 9999)" in await refused(tmp_path, "db", "check", "copy.db")
    assert contents(tmp_path) == before
    assert f"There is no database at {tmp_path}/none.db, so" in await refused(tmp_path, "db", "check", "none.db")


async def test_an_index_that_has_lost_its_rows_is_found(tmp_path: Path) -> None:
    data = await kept_game(tmp_path / "data" / "admiralty.db")
    with closing(sqlite3.connect(data, isolation_level=None)) as database:
        name, table = database.execute(
            "SELECT name, tbl_name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = 'outbox'"
        ).fetchone()
        row = database.execute("SELECT * FROM sqlite_master WHERE name = ?", (name,)).fetchone()
        database.execute("PRAGMA writable_schema = ON")
        database.execute("DELETE FROM sqlite_master WHERE name = ?", (name,))
    with closing(sqlite3.connect(data, isolation_level=None)) as database:
        assert database.execute(f"DELETE FROM {table}").rowcount > 0
        database.execute("PRAGMA writable_schema = ON")
        database.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", row)
    with closing(sqlite3.connect(data)) as database:
        assert database.execute("PRAGMA quick_check").fetchone() == ("ok",)
    assert re.search(r"cannot be read \(.*" + name, await refused(tmp_path, "db", "check"))


async def test_a_servers_database_is_looked_at_and_not_brought_up_to_date(
    postgresql: Callable[[], str], tmp_path: Path
) -> None:
    address = postgresql()
    status, out, err = await typed(tmp_path, "db", "check", DATABASE_URL=address)
    assert (status, f"up to date (tables at {newest()}). It holds 0 games." in out) == (0, True), (out, err)
    assert contents(tmp_path) == {}


async def test_a_database_of_an_older_version_is_told_and_a_servers_is_not_copied(
    postgresql: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(inspect, "newest", lambda: "0002")
    data = await kept_game(tmp_path / "admiralty.db")
    before = contents(tmp_path)
    assert await operator_commands.check(Settings(data=tmp_path), argparse.Namespace(file="")) == 0
    said = capsys.readouterr().out
    assert f"{data} is sound, of an older version (tables at {newest()}): the next start brings it up to date" in said
    assert contents(tmp_path) == before
    with pytest.raises(StorageError, match=f"of an older version of Admiralty .its tables are at {newest()}."):
        await databases.copy(
            Settings(database=DatabaseAddress.of(postgresql())),
            argparse.Namespace(to="", file=str(tmp_path / "x.db"), running=False),
        )
    assert contents(tmp_path) == before


async def test_an_import_begins_a_new_database_where_that_is_said_and_no_game_is_there(tmp_path: Path) -> None:
    data = await kept_game(tmp_path / "data" / "admiralty.db")
    with closing(sqlite3.connect(data)) as database:
        (game,) = database.execute("SELECT id FROM games").fetchone()
    capsule = tmp_path / "x.capsule"
    capsule.touch(mode=0o644)
    assert (await typed(tmp_path, "export", game, "x.capsule"))[0] == 0
    assert capsule.stat().st_mode & 0o777 == 0o600, "it holds all secrets, and was readable before"
    elsewhere = {"ADMIRALTY_DATA": "other"}
    assert "To begin a new database" in await refused(tmp_path, "import", "x.capsule", *PLACE, **elsewhere)
    assert not (tmp_path / "other").exists()
    status, out, err = await typed(tmp_path, "import", "x.capsule", *PLACE, "--new", **elsewhere)
    assert (status, "Imported as" in out) == (0, True), err
    told = await refused(tmp_path, "import", "x.capsule", *PLACE, "--new", **elsewhere)
    assert "holds games already (1). Leave out --new" in told
    (tmp_path / "gone").mkdir()
    (tmp_path / "gone" / "commands.sha256").touch()
    told = await refused(tmp_path, "import", "x.capsule", *PLACE, "--new", ADMIRALTY_DATA="gone")
    assert "has held games, but admiralty.db is missing" in told
