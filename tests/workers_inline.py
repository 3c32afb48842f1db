"""Workers that do the work at once, in place."""

from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class InlineWorkers:
    """Satisfies `umpire.services.services.Workers` without a process."""

    async def run(
        self, function: Callable[[*Ts], T], *args: *Ts, urgent: bool = False, seconds: float = 0
    ) -> T:  # nobody waits
        """Call the function here and now."""
        return function(*args)
