"""The kinds of work that another machine may be asked for: functions by name, and no others. Which they are, program/kinds.py
lists; what is asked for by any other name is refused.
"""

import hashlib
import sys
from collections.abc import Callable, Collection, Mapping
from enum import IntEnum
from functools import lru_cache
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, Final

from rules.values import Value
from umpire.services.parcels import read, write
from umpire.services.workers import PROJECT, WorkerError

ROOMS: Final = ("render", "rules", "scenarios", "storage", "umpire")
LIBRARIES: Final = ("msgspec", "pillow", "zstandard")
"""What else decides which bytes come of a piece of work."""


class Rank(IntEnum):
    """How urgent a piece of work is; the greatest goes first."""

    PICTURE = 10
    TURN = 20
    """Games wait for it."""
    PERSON = 30
    """Somebody looks at the screen and waits."""


class Kinds(Value):
    """Names of functions by their module: those that a turn waits for, and the others."""

    turns: Mapping[str, Collection[str]]
    pictures: Mapping[str, Collection[str]]

    def name(self, function: Callable[..., object]) -> str:
        """What a function is asked for by; "" if it is none of these."""
        module, path = function.__module__, getattr(function, "__qualname__", "")
        return f"{module}:{path}" if self._rank(module, path) is not None else ""

    def rank(self, name: str, *, urgent: bool) -> Rank:
        """How urgent work of this name is."""
        found = self._rank(*_split(name))
        return Rank.PERSON if urgent or found is None else found

    def carrier(self, name: str) -> "Carrier":
        """Who does work of this name; WorkerError if there is none such."""
        module, path = _split(name)
        if self._rank(module, path) is None:
            raise WorkerError(f"there is no work called {name!r}")
        return Carrier(module, path)

    def _rank(self, module: str, path: str) -> Rank | None:
        if path in self.turns.get(module, ()):
            return Rank.TURN
        return Rank.PICTURE if path in self.pictures.get(module, ()) else None


class Carrier(Value):
    """Does one kind of work in a worker process: a parcel with what the function is given, and one with what it gives."""

    module: str
    path: str

    def __call__(self, given: bytes) -> bytes:
        """ParcelError for bytes that are no parcel; else whatever the function raises."""
        function: Callable[..., Any] = getattr(import_module(self.module), self.path)
        return write(function(*read(given)))

    def __repr__(self) -> str:
        """As figures name the task."""
        return self.path


def _split(name: str) -> tuple[str, str]:
    module, _, path = name.partition(":")
    return module, path


@lru_cache(maxsize=1)
def code_of(root: Path = PROJECT) -> str:
    """What this program does with work, as one word: equal words do the same. Of the sources, Python and libraries."""
    told = hashlib.sha256(f"{sys.version_info[:2]} {[metadata.version(name) for name in LIBRARIES]}".encode())
    for room in ROOMS:
        for path in sorted((root / room).rglob("*")):
            if path.suffix in {".py", ".toml"}:
                told.update(f"{path.relative_to(root).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return told.hexdigest()[:16]
