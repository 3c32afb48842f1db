"""How tables are declared, today's and those of the migrations: columns of one kind by their names."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import CheckConstraint, Column, ForeignKey, ForeignKeyConstraint, Integer, Text
from sqlalchemy.schema import SchemaItem


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


def of_opening() -> ForeignKeyConstraint:
    """A row's game and opening are those of a turn."""
    return ForeignKeyConstraint(["game", "opening"], ["turns.game", "turns.opening"])


def key_opening() -> tuple[SchemaItem, ...]:
    """The same as the first part of the primary key."""
    return (*key(Text, "game"), *key(Integer, "opening"), of_opening())


def one_of(column: str, *values: str) -> CheckConstraint:
    """A column that holds one of these texts."""
    return CheckConstraint(f"{column} IN (" + ", ".join(f"'{value}'" for value in values) + ")", name=column)
