"""The data folder belongs to one program at a time: who has it, and a new beginning that keeps what was there."""

import contextlib
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from program.application import writable
from settings import Settings, SettingsError
from umpire.campaign.founding import play_campaign

LOCK: Final = "in-use.lock"
HOLDER: Final = "in-use.txt"
"""What the program that has the folder says of itself; of nobody if the lock is free."""
ASIDE: Final = "set-aside"


@contextlib.contextmanager
def lock_data_folder(folder: Path, command: str) -> Iterator[Callable[[str], None]]:
    """The data folder, for one program alone as long as a block lasts; made if it is not there. A second program is told the
    `command`, and where the program is if the block has said so. SettingsError if another program has the folder, or if files
    cannot be made in it.

    The lock is the operating system's: it ends with the process, however that ends.
    """
    writable(folder)
    holder = folder / HOLDER
    lock = FileLock(folder / LOCK, timeout=0)
    try:
        lock.acquire()
    except Timeout as wrong:
        raise SettingsError(
            f"Another program uses the data folder {folder.resolve()}: {_holder(holder)}. "
            "Stop it first, or set ADMIRALTY_DATA to another folder."
        ) from wrong
    try:
        me = f"bot.py {command}, process {os.getpid()}, since {datetime.now(UTC):%Y-%m-%d %H:%M} UTC"

        def say(where: str) -> None:
            holder.write_text(f"{me}, {where}", "utf-8")

        say("which is just beginning")
        yield say
    finally:
        holder.unlink(missing_ok=True)
        lock.release()


def _holder(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except OSError:
        return "it has not said yet which it is"


def play_folder(settings: Settings, *, table: bool) -> Path:
    """Where `play` keeps its campaign: the table of four people has a folder of its own in the data folder."""
    return settings.data / "table" if table else settings.data


def set_aside(folder: Path, now: datetime) -> Path | None:
    """Move the play campaign into a new folder beside it, and give that folder; None if there is no campaign. What else is in the
    data folder stays."""
    there = [
        folder / name
        for name in (*play_campaign.PLAY_FILES, play_campaign.SANDBOX_PICTURES)
        if (folder / name).exists()
    ]
    if not there:
        return None
    stem = now.strftime(f"{ASIDE}-%Y-%m-%d-%H%M%S")
    names = (stem, *(f"{stem}-{number}" for number in range(2, 1000)))
    kept = next(folder / name for name in names if not (folder / name).exists())
    kept.mkdir()
    for file in there:
        file.rename(kept / file.name)
    return kept
