"""One data folder, one program: the second is told who has it, and a new beginning keeps what was there."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from program.data_folder import lock_data_folder, set_aside
from settings import SettingsError
from umpire.campaign.founding import play_campaign

ROOT = Path(__file__).parents[1]
MOMENT = datetime(2026, 5, 4, 12, 30, 1, tzinfo=UTC)


def environment(data: Path) -> dict[str, str]:
    return {**os.environ, "ADMIRALTY_DATA": str(data), "ADMIRALTY_PORT": "0", "ADMIRALTY_LOG": "ERROR"}


async def program(data: Path, *arguments: str, **more: str) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "bot.py", *arguments, cwd=ROOT, env={**environment(data), **more}, stdout=PIPE, stderr=PIPE
    )


@contextlib.asynccontextmanager
async def playing(data: Path, *options: str) -> AsyncIterator[tuple[Process, str]]:
    """`bot.py play` in a folder, ready, with what it printed until then; stopped at the end, if it still is there."""
    task = await program(data, "play", "--quiet", *options)
    assert task.stdout is not None
    printed = ""
    async with asyncio.timeout(120):
        while "Admiralty is ready" not in printed:
            printed += (await task.stdout.readline()).decode()
    try:
        yield task, printed
    finally:
        with contextlib.suppress(ProcessLookupError):
            task.send_signal(signal.SIGTERM)
        await asyncio.wait_for(task.communicate(), 60)


def campaigns(database: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return [name for (name,) in connection.execute("SELECT id FROM games")]


async def test_the_second_program_is_told_who_has_the_folder_and_where_and_takes_nothing_away(tmp_path: Path) -> None:
    async with playing(tmp_path) as (first, printed):
        url = next(word for word in printed.split() if word.startswith("http://"))
        before = campaigns(tmp_path / "play.db")
        for arguments in (("play", "--quiet"), ("play", "--quiet", "--fresh"), ("run",)):
            second = await program(tmp_path, *arguments, DISCORD_TOKEN="a.b.c")
            out, err = await asyncio.wait_for(second.communicate(), 60)
            assert (second.returncode, out) == (2, b"")
            told = err.decode()
            assert told.startswith(
                f"✗ Another program uses the data folder {tmp_path}: bot.py play, process {first.pid}, "
            )
            assert url in told
            assert "set ADMIRALTY_DATA to another folder" in told
        assert campaigns(tmp_path / "play.db") == before
    assert not (tmp_path / "in-use.txt").exists()


async def test_a_program_that_was_killed_has_the_folder_no_more_and_a_fresh_beginning_keeps_its_campaign(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path) as (first, _):
        before = campaigns(tmp_path / "play.db")
        first.send_signal(signal.SIGKILL)
    async with playing(tmp_path, "--fresh") as (_, printed):
        (kept,) = await asyncio.to_thread(lambda: list(tmp_path.glob("set-aside-*")))
        assert f"The campaign that was here is kept in {kept}." in printed
        assert campaigns(kept / "play.db") == before
        assert campaigns(tmp_path / "play.db") != before


async def test_the_table_of_four_has_a_folder_of_its_own(tmp_path: Path) -> None:
    async with playing(tmp_path, "--table"):
        assert campaigns(tmp_path / "table" / "play.db")
        assert not (tmp_path / "play.db").exists()


def test_what_is_set_aside_is_the_campaign_and_nothing_else(tmp_path: Path) -> None:
    assert set_aside(tmp_path, MOMENT) is None
    for turn in ("first", "second"):
        for name in (play_campaign.DATABASE_FILE, "admiralty.db"):
            (tmp_path / name).write_text(turn)
        (tmp_path / play_campaign.SANDBOX_PICTURES).mkdir()
        (tmp_path / play_campaign.SANDBOX_PICTURES / "map.png").write_text(turn)
        kept = set_aside(tmp_path, MOMENT)
        assert kept is not None
        assert sorted(str(path.relative_to(kept)) for path in kept.rglob("*") if path.is_file()) == [
            "play-discord.db.files/map.png",
            "play.db",
        ]
        assert (kept / "play.db").read_text() == turn
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "admiralty.db",
        "set-aside-2026-05-04-123001",
        "set-aside-2026-05-04-123001-2",
    ]


def test_a_folder_is_free_again_after_its_block_and_a_holder_that_said_nothing_is_no_riddle(tmp_path: Path) -> None:
    with lock_data_folder(tmp_path, "run"):
        (tmp_path / "in-use.txt").unlink()
        with pytest.raises(SettingsError, match="it has not said yet which it is"), lock_data_folder(tmp_path, "play"):
            pass
    with lock_data_folder(tmp_path, "run") as say:
        say("on the database x.db")
        code = (
            "import sys; from pathlib import Path; from program.data_folder import lock_data_folder\n"
            f"with lock_data_folder(Path({str(tmp_path)!r}), 'play'): pass"
        )
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
        assert "bot.py run, process" in done.stderr
        assert "on the database x.db" in done.stderr
    with lock_data_folder(tmp_path, "play"):
        pass
