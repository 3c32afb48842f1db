"""Workers of a busy machine, and a step that must be answered in time although they are slow."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar, TypeVarTuple

from tests.e2e.kit import Table
from tests.workers_inline import InlineWorkers

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class SlowWorkers(InlineWorkers):
    """Workers of a busy machine: each answer takes so many seconds."""

    seconds = 0.0

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, urgent: bool = False, seconds: float = 0) -> T:
        """The same, later."""
        await asyncio.sleep(self.seconds)
        return await super().run(function, *args, urgent=urgent, seconds=seconds)


async def in_time(table: Table, workers: SlowWorkers, step: Callable[[], Awaitable[object]]) -> None:
    """Do a step while nothing is remembered and workers take four seconds; the sandbox refuses a first answer after one."""
    table.services.cache.clear()
    workers.seconds = 4.0
    await step()
    workers.seconds = 0.0
