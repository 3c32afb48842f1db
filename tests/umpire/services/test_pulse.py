"""Whether clock and deliverer go: told to the operator from the database alone, and to everybody in a line."""

import asyncio
import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from installed import VERSION
from storage import processes
from storage.db import Storage
from tests.on_postgresql import address_of
from umpire.services.processes import CLOCK_SUFFIX, LETTERS_SUFFIX, part_name
from umpire.services.pulse import STALE_SECONDS, Pulse, check_here, check_running, pulse_text

NOW = 1_800_000_000
HERE = socket.gethostname()


async def file_with(folder: Path, beats: Mapping[str, int]) -> str:
    """A database in which these have beaten."""
    async with await Storage.open(folder / "admiralty.db") as storage:
        async with storage.transaction() as tx:
            for name, at in beats.items():
                await processes.beat(tx, name, at)
        return address_of(storage)


async def test_a_bot_at_work_is_told_with_its_process(tmp_path: Path) -> None:
    where = await file_with(
        tmp_path, {part_name(CLOCK_SUFFIX): NOW - 12, part_name(LETTERS_SUFFIX): NOW - 5, "old:1:clock": NOW - 9999}
    )
    check = check_running(where, NOW)
    assert check.ok
    assert check.text == (
        f"process {os.getpid()}: its clock last came round 12 s ago; its deliverer last came round 5 s ago"
    )


@pytest.mark.parametrize("part", [CLOCK_SUFFIX, LETTERS_SUFFIX])
async def test_a_bot_at_work_whose_clock_or_deliverer_stands_is_a_failed_check(part: str, tmp_path: Path) -> None:
    beats = {part_name(CLOCK_SUFFIX): NOW, part_name(LETTERS_SUFFIX): NOW, part_name(part): NOW - STALE_SECONDS - 1}
    check = check_running(await file_with(tmp_path, beats), NOW)
    assert not check.ok
    assert "3 min ago" in check.text
    assert "restart the bot" in check.line()


async def test_a_deliverer_that_never_began_is_a_failed_check(tmp_path: Path) -> None:
    check = check_running(await file_with(tmp_path, {part_name(CLOCK_SUFFIX): NOW}), NOW)
    assert not check.ok
    assert "its deliverer has never come round" in check.text


async def test_a_bot_that_was_stopped_is_said_and_no_fault(tmp_path: Path) -> None:
    ended = await asyncio.create_subprocess_exec(sys.executable, "-c", "")
    await ended.wait()
    process = f"{HERE}:{ended.pid}"
    where = await file_with(tmp_path, {process + CLOCK_SUFFIX: NOW - 7200, process + LETTERS_SUFFIX: NOW - 7200})
    check = check_running(where, NOW)
    assert check.ok
    assert check.text.startswith("none runs now; of the last one")
    assert "2 h ago" in check.text


async def test_where_no_bot_has_run_nothing_is_wrong(tmp_path: Path) -> None:
    assert check_running(await file_with(tmp_path, {}), NOW).ok
    assert check_running(str(tmp_path / "none.db"), NOW).ok
    (tmp_path / "garbage.db").write_bytes(b"garbage" * 1000)
    assert check_running(str(tmp_path / "garbage.db"), NOW).ok  # told by the check of the file itself


async def test_parts_do_not_count_as_downtime_is_measured(tmp_path: Path) -> None:
    """A deliverer that goes on while the clock stands keeps no deadline."""
    async with await Storage.open(tmp_path / "a.db") as storage, storage.transaction() as tx:
        await processes.beat(tx, "here:1:abcd", NOW - 500)
        await processes.beat(tx, f"here:1{LETTERS_SUFFIX}", NOW)
        assert await processes.last_beat(tx, without=(CLOCK_SUFFIX, LETTERS_SUFFIX)) == NOW - 500


def test_everybody_reads_a_line_without_seconds() -> None:
    text = pulse_text(Pulse(NOW - 5, NOW - 1), NOW)
    assert text == f"-# Admiralty {VERSION}. I last looked at the deadlines <t:{(NOW - 5) // 60 * 60}:R>."


@pytest.mark.parametrize("found", [Pulse(None, NOW), Pulse(NOW, None), Pulse(NOW - 500, NOW), Pulse(NOW, NOW - 500)])
def test_everybody_reads_that_it_is_too_long_ago(found: Pulse) -> None:
    assert pulse_text(found, NOW).startswith("⚠ I last looked at the deadlines ")


@pytest.mark.parametrize(
    ("clock", "letters", "well"),
    [
        (5, 9, True),
        (STALE_SECONDS, 0, True),
        (STALE_SECONDS + 1, 0, False),
        (0, STALE_SECONDS + 1, False),
        (0, None, False),
    ],
)
async def test_the_health_of_a_container_is_that_both_parts_came_round(
    tmp_path: Path, clock: int, letters: int | None, well: bool
) -> None:
    beats = {part_name(CLOCK_SUFFIX): NOW - clock} | (
        {} if letters is None else {part_name(LETTERS_SUFFIX): NOW - letters}
    )
    assert check_here(await file_with(tmp_path, beats), NOW).ok == well


async def test_a_bot_of_another_computer_says_nothing_of_the_health_of_this_one(tmp_path: Path) -> None:
    where = await file_with(tmp_path, {f"elsewhere:1{CLOCK_SUFFIX}": NOW, f"elsewhere:1{LETTERS_SUFFIX}": NOW})
    check = check_here(where, NOW)
    assert not check.ok
    assert f"none has run here ({HERE})" in check.text
    assert not check_here(tmp_path / "nothing.db", NOW).ok
