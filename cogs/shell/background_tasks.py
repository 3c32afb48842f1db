"""What runs beside the client: clock, letters, threads. Begun one after the other, watched, begun again where it has ended.

A bot that answers but keeps no deadline would be worse than none, so whatever fails at the start is tried again until it
succeeds, what ends is begun again, and a process in which something hangs ends, for its service manager to start anew.
"""

import asyncio
import contextlib
import itertools
import logging
import os
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, Final, Protocol

from cogs.common.interactions import BotClient
from cogs.common.outages import is_outage
from cogs.common.thread_keeper import ThreadKeeper
from umpire.services.task_end import end

log = logging.getLogger(__name__)

RETRY_SECONDS = (1, 2, 5, 15, 60)
"""How long to wait before a step of the start that failed is tried again; the last one, from then on."""
WATCH_SECONDS = 15
HUNG_SECONDS = 900
"""A clock or deliverer that has not come round for so long hangs: a look takes seconds, a start with many games a minute."""
SHUTDOWN_SECONDS = 120
"""How long an orderly end may take in a process in which something hangs."""
NO_WORK: Final[Mapping[str, Callable[[], Coroutine[Any, Any, None]]]] = {}
FAULT_EXIT_CODE: Final = 70
"""The exit status of a process that ends because something in it hangs; a service manager starts it again."""


class RunningPart(Protocol):
    """A part that is to go on as long as the bot does."""

    def revive(self) -> bool:
        """Go on, if it has ended and nobody stopped it; whether it had."""
        ...

    def silent_seconds(self) -> float:
        """How long ago it last came round; 0 while it is stopped."""
        ...


class HungError(Exception):
    """A part of the bot hangs; only a new process helps."""


class Running:
    """What runs beside one client, from its login to its end. `begin` is awaited when every seat has its thread and before
    letters go out, again if it failed. `beside` are what games want done for ever, by name, once there is a connection."""

    def __init__(
        self,
        client: BotClient,
        begin: Callable[[], Awaitable[None]] | None,
        beside: Mapping[str, Callable[[], Coroutine[Any, Any, None]]] = NO_WORK,
    ) -> None:
        self.client = client
        self.bot = client.bot
        self.begin = begin
        self.beside = beside
        self.threads = ThreadKeeper(client)
        self.hung: HungError | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def logged_in(self) -> None:
        """The token is good: the clock needs nothing else of Discord."""
        self._go_on("clock", self.until_done("The clock could not be started", self.bot.clock.start))
        self._go_on("watch", self._watch())

    def connected(self) -> None:
        """Servers and channels are known. Called again after every new session, which changes nothing."""
        if "letters" not in self._tasks:
            self._go_on("letters", self._letters())
            self._go_on("threads", self.threads.keep())
            for name, keep in self.beside.items():
                self._go_on(name, keep())

    def again(self, wrong: str, step: Callable[[], Awaitable[None]]) -> None:
        """Do a step that failed once more, beside everything else, until it succeeds."""
        self._go_on(wrong, self.until_done(wrong, step, first_wait=RETRY_SECONDS[0]))

    async def stop(self) -> None:
        """Let turns and letters under way finish, if anything was begun."""
        if not self._tasks:
            return
        tasks = [task for task in self._tasks.values() if task is not asyncio.current_task()]
        self._tasks.clear()
        await end(tasks)
        await self.bot.clock.stop()
        await self.bot.deliverer.stop()

    async def until_done(self, wrong: str, step: Callable[[], Awaitable[None]], *, first_wait: float = 0) -> None:
        """Do a step; what goes wrong is logged, and it is done again until it succeeds."""
        await asyncio.sleep(first_wait)
        for tries in itertools.count():
            try:
                await step()
            except Exception as error:
                wait = RETRY_SECONDS[min(tries, len(RETRY_SECONDS) - 1)]
                log.log(
                    logging.WARNING if is_outage(error) else logging.ERROR,
                    "%s (%s); trying again in %s s.",
                    wrong,
                    str(error) or type(error).__name__,
                    wait,
                    exc_info=None if is_outage(error) else error,
                )
                await asyncio.sleep(wait)
            else:
                return

    async def _letters(self) -> None:
        """Letters go out at once, except before a game that is still to be begun has its threads."""
        if self.begin is not None:
            await self.threads.looked.wait()
            await self.until_done("The game could not be begun", self.begin)
            self.bot.clock.poke()
        await self.bot.clock.heard_of.wait()  # what a process that nobody has heard of takes is put back by others
        await self.until_done("Letters cannot be sent", self.bot.deliverer.start)

    def _go_on(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        self._tasks[name] = asyncio.create_task(work)

    async def _watch(self) -> None:
        parts: Mapping[str, RunningPart] = {"clock": self.bot.clock, "deliverer": self.bot.deliverer}
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            for name, part in parts.items():
                if part.revive():
                    log.critical("The %s had ended and is begun again; tell the makers of the bot.", name)
                elif part.silent_seconds() > HUNG_SECONDS:
                    await self._end(f"The {name} has not come round for {part.silent_seconds():.0f} s")
                    return
            keeper = self._tasks.get("threads")
            if keeper is not None and keeper.done():
                log.critical("Nobody looked after threads; started again.", exc_info=keeper.exception())
                self._go_on("threads", self.threads.keep())

    async def _end(self, why: str) -> None:
        """Close the client, which ends the program; by force if what hangs keeps it from ending."""
        log.critical("%s: something hangs, so this process ends. Start it again.", why)
        self.hung = HungError(f"{why}; start the bot again")
        asyncio.get_running_loop().call_later(SHUTDOWN_SECONDS, os._exit, FAULT_EXIT_CODE)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SHUTDOWN_SECONDS / 2):
                await self.client.close()
