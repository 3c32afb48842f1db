"""How columns are declared: types that SQLite keeps in STRICT tables and PostgreSQL as they are, and columns by their names."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

import msgspec
from sqlalchemy import BigInteger, Boolean, CheckConstraint, Column, ForeignKey, ForeignKeyConstraint, Integer, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.schema import SchemaItem
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import GenericFunction
from sqlalchemy.types import TypeDecorator, TypeEngine


def key(kind: Any, *names: str) -> Iterator[Column[Any]]:
    """Columns of the primary key."""
    return (Column(name, kind, primary_key=True) for name in names)


def given(kind: Any, *names: str) -> Iterator[Column[Any]]:
    """Columns that every row fills in."""
    return (Column(name, kind, nullable=False) for name in names)


def maybe(kind: Any, *names: str) -> Iterator[Column[Any]]:
    """Columns that a row may leave empty."""
    return (Column(name, kind) for name in names)


def of_game() -> Column[str]:
    """The game a row belongs to."""
    return Column("game", Text, ForeignKey("games.id"), nullable=False)


def key_game() -> Column[str]:
    """The same as a part of the primary key."""
    return Column("game", Text, ForeignKey("games.id"), primary_key=True)


def of_revision() -> ForeignKeyConstraint:
    """A row's game and revision are those of a turn."""
    return ForeignKeyConstraint(["game", "revision"], ["turns.game", "turns.revision"])


def key_revision() -> tuple[SchemaItem, ...]:
    """The same as the first part of the primary key."""
    return (*key(Text, "game"), *key(Integer, "revision"), of_revision())


def one_of(column: str, *values: str) -> CheckConstraint:
    """A column that holds one of these texts."""
    return CheckConstraint(f"{column} IN (" + ", ".join(f"'{value}'" for value in values) + ")", name=column)


Wide: TypeEngine[int] = BigInteger().with_variant(Integer(), "sqlite")
"""Discord ids and UTC seconds: 64 bits. (A STRICT table refuses the name BIGINT; its INTEGER has 64 bits.)"""


@compiles(Text, "postgresql")
def _text(*_: object, **__: object) -> str:
    """A column of text is in order of its code points, as in SQLite: lists come out alike, wherever a server stands."""
    return 'TEXT COLLATE "C"'


class instr(GenericFunction[int]):  # noqa: N801 # a function of SQL, by its own name
    """Where some bytes begin in a column of bytes, from 1; 0 if it does not hold them."""

    inherit_cache = True
    type = Integer()


@compiles(instr, "postgresql")
def _position(element: instr, compiler: SQLCompiler, **settings: Any) -> str:
    where, what = (compiler.process(clause, **settings) for clause in element.clauses)
    return f"position({what} in {where})"


class BooleanColumn(TypeDecorator[bool]):
    """True or False; 0 or 1 in SQLite."""

    impl = Boolean
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """BOOLEAN where it exists, INTEGER in SQLite's STRICT tables."""
        return dialect.type_descriptor(Integer() if dialect.name == "sqlite" else Boolean())

    def process_bind_param(self, value: bool | None, dialect: Dialect) -> Any:
        """Write an int for SQLite."""
        return int(value) if value is not None and dialect.name == "sqlite" else value

    def process_result_value(self, value: Any, dialect: Dialect) -> bool | None:
        """Read it back as a bool."""
        return None if value is None else bool(value)


LONG_DOCUMENT: Final = 500
"""Characters from which a document is worth remembering: a game's scenario is read by every command."""


@lru_cache(maxsize=128)
def _remembered(text: str) -> Any:
    return msgspec.json.decode(text)


class Document(TypeDecorator[Any]):
    """A small JSON value: mappings, lists, texts and numbers, kept as text. What is read is shared: never change it."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        """Write it with sorted keys, so that equal values are equal texts."""
        return None if value is None else msgspec.json.encode(value, order="sorted").decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        """Read it back."""
        if value is None:
            return None
        return _remembered(value) if len(value) >= LONG_DOCUMENT else msgspec.json.decode(value)
