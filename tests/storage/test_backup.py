"""A backup made while the database is written to is whole; what cannot be done is said in a sentence."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from storage import processes
from storage.backup import backup
from storage.db import Storage
from storage.errors import StorageError
from tests.storage.test_db import count_up

pytestmark = pytest.mark.sqlite


async def test_a_backup_while_writers_are_busy_opens_and_holds_a_committed_state(storage: Storage, where: Path) -> None:
    await count_up(storage, 3)
    writing = asyncio.create_task(count_up(storage, 60))
    copies = [where.with_name(f"copy{n}.db") for n in range(3)]
    sizes = [await asyncio.to_thread(backup, where, copy) for copy in copies]
    await writing
    for copy, size in zip(copies, sizes, strict=True):
        assert copy.stat().st_size == size
        assert copy.stat().st_mode & 0o077 == 0
        async with await Storage.open(copy) as opened, opened.reading() as tx:
            assert 3 <= (await processes.last_beat(tx) or 0) <= 63
    assert not list(where.parent.glob("*.part"))


async def test_the_copy_is_one_file_that_needs_no_log_beside_it(storage: Storage, where: Path) -> None:
    await count_up(storage, 1)
    copy = where.with_name("copy.db")
    backup(where, copy)
    with sqlite3.connect(f"{copy.as_uri()}?mode=ro&immutable=1", uri=True) as raw:
        assert raw.execute("SELECT at FROM heartbeat").fetchall() == [(1,)]
    raw.close()


async def test_nothing_is_overwritten(storage: Storage, where: Path) -> None:
    target = where.with_name("old.db")
    target.write_text("precious")
    with pytest.raises(StorageError, match="exists already"):
        backup(where, target)
    assert target.read_text() == "precious"


def test_a_source_that_is_missing_or_no_database_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="There is no database at"):
        backup(tmp_path / "none.db", tmp_path / "copy.db")
    (tmp_path / "note.txt").write_text("not a database at all, really. " * 100)
    with pytest.raises(StorageError, match="cannot be copied"):
        backup(tmp_path / "note.txt", tmp_path / "copy.db")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["note.txt"]


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "a.db") as raw:
        raw.execute("CREATE TABLE t (x)")
    raw.close()
    with pytest.raises(StorageError, match="cannot be made"):
        backup(tmp_path / "a.db", tmp_path / "a.db" / "copy.db")
