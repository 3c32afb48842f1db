"""A digest of all that the database holds, table by table and game by game: to see whether anything was changed."""

import hashlib
import sqlite3
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeAlias

NOT_STATE: Final = frozenset(
    {"heartbeat", "idempotency_keys", "drafts", "read_marks", "alembic_version", "sqlite_sequence"}
)
"""Signs of life, which presses were seen, what a refused form held, the schema's number: no part of any game. Nor is the mark of
what somebody has looked at: it moves when they look, once the answer is there, so that it may pass for the next step's doing."""
Digest: TypeAlias = Mapping[tuple[str, str], str]


class LiveDatabase:
    """The database of a running bot, read beside it."""

    def __init__(self, path: Path) -> None:
        self._raw = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
        self._seen = -1
        self._last: Digest = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, wrong: BaseException | None, at: TracebackType | None) -> None:
        self._raw.close()

    def digest(self) -> Digest:
        """By (table, game), "" for what belongs to no game; cheap where nothing was committed since the last look."""
        (now,) = self._raw.execute("PRAGMA data_version").fetchone()
        if now != self._seen:
            self._seen, self._last = now, self._read()
        return self._last

    def _read(self) -> Digest:
        found: dict[tuple[str, str], hashlib.blake2b] = {}
        names = self._raw.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        for (name,) in names:
            if name in NOT_STATE:
                continue
            cursor = self._raw.execute(f'SELECT * FROM "{name}" ORDER BY rowid')
            titles = [column[0] for column in cursor.description]
            column = "id" if name == "games" else "game"
            owner = titles.index(column) if column in titles else -1
            for row in cursor:
                place = (name, str(row[owner]) if owner >= 0 else "")
                found.setdefault(place, hashlib.blake2b(digest_size=12)).update(repr(row).encode())
        return {key: made.hexdigest() for key, made in sorted(found.items())}

    def orders(self) -> Counter[tuple[object, ...]]:
        """How often each order stands, whatever its number: a doubled click must not add the same one twice."""
        query = 'SELECT game, turn, side, "order" FROM orders WHERE withdrawn_at IS NULL'
        return Counter(self._raw.execute(query).fetchall())


def changed(before: Digest, after: Digest) -> list[tuple[str, str]]:
    """Where two looks differ: (table, game)."""
    return sorted(key for key in before.keys() | after.keys() if before.get(key) != after.get(key))
