"""A sandbox's own time: another clock's, which may be put forward, frozen, or made to run faster."""

import time

from sandbox.ids import Clock

MOST_RATE = 100_000.0
MOST_FORWARD_S = 10 * 366 * 86_400.0


class SandboxClock:
    """Seconds since 1970, UTC, when called.

    `rate` is how many of its seconds pass in one of the base clock's: 1 is real, 0 frozen. It never goes back."""

    def __init__(self, base: Clock = time.time, *, ahead: float = 0.0, rate: float = 1.0) -> None:
        self.base = base
        """The clock below, which nobody here puts forward: what a person or a bot really waits for goes by it."""
        self._since = base()
        self._shown = self._since + ahead
        self.rate = 1.0
        self.run(rate)

    def __call__(self) -> float:
        """The time now."""
        return self._at(self.base())

    def _at(self, base: float) -> float:
        if self.rate == 1.0:
            return base + (self._shown - self._since)  # exactly the base clock's while it was never touched
        return self._shown + (base - self._since) * self.rate

    @property
    def ahead(self) -> float:
        """How many seconds this clock is ahead of its base (negative for a frozen one that has been overtaken)."""
        base = self.base()
        return self._at(base) - base

    def put_forward(self, seconds: float) -> None:
        """Lets that many seconds have passed; ValueError unless 0 to ten years."""
        if not 0 <= seconds <= MOST_FORWARD_S:
            raise ValueError(f"a clock is put forward by 0 to {MOST_FORWARD_S:.0f} seconds, not {seconds}")
        self._rebase(seconds)

    def run(self, rate: float) -> None:
        """Sets how fast it runs from now on: 1 real, 0 frozen, 60 a minute in a second; ValueError for anything else."""
        if not 0 <= rate <= MOST_RATE:
            raise ValueError(f"a clock runs at a rate of 0 to {MOST_RATE:.0f}, not {rate}")
        self._rebase()
        self.rate = rate

    def _rebase(self, forward: float = 0.0) -> None:
        base = self.base()  # read once: the time between two readings would be lost
        self._since, self._shown = base, self._at(base) + forward


def real(clock: Clock) -> float:
    """What a clock's base shows: seconds that a person or a bot really waits, in tests too, whose clocks are a base."""
    return clock.base() if isinstance(clock, SandboxClock) else clock()
