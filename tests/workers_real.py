"""Real worker processes for whole suites: one set for all tests of this process, in a loop of its own, since each test's ends.

`ADMIRALTY_TEST_WORKERS=real` gives them to every table of the end-to-end tests; without it work is done in place, in a
fraction of the time (docs/testing.md)."""

import asyncio
import functools
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar, TypeVarTuple

from program.application import PRELOAD
from tests.workers_inline import InlineWorkers
from umpire.services import services, workers

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
ASKED: Final = "ADMIRALTY_TEST_WORKERS"
_IN_PLACE: Final = list[bool]()


class RealWorkers:
    """Satisfies `umpire.services.services.Workers` with the program's own workers."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="workers", daemon=True).start()
        self._workers = workers.ProcessWorkers(1, preload=PRELOAD)

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, urgent: bool = False, seconds: float = 0) -> T:
        """Call the function in a process, and wait for what comes of it."""
        asked = self._workers.run(function, *args, urgent=urgent, seconds=seconds)
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(asked, self._loop))


@functools.cache
def _shared() -> RealWorkers:
    return RealWorkers()


@contextmanager
def worked_in_place() -> Iterator[None]:
    """While this lasts, work is done in place though real workers are asked for: they would not notice what a test patches."""
    _IN_PLACE.append(True)
    try:
        yield
    finally:
        _IN_PLACE.pop()


def usual_workers() -> services.Workers:
    """What a table has unless its test gives it others."""
    real = os.environ.get(ASKED) == "real" and not _IN_PLACE
    return _shared() if real else InlineWorkers()
