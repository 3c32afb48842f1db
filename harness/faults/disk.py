"""The disk: full, locked by another program, and files that were damaged or come from a newer version."""

import asyncio
import random
import resource
import shutil
import sqlite3
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import aiohttp

from harness.faults.acts import ORDER_GIVEN, advance, answer_to, order, plays_on, quiet
from harness.faults.books import DatabaseFile
from harness.faults.outcome import NotHere, Observation
from harness.faults.page import Person
from harness.faults.programs import once, pair

LOCK_S: Final = 25


async def full_disk(folder: Path) -> Observation:
    """The running bot may write no file further (RLIMIT_FSIZE set from outside: SQLite gets the error of a full disk, in
    the journal's next page); then it may again. No file system is filled, no root is needed."""
    if not hasattr(resource, "prlimit"):
        raise NotHere("limits of another process are set by prlimit, which only Linux has")
    async with pair(folder) as both, aiohttp.ClientSession() as web:
        await both.bot.start()
        books, ada, gm = DatabaseFile(both.database), Person(web, both.url, "ada"), Person(web, both.url, "gm")
        await quiet(books)
        hard = resource.prlimit(both.bot.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(both.bot.pid, resource.RLIMIT_FSIZE, (_least_size(both.database), hard))
        answer = await order(ada, "While the disk is full")
        wrong = [f"confirmed on a full disk: {answer!r}"] if ORDER_GIVEN in answer else []
        wrong += [] if "database" in answer else [f"the sentence does not say what is wrong: {answer!r}"]
        looked = await answer_to(ada, "fleet list")
        wrong += [] if looked and not looked.startswith("⚠") else [f"cannot even look: {looked!r}"]
        resolved = await advance(gm)
        resource.prlimit(both.bot.pid, resource.RLIMIT_FSIZE, (hard, hard))
        after = await order(ada, "When there is room again")
        wrong += [] if ORDER_GIVEN in after else [f"not given when there is room again: {after!r}"]
        wrong += await plays_on(books, gm)
        wrong += books.wrong_orders(["When there is room again"], ["While the disk is full"])
        return Observation(
            1, wrong, f"while full an order is answered {answer[:90]!r}, a turn {resolved[:60]!r}; reads go on"
        )


async def locked(folder: Path) -> Observation:
    """Another program holds the database for 25 s: while the bot runs, and while it starts."""
    async with pair(folder) as both, aiohttp.ClientSession() as web:
        await both.bot.start()
        books, ada, gm = DatabaseFile(both.database), Person(web, both.url, "ada"), Person(web, both.url, "gm")
        await quiet(books)
        lock = asyncio.create_task(asyncio.to_thread(_hold, both.database))
        await asyncio.sleep(0.5)
        begun = time.monotonic()
        looked = await answer_to(ada, "fleet list")
        reading = time.monotonic() - begun
        wrong = [] if looked and not looked.startswith("⚠") else [f"cannot look: {looked!r}"]
        answer = await order(ada, "While it was locked")
        await lock
        wrong += await plays_on(books, gm)
        wrong += books.wrong_orders(["While it was locked"] if ORDER_GIVEN in answer else [], ["While it was locked"])
        await both.bot.end()
        lock = asyncio.create_task(asyncio.to_thread(_hold, both.database))
        await asyncio.sleep(0.5)
        try:
            await both.bot.start()
        except RuntimeError as ended:
            await lock
            told = str(ended)
            wrong += [] if "locked" in told or "✗" in told else [f"started on a locked database: {told[-200:]!r}"]
            await both.bot.start()
        await lock
        wrong += await plays_on(books, gm)
        return Observation(2, wrong, f"a read took {reading:.1f} s; a write was answered {answer[:90]!r}")


async def damaged(good: Path, folder: Path) -> Observation:
    """A database that is garbage, halved, half garbage, newer, whose journal is damaged; a data folder that is a file."""
    wrong: list[str] = []
    told: set[str] = set()
    for name, damage in DAMAGE.items():
        data = folder / name.replace(" ", "_")
        await asyncio.to_thread(shutil.copytree, good, data)
        damage(data / "admiralty.db")
        before = _contents(data)
        status, said = await once("db", "check", data=data)
        wrong += one_sentence(name, status, said)
        wrong += [] if _contents(data) == before else [f"{name}: files were changed"]
        told.add(said.strip()[:60])
    file = folder / "file"
    file.write_text("no folder")
    status, said = await once("play", "--quiet", data=file)
    wrong += one_sentence("the data folder is a file", status, said)
    return Observation(len(DAMAGE) + 1, wrong, f"{len(told) + 1} sentences, status 2, files untouched")


async def broken_capsules(good: Path, folder: Path, count: int, seed: int) -> Observation:
    """`bot.py import` of capsules with flipped bits, cut off, empty: one sentence, or a whole game; nothing half."""
    (game,) = [row[0] for row in DatabaseFile(good / "admiralty.db").ask("SELECT id FROM games")]
    data = folder / "capsules"
    await asyncio.to_thread(shutil.copytree, good, data)
    whole = folder / "whole.zip"
    status, said = await once("export", game, str(whole), data=data)
    if status:
        return Observation(0, [f"the game cannot be exported: {said}"], "")
    chance, wrong, accepted = random.Random(seed), list[str](), 0
    for number in range(count):
        content = bytearray(whole.read_bytes())
        if number % 5 == 4:
            del content[chance.randrange(len(content)) :]
        else:
            content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        bad = folder / f"bad-{number}.zip"
        bad.write_bytes(content)
        status, said = await once(
            "import", str(bad), "--guild", "1", "--channel", str(number + 2), "--gm", "1", data=data
        )
        accepted += status == 0
        wrong += one_sentence(bad.name, status, said) if status else []
    games = len(DatabaseFile(data / "admiralty.db").ask("SELECT id FROM games"))
    wrong += [] if games == 1 + accepted else [f"{games} games after {accepted} imports"]
    return Observation(count, wrong, f"{count - accepted} refused in a sentence, {accepted} read whole")


def one_sentence(what: str, status: int, said: str) -> list[str]:
    """What is wrong with how the program refused: it ends with status 2 and one line that begins with the mark."""
    lines = said.strip().splitlines()
    if status == 2 and len(lines) == 1 and lines[0].startswith("✗ "):
        return []
    return [f"{what}: status {status}, {len(lines)} lines: {(lines or [''])[-1][:200]!r}"]


def _garbage(database: Path) -> None:
    database.write_bytes(random.Random(1).randbytes(50_000))


def _halved(database: Path) -> None:
    data = database.read_bytes()
    database.write_bytes(data[: len(data) // 2 // 4096 * 4096])


def _half_garbage(database: Path) -> None:
    data = database.read_bytes()
    half = len(data) // 2
    database.write_bytes(data[:half] + random.Random(2).randbytes(len(data) - half))


def _newer(database: Path) -> None:
    raw = sqlite3.connect(database)
    raw.execute("UPDATE alembic_version SET version_num = 'from_the_future'")
    raw.commit()
    raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    raw.close()


def _journal(database: Path) -> None:
    """All that was written since the last checkpoint is in the journal, and a bit of it is another."""
    raw, other = sqlite3.connect(database), sqlite3.connect(database)
    raw.execute("PRAGMA journal_mode = WAL")
    raw.execute("PRAGMA wal_autocheckpoint = 0")
    for round_ in range(3):
        raw.execute("UPDATE games SET version = version + ?", (round_,))
        raw.commit()
    journal = Path(f"{database}-wal")
    kept = bytearray(journal.read_bytes())
    whole = database.read_bytes()
    raw.close()
    other.close()
    kept[100] ^= 255
    database.write_bytes(whole)
    journal.write_bytes(kept)


DAMAGE: Final[Mapping[str, Callable[[Path], None]]] = {
    "garbage": _garbage, "halved": _halved, "half garbage": _half_garbage, "newer": _newer, "damaged journal": _journal,
}  # fmt: skip


def _least_size(database: Path) -> int:
    """What the smaller of the database and its journal holds: neither can grow beyond it."""
    journal = Path(f"{database}-wal")
    return min(each.stat().st_size for each in (database, journal) if each.exists())


def _contents(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file() and not p.name.endswith("-shm")}


def _hold(database: Path) -> None:
    raw = sqlite3.connect(database, timeout=30, isolation_level=None)
    raw.execute("BEGIN IMMEDIATE")
    time.sleep(LOCK_S)
    raw.execute("ROLLBACK")
    raw.close()
