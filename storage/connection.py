"""aiosqlite's connection without the hop: what cannot wait is done in place, what can wait goes to its thread.

A statement of ours takes microseconds inside SQLite; handing each of its four calls to a thread and back takes a hundred
times as long on a busy machine. What may really wait (opening, the writer's BEGIN IMMEDIATE behind another process, its
COMMIT with the disk, PRAGMAs, closing) stays in aiosqlite's thread. Calls never overlap: each is awaited before the next.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from typing import Any

import aiosqlite
from sqlalchemy.engine import Connection

_WAITS = ("BEGIN IMMEDIATE", "PRAGMA", "VACUUM")


class InlineConnection(aiosqlite.Connection):
    """An aiosqlite connection whose `_execute`, the one way to its thread, takes the short way where it can."""

    def __init__(self, connector: Callable[[], sqlite3.Connection], *, reader: bool) -> None:
        super().__init__(connector, iter_chunk_size=64)
        self._reader = reader
        self._closing: asyncio.Task[None] | None = None
        # SQLAlchemy asks this of aiosqlite's own connections too: an open one must not keep the program alive.
        self._thread.daemon = True

    @property
    def is_open(self) -> bool:
        """Whether it was opened and is not closed yet."""
        return self._running and self._connection is not None

    def at_hand(self) -> sqlite3.Connection | None:
        """SQLite's own connection, for a statement that cannot wait; None once it is closed."""
        return self._connection if self._running else None

    @property
    def closed(self) -> bool:
        """The opposite, as other libraries' connections say it."""
        return not self.is_open

    async def close(self) -> None:
        """Close it, once: whoever comes second waits for the first. aiosqlite's own would wait for a thread that has ended.
        A closing that was cancelled, perhaps before its first step, is begun again."""
        if self._closing is None or self._closing.cancelled():
            self._closing = asyncio.create_task(super().close())
        await asyncio.shield(self._closing)

    async def _execute(self, fn: Any, *args: Any, **kwargs: Any) -> Any:
        if self._running and self._is_short(fn, args):
            return fn(*args, **kwargs)
        return await super()._execute(fn, *args, **kwargs)  # type: ignore[no-untyped-call] # aiosqlite does not say

    def _is_short(self, fn: Any, args: tuple[Any, ...]) -> bool:
        owner = getattr(fn, "__self__", None)
        if isinstance(owner, sqlite3.Cursor):
            return not (args and isinstance(args[0], str) and args[0].startswith(_WAITS))
        if not isinstance(owner, sqlite3.Connection):
            return False
        ends = fn.__name__ in {"commit", "rollback"}
        return fn.__name__ == "cursor" or (ends and (self._reader or not owner.in_transaction))


def connect(database: str, *, reader: bool = False, **settings: Any) -> InlineConnection:
    """What SQLAlchemy calls to open a connection; `settings` are those of `sqlite3.connect`. A `reader` writes nothing,
    so even the end of its transactions cannot wait."""
    settings["check_same_thread"] = False

    def connector() -> sqlite3.Connection:
        opened: sqlite3.Connection = sqlite3.connect(database, **settings)
        return opened

    return InlineConnection(connector, reader=reader)


def raw_connection(connection: Connection | None) -> sqlite3.Connection | None:
    """SQLite's own connection below SQLAlchemy's; None below another, and once it is closed."""
    usable = connection is not None and not connection.closed and not connection.invalidated
    driver = connection.connection.driver_connection if usable and connection is not None else None
    return driver.at_hand() if isinstance(driver, InlineConnection) else None
