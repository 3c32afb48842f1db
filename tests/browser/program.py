"""`bot.py play` in a process of its own, as a newcomer starts it; for tests and for the pictures in the documentation."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 120
STOP_SECONDS = 120
END_SECONDS = 30
"""All for a machine that other tests keep busy, since workers yield to whatever else runs."""


def hear_ctrl_c() -> None:
    """Ctrl+C is heard again: a shell's job in the background (`make ci &`, nohup) leaves it ignored to all it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@asynccontextmanager
async def playing(data: Path, *options: str, chance: str = "page") -> AsyncIterator[str]:
    """The program running in a process of its own; gives the page's address, and stops it as Ctrl+C does. With the same word
    of `chance` the same orders give the same campaign; a program that goes on with its data needs another."""
    settings = {"ADMIRALTY_DATA": str(data), "ADMIRALTY_PORT": "0", "ADMIRALTY_WORKERS": "1", "DISCORD_TOKEN": ""}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.browser.program_by_chance",
        chance,
        "--quiet",
        *options,
        cwd=data,
        env={**os.environ, **settings, "PYTHONPATH": str(ROOT)},
        preexec_fn=hear_ctrl_c,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said: list[str] = []
    reading: asyncio.Task[bytes] | None = None
    assert process.stdout is not None
    try:
        async with asyncio.timeout(START_SECONDS):
            while not (said and (found := re.search(r"http://127\.0\.0\.1:\d+", said[-1]))):
                line = await process.stdout.readline()
                assert line, f"it ended: {''.join(said)}"
                said.append(line.decode())
        reading = asyncio.create_task(process.stdout.read())
        yield found[0]
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGINT)
        try:
            status = await asyncio.wait_for(process.wait(), STOP_SECONDS)
        except TimeoutError as late:
            process.kill()
            await process.wait()
            async with asyncio.timeout(END_SECONDS):  # or the pipe is left to the next test
                last = await (process.stdout.read() if reading is None else reading)
            raise TimeoutError(f"it had to be killed: {''.join(said)}{last.decode()}") from late
    assert reading is not None
    rest = (await reading).decode()
    assert status == 0, rest
    assert "ERROR" not in rest, rest
