"""A copy of the database while it is in use, by SQLite's own backup; and a folder in which so many copies are kept.

A copy is whole or not there at all. The names in a folder say when each was made; other files in it are left alone."""

import os
import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from rules.values import Value
from storage.address import DatabaseAddress, Where
from storage.errors import StorageError
from storage.journal import check_journal

PART_SUFFIX: Final = ".part"
"""What a copy's name ends with until it is whole; a process that is killed leaves it so."""
BESIDE_SUFFIXES: Final = ("", "-journal", "-wal", "-shm")
"""What SQLite adds to a database's name for the files that it makes beside it."""


def backup(source: Where, target: str | Path) -> int:
    """Copy a database file, in use or not, to a new file; gives its size in bytes. Blocks: run it in a thread.

    Raises StorageError: no database there, its journal is damaged, the target exists or cannot be written, or the copy is
    not sound.
    """
    origin, goal = DatabaseAddress.of(source).path, Path(target)
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
    part = goal.with_name(goal.name + PART_SUFFIX)
    there = [name for name in (part.name + ending for ending in BESIDE_SUFFIXES) if goal.with_name(name).exists()]
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
    for ending in BESIDE_SUFFIXES:
        part.with_name(part.name + ending).unlink(missing_ok=True)


TIME_FORMAT: Final = "%Y%m%dT%H%M%SZ"
BACKUP_NAME: Final = re.compile(r"admiralty-(?P<at>\d{8}T\d{6}Z)\.db")
PART_NAME: Final = re.compile(
    f"(?P<part>{BACKUP_NAME.pattern}{re.escape(PART_SUFFIX)})(?:{'|'.join(map(re.escape, BESIDE_SUFFIXES))})"
)
"""The files of a copy that is not whole: nothing else is taken for one."""
ABANDONED_SECONDS: Final = 6 * 3600


class Backup(Value):
    """A backup in a folder, and when it was made, which its name tells."""

    path: Path
    at: datetime


class Made(Value):
    """What was made, how large it is in bytes, and which older ones went for it."""

    path: Path
    size: int
    gone: tuple[Path, ...]


def kept_in(folder: Path) -> tuple[Backup, ...]:
    """The backups in a folder, the oldest first; none if there is no such folder. StorageError if it cannot be read."""
    try:
        names = [path for path in folder.iterdir() if BACKUP_NAME.fullmatch(path.name)] if folder.is_dir() else []
    except OSError as wrong:
        raise StorageError(f"The backups in {folder} cannot be looked at: {wrong.strerror or wrong}.") from wrong
    found = [Backup(path, at) for path in names if (at := _made_at(path)) is not None]
    return tuple(sorted(found, key=lambda one: one.at))


def backup_into(source: Where, folder: Path, keep: int, now: datetime) -> Made:
    """Copy a database, in use or not, into a folder (made if missing, for its owner alone), then delete the oldest beyond `keep`
    and what is left of copies that were never finished.

    Blocks: run it in a thread. StorageError: as `backup`; then nothing is deleted. A backup of this second is not made twice.
    """
    path = place_in(folder, now)
    backup(source, path)
    return made_in(folder, path, keep, now)


def place_in(folder: Path, now: datetime) -> Path:
    """Where the backup of this second goes; its folder is made. StorageError if it cannot be."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as wrong:
        raise StorageError(f"Backups cannot be put into {folder}: {wrong.strerror or wrong}.") from wrong
    return folder / f"admiralty-{now.astimezone(UTC).strftime(TIME_FORMAT)}.db"


def made_in(folder: Path, path: Path, keep: int, now: datetime) -> Made:
    """What there is now that a copy is whole at `path`: the oldest beyond `keep` are deleted, and copies never finished."""
    old_ones = [one.path for one in kept_in(folder)[:-keep] if one.path != path]
    gone = (*old_ones, *_abandoned(folder, now))
    for old in gone:
        try:
            old.unlink(missing_ok=True)
        except OSError as wrong:
            raise StorageError(f"{path} was made, but {old} cannot be deleted: {wrong.strerror or wrong}.") from wrong
    return Made(path, path.stat().st_size, gone)


def _abandoned(folder: Path, now: datetime) -> list[Path]:
    """All files of copies that nobody is at any more: none of a copy's files was written to for so long."""
    halves: dict[str, list[Path]] = {}
    for path in sorted(folder.glob(f"*{PART_SUFFIX}*")):
        if (of := PART_NAME.fullmatch(path.name)) is not None and path.is_file():
            halves.setdefault(of["part"], []).append(path)
    last = now.timestamp() - ABANDONED_SECONDS
    return [path for files in halves.values() if max(map(_written, files)) < last for path in files]


def _written(path: Path) -> float:
    """When a file was last written to (UTC seconds); 0 for one that is gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _made_at(path: Path) -> datetime | None:
    """When its name says that it was made; None for a name with no such day."""
    found = BACKUP_NAME.fullmatch(path.name)
    try:
        return None if found is None else datetime.strptime(found["at"], TIME_FORMAT).replace(tzinfo=UTC)
    except ValueError:
        return None
