"""A copy of the database while it is in use, by SQLite's own backup; whole or not there at all."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from storage.errors import StorageError
from storage.journal import check_journal

URL_START: Final = "sqlite+aiosqlite:///"
PART: Final = ".part"
"""What a copy's name ends with until it is whole; a process that is killed leaves it so."""
BESIDE: Final = ("", "-journal", "-wal", "-shm")
"""What SQLite adds to a database's name for the files that it makes beside it."""


def backup(source: str | Path, target: str | Path) -> int:
    """Copy a database file, in use or not, to a new file; gives its size in bytes. Blocks: run it in a thread.

    Raises StorageError: no database there, its journal is damaged, the target exists or cannot be written, or the copy is
    not sound.
    """
    origin, goal = Path(str(source).removeprefix(URL_START)), Path(target)
    if not origin.is_file():
        raise StorageError(f"There is no database at {origin}.")
    if goal.exists():
        raise StorageError(f"{goal} exists already; name a new file.")
    check_journal(str(origin))
    part = begin_part(goal)
    try:
        address = f"{origin.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=30)) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")
            sound = new.execute("PRAGMA integrity_check").fetchone()[0]
        if sound != "ok":
            raise StorageError(f"The copy of {origin} is not sound ({sound}); the database itself may be damaged.")
        part.replace(goal)
    except (OSError, sqlite3.Error) as wrong:
        raise StorageError(f"{origin} cannot be copied to {goal}: {wrong}.") from wrong
    finally:
        drop_part(part)
    return goal.stat().st_size


def begin_part(goal: Path) -> Path:
    """An empty file beside `goal`, for its owner alone, that a copy is made in before it takes that name.

    StorageError if it cannot be made, or is there: what somebody else is making, or nobody of ours has made, is not touched.
    """
    part = goal.with_name(goal.name + PART)
    there = [name for name in (part.name + ending for ending in BESIDE) if goal.with_name(name).exists()]
    if there:
        raise StorageError(
            f"{goal} cannot be made: {' and '.join(there)} beside it is of a copy that was broken off, or is being made just "
            "now. Delete that if nobody is at it, or name another file."
        )
    try:
        goal.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as wrong:
        raise StorageError(f"{goal} cannot be made: {wrong.strerror or wrong}.") from wrong
    return part


def drop_part(part: Path) -> None:
    """Delete a copy that failed, with what SQLite made beside it; nothing where it has taken its name."""
    for ending in BESIDE:
        part.with_name(part.name + ending).unlink(missing_ok=True)
