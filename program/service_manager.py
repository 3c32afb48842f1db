"""What a service manager is told (systemd's sd_notify): that the bot is up, that it goes on, that it stops.

One datagram each to the socket that NOTIFY_SOCKET names; without it nothing is told. Where WATCHDOG_USEC is set, a process
that is not heard of for so long is killed and started anew: that is for a loop that stands still, which nothing within can
notice. A database server that is away when a process starts is waited for: after a reboot it may be the last to be there.
"""

import asyncio
import logging
import os
import socket
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeVar

from storage.errors import UnreachableError

log = logging.getLogger("admiralty.service")

BEATS_A_WATCHDOG: Final = 3
"""The bot is heard of so many times within what the watchdog waits."""


class ServiceManager:
    """The one that started this process, if any; by default as the environment names it."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        name = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + name[1:] if name.startswith("@") else name
        for_us = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        microseconds = environment.get("WATCHDOG_USEC", "")
        self.patience = int(microseconds) / 1e6 if for_us and microseconds.isdecimal() else 0.0
        """Seconds after which it takes a silent process for dead; 0 if it does not watch."""

    def tell(self, *words: str) -> None:
        """Tell it lines such as READY=1; what cannot be told is logged, and harms nobody."""
        if not self._address or not hasattr(socket, "AF_UNIX"):
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.setblocking(False)
                line.sendto("\n".join(words).encode(), self._address)
        except OSError as wrong:
            log.warning("The service manager did not take %s (%s).", words[0], wrong.strerror or wrong)

    async def keep_telling(self, well: Callable[[], bool]) -> None:
        """Be heard of as long as the loop goes and `well` says so, until cancelled; returns at once if nobody watches."""
        while self.patience:
            if well():
                self.tell("WATCHDOG=1")
            await asyncio.sleep(self.patience / BEATS_A_WATCHDOG)


program_log = logging.getLogger("admiralty")

T = TypeVar("T")

PAUSE_SECONDS: Final = (2, 5, 15, 30)
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
            wait = PAUSE_SECONDS[min(tries, len(PAUSE_SECONDS) - 1)]
            tries += 1
            program_log.warning("%s Trying again in %s s.", wrong, wait)
            manager.tell(f"EXTEND_TIMEOUT_USEC={START_SECONDS * 1_000_000}", "STATUS=Waiting for its database.")
            await asyncio.sleep(wait)
        else:
            if tries:
                program_log.info("The database is there.")
                manager.tell("STATUS=")
            return found
