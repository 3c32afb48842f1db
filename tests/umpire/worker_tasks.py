"""What the tests let workers do; imported by name in the worker process."""

import os
import signal
import sys
import time
from pathlib import Path

from rules.values import IllegalOrderError
from tests.patience import wait_for_file


def ping() -> tuple[int, int, tuple[str, ...]]:
    """Process id, niceness, and the names of the modules loaded."""
    return os.getpid(), os.nice(0) if hasattr(os, "nice") else 0, tuple(sorted(sys.modules))


def add(a: int, b: int) -> int:
    return a + b


def mark(path: str, word: str) -> str:
    with Path(path).open("a") as file:
        file.write(word + "\n")
    return word


def hold(path: str, word: str) -> str:
    """Say that it has begun by a file, wait for another that says go, and mark."""
    Path(f"{path}.begun").touch()
    wait_for_file(Path(f"{path}.go"))
    return mark(path, word)


def meet(mine: str, other: str) -> int:
    """Wait for the other, who waits for this one; answer the process id."""
    Path(mine).touch()
    wait_for_file(Path(other))
    return os.getpid()


def die_once(path: str) -> int:
    """Kill this very process the first time; then answer its process id."""
    if not Path(path).exists():
        Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def refuse() -> None:
    raise IllegalOrderError("Too far.", rule="CW-4.0-01")


class OddError(Exception):
    """Cannot be pickled: its arguments are not those of its constructor."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def fail_oddly() -> None:
    raise OddError(1, 2)


def chatter() -> str:
    """Writes to where the answers go, as careless code might."""
    os.write(1, b"noise")
    print("more noise")
    return "answer"


def echo(value: object) -> object:
    return value
