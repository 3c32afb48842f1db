"""What workers are given to do here."""

import os
import time
from pathlib import Path

from rules.errors import GameError


def double(number: int) -> int:
    """Twice as much."""
    return 2 * number


def refuse() -> None:
    """The rules say no."""
    raise GameError("Not now.")


def fail() -> float:
    """A fault."""
    return 1 / (os.getpid() - os.getpid())


def die() -> None:
    """The worker is gone."""
    os._exit(3)


def hold(name: str) -> None:
    """Until there is a file of this name; two minutes at most."""
    for _ in range(12_000):
        if Path(name).exists():
            return
        time.sleep(0.01)
    raise TimeoutError(name)
