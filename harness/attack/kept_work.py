"""Workers that remember: what a worker makes goes by the bytes of its task alone, so one task is done once for many evenings."""

import os
import pickle
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import TypeVar, TypeVarTuple, cast

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class KeptWork:
    """Satisfies `umpire.services.services.Workers` without a process. A task goes in and its result comes out as bytes, as they
    would to and from a process; results are kept in a folder, by task, for all evenings of one run.

    A secret that reaches a task makes other bytes of it, which are worked on anew: nothing that could be heard is passed over.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(exist_ok=True)

    async def run(
        self, function: Callable[[*Ts], T], *args: *Ts, urgent: bool = False, seconds: float = 0
    ) -> T:  # nobody waits
        """The function's result for these arguments, or what it raises."""
        task = pickle.dumps((function, args), pickle.HIGHEST_PROTOCOL)
        place = self._folder / sha256(task).hexdigest()
        if not place.exists():
            made = pickle.dumps(function(*pickle.loads(task)[1]))
            begun = place.with_suffix(f".{os.getpid()}")
            begun.write_bytes(made)
            begun.replace(place)
        return cast("T", pickle.loads(place.read_bytes()))
