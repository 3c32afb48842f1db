"""What the repositories say alike: a row's fields as columns, and what a statement found as rows."""

from typing import Any, TypeAlias, TypeVar

from sqlalchemy.sql.base import Executable

from rules.values import fields
from storage.db import Transaction
from storage.errors import StaleStateError
from storage.fixed import PreparedQuery

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
