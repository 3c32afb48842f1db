"""Workers of a busy machine, and a step that must be answered in time although they are slow."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar, TypeVarTuple

from sandbox.interactions import Interaction
from tests.e2e.kit import Table
from tests.workers_inline import InlineWorkers

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
SLOW_SECONDS: Final = 4.0
"""How long a worker takes for somebody who has no first answer yet; for others it is as fast as ever."""


async def kept_waiting(table: Table) -> Interaction | None:
    """What was done last, if it had no first answer when a worker had taken four seconds: it waits for that worker."""
    done = next(reversed(table.sandbox.core.interactions.by_id.values()), None)
    if done is None or done.first.done():
        return None
    await asyncio.wait((done.first,), timeout=SLOW_SECONDS)
    return None if done.first.done() else done


class SlowWorkers(InlineWorkers):
    """Workers of a busy machine: slow at a table."""

    table: Table | None = None

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, urgent: bool = False, seconds: float = 0) -> T:
        """The same, later."""
        if self.table is not None:
            await kept_waiting(self.table)
        return await super().run(function, *args, urgent=urgent, seconds=seconds)


async def in_time(table: Table, workers: SlowWorkers, step: Callable[[], Awaitable[object]]) -> None:
    """Do a step while nothing is remembered and workers take four seconds; the sandbox refuses a first answer after one."""
    table.services.cache.clear()
    workers.table = table
    await step()
    workers.table = None
