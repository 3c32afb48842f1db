"""Looking at a database file without changing it: is it sound, which version of the program wrote it, who works on it."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from alembic.script import ScriptDirectory

from storage.errors import StorageError
from storage.journal import check_journal
from storage.migrate import alembic_config, newest

Fate = Literal["missing", "current", "older", "newer", "foreign", "broken"]


@dataclass(frozen=True, slots=True)
class Found:
    """What a database file is to this program; `detail` is its revision, or what is wrong with it."""

    fate: Fate
    detail: str = ""


def look_at(path: str | Path) -> Found:
    """Open a file for reading only, check it, and compare its revision with this program's. Blocks for large files."""
    place = Path(path)
    try:
        check_journal(str(place))
    except StorageError as wrong:
        return Found("broken", str(wrong))
    if not place.exists():
        return Found("missing")
    try:
        with closing(_reading(place)) as database:
            sound = str(database.execute("PRAGMA quick_check").fetchone()[0])
            if sound != "ok":
                return Found("broken", sound)
            names = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not names:
                return Found("older", "empty")
            if "alembic_version" not in names:
                return Found("foreign", ", ".join(sorted(names)[:5]))
            revision = str(database.execute("SELECT version_num FROM alembic_version").fetchone()[0])
    except (sqlite3.Error, OSError, TypeError) as wrong:
        return Found("broken", str(wrong))
    if revision == newest():
        return Found("current", revision)
    known = {script.revision for script in ScriptDirectory.from_config(alembic_config()).walk_revisions()}
    return Found("older" if revision in known else "newer", revision)


def beats_in(path: str | Path) -> dict[str, int]:
    """When each process, and each part of it, was last alive; nothing for a file that cannot be read, or is none of ours."""
    place = Path(path)
    if not place.exists():
        return {}
    try:
        with closing(_reading(place)) as database:
            return {str(row[0]): int(row[1]) for row in database.execute("SELECT process, at FROM heartbeat")}
    except (sqlite3.Error, OSError, ValueError):
        return {}


def _reading(place: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{place.absolute().as_uri()}?mode=ro", uri=True, timeout=10)
