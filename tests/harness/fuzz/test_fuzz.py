"""A bounded run of `make fuzz`, the same in every run; and that its watcher would notice."""

import asyncio
import logging
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import discord
import pytest

from harness.fuzz.actions import Fuzzer
from harness.fuzz.digest import LiveDatabase, changed
from harness.fuzz.run import FuzzTally, evening, rest
from harness.fuzz.step import LOOK_COMMANDS, Done, FuzzStep
from harness.fuzz.table import set_up
from harness.fuzz.watch import HELD_S, Complaints, watching
from tests.e2e.kit import Table, running_table

STEPS = 200


async def test_no_hostile_value_breaks_a_rule_of_the_watch() -> None:
    tally, told = FuzzTally(), list[str]()
    await evening("check", STEPS, tally, lambda step, wrong: told.append(f"{step}: {wrong}"))
    assert told == []
    assert tally.refused > STEPS // 4
    assert len(tally.changing) > 5
    assert set(tally.kinds) == {"command", "suggest", "press", "twice", "time"}


async def test_a_seed_gives_the_same_steps_again_and_a_fault_is_noticed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in ("nacl", "dave"):  # as the program does: the first client of a process would warn of voice
        monkeypatch.setattr(discord.VoiceClient, f"warn_{kind}", False)
    runs: list[list[str]] = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
        async with running_table(folder) as table:
            runs.append(await _steps(table, folder))
    assert runs[0] == runs[1]
    assert caplog.records == []


async def _steps(table: Table, folder: Path) -> list[str]:
    found = await set_up(table)
    await rest(table, everything=True)
    with watching(found, folder / "admiralty.db") as watcher:
        fuzzer, steps = Fuzzer(found, "again"), list[str]()
        assert set(fuzzer.leaves) >= LOOK_COMMANDS
        for number in range(1, 26):
            step, done = await fuzzer.step(number)
            await rest(table, everything=watcher.moved())
            assert watcher.faults(step, done) == []
            steps.append(str(step))
        refused = await table.visitor.slash("campaign", "orders show")
        assert watcher.faults(FuzzStep(0, "command", "visitor", "campaign", "orders show"), Done([refused])) == []
        asyncio.get_running_loop().call_soon(_work_on_the_loop)
        await asyncio.sleep(0)
        (held,) = watcher.faults(FuzzStep(0, "command", "visitor", "campaign", "orders show"), Done([refused]))
        assert re.match(r"held the event loop for 1\d\d ms: .*_work_on_the_loop", held)
        await asyncio.to_thread(_rename, folder / "admiralty.db", found.games[0])
        wrong = watcher.faults(FuzzStep(0, "command", "visitor", "campaign", "orders show"), Done([refused]))
        assert wrong[0].startswith(f"refused, and yet changed games of {found.games[0]}")
    return steps


def _work_on_the_loop() -> None:
    """What should have been a worker's."""
    end = time.thread_time() + HELD_S * 1.1
    while time.thread_time() < end:
        pass


def _rename(database: Path, game: str) -> None:
    """Write beside the bot, in a thread: the bot's own transaction ends only while its loop runs."""
    with closing(sqlite3.connect(database, timeout=60)) as raw, raw:
        raw.execute("UPDATE games SET name = 'x' WHERE id = ?", (game,))


def test_a_digest_tells_table_and_game_of_what_was_changed_and_leaves_out_signs_of_life(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("CREATE TABLE games (id TEXT, name TEXT)")
    raw.execute("CREATE TABLE sheets (game TEXT, word TEXT)")
    raw.execute("CREATE TABLE heartbeat (at INTEGER)")
    raw.execute("INSERT INTO games VALUES ('g', 'One')")
    with LiveDatabase(path) as books:
        before = books.digest()
        raw.execute("INSERT INTO heartbeat VALUES (1)")
        assert changed(before, books.digest()) == []
        raw.execute("INSERT INTO sheets VALUES ('g', '')")
        assert changed(before, books.digest()) == [("sheets", "g")]
    raw.close()


def test_what_the_log_complains_of_is_a_fault() -> None:
    complaints = Complaints()
    log = logging.getLogger("a room")
    log.addHandler(complaints)
    log.warning("slow")
    log.error("broken %s", "it")
    log.removeHandler(complaints)
    assert complaints.heard == ["log: a room: broken it"]
