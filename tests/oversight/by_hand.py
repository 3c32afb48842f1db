"""`bot.py` as an operator types it: in a process of its own, with no settings but those that a test gives."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

from tests.patience import WAIT_SECONDS
from tests.umpire.kept import keep_campaign

ROOT = Path(__file__).parents[2]
SETTINGS = ("ADMIRALTY_", "DISCORD_", "DATABASE_")


def environment(**given: str) -> dict[str, str]:
    """This process's, with these settings alone."""
    bare = {key: value for key, value in os.environ.items() if not key.startswith(SETTINGS)}
    return {**bare, "ADMIRALTY_WORKERS": "0", "ADMIRALTY_LOG": "WARNING", **given}


async def begun(folder: Path, *words: str, **given: str) -> Process:
    """The program begun in a folder, which stands for the operator's shell."""
    return await asyncio.create_subprocess_exec(
        sys.executable, str(ROOT / "bot.py"), *words, cwd=folder, env=environment(**given), stdout=PIPE, stderr=PIPE
    )


async def typed(folder: Path, *words: str, **given: str) -> tuple[int | None, str, str]:
    """The program run there to its end: its status, what it printed, and what it said on standard error."""
    task = await begun(folder, *words, **given)
    out, err = await asyncio.wait_for(task.communicate(), WAIT_SECONDS)
    return task.returncode, out.decode(), err.decode()


async def refused(folder: Path, *words: str, **given: str) -> str:
    """The one sentence with which the program refuses."""
    status, out, err = await typed(folder, *words, **given)
    assert (status, out) == (2, ""), (words, status, out, err)
    (line,) = err.splitlines()
    assert line.startswith("✗ "), err
    return line


async def kept_game(database: Path) -> Path:
    """A campaign's database."""
    database.parent.mkdir(parents=True, exist_ok=True)
    await keep_campaign(database)
    return database


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder, by their path in it, and the folders in it as nothing."""
    return {str(each.relative_to(folder)): each.read_bytes() if each.is_file() else b"" for each in folder.rglob("*")}
