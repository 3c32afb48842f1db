"""What has been saved while somebody's wish is being carried out, so that an error's answer can say truly what stands."""

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final


@dataclass(slots=True)
class Changes:
    """How many transactions that changed something were committed since `watch`."""

    committed: int = 0


_watched: Final[ContextVar[Changes | None]] = ContextVar("what was saved for the one who asked", default=None)


def watch() -> Changes:
    """Count from now on what this task, and those it begins, commit. Each wish is carried out by a task of its own."""
    changes = Changes()
    _watched.set(changes)
    return changes


@contextlib.contextmanager
def uncounted() -> Iterator[None]:
    """What is committed within is not what somebody asked for, and does not count."""
    before = _watched.set(None)
    try:
        yield
    finally:
        _watched.reset(before)


def committed() -> None:
    """A transaction that changed something is committed; `Storage.transaction` says so."""
    changes = _watched.get()
    if changes is not None:
        changes.committed += 1


def saved_here() -> bool | None:
    """Whether anything was saved since this task's `watch`; None if nobody watches, so that it is not known."""
    changes = _watched.get()
    return None if changes is None else changes.committed > 0
