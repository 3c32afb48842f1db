"""Bad weather on the line to Discord, the same for the same seed: what strikes a request is drawn from its number."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar

from sandbox.app import Sandbox
from sandbox.ratelimit import Fault

KINDS = ("drop", "drop", "late-drop", "late-drop", "late-drop", "5xx", "5xx", "429", "429-global")
ONE_IN = 4
"""So many requests there are to one that is struck."""
CUT_AT = range(4, 400, 5)
"""After so many requests the gateway's socket is cut, while there are cuts left."""


@dataclass
class Weather:
    """Buckets of five requests in five seconds, faults, and cut sockets; `struck` counts what happened."""

    sandbox: Sandbox
    seed: int
    cuts: int = 18
    asked: int = 0
    struck: Counter[str] = field(default_factory=Counter)
    kinds: ClassVar[tuple[str, ...]] = KINDS
    one_in: ClassVar[int] = ONE_IN
    _random: Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = Random(self.seed)

    def begin(self) -> None:
        """From now on."""
        faults = self.sandbox.faults
        faults.limit, faults.window = 5, 5.0
        faults.next = self._next  # type: ignore[method-assign] # the sandbox's own faults are switched on by hand, one by one

    def end(self) -> None:
        """The sun comes out."""
        faults = self.sandbox.faults
        faults.clear()
        del faults.next

    def _next(self, line: str) -> Fault | None:
        if line == "GET /gateway":
            return None
        self.asked += 1
        if self.cuts and self.asked in CUT_AT:
            self.cuts -= 1
            self.struck["cut"] += 1
            asyncio.get_running_loop().call_later(0.02, self.sandbox.gateway.drop_sockets)
        if self._random.randrange(self.one_in):
            return None
        kind = self._random.choice(self.kinds)
        self.struck[kind] += 1
        if kind == "429-global":
            return Fault("429", seconds=0.2, glob=True)
        return Fault(kind, seconds=0.3, status=self._random.choice((500, 502, 504)))
