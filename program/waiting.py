"""A database server that is away when a process starts is waited for: after a reboot it may be the last to be there."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from program.service_manager import ServiceManager
from storage.errors import UnreachableError

log = logging.getLogger("admiralty")

T = TypeVar("T")

PAUSES: Final = (2, 5, 15, 30)
"""Seconds between two tries; the last one from then on."""
START_SECONDS: Final = 900
"""What a service manager that waits for the start is asked to add, from each try on: as long as the units give a start."""


async def until_reached(attempt: Callable[[], Awaitable[T]], manager: ServiceManager | None = None) -> T:
    """What `attempt` gives, tried again as long as it raises UnreachableError; each time the log has its sentence."""
    manager = manager or ServiceManager()
    tries = 0
    while True:
        try:
            found = await attempt()
        except UnreachableError as wrong:
            wait = PAUSES[min(tries, len(PAUSES) - 1)]
            tries += 1
            log.warning("%s Trying again in %s s.", wrong, wait)
            manager.tell(f"EXTEND_TIMEOUT_USEC={START_SECONDS * 1_000_000}", "STATUS=Waiting for its database.")
            await asyncio.sleep(wait)
        else:
            if tries:
                log.info("The database is there.")
                manager.tell("STATUS=")
            return found
