"""The C library's allocator, set so that a process gives back what it no longer needs.

glibc's own settings suit short programs. The first large buffer that is freed has it take later ones of that size from a heap,
from which memory between two things still in use is never given back, and each thread has heaps of its own. A bot that runs for
months, with eleven threads and a packed state in hand every second, comes to hold more than it uses.
"""

import ctypes
import os
from typing import Final

MMAP_THRESHOLD: Final = -3
ARENA_MAX: Final = -8
"""As malloc.h names them."""
LARGE_BYTES: Final = 128 * 1024
"""Buffers from this size on are mapped one by one, and given back as soon as they are freed."""
ARENAS: Final = 2


def give_back() -> None:
    """Have freed buffers given back. Once, early: heaps of threads that have begun stay. Nothing is done without glibc."""
    if not is_glibc():
        return
    libc = ctypes.CDLL(None)
    libc.mallopt(MMAP_THRESHOLD, LARGE_BYTES)
    libc.mallopt(ARENA_MAX, ARENAS)


def is_glibc() -> bool:
    """Whether the C library is glibc."""
    try:
        return bool(os.confstr("CS_GNU_LIBC_VERSION"))
    except (AttributeError, ValueError, OSError):
        return False
