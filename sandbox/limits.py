"""Discord's limits over all routes and over the gateway: numbers that can be set, and the meters that count against them.

What is counted by the second or the minute goes by the machine's own clock (`time.monotonic`), since requests and sockets
are real even where the sandbox's clock stands still or is put forward; what is counted by the day, and the ten minutes of
the invalid requests, go by the sandbox's clock, so that a test can let a day pass.
"""

import time
from collections import deque
from dataclasses import dataclass

from sandbox.errors import Json
from sandbox.ids import Clock

DAY_SECONDS: float = 86_400
BLOCKED_TEXT = (
    "You are being blocked from accessing our API temporarily due to exceeding our rate limits frequently. Please read "
    "our docs to prevent this moving forward."
)
"""As reported of Discord's network guard; its answer has no bucket, no `Via`, and says nothing of how long."""


@dataclass(slots=True)
class Limits:
    """How much is allowed; 0 switches a limit off (heartbeats are always expected).

    Without a word all are Discord's but the two that would hold tests up: requests a second and seconds between logins
    (`documented` has these, too)."""

    per_second: int = 0
    """Requests a second with the bot's token, interactions' own endpoints apart (Discord: 50)."""
    invalid: int = 10_000
    """Answers 401, 403 and 429 (unless the resource is shared) in `invalid_seconds`; the next request finds the door shut."""
    invalid_seconds: float = 600
    blocked_status: int = 429
    """How everything is answered while the door is shut. The documentation names no number; reports have 429, and 403."""
    identifies: int = 1_000
    """Logins a day; the one above that costs the bot its sessions and its token."""
    identify_seconds: float = 0
    """In so many seconds `concurrency` shards may log in (Discord: 5); others get op 9."""
    concurrency: int = 1
    sends: int = 120
    """What one connection may send in `send_seconds`; then it is closed (4008)."""
    send_seconds: float = 60
    beat_seconds: float = 41.25
    """How often a connection is to send its heartbeat; one that misses two is closed (4009) and may be resumed."""
    shards: int = 1
    """How many shards `GET /gateway/bot` advises (Discord: one for about each 1,000 servers)."""
    servers: int = 2_500
    """How many servers one shard may have; a login on one that has more is closed (4011)."""
    slow_bots: bool = True
    """Whether slow mode holds for a bot that may not bypass it. Discord's documentation says that it does not; its rights do."""
    creations: int = 200
    """New commands a day, for each server and for the global ones."""


def documented() -> Limits:
    """All limits as Discord has them."""
    return Limits(per_second=50, identify_seconds=5)


class Meter:
    """Counts what happened within the last `seconds` of a clock."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.clock = clock
        self._at: deque[float] = deque()

    def count(self, seconds: float) -> int:
        """How often it happened within the last seconds."""
        now = self.clock()
        while self._at and (self._at[0] <= now - seconds or self._at[0] > now):
            self._at.popleft()
        return len(self._at)

    def add(self, times: int = 1) -> None:
        """It happens now."""
        self._at.extend([self.clock()] * times)

    def wait(self, seconds: float) -> float:
        """How long until the oldest is forgotten; 0 if there is none."""
        return max(0.0, self._at[0] + seconds - self.clock()) if self.count(seconds) else 0.0

    def take(self, most: int, seconds: float) -> float | None:
        """Counts one more, or gives the seconds to wait where there were `most` already. `most` 0: no limit,
        and nothing is counted."""
        if not most:
            return None
        if self.count(seconds) >= most:
            return self.wait(seconds)
        self.add()
        return None


class Meters:
    """All counts of one sandbox against its `limits`."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self.limits = limits
        self.clock = clock
        self.requests = Meter()
        self.refused_globally = 0
        """How many requests met the limit of all routes together."""
        self._invalid = Meter(clock)
        self._identifies = Meter(clock)
        self._starting: dict[int, Meter] = {}
        self._created: dict[int, Meter] = {}

    # requests

    @property
    def invalid(self) -> int:
        """How many requests were invalid within the last ten minutes."""
        return self._invalid.count(self.limits.invalid_seconds)

    @property
    def shut(self) -> bool:
        """Whether the door is shut: there were too many invalid requests."""
        return bool(self.limits.invalid) and self.invalid >= self.limits.invalid

    def answered(self, status: int, scope: str = "") -> None:
        """Notes an answer's status, and the scope of a 429."""
        if status in (401, 403) or (status == 429 and scope != "shared"):
            self._invalid.add()

    def request(self) -> float | None:
        """Counts a request against the limit over all routes; the seconds to wait if it is refused."""
        wait = self.requests.take(self.limits.per_second, 1.0)
        self.refused_globally += wait is not None
        return wait

    # logins

    def session_start_limit(self) -> Json:
        """As GET /gateway/bot tells it."""
        total = self.limits.identifies or 1_000
        used, wait = self._identifies.count(DAY_SECONDS), self._identifies.wait(DAY_SECONDS)
        left = max(0, total - used)
        return {
            "total": total,
            "remaining": left,
            "reset_after": round(wait * 1000),
            "max_concurrency": self.limits.concurrency,
        }

    def may_start(self, shard: int) -> bool:
        """Whether this shard may log in now, beside those that just did."""
        if not self.limits.identify_seconds:
            return True
        meter = self._starting.setdefault(shard % self.limits.concurrency, Meter())
        return meter.take(1, self.limits.identify_seconds) is None

    def identified(self) -> bool:
        """Counts a login; False if it was one too many for a day."""
        return self._identifies.take(self.limits.identifies, DAY_SECONDS) is None

    def token_reset(self) -> None:
        """With a new token the logins are counted anew."""
        self._identifies = Meter(self.clock)

    # commands

    def creations(self, scope: int, new: int) -> float | None:
        """Counts new commands of a server (0: global ones); the seconds to wait if these are too many for a day."""
        meter = self._created.setdefault(scope, Meter(self.clock))
        if self.limits.creations and new and meter.count(DAY_SECONDS) + new > self.limits.creations:
            return meter.wait(DAY_SECONDS)
        meter.add(new)
        return None


def blocked() -> Json:
    """What is answered while the door is shut."""
    return {"message": BLOCKED_TEXT, "code": 0}
