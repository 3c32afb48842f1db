"""One evening, several lives of the bot: it is stopped and started again on the same database and the same Discord."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from playtest.clock import ManualClock
from playtest.entropy import SeededEntropy
from sandbox.app import Sandbox
from storage.db import Storage
from tests.discord_kit import running_bot, running_sandbox
from tests.e2e.kit import Table, make_client
from tests.patience import WAIT_SECONDS
from tests.prepared import open_prepared
from tests.workers_real import usual_workers
from umpire.services.services import Services


@dataclass
class Lives:
    """The table of the bot that runs now; `restart` ends this one and begins the next."""

    folder: Path
    storage: Storage
    sandbox: Sandbox
    clock: ManualClock
    now: Table | None = None
    count: int = 0
    _stack: contextlib.AsyncExitStack = field(default_factory=contextlib.AsyncExitStack)

    @property
    def table(self) -> Table:
        """The table of this life."""
        assert self.now is not None
        return self.now

    async def restart(self) -> Table:
        """End this life and begin the next: nothing that was in memory is left."""
        await self._stack.aclose()
        self.count += 1
        chance = SeededEntropy(b"life %d" % self.count)
        services = Services(self.storage, usual_workers(), self.clock.now, chance)
        client, bot = make_client(services, self.folder / "commands.sha256")
        await self._stack.enter_async_context(running_bot(client, self.sandbox))
        async with asyncio.timeout(120):
            while bot.deliverer._loop is None:  # noqa: ASYNC110 # nothing tells when on_ready is done
                await asyncio.sleep(0.01)
        first = self.now or Table(self.sandbox, client, bot, self.clock)
        self.now = replace(first, client=client, bot=bot)
        return self.now

    async def end(self) -> None:
        """No further life."""
        await self._stack.aclose()


@contextlib.asynccontextmanager
async def lives(folder: Path) -> AsyncIterator[Lives]:
    """A sandbox and a database with a bot on them that can be restarted."""
    clock = ManualClock()
    async with (
        await open_prepared(folder / "admiralty.db") as storage,
        running_sandbox(clock=clock.time, answer_timeout=WAIT_SECONDS) as sandbox,
    ):
        found = Lives(folder, storage, sandbox, clock)
        await found.restart()
        try:
            yield found
        finally:
            await found.end()
