"""Python's collector of cyclic garbage, set for a process in which people wait.

A full collection looks at every object and stops the loop for as long: hundreds of milliseconds with twenty decoded games
in memory, and Python's usual thresholds begin one just when a deadline brings new games in. States and views hold no cycles, so
they are freed without the collector. What little is left for a full collection is collected when nobody is waiting.
"""

import asyncio
import gc
import time
from typing import Final

YOUNG, MIDDLE, OLD = 2_000, 10, 1_000
"""A full collection by itself only after some twenty million objects more than were freed; the usual is after seventy
thousand."""
EVERY_SECONDS: Final = 3_600.0
"""So long after a full collection the next one is wanted; a process on which somebody always waits goes without."""
LOOK_SECONDS: Final = 10.0
IDLE_SHARE: Final = 0.02
"""Nobody waits on a process that has spent less of a core between two looks."""


def settle() -> None:
    """Once, when the program is up: what is in memory now stays for good, so no collection looks at it again."""
    collect()
    gc.set_threshold(YOUNG, MIDDLE, OLD)


def collect() -> None:
    """A full collection of everything, also of what was set aside before; what is left is set aside."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


async def collect_when_idle() -> None:
    """Do a full collection an hour, at a moment when the process has nothing to do, until cancelled."""
    last, spent = time.monotonic(), time.process_time()
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        before, spent = spent, time.process_time()
        if time.monotonic() - last >= EVERY_SECONDS and spent - before < IDLE_SHARE * LOOK_SECONDS:
            collect()
            last, spent = time.monotonic(), time.process_time()
