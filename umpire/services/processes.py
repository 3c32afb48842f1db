"""Which processes work on this database, and what is put back of those that are no more.

Each has a name and a heartbeat; those of this computer can be looked for. A process is told as alive by its clock's first act at
each look. Beside that each of its parts has a heartbeat of its own, which it gives only when it has got through what it does.
"""

import os
import socket
from collections.abc import Collection, Mapping
from typing import Final

from storage import processes
from storage.db import Transaction
from storage.processes import ClaimKind
from umpire.services.services import Services

ALIVE_SECONDS: Final = 90
"""A process that has not been heard of for so long is no more; nor one heard of so far in the future, by a clock that has
been put back since."""


CLOCK_SUFFIX: Final = ":clock"
LETTERS_SUFFIX: Final = ":letters"
PART_SUFFIXES: Final = (CLOCK_SUFFIX, LETTERS_SUFFIX)
"""Endings of the names under which the parts of a process beat."""


def part_name(part: str) -> str:
    """The name under which a part of this process beats."""
    return f"{socket.gethostname()}:{os.getpid()}{part}"


def process_name(token: str) -> str:
    """This process's name: computer, process id, and a token that no other run has."""
    return f"{socket.gethostname()}:{os.getpid()}:{token}"


def alive(name: str, at: int, now: int) -> bool:
    """Whether a process that was last heard of at `at` may still be at work."""
    return abs(now - at) < ALIVE_SECONDS and not is_gone_here(name)


def is_gone_here(name: str) -> bool:
    """Whether a process was of this computer and is no more, as far as that can be told."""
    host, _, rest = name.partition(":")
    pid = rest.partition(":")[0]
    if host != socket.gethostname() or not pid.isdecimal() or os.name == "nt":
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except (PermissionError, OverflowError):
        return False
    return False


def lost_processes(names: Collection[str], beats: Mapping[str, int], me: str, now: int) -> frozenset[str]:
    """Those of these processes that are no more; `me` is this one's name. An earlier process that had this one's number, as in a
    container, is none of them that live."""
    here = f"{socket.gethostname()}:{os.getpid()}:"
    return frozenset(
        name
        for name in names
        if name != me and (name.startswith(here) or name not in beats or not alive(name, beats[name], now))
    )


def others_alive(beats: Mapping[str, int], me: str, now: int) -> bool:
    """Whether any other process may be at work; `me` is this one's name ("" if it has not been given one)."""
    here = f"{socket.gethostname()}:{os.getpid()}:"
    return any(alive(name, at, now) for name, at in beats.items() if name != me and not name.startswith(here))


async def is_anything_lost(tx: Transaction, services: Services, kind: ClaimKind) -> bool:
    """Whether there are claims of one kind whose process is no more."""
    return bool(await _lost(tx, services, kind))


async def release_lost(tx: Transaction, services: Services, kind: ClaimKind) -> int:
    """Put back the claims of one kind whose process is no more; how many."""
    gone = await _lost(tx, services, kind)
    return await processes.release_claims(tx, kind, gone) if gone else 0


async def _lost(tx: Transaction, services: Services, kind: ClaimKind) -> frozenset[str]:
    """The processes that have claimed something of the kind and are no more."""
    found = await processes.claimants(tx, kind)
    return (
        lost_processes(found, await processes.all_beats(tx), services.process, services.seconds())
        if found
        else frozenset()
    )
