"""Files from outside are read in a process that begins and ends with the one file, with limits of time and memory.

A file that is made to do harm takes its own process along and nothing else: no worker, no turn that is being resolved, and
never the event loop.
"""

import asyncio
import os
import pickle
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable
from typing import Final, TypeVar, TypeVarTuple

from rules.values import GameError
from umpire.services.foreign_process import TOO_MUCH_MEMORY
from umpire.services.workers import PROJECT_FOLDER, WorkerError

Ts = TypeVarTuple("Ts")
T = TypeVar("T")

COMPUTING_SECONDS: Final = 10
MOST_MEGABYTES: Final = 320
AT_ONCE: Final = 2
CLOCK_TIMES_COMPUTING: Final = 6
"""How many times its seconds of computing a process may take by the clock: a busy machine gives it a share only."""
START_SECONDS: Final = 40
"""What it may take by the clock beside that, to begin."""
TIME_IS_UP: Final = frozenset(-int(getattr(signal, name)) for name in ("SIGXCPU",) if hasattr(signal, name))
"""How a process ends that has computed as long as it may."""
KILLED_CODES: Final = frozenset(-int(getattr(signal, name)) for name in ("SIGKILL",) if hasattr(signal, name))
"""How one ends that the system kills, which it does when the machine has no memory left."""
SECRET_VARIABLES: Final = frozenset({"DISCORD_TOKEN"})
"""What of the environment is no business of a process that reads what strangers wrote."""


NO_MEMORY_LEFT: Final = (
    "The process that read that file was killed by the system, as happens when the machine runs out of memory; nothing was "
    "changed. Try it again later, and tell your operator if it fails again."
)


class TooMuchError(GameError):
    """Reading a file took more time or memory than it may; nothing was changed."""


class ForeignFiles:
    """Satisfies `umpire.services.services.Workers`: a fresh process for every call, `AT_ONCE` of them at a time."""

    def __init__(self, *, megabytes: int = MOST_MEGABYTES) -> None:
        self._megabytes = megabytes
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def run(
        self, function: Callable[[*Ts], T], *args: *Ts, urgent: bool = False, seconds: float = 0
    ) -> T:  # nobody overtakes
        """Run a module's `function(*args)`, all picklable, in a process of its own; its result or its exception.

        TooMuchError if it takes more than `seconds` of computing (0: ten) or too much memory.
        """
        most = max(1, round(seconds or COMPUTING_SECONDS))
        call = await asyncio.to_thread(pickle.dumps, (function, args), pickle.HIGHEST_PROTOCOL)
        async with self._turn:
            told = await self._told(call, most)
        good, value = await asyncio.to_thread(pickle.loads, told)
        if good:
            result: T = value
            return result
        if isinstance(value, MemoryError):
            raise TooMuchError(self._much_memory()) from value
        raise value

    async def _told(self, call: bytes, seconds: int) -> bytes:
        environment = {name: value for name, value in os.environ.items() if name not in SECRET_VARIABLES}
        paths = [str(PROJECT_FOLDER), environment.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
        arguments = ("-m", "umpire.services.foreign_process", str(seconds), str(self._megabytes))
        by_the_clock = seconds * CLOCK_TIMES_COMPUTING + START_SECONDS
        # In a group of its own, Ctrl+C in a terminal does not reach it: that is for this program, which then ends it.
        process = await asyncio.create_subprocess_exec(
            sys.executable, *arguments, stdin=PIPE, stdout=PIPE, env=environment, process_group=0
        )
        try:
            told, _ = await asyncio.wait_for(process.communicate(call), by_the_clock)
        except TimeoutError as wrong:
            raise TooMuchError(_too_slow(by_the_clock)) from wrong
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode == 0 and told:
            return told
        if process.returncode in TIME_IS_UP:
            raise TooMuchError(_much_time(seconds))
        if process.returncode in KILLED_CODES:
            raise TooMuchError(NO_MEMORY_LEFT)
        if process.returncode == TOO_MUCH_MEMORY:
            raise TooMuchError(self._much_memory())
        raise WorkerError(f"a process that read a file ended with status {process.returncode}")

    def _much_memory(self) -> str:
        return f"Reading that file took more than {self._megabytes} MiB of memory and was stopped; nothing was changed."


def _much_time(seconds: int) -> str:
    return f"Reading that file took more than {seconds} s of computing and was stopped; nothing was changed."


def _too_slow(seconds: int) -> str:
    return (
        f"Reading that file did not end within {seconds} s, as happens on a busy machine; nothing was changed. Try it again "
        "later, and tell your operator if it fails again."
    )
