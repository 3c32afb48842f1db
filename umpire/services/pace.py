"""How fast the bot writes to Discord: so many requests a second over all games, the more urgent first.

Discord allows fifty a second for one bot and counts what it refuses against it, so we stay below by ourselves. A request
takes its turn when it is made, whoever makes it: `cogs/shell/rate_limits.py` asks for every one. What somebody waits for (the
answer to a command) is counted but never held up; letters wait, reminders first and refreshed messages last; a look at
all threads waits for everything else. Whose request it is, is said by `request_rank` around the work that makes it.
"""

import asyncio
import contextlib
import heapq
import itertools
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from enum import IntEnum
from typing import Final

PER_SECOND: Final = 40.0
BURST_REQUESTS: Final = 5
"""How many may follow each other at once after a quiet moment: in no second more than PER_SECOND + BURST, which is below
Discord's fifty by what answers to commands may take beside it."""
LONGEST_PAUSE_SECONDS: Final = 30.0
"""A letter does not wait for a pause longer than this, it is put back; seconds."""
ALARM_SECONDS: Final = 0.25


class Rank(IntEnum):
    """How urgent a request is; the lowest goes first."""

    ANSWER = 0
    """Somebody waits for it: counted, and never held up."""
    REMINDER = 1
    RESULT = 2
    NEWS = 3
    REFRESH = 4
    LOOK = 5
    """Nobody waits for it: threads that are looked at when the bot starts."""


class NotYetError(Exception):
    """Discord asked for a pause that is too long to wait for here."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"Discord asked for patience; {seconds:.0f} s are left")
        self.seconds = seconds


_rank: ContextVar[Rank] = ContextVar("rank", default=Rank.ANSWER)


@contextlib.contextmanager
def request_rank(rank: Rank) -> Iterator[None]:
    """All requests made within, also by tasks begun within, are this urgent."""
    token = _rank.set(rank)
    try:
        yield
    finally:
        _rank.reset(token)


def rank_now() -> Rank:
    """How urgent a request made here is."""
    return _rank.get()


class Pace:
    """One bot's turns to speak. `clock` counts seconds and never goes back."""

    def __init__(
        self, per_second: float = PER_SECOND, burst: int = BURST_REQUESTS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._clock = per_second, float(burst), clock
        self._whole = (per_second, burst)
        self._left = float(burst)
        self._counted_at = clock()
        self._quiet_until = clock()
        self._waiting: list[tuple[Rank, int, asyncio.Future[None]]] = []
        self._seq = itertools.count()
        self._alarm: asyncio.TimerHandle | None = None

    def rest(self, seconds: float) -> None:
        """Discord asks for a pause of this length; an earlier one that lasts longer stays."""
        self._quiet_until = max(self._quiet_until, self._clock() + seconds)
        if self.resting > LONGEST_PAUSE_SECONDS:
            held = [entry for entry in self._waiting if entry[0] < Rank.LOOK]
            self._waiting = [entry for entry in self._waiting if entry[0] == Rank.LOOK]
            heapq.heapify(self._waiting)
            for _, _, turn in held:
                if not turn.done():
                    turn.set_exception(NotYetError(self.resting))

    def share(self, processes: int) -> None:
        """So many processes speak for the bot, this one among them: each has as large a part of what Discord allows it."""
        self._refill()
        per_second, burst = self._whole
        self._rate, self._burst = per_second / processes, max(1.0, burst / processes)

    @property
    def resting(self) -> float:
        """How many seconds of a pause are left; 0 if there is none."""
        return max(0.0, self._quiet_until - self._clock())

    async def turn(self, rank: Rank) -> None:
        """Wait until a request of this rank may be made, which counts it.

        NotYetError, for what is not a mere look, if a pause is longer than is worth waiting for here.
        """
        if rank is Rank.ANSWER:
            self._refill()
            self._left = max(self._left - 1, -self._rate)
            return
        if rank is not Rank.LOOK and self.resting > LONGEST_PAUSE_SECONDS:
            raise NotYetError(self.resting)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (rank, next(self._seq), turn))
        self._serve()
        await turn

    def _refill(self) -> None:
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._counted_at) * self._rate)
        self._counted_at = now

    def _serve(self) -> None:
        """Let those go whose turn it is, and look again when the next may."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        self._refill()
        while self._waiting and not self.resting and self._left >= 1:
            turn = heapq.heappop(self._waiting)[2]
            if not turn.done():  # its task may have been cancelled meanwhile
                turn.set_result(None)
                self._left -= 1
        if self._waiting:
            wait = max(self.resting, (1 - self._left) / self._rate)
            self._alarm = asyncio.get_running_loop().call_later(min(wait, ALARM_SECONDS), self._serve)
