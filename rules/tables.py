"""Printed tables as data: rows and columns as in the book, cells as text, exact numbers on demand."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from rules.values import GameError, quoted

Row: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Table:
    """One printed table. `key` is how many leading columns name a row; several are joined by "/".

    A table whose first two columns are a lowest and a highest value is read with `by_roll`; an empty highest value is
    an open end. Asking for a table's row or column that is not printed is a bug (KeyError), not a player's mistake.
    """

    id: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    rule: str = ""
    note: str = ""
    key: int = 1
    _rows: Mapping[str, Row] = field(init=False, repr=False, compare=False)
    _keys: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _bounds: tuple[tuple[int, int | None, Row], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        narrow = [row for row in self.rows if len(row) != len(self.columns)]
        if narrow:
            raise ValueError(f"{self.id}: a row of {len(narrow[0])} cells under {len(self.columns)} columns")
        rows = {"/".join(cells[: self.key]): dict(zip(self.columns, cells, strict=True)) for cells in self.rows}
        object.__setattr__(self, "_rows", rows)
        object.__setattr__(self, "_keys", tuple(rows))
        bounds = tuple(_bounds(row, *self.columns[:2]) for row in rows.values()) if self.is_ranged else ()
        object.__setattr__(self, "_bounds", bounds)

    @property
    def is_ranged(self) -> bool:
        """Whether rows are found by a roll or a count between two columns."""
        return self.columns[:2] == ("low", "high") or self.columns[0].endswith("_min")

    @property
    def keys(self) -> tuple[str, ...]:
        """What names each row, in printed order."""
        return self._keys

    def named_rows(self) -> Iterable[tuple[str, Row]]:
        """Each row with what names it, in printed order."""
        return self._rows.items()

    def key_like(self, text: str) -> str | None:
        """The key that is this text, whatever its capitals; None if no row is named so."""
        wanted = text.strip().casefold()
        return next((key for key in self._keys if key.casefold() == wanted), None)

    def row(self, key: str | int) -> Row:
        """The row that begins with `key`; KeyError if none is printed."""
        try:
            return self._rows[str(key)]
        except KeyError:
            raise KeyError(f"{self.id} has no row {key!r}") from None

    def cell(self, row: str | int, column: str) -> str:
        """One cell as text."""
        return self.row(row)[column]

    def number(self, row: str | int, column: str) -> int:
        """One cell as a whole number."""
        return int(self.cell(row, column))

    def fraction(self, row: str | int, column: str) -> Fraction:
        """One cell as an exact number."""
        return _exact(self.cell(row, column))

    def column(self, name: str) -> tuple[str, ...]:
        """A column from the top."""
        at = self.columns.index(name)
        return tuple(row[at] for row in self.rows)

    def by_roll(self, value: int) -> Row:
        """The row whose range holds `value`; GameError if a house rule left a gap there."""
        for low, high, row in self._bounds:
            if low <= value and (high is None or value <= high):
                return row
        raise GameError(f"Table {self.id} of this game has no row for {value}; its house rules leave a gap there.")


def split_cell(cell: str) -> tuple[str, ...]:
    """The things a cell lists."""
    return tuple(part.strip() for part in cell.split(";") if part.strip())


@lru_cache(maxsize=4096)
def _exact(cell: str) -> Fraction:
    return Fraction(cell)


def _bounds(row: Row, low: str, high: str) -> tuple[int, int | None, Row]:
    return int(row[low]), int(row[high]) if row[high] else None, row


def load_tables(folder: Path) -> Mapping[str, Table]:
    """All tables of the TOML files in a folder, by id."""
    files = (tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.toml")))
    found = [read_table(item) for file in files for item in file["table"]]
    tables = {table.id: table for table in found}
    if len(tables) != len(found):
        raise ValueError(f"{folder}: a table is there twice")
    return tables


def read_table(item: Mapping[str, Any]) -> Table:
    """One table from its parsed TOML: whole numbers and text become text."""
    rows = tuple(tuple(_text(item["id"], cell) for cell in row) for row in item["rows"])
    words = {name: str(item[name]) for name in ("title", "rule", "note") if name in item}
    return Table(str(item["id"]), tuple(item["columns"]), rows, key=int(item.get("key", 1)), **words)


def _text(table: str, cell: object) -> str:
    if type(cell) not in {int, str}:
        raise ValueError(f"{table}: {cell!r} is neither a whole number nor text")
    return str(cell)


def with_overrides(tables: Mapping[str, Table], overrides: Mapping[str, str]) -> Mapping[str, Table]:
    """The tables with single cells changed, by "TABLE/row/column"; GameError says which override cannot be meant."""
    changed = dict(tables)
    for path, value in sorted(overrides.items()):
        name, _, rest = path.partition("/")
        row, _, column = rest.rpartition("/")
        if name not in changed:
            raise GameError(f"The house rule {quoted(path)} names no table of this game.")
        changed[name] = _with_cell(changed[name], row, column, value.strip(), path)
    return changed


def _with_cell(table: Table, row: str, column: str, value: str, path: str) -> Table:
    if row not in table.keys:
        raise GameError(f"The house rule {quoted(path)} names no row of table {table.id}.")
    if column not in table.columns[table.key :]:
        raise GameError(f"The house rule {quoted(path)} names no cell of table {table.id} that can be changed.")
    if _is_number(table.cell(row, column)) and not _is_number(value):
        raise GameError(f"The house rule {quoted(path)} needs a number like 3 or 3/2, not {quoted(value)}.")
    if table.is_ranged and column == table.columns[1] and value and not value.lstrip("-").isdecimal():
        raise GameError(f"The house rule {quoted(path)} needs a whole number, not {quoted(value)}.")
    at, line = table.columns.index(column), table.keys.index(row)
    cells = table.rows[line]
    replaced = (*cells[:at], value, *cells[at + 1 :])
    return replace(table, rows=(*table.rows[:line], replaced, *table.rows[line + 1 :]))


def _is_number(text: str) -> bool:
    try:
        Fraction(text)
    except (ValueError, ZeroDivisionError):
        return False
    return "e" not in text.lower() and "_" not in text
