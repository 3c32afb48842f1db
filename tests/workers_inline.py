"""Workers that do the work at once, in place."""

import pickle
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeVar, TypeVarTuple, cast

from umpire.campaign.turn.adjudication import make_game
from umpire.campaign.views.packet_files import draw

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

SAME: Final[tuple[Callable[..., Any], ...]] = (make_game, draw)
"""Functions of bytes whose work many tests ask for again: the same campaign founded, the same report and map of it drawn."""


@lru_cache(maxsize=256)
def _run_pickled(function: Callable[..., object], given: bytes) -> bytes:
    return pickle.dumps(function(*pickle.loads(given)))


class InlineWorkers:
    """Satisfies `umpire.services.services.Workers` without a process."""

    async def run(
        self, function: Callable[[*Ts], T], *args: *Ts, urgent: bool = False, seconds: float = 0
    ) -> T:  # nobody waits
        """Call the function here and now; what came of `SAME` is kept, and goes out as from a process, copied."""
        if function in SAME:
            return cast("T", pickle.loads(_run_pickled(function, pickle.dumps(args))))
        return function(*args)
