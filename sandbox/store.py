"""Keeps a world in one SQLite file: whatever was shown is in it before anybody is told, so that a restart finds it.

The parts of a world are rows: its commands, every message, and the rest as one. A kill at any moment loses nothing; a power
cut may lose the last moments, never the file.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Final, Self, TypeAlias

import msgspec

from sandbox.errors import Json
from sandbox.model import Channel, Event, Message
from sandbox.world import World

STORE_VERSION: Final = 2
SEPARATE_TABLES: Final = frozenset({"messages", "commands"})
_encode: Final = msgspec.json.Encoder().encode
Row: TypeAlias = tuple[str, int, int, bytes]


class StateError(Exception):
    """The state file cannot be used; the sentence says why and what to do."""


class Store:
    """An open state file. `keep` notes what an event changed, `keep_rest` everything but messages; both at once."""

    def __init__(self, path: Path, database: sqlite3.Connection, world: World) -> None:
        self.path = path
        self.world = world
        self._database = database
        self._rest = b""
        self._commands: dict[int, list[Json]] = {}

    @classmethod
    def open(cls, path: Path, world: World) -> Self:
        """Open the file, or make it from `world` if there is none; the file's own world wins. StateError if it
        cannot be read or written."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists():
                path.open("r+b").close()  # a folder, or what may not be written, is an OSError
                world = load(path)
            else:
                world = _written(path, world)
            database = _connected(path)
            store = cls(path, database, world)
            try:
                store.keep_all()
            except BaseException:
                database.close()
                raise
        except OSError as error:
            raise StateError(f"{path} cannot be opened ({error.strerror or error}); fix its permissions.") from error
        except sqlite3.OperationalError as error:
            raise StateError(f"{path} cannot be used ({error}); fix its permissions or free some space.") from error
        except sqlite3.DatabaseError as error:
            raise _damaged(path, error) from error
        return store

    def keep(self, event: Event) -> None:
        """Note what an event changed, before it is told."""
        with self._step("BEGIN"):
            self._keep(event.message, event.channel)
            self._keep_rest()

    def _keep(self, message: Message | None, channel: Channel | None) -> None:
        if message is not None and message.viewer is None:
            if self.world.messages.get(message.channel_id, {}).get(message.id) is message:
                self._put([_message_row(message)])
            else:
                key = (message.channel_id, message.id)
                self._database.execute("DELETE FROM part WHERE kind = 'message' AND place = ? AND id = ?", key)
        elif channel is not None and channel.id not in self.world.channels:
            self._database.execute("DELETE FROM part WHERE kind = 'message' AND place = ?", (channel.id,))

    def keep_rest(self) -> None:
        """Note everything but messages, as far as it has changed."""
        with self._step("BEGIN"):
            self._keep_rest()

    def _keep_rest(self) -> None:
        rest = _encode({f.name: getattr(self.world, f.name) for f in fields(World) if f.name not in SEPARATE_TABLES})
        if rest != self._rest:
            self._put([("rest", 0, 0, rest)])
            self._rest = rest
        for scope, given in self.world.commands.items():
            if self._commands.get(scope) is not given:
                self._put([("commands", scope, 0, _encode(given))])
                self._commands[scope] = given

    def keep_all(self) -> None:
        """Note the whole world in one step; messages that one person alone saw are left out, as a client forgets them."""
        self._rest, self._commands = b"", {}
        with self._step("BEGIN IMMEDIATE"):
            self._database.execute("DELETE FROM part")
            self._put(
                [_message_row(m) for found in self.world.messages.values() for m in found.values() if m.viewer is None]
            )
            self._keep_rest()

    @contextmanager
    def _step(self, begin: str) -> Iterator[None]:
        """All that is noted inside is in the file afterwards, or nothing of it."""
        self._database.execute(begin)
        try:
            yield
        except BaseException:
            if self._database.in_transaction:  # a full disk has taken it back already
                self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")

    def close(self) -> None:
        """Note everything once more and close the file."""
        self.keep_all()
        self._database.close()

    def _put(self, rows: list[Row]) -> None:
        self._database.executemany("INSERT OR REPLACE INTO part VALUES (?, ?, ?, ?)", rows)


def _message_row(message: Message) -> Row:
    return "message", message.channel_id, message.id, _encode(message)


def _connected(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None, timeout=5)
    try:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute(
            "CREATE TABLE IF NOT EXISTS part (kind TEXT, place INTEGER, id INTEGER, data BLOB NOT NULL,"
            " PRIMARY KEY (kind, place, id)) STRICT, WITHOUT ROWID"
        )
        database.execute(f"PRAGMA user_version = {STORE_VERSION}")
    except BaseException:
        database.close()
        raise
    return database


def _written(path: Path, world: World) -> World:
    """The same world, after the file holds it; until then what was there is there."""
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    with closing(_connected(fresh)) as database:
        Store(fresh, database, world).keep_all()
        database.execute("PRAGMA journal_mode = DELETE")
    fresh.replace(path)
    return world


def load(path: Path) -> World:
    """The world saved in the file; StateError if it is damaged or from another version."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=5)) as database:
            (version,) = database.execute("PRAGMA user_version").fetchone()
            if version != STORE_VERSION:
                raise StateError(f"{path} was written by another version of the sandbox; start over with --fresh.")
            rows = database.execute("SELECT kind, place, id, data FROM part ORDER BY kind, place, id").fetchall()
        parts = {"messages": {}, "commands": {}} | next(
            msgspec.json.decode(data) for kind, _, _, data in rows if kind == "rest"
        )
        world = msgspec.convert(parts, World, str_keys=True)
        world.messages = {channel: {} for channel in world.channels}
        for kind, place, number, data in rows:
            if kind == "message":
                world.messages.setdefault(place, {})[number] = msgspec.json.decode(data, type=Message)
            elif kind == "commands":
                world.commands[place] = msgspec.json.decode(data, type=list[Json])
    except sqlite3.OperationalError as error:
        raise StateError(f"{path} cannot be used ({error}); fix its permissions or start over with --fresh.") from error
    except (msgspec.MsgspecError, ValueError, StopIteration, TypeError, sqlite3.DatabaseError) as error:
        raise _damaged(path, error) from error
    return world


def _damaged(path: Path, error: Exception) -> StateError:
    return StateError(f"{path} is damaged ({error}); start over with --fresh.")


def files_folder(path: Path) -> Path:
    """Where the files of the sandbox with this state file are kept."""
    return path.with_name(path.name + ".files")
