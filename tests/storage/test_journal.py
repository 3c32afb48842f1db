"""A damaged journal is said, never silently forgotten; what a crash leaves behind is no damage."""

import asyncio
import shutil
import sqlite3
import subprocess
import sys
import tracemalloc
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from storage import processes
from storage.backup import backup
from storage.db import Storage
from storage.errors import StorageError
from storage.inspect import look_at
from storage.journal import BLOCK_BYTES, check_journal, is_damaged

pytestmark = pytest.mark.sqlite
ROOT = Path(__file__).parents[2]
WRITE_AND_DIE = """
import asyncio, os, signal, sys
from storage import processes
from storage.db import Storage

async def main() -> None:
    storage = await Storage.open(sys.argv[1])
    for at in range(1, 21):
        async with storage.transaction() as tx:
            await processes.beat(tx, f"bot {at}", at)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""

DIE_IN_A_LARGE_TRANSACTION = """
import asyncio, os, signal, sys
from sqlalchemy import text
from storage import processes
from storage.db import Storage

MANY = (
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000) "
    "INSERT INTO heartbeat SELECT hex(randomblob(600)), i FROM n"
)

async def main() -> None:
    await (await Storage.open(sys.argv[1])).close()
    storage = await Storage.open(sys.argv[1])
    async with storage.transaction() as tx:
        await tx.execute(text(MANY))
        os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the database of a process that was killed after twenty transactions, all of them in its journal."""
    folder = tmp_path_factory.mktemp("killed")
    subprocess.run([sys.executable, "-c", WRITE_AND_DIE, str(folder / "x.db")], cwd=ROOT, check=False, timeout=60)
    assert (folder / "x.db-wal").stat().st_size > 20 * 4096
    return folder


@pytest.fixture
def folder(killed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(killed, tmp_path / "copy"))


def beats(folder: Path) -> int:
    with sqlite3.connect(folder / "x.db") as raw:
        found = int(raw.execute("SELECT count(*) FROM heartbeat").fetchone()[0])
    raw.close()
    return found


async def test_what_a_killed_process_committed_is_all_there(folder: Path) -> None:
    await (await Storage.open(folder / "x.db")).close()
    assert beats(folder) == 20


@pytest.mark.parametrize("at", [0, 4, 9, 20, 26, 40, 500, 5000, 30_000])
async def test_a_damaged_journal_is_refused_and_left_alone(folder: Path, at: int) -> None:
    journal = folder / "x.db-wal"
    data = bytearray(journal.read_bytes())
    data[at] ^= 0x55
    journal.write_bytes(data)
    with pytest.raises(StorageError, match="newest turns would be lost"):
        await Storage.open(folder / "x.db")
    assert journal.read_bytes() == bytes(data)


async def test_no_backup_is_made_that_lacks_what_a_damaged_journal_held(folder: Path, tmp_path: Path) -> None:
    journal = folder / "x.db-wal"
    data = bytearray(journal.read_bytes())
    data[5000] ^= 0x55
    journal.write_bytes(data)
    with pytest.raises(StorageError, match="newest turns would be lost"):
        backup(folder / "x.db", tmp_path / "copy.db")
    assert look_at(folder / "x.db").fate == "broken"
    (folder / "x.db").unlink()
    assert look_at(folder / "x.db").fate == "broken"
    assert not (tmp_path / "copy.db").exists()


async def test_a_journal_of_noise_is_refused(folder: Path) -> None:
    journal = folder / "x.db-wal"
    data = journal.read_bytes()
    journal.write_bytes(Random(1).randbytes(len(data)))
    with pytest.raises(StorageError, match="newest turns would be lost"):
        await Storage.open(folder / "x.db")
    half = len(data) // 2
    journal.write_bytes(data[:half] + Random(1).randbytes(len(data) - half))
    with pytest.raises(StorageError, match="newest turns would be lost"):
        await Storage.open(folder / "x.db")


@pytest.mark.parametrize("left", ["missing", "empty"])
async def test_a_journal_without_its_database_is_kept_and_nothing_begins_anew(folder: Path, left: str) -> None:
    (folder / "x.db").unlink()
    if left == "empty":
        (folder / "x.db").touch()
    size = (folder / "x.db-wal").stat().st_size
    with pytest.raises(StorageError, match="missing or empty"):
        await Storage.open(folder / "x.db")
    assert (folder / "x.db-wal").stat().st_size == size


def test_a_transaction_that_never_ended_is_no_damage(killed: Path) -> None:
    """A power cut: frames of the last transaction that never reached the disk, wherever the cut fell."""
    data = (killed / "x.db-wal").read_bytes()
    assert not is_damaged(BytesIO(data))
    frame = 24 + 4096
    for cut in (0, 10, 32, 40, 32 + frame, 32 + frame + 11, len(data) - 1, len(data) - frame, len(data) - frame - 9):
        assert not is_damaged(BytesIO(data[:cut]))
    torn = bytearray(data)
    torn[-frame:] = bytes(frame)
    assert not is_damaged(BytesIO(bytes(torn)))


async def test_the_rest_of_an_older_journal_is_no_damage(folder: Path) -> None:
    with sqlite3.connect(folder / "x.db") as raw:
        raw.execute("PRAGMA wal_checkpoint(RESTART)")
        raw.execute("INSERT INTO heartbeat VALUES ('one more', 21)")
        raw.commit()
        data = (folder / "x.db-wal").read_bytes()
    raw.close()
    assert len(data) > 20 * 4096
    assert not is_damaged(BytesIO(data))


def killed_in_a_large_transaction(where: Path) -> int:
    """The size of the journal that a killed import leaves behind."""
    subprocess.run([sys.executable, "-c", DIE_IN_A_LARGE_TRANSACTION, str(where)], cwd=ROOT, check=False, timeout=60)
    return Path(f"{where}-wal").stat().st_size


async def test_the_rest_of_a_large_transaction_that_never_ended_is_no_damage(tmp_path: Path) -> None:
    """SQLite gives the next journal salts of chance and writes over the first frames only."""
    where = tmp_path / "x.db"
    size = await asyncio.to_thread(killed_in_a_large_transaction, where)
    assert size > 1_000_000
    async with await Storage.open(where) as storage:
        for at in range(3):
            async with storage.transaction() as tx:
                await processes.beat(tx, "bot", at)
            assert len(await asyncio.to_thread(Path(f"{where}-wal").read_bytes)) == size
            async with await Storage.open(where) as another, another.reading() as tx:
                assert await processes.all_beats(tx) == {"bot": at}


async def test_a_new_databases_tables_are_in_its_file_at_once(where: Path) -> None:
    async with await Storage.open(where):
        sizes = await asyncio.to_thread(lambda: [path.stat().st_size for path in (where, Path(f"{where}-wal"))])
    assert sizes[0] > 50_000
    assert sizes[1] == 0


async def test_a_large_journal_is_never_held_in_memory_as_a_whole(tmp_path: Path) -> None:
    where = tmp_path / "x.db"
    size = await asyncio.to_thread(killed_in_a_large_transaction, where)
    tracemalloc.start()
    try:
        check_journal(str(where))
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert size > 6 * BLOCK_BYTES
    assert most < 3 * BLOCK_BYTES
