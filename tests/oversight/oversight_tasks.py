"""What workers are given to do here."""

import os
from pathlib import Path

from rules.values import GameError
from tests.patience import wait_for_file


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
    """Until there is a file of this name."""
    wait_for_file(Path(name))
