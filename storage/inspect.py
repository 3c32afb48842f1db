"""Looking at a database without changing it: is it sound, which version of the program wrote it, who works on it."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, func, inspect, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from storage.db import engine_for
from storage.errors import StorageError
from storage.journal import check_journal
from storage.migrate import alembic_config, newest, revision_of
from storage.schema import heartbeat, shards
from storage.shards import RangeRow
from storage.sqlite import URL_START

Fate = Literal["missing", "current", "older", "newer", "foreign", "broken"]


@dataclass(frozen=True, slots=True)
class Found:
    """What a database is to this program; `detail` is its revision, or what is wrong with it."""

    fate: Fate
    detail: str = ""


def look_at(where: str | Path) -> Found:
    """Look at a database for reading only, check it, and compare its revision with this program's. Blocks for large files."""
    if is_server(where):
        try:
            with _asking(str(where)) as connection:
                return _fated(set(inspect(connection).get_table_names()), lambda: str(revision_of(connection)))
        except (SQLAlchemyError, StorageError) as wrong:
            return Found("broken", _said(wrong))
    place = Path(str(where).removeprefix(URL_START))
    try:
        check_journal(str(place))
    except StorageError as wrong:
        return Found("broken", str(wrong))
    if not place.exists():
        return Found("missing")
    try:
        with closing(_reading(place)) as database:
            sound = str(database.execute("PRAGMA quick_check").fetchone()[0])
            if sound != "ok":
                return Found("broken", sound)
            names = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            return _fated(names, lambda: str(database.execute("SELECT version_num FROM alembic_version").fetchone()[0]))
    except (sqlite3.Error, OSError, TypeError) as wrong:
        return Found("broken", str(wrong))


def is_server(where: str | Path) -> bool:
    """Whether a database is an address and no file."""
    return "://" in str(where).removeprefix(URL_START)


def shown(where: str | Path) -> str:
    """A database as it may be told: an address without its password."""
    return engine_for(where).where if is_server(where) else str(where).removeprefix(URL_START)


def _fated(names: set[str], revision_of_it: Callable[[], str]) -> Found:
    """What a database with these tables is."""
    if not names:
        return Found("older", "empty")
    if "alembic_version" not in names:
        return Found("foreign", ", ".join(sorted(names)[:5]))
    revision = revision_of_it()
    if revision == newest():
        return Found("current", revision)
    known = {script.revision for script in ScriptDirectory.from_config(alembic_config()).walk_revisions()}
    return Found("older" if revision in known else "newer", revision)


def beats_in(where: str | Path) -> dict[str, int]:
    """When each process, and each part of it, was last alive; nothing for what cannot be read, or is none of ours."""
    if is_server(where):
        try:
            with _asking(str(where)) as connection:
                return {row.process: row.at for row in connection.execute(select(heartbeat))}
        except (SQLAlchemyError, StorageError):
            return {}
    place = Path(str(where).removeprefix(URL_START))
    if not place.exists():
        return {}
    try:
        with closing(_reading(place)) as database:
            return {str(row[0]): int(row[1]) for row in database.execute("SELECT process, at FROM heartbeat")}
    except (sqlite3.Error, OSError, ValueError):
        return {}


def ranges_in(where: str | Path) -> tuple[tuple[RangeRow, ...], int]:
    """The ranges of shards that a server's database knows, and its time (UTC seconds); none for what cannot be read."""
    try:
        with _asking(str(where)) as connection:
            now = connection.execute(select(func.extract("epoch", func.clock_timestamp()))).scalar_one()
            rows = connection.execute(select(shards).order_by(shards.c.first))
            return tuple(RangeRow(*row) for row in rows), int(now)
    except (SQLAlchemyError, StorageError):
        return (), 0


def _reading(place: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{place.absolute().as_uri()}?mode=ro", uri=True, timeout=10)


@contextmanager
def _asking(where: str) -> Iterator[Connection]:
    """A connection to a server that may only read."""
    engine = create_engine(engine_for(where).writer.url, connect_args={"connect_timeout": 10})
    try:
        with engine.connect().execution_options(postgresql_readonly=True) as connection:
            yield connection
    finally:
        engine.dispose()


def _said(wrong: Exception) -> str:
    told = wrong.orig if isinstance(wrong, DBAPIError) else wrong
    return " ".join(str(told).split())
