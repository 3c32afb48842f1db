"""How long a test waits for what must come: an event ends the wait, and no test guesses at the machine's speed."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Final

WAIT_SECONDS: Final = 120.0


def wait_for_file(path: Path) -> None:
    """Return when a file is there; TimeoutError if it never comes. For another process than the test's own."""
    until = monotonic() + WAIT_SECONDS
    while not path.exists():
        if monotonic() > until:
            raise TimeoutError(f"{path} never came")
        sleep(0.005)


async def until(true: Callable[[], bool]) -> None:
    """Return when something is so of which nothing tells when it changes; TimeoutError if it never is."""
    async with asyncio.timeout(WAIT_SECONDS):
        while not true():  # noqa: ASYNC110 # as said
            await asyncio.sleep(0.01)
