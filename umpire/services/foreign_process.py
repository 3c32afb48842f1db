"""The process in which one file from outside is read: `python -m umpire.services.foreign_process SECONDS MEGABYTES`.

It takes one pickled call from its parent, answers it and ends. Where the platform has limits of a process (not on Windows)
it may use so many seconds of computing and so many MiB of memory, and is ended by the system beyond that.
"""

import contextlib
import os
import signal
import sys

from umpire.services.worker_process import LOWEST_PRIORITY, answer

try:
    import resource
except ImportError:  # Windows: the parent's clock alone limits it
    LIMITED = False
else:
    LIMITED = True

TOO_MUCH_MEMORY = 3
"""The exit status of a process whose memory did not suffice."""


def limit(seconds: int, megabytes: int) -> None:
    """Bind this process; a limit that the system refuses to set is left to the parent's clock."""
    if not LIMITED:
        return
    memory = megabytes << 20
    for what, soft, hard in (
        (resource.RLIMIT_AS, memory, memory),
        (resource.RLIMIT_CPU, seconds, seconds + 1),
        (resource.RLIMIT_CORE, 0, 0),
    ):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (soft, hard))


def main(seconds: int, megabytes: int) -> int:
    """Be kind to the others on this machine, take the limits, answer one call."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # to stop is the parent's affair, which ends this process then
    if hasattr(os, "nice"):
        os.nice(LOWEST_PRIORITY)
    limit(seconds, megabytes)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever is printed must not get between
    try:
        told = answer(sys.stdin.buffer.read())
        answers.write(told)
        answers.flush()
    except MemoryError:
        return TOO_MUCH_MEMORY
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
