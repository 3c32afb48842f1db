"""Tasks that run beside everything else, brought to their end."""

import asyncio
from collections.abc import Iterable
from typing import Any, Final

CANCEL_AGAIN_SECONDS: Final = 0.5


async def end(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait until they have ended; what they raise is dropped.

    A cancellation can be lost: asyncio.wait_for of Python 3.11, by which the pool of PostgreSQL's connections waits, drops one
    that comes as what it waits for ends. A task that goes on is cancelled again.
    """
    found = set(tasks)
    left = {task for task in found if not task.done()}
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=CANCEL_AGAIN_SECONDS)
    await asyncio.gather(*found, return_exceptions=True)
