"""Queries: those that are asked again and again, and what the repositories share.

A prepared query is built once, compiled once, and asked past most of SQLAlchemy where nothing may wait. SQLAlchemy spends some
50 µs on a question that SQLite answers in 5, and a deadline asks hundreds for every game. PostgreSQL's answers travel, so
there all go the usual way. Who listens to statements hears of these, too.
"""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias, TypeVar

from sqlalchemy import Select
from sqlalchemy.engine import Connection, Dialect
from sqlalchemy.sql.base import Executable
from sqlalchemy.types import TypeEngine

from rules.values import Value, fields
from storage.db import Transaction, answers
from storage.errors import StaleStateError
from storage.sqlite import raw_connection

Rows: TypeAlias = Sequence[Sequence[Any]]
Process: TypeAlias = Callable[[Any], Any]


class _Compiled(Value):
    """A question as SQLite takes it: its text, the values that stand in it for good, for each mark its value's name and how it is
    written, and which columns of the answer are read how."""

    text: str
    own: Mapping[str, Any]
    marks: tuple[tuple[str, Process | None], ...]
    reads: tuple[tuple[int, Process], ...]


class PreparedQuery:
    """A SELECT whose text never changes. Its values come by the names of its `bindparam`s, none of them a list; KeyError for one
    that is missing."""

    def __init__(self, query: Select[Any]) -> None:
        self.query: Final = query
        self._compiled: _Compiled | None = None

    async def ask(self, tx: Transaction, values: Mapping[str, Any]) -> Rows:
        """All rows that it finds. A transaction that only reads asks the same thing once: nothing changes in its sight."""
        known = answers.get()
        key = (self, *values.items())
        found: Rows | None = None if known is None else known.get(key)
        if found is not None:
            return found
        rows = self._near(tx, values)
        if rows is None:
            rows = (await tx.execute(self.query, values)).all()
        if known is not None:
            known[key] = rows
        return rows

    def _near(self, tx: Transaction, values: Mapping[str, Any]) -> Rows | None:
        """The answer of a database that is at hand; None where there is another, or where it could not be had this way: the usual
        way has its words for what is wrong."""
        connection = tx.sync_connection
        raw = raw_connection(connection)
        if raw is None or connection is None:
            return None
        said = self._compiled
        if said is None:
            said = self._compiled = _compiled(self.query, connection.dialect)
        named = {**said.own, **values}
        given = tuple([named[name] if write is None else write(named[name]) for name, write in said.marks])
        _tell(connection, "before_cursor_execute", said.text, given)
        try:
            rows = raw.execute(said.text, given).fetchall()
        except sqlite3.Error:
            return None
        _tell(connection, "after_cursor_execute", said.text, given)
        return [_read(row, said.reads) for row in rows] if said.reads else rows


def _read(row: tuple[Any, ...], reads: tuple[tuple[int, Process], ...]) -> list[Any]:
    values = list(row)
    for place, read in reads:
        values[place] = read(values[place])
    return values


def _tell(connection: Connection, name: str, text: str, given: tuple[Any, ...]) -> None:
    """Whoever listens to statements, as SQLAlchemy would tell them."""
    for heard in getattr(connection.dispatch, name):
        heard(connection, None, text, given, None, False)


def _compiled(query: Select[Any], dialect: Dialect) -> _Compiled:
    made = query.compile(dialect=dialect)
    if made.post_compile_params:
        raise ValueError(f"this question has a list in it, so its text is not fixed: {made}")
    names = made.positiontup or ()
    own = {name: made.params[name] for name in names if not made.binds[name].required}
    marks = tuple((name, _writes(made.binds[name].type, dialect)) for name in names)
    found = [_reads(column.type, dialect) for column in query.selected_columns]
    reads = tuple((place, read) for place, read in enumerate(found) if read is not None)
    return _Compiled(str(made), own, marks, reads)


def _writes(kind: TypeEngine[Any], dialect: Dialect) -> Process | None:
    return kind.dialect_impl(dialect).bind_processor(dialect)


def _reads(kind: TypeEngine[Any], dialect: Dialect) -> Process | None:
    return kind.dialect_impl(dialect).result_processor(dialect, None)


R = TypeVar("R")
Values: TypeAlias = dict[str, Any] | None


def columns(row: Any) -> dict[str, Any]:
    """A value's fields by name, as an insert takes them."""
    return {field.name: getattr(row, field.name) for field in fields(row)}


async def one(tx: Transaction, kind: type[R], query: Executable | PreparedQuery, values: Values = None) -> R | None:
    """The first row a query finds; None if it finds nothing."""
    if isinstance(query, PreparedQuery):
        rows = await query.ask(tx, values or {})
        return kind(*rows[0]) if rows else None
    row = (await tx.execute(query, values)).first()
    return None if row is None else kind(*row)


async def every(
    tx: Transaction, kind: type[R], query: Executable | PreparedQuery, values: Values = None
) -> tuple[R, ...]:
    """All rows a query finds."""
    rows = await query.ask(tx, values or {}) if isinstance(query, PreparedQuery) else await tx.execute(query, values)
    return tuple([kind(*row) for row in rows])


async def number(tx: Transaction, query: Executable | PreparedQuery, values: Values = None) -> int | None:
    """The first row's one number; None if there is none."""
    if isinstance(query, PreparedQuery):
        rows = await query.ask(tx, values or {})
        return rows[0][0] if rows else None
    found: int | None = (await tx.execute(query, values)).scalar()
    return found


async def change_one(tx: Transaction, statement: Executable, moved: str, values: Values = None) -> None:
    """Say a statement that must change one row; StaleStateError, with what has moved on, if it meets none."""
    if await count_changed(tx, statement, values) != 1:
        raise StaleStateError(moved)


async def count_changed(tx: Transaction, statement: Executable, values: Values = None) -> int:
    """Say a statement that changes or deletes rows; how many it met."""
    return int((await tx.execute(statement, values)).rowcount)
