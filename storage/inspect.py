"""Looking at a database without changing it: is it sound, which version of the program wrote it, who works on it.

Also what is counted of it: errors as they happen, of every engine of this process, and the size of a database on a server.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, event, func, inspect, literal_column, select, table
from sqlalchemy.engine import Connection, Engine, ExceptionContext, Result
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from rules.values import Value
from storage.address import DatabaseAddress, Where
from storage.db import Transaction, engine_for
from storage.errors import StorageError
from storage.journal import check_journal
from storage.processes import RangeRow
from storage.schema import heartbeat, shards
from storage.schema_version import alembic_config, newest

Fate = Literal["missing", "empty", "current", "older", "newer", "foreign", "broken"]
Depth = Literal["tables", "quick", "whole"]
"""How closely a database is looked at: its tables alone; also whether it is sound (SQLite's quick_check); that with all indexes
of a file (integrity_check), or all rows of a server read."""
CHECK_PRAGMAS: Final = {"quick": "quick_check", "whole": "integrity_check"}
ROWS_AT_ONCE: Final = 50
One: TypeAlias = Callable[[str], Any]
"""Asks a database a question with one answer."""


class Found(Value):
    """What a database is to this program; `detail` is its revision, or what is wrong with it. `games`: how many it holds."""

    fate: Fate
    detail: str = ""
    games: int = 0


def look_at(where: Where, depth: Depth = "quick") -> Found:
    """Look at a database for reading only, check it, and compare its revision with this program's; no file is made or changed.
    Blocks for large files."""
    address = DatabaseAddress.of(where)
    if address.is_server:
        try:
            with _asking(address) as connection:
                names = set(inspect(connection).get_table_names())
                if depth == "whole":
                    _read_through(connection, names)
                return _fated(names, lambda question: connection.exec_driver_sql(question).scalar_one())
        except (SQLAlchemyError, StorageError) as wrong:
            return Found("broken", _error_text(wrong))
    place = address.path
    try:
        check_journal(str(place))
    except StorageError as wrong:
        return Found("broken", str(wrong))
    if not place.exists():
        return Found("missing")
    quiet = _is_quiet(place)
    found = _look_at_file(place, depth, quiet=quiet)
    if quiet and not _is_quiet(place):  # a program has opened it meanwhile
        return _look_at_file(place, depth, quiet=False)
    return found


def _look_at_file(place: Path, depth: Depth, *, quiet: bool) -> Found:
    try:
        with closing(_reading(place, quiet=quiet)) as database:
            if depth in CHECK_PRAGMAS:
                sound = str(database.execute(f"PRAGMA {CHECK_PRAGMAS[depth]}").fetchone()[0])
                if sound != "ok":
                    return Found("broken", " ".join(sound.split()))
            names = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            return _fated(names, lambda question: database.execute(question).fetchone()[0])
    except (sqlite3.Error, OSError, TypeError) as wrong:
        return Found("broken", str(wrong))


def _fated(names: set[str], one: One) -> Found:
    """What a database with these tables is."""
    if not names:
        return Found("empty")
    if "alembic_version" not in names:
        return Found("foreign", ", ".join(sorted(names)[:5]))
    revision = str(one("SELECT version_num FROM alembic_version"))
    held = int(one("SELECT count(*) FROM games")) if "games" in names else 0
    if revision == newest():
        return Found("current", revision, held)
    known = {script.revision for script in ScriptDirectory.from_config(alembic_config()).walk_revisions()}
    return Found("older" if revision in known else "newer", revision, held)


def _read_through(connection: Connection, names: set[str]) -> None:
    """Have a server read every row of these tables: it says so where one of its pages is damaged. SQLAlchemyError then."""
    whole = connection.execution_options(stream_results=True, max_row_buffer=ROWS_AT_ONCE)
    for name in sorted(names):
        rows: Result[Any] = whole.execute(select(literal_column("*")).select_from(table(name)))
        for _ in rows.partitions(ROWS_AT_ONCE):
            pass


def beats_in(where: Where) -> dict[str, int]:
    """When each process, and each part of it, was last alive; nothing for what cannot be read, or is none of ours."""
    address = DatabaseAddress.of(where)
    if address.is_server:
        try:
            with _asking(address) as connection:
                return {row.process: row.at for row in connection.execute(select(heartbeat))}
        except (SQLAlchemyError, StorageError):
            return {}
    place = address.path
    if not place.exists():
        return {}
    try:
        with closing(_reading(place, quiet=_is_quiet(place))) as database:
            return {str(row[0]): int(row[1]) for row in database.execute("SELECT process, at FROM heartbeat")}
    except (sqlite3.Error, OSError, ValueError):
        return {}


def ranges_in(address: DatabaseAddress) -> tuple[tuple[RangeRow, ...], int]:
    """The ranges of shards that a server's database knows, and its time (UTC seconds); none for what cannot be read."""
    try:
        with _asking(address) as connection:
            now = connection.execute(select(func.extract("epoch", func.clock_timestamp()))).scalar_one()
            rows = connection.execute(select(shards).order_by(shards.c.first))
            return tuple(RangeRow(*row) for row in rows), int(now)
    except (SQLAlchemyError, StorageError):
        return (), 0


def _is_quiet(place: Path) -> bool:
    """Whether a file has no journal of either kind beside it: no program has it open, and all that was saved is in the file."""
    return not any(place.with_name(place.name + ending).exists() for ending in ("-wal", "-journal"))


def _reading(place: Path, *, quiet: bool) -> sqlite3.Connection:
    """For reading only. Beside a quiet file SQLite would make a journal and leave it there: it is told that nobody writes."""
    more = "&immutable=1" if quiet else ""
    return sqlite3.connect(f"{place.absolute().as_uri()}?mode=ro{more}", uri=True, timeout=10)


@contextmanager
def _asking(address: DatabaseAddress) -> Iterator[Connection]:
    """A connection to a server that may only read."""
    engine = create_engine(engine_for(address).writer.url, connect_args={"connect_timeout": 10})
    try:
        with engine.connect().execution_options(postgresql_readonly=True) as connection:
            yield connection
    finally:
        engine.dispose()


def _error_text(wrong: Exception) -> str:
    told = wrong.orig if isinstance(wrong, DBAPIError) else wrong
    return " ".join(str(told).split())


@contextlib.contextmanager
def errors_told(tell: Callable[[str], None]) -> Iterator[None]:
    """Within, `tell` is given the kind of each error that a driver raises: `OperationalError` (locked, full, damaged, gone),
    `IntegrityError` (two were at the same row), or another of DB-API's names."""

    def heard(context: ExceptionContext) -> None:
        tell(type(context.original_exception).__name__)

    event.listen(Engine, "handle_error", heard)
    try:
        yield
    finally:
        event.remove(Engine, "handle_error", heard)


async def bytes_on_server(tx: Transaction) -> int:
    """The size of the PostgreSQL database that a transaction is in."""
    return int((await tx.exec_driver_sql("SELECT pg_database_size(current_database())")).scalar_one())
