"""How a process handles memory: the C library's allocator and Python's collector of cyclic garbage.

glibc's own settings suit short programs. The first large buffer that is freed has it take later ones of that size from a heap,
from which memory between two things still in use is never given back, and each thread has heaps of its own. A bot that runs for
months, with eleven threads and a packed state in hand every second, comes to hold more than it uses.

A full collection looks at every object and stops the loop for as long: hundreds of milliseconds with twenty decoded games
in memory, and Python's usual thresholds begin one just when a deadline brings new games in. States and views hold no cycles, so
they are freed without the collector. What little is left for a full collection is collected when nobody is waiting.
"""

import asyncio
import ctypes
import gc
import os
import time
from typing import Final

MMAP_THRESHOLD: Final = -3
ARENA_MAX: Final = -8
"""As malloc.h names them."""
LARGE_BYTES: Final = 128 * 1024
"""Buffers from this size on are mapped one by one, and given back as soon as they are freed."""
MOST_ARENAS: Final = 2
YOUNG, MIDDLE, OLD = 2_000, 10, 1_000
"""A full collection by itself only after some twenty million objects more than were freed; the usual is after seventy
thousand."""
GIVE_BACK_SECONDS: Final = 3_600.0
"""So long after a full collection the next one is wanted; a process on which somebody always waits goes without."""
IDLE_LOOK_SECONDS: Final = 10.0
IDLE_SHARE: Final = 0.02
"""Nobody waits on a process that has spent less of a core between two looks."""


def give_back() -> None:
    """Have freed buffers given back. Once, early: heaps of threads that have begun stay. Nothing is done without glibc."""
    if not is_glibc():
        return
    libc = ctypes.CDLL(None)
    libc.mallopt(MMAP_THRESHOLD, LARGE_BYTES)
    libc.mallopt(ARENA_MAX, MOST_ARENAS)


def is_glibc() -> bool:
    """Whether the C library is glibc."""
    try:
        return bool(os.confstr("CS_GNU_LIBC_VERSION"))
    except (AttributeError, ValueError, OSError):
        return False


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
        await asyncio.sleep(IDLE_LOOK_SECONDS)
        before, spent = spent, time.process_time()
        if time.monotonic() - last >= GIVE_BACK_SECONDS and spent - before < IDLE_SHARE * IDLE_LOOK_SECONDS:
            collect()
            last, spent = time.monotonic(), time.process_time()
