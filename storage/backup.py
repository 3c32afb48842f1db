"""A copy of the database while it is in use, by SQLite's own backup; whole or not there at all."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from storage.errors import StorageError
from storage.journal import check_journal

URL_START: Final = "sqlite+aiosqlite:///"


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
    part = goal.with_name(goal.name + ".part")
    try:
        goal.parent.mkdir(parents=True, exist_ok=True)
        part.touch(mode=0o600)
    except OSError as wrong:
        raise StorageError(f"{origin} cannot be copied to {goal}: {wrong}.") from wrong
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
        part.unlink(missing_ok=True)
    return goal.stat().st_size
