"""A sheet as data: columns, rows, and which cells a player may fill in to give an order."""

from typing import TypeAlias

from rules.values import Value

Cell: TypeAlias = str | int


class Column(Value):
    """A column's heading; `fill` says what writing into its cells orders ("" where cells are only read)."""

    title: str
    fill: str = ""


def columns(*titles: str, **filled: str) -> tuple[Column, ...]:
    """Columns that are only read, by their titles, and then those that can be filled in: what that orders, and its title."""
    return (*(Column(title) for title in titles), *(Column(title, fill) for fill, title in filled.items()))


class Row(Value):
    """One row: its cells in column order, the id of what it is about, and whether it is new since last turn."""

    cells: tuple[Cell, ...]
    key: str = ""
    new: bool = False


class Sheet(Value):
    """One of the sheets: a stable id, a title, columns, rows, and words below it."""

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
