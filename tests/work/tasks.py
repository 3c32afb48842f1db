"""What workers elsewhere are given to do here."""

import os
import time
from pathlib import Path

from rules.values import IllegalOrderError
from tests.patience import wait_for_file


def add(one: int, other: int) -> int:
    """The sum."""
    return one + other


def refuse() -> None:
    """The rules say no."""
    raise IllegalOrderError("Not now.", rule="CW-4.0-01")


def fail() -> float:
    """A fault."""
    return 1 / (os.getpid() - os.getpid())


def too_long() -> None:
    """Longer than anybody waits."""
    time.sleep(3600)


def die() -> None:
    """The worker process is gone."""
    os._exit(3)


def hold(folder: str, name: str) -> int:
    """Say that it has begun, and by which process; until it is let go."""
    (Path(folder) / f"{name}.{os.getpid()}").touch()
    wait_for_file(Path(folder) / "go")
    return os.getpid()


def at_once(folder: str, name: str) -> int:
    """How many were at it when this one began."""
    place = Path(folder)
    (place / f"{name}.at").touch()
    there = len(list(place.glob("*.at")))
    time.sleep(0.05)
    (place / f"{name}.at").unlink()
    return there


def mark(folder: str, name: str) -> None:
    """Write a name down."""
    with (Path(folder) / "said").open("a", encoding="utf-8") as said:
        said.write(f"{name}\n")


def turn(folder: str, name: str) -> None:
    """The same, for which games wait."""
    mark(folder, name)
