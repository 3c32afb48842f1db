"""Many games in one database: copies of a game that was really founded and played, each with a channel and threads of its own.

Two copies share nothing but their people, so a thousand of them are to the bot what a thousand campaigns are.
"""

import hashlib
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from storage.schema import metadata

NUMBERED_TABLES: Final = frozenset({"deadlines", "outbox", "audit", "problems", "pings"})
"""Tables whose rows have numbers of their own."""
COPY_REMINDERS: Final = "INSERT INTO reminders SELECT ?, before_seconds, at, done FROM reminders WHERE deadline = ?"


def store_copies(path: Path, game: str, places: Sequence[Mapping[int, int]]) -> list[str]:
    """Copy a game of a database that nobody uses, once for each place; a place says which channel and threads a copy has in
    the original's stead. Gives the copies' ids."""
    with closing(sqlite3.connect(path)) as raw, raw:
        return [_copied(raw, game, f"{game[:6]}{number:06d}", place) for number, place in enumerate(places)]


def _copied(raw: sqlite3.Connection, game: str, name: str, place: Mapping[int, int]) -> str:
    for table in metadata.sorted_tables:
        columns = [column.name for column in table.columns]
        key = "id" if table.name == "games" else "game"
        if key not in columns:
            continue
        query = f'SELECT {_listed(columns)} FROM "{table.name}" WHERE "{key}" = ?'  # our own tables
        for values in raw.execute(query, (game,)).fetchall():
            row = {column: _renamed(value, game, name, place) for column, value in zip(columns, values, strict=True)}
            if "nonce" in row:
                row["nonce"] = hashlib.sha256(f"{name}/{row['nonce']}".encode()).hexdigest()[:24]
            was = row.pop("id") if table.name in NUMBERED_TABLES else None
            marks = ", ".join("?" for _ in row)
            insert = f'INSERT INTO "{table.name}" ({_listed(row)}) VALUES ({marks})'  # as above
            now = raw.execute(insert, tuple(row.values())).lastrowid
            if table.name == "deadlines":
                raw.execute(COPY_REMINDERS, (now, was))
    return name


def _listed(columns: Mapping[str, Any] | Sequence[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


def _renamed(value: Any, game: str, name: str, place: Mapping[int, int]) -> Any:
    """A value with the copy's names in it; what is packed has none."""
    if isinstance(value, int):
        return place.get(value, value)
    if isinstance(value, str):
        value = value.replace(game, name)
        for was, now in place.items():
            value = value.replace(str(was), str(now))
    return value
