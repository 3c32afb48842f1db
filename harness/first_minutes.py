"""A newcomer's first minutes, timed: from a fresh clone by `make play` to the page, and from there to the first report.

The clone has what is committed here, and no `.venv`. The newcomer is Ada in a browser, who gives what the staff advises and is
ready: what is left of three minutes is for reading. Without a browser the first time alone is told.
"""

import asyncio
import os
import re
import signal
import subprocess
import tempfile
import time
from asyncio.subprocess import PIPE, STDOUT
from pathlib import Path
from typing import Final

from tests.browser.kit import PHONE, find_chromium, launched, seated
from tests.browser.taps import Taps
from tests.browser.year import Year

ROOT: Final = Path(__file__).resolve().parents[1]
CLONE: Final = "admiralty"
MOST_SECONDS: Final = 900
PAGE_SECONDS, REPORT_SECONDS = 60, 180
"""What it should take on two cores that do nothing else."""
STOP_SECONDS: Final = 60


async def first_minutes(folder: Path) -> int:
    """Play in the clone that is in a folder, and say how long each took; 0 unless it came to nothing."""
    clone = folder / CLONE
    # BROWSER is what would open the page by itself.
    environment = {**os.environ, "BROWSER": "true", "ADMIRALTY_PORT": "0", "ADMIRALTY_DATA": str(folder / "data")}
    environment.pop("VIRTUAL_ENV", None)
    began = time.monotonic()
    task = await asyncio.create_subprocess_exec(
        "make", "play", cwd=clone, env=environment, stdout=PIPE, stderr=STDOUT, start_new_session=True
    )
    try:
        async with asyncio.timeout(MOST_SECONDS):
            url = await _url(task)
            print(
                f"From a fresh clone to the page: {time.monotonic() - began:.0f} s (at most {PAGE_SECONDS} s).",
                flush=True,
            )
            if (chromium := find_chromium()) is None:
                return 0
            began = time.monotonic()
            async with launched(chromium) as browser, seated(browser, url, PHONE) as ada:
                year = Year(ada, await Taps.first_screen(ada, "Ada"))
                await year.month(1)
            print(
                f"From the page to the first report: {time.monotonic() - began:.0f} s (at most {REPORT_SECONDS} s).",
                flush=True,
            )
    finally:
        await _ended(task)
    return 0


async def _ended(task: asyncio.subprocess.Process) -> None:
    """The program has ended: at once, or by force if it takes longer than `STOP_SECONDS`."""
    # Of a shell's job in the background SIGINT is ignored, by its children too.
    os.killpg(task.pid, signal.SIGTERM)
    try:
        await asyncio.wait_for(task.communicate(), STOP_SECONDS)
    except TimeoutError:
        os.killpg(task.pid, signal.SIGKILL)
        await task.wait()


async def _url(task: asyncio.subprocess.Process) -> str:
    """The page's address, from what the program prints; RuntimeError if it ends first."""
    assert task.stdout is not None
    told = ""
    while line := (await task.stdout.readline()).decode():
        told += line
        if found := re.search(r"is ready: (http://\S+)", line):
            return found[1]
    raise RuntimeError(told)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="admiralty-minutes-") as temporary:
        subprocess.run(["git", "clone", "--quiet", "--depth", "1", ROOT.as_uri(), Path(temporary, CLONE)], check=True)
        raise SystemExit(asyncio.run(first_minutes(Path(temporary))))
