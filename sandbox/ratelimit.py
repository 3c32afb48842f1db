"""Rate buckets (off unless switched on), faults that can be switched on for experiments and tests, and what Discord remembers
of messages for some minutes: their nonces, and edits of old ones.

A bucket's window goes by the machine's own clock, since a bot really waits for it; only the instant in its header is the
sandbox's.
"""

import math
import re
import time
import zlib
from dataclasses import dataclass, field

from sandbox.errors import Json, TooOftenError
from sandbox.ids import Clock

VIA_HEADER = "1.1 google"
OLD_SECONDS = 3600


@dataclass(slots=True)
class Fault:
    """Something that goes wrong with the next `times` matching requests.

    `kind`: "429" (asks for `seconds` of patience), "5xx" (with `status`), "drop" (the connection dies), "slow"
    (answers after `seconds`), "refusal" (`status` with Discord's `code`), "late-drop" (the request is carried out, then
    the connection dies before the answer).
    `match` is a regular expression on "METHOD /path"."""

    kind: str
    times: int = 1
    match: str = ""
    seconds: float = 0.05
    status: int = 502
    glob: bool = False
    code: int = 0

    def hits(self, line: str) -> bool:
        """Whether this fault strikes this request; it is used up by one."""
        if self.times <= 0 or not re.search(self.match, line):
            return False
        self.times -= 1
        return True


@dataclass(slots=True)
class Bucket:
    """One rate bucket: `left` requests until the instant `reset` of the machine's own clock."""

    left: int
    reset: float


@dataclass
class Faults:
    """All switched-on faults and buckets of one sandbox."""

    clock: Clock
    faults: list[Fault] = field(default_factory=list)
    limit: int = 0
    window: float = 5.0
    buckets: dict[str, Bucket] = field(default_factory=dict)

    def add(self, kind: str, **options: float | str | bool) -> Fault:
        """Switches a fault on; see `Fault` for kinds and options."""
        if kind not in FAULT_KINDS:
            raise ValueError(f"no fault is called {kind!r}; there are {', '.join(FAULT_KINDS)}")
        fault = Fault(kind, **options)  # type: ignore[arg-type]  # the page's JSON names the fields; Fault checks them
        re.compile(fault.match)
        self.faults.append(fault)
        return fault

    def clear(self) -> None:
        """All is well again."""
        self.faults.clear()
        self.buckets.clear()
        self.limit = 0

    def next(self, line: str) -> Fault | None:
        """The fault that strikes this request, if any."""
        if not self.faults:
            return None
        found = next((each for each in self.faults if each.hits(line)), None)
        self.faults = [each for each in self.faults if each.times > 0]
        return found

    def take(self, route: str, resource: str) -> tuple[dict[str, str], float | None]:
        """Uses one request of a route's bucket for a channel, server or webhook: the headers, and the seconds to wait if it
        was empty (429)."""
        if not self.limit:
            return {}, None
        now, key = time.monotonic(), f"{route} {resource}"
        bucket = self.buckets.get(key)
        if bucket is None or bucket.reset <= now:
            bucket = self.buckets[key] = Bucket(self.limit, now + self.window)
        over = bucket.left <= 0
        bucket.left = max(0, bucket.left - 1)
        wait = max(0.0, bucket.reset - now)
        headers = {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(bucket.left),
            "X-RateLimit-Reset": f"{self.clock() + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": f"{zlib.crc32(route.encode()):08x}",
        }
        return headers, wait if over else None


@dataclass
class OldEdits:
    """Edits of messages older than an hour, `limit` of them in `window` seconds in one channel (30046). Discord says that
    there is a limit and not which; this one is about what others have met. The window goes by the machine's own clock, since a
    bot really waits for it; how old a message is by the sandbox's."""

    clock: Clock
    limit: int = 5
    window: float = 20.0
    made: dict[int, list[float]] = field(default_factory=dict)

    def take(self, channel_id: int, created_at: float) -> None:
        """Count the edit of a message of that age; TooOftenError if it is one too many."""
        if self.clock() - created_at <= OLD_SECONDS:
            return
        now = time.monotonic()
        made = self.made[channel_id] = [at for at in self.made.get(channel_id, ()) if now - self.window < at <= now]
        if len(made) >= self.limit:
            words = "Maximum number of edits to messages older than 1 hour reached. Try again later."
            raise TooOftenError(30046, words, max(0.1, round(made[0] + self.window - now, 3)))
        made.append(now)


@dataclass
class Nonces:
    """Which message came of a nonce: one author's in one channel, and for `seconds` alone. Discord says "in the past few
    minutes" and not how many."""

    clock: Clock
    seconds: float = 300.0
    made: dict[tuple[int, int, str], tuple[float, int]] = field(default_factory=dict)

    def find(self, channel_id: int, author_id: int, nonce: str) -> int | None:
        """The message that this author made of it here a short while ago."""
        at, message_id = self.made.get((channel_id, author_id, nonce), (0.0, 0))
        return message_id if at <= self.clock() < at + self.seconds else None

    def note(self, channel_id: int, author_id: int, nonce: str, message_id: int) -> None:
        """A message was made of it; those of earlier are forgotten."""
        now = self.clock()
        while self.made and now >= next(iter(self.made.values()))[0] + self.seconds:
            del self.made[next(iter(self.made))]
        key = (channel_id, author_id, nonce)
        self.made.pop(key, None)
        self.made[key] = now, message_id


FAULT_KINDS = ("429", "5xx", "drop", "late-drop", "refusal", "slow")


def patience(seconds: float, *, everywhere: bool) -> tuple[Json, dict[str, str]]:
    """The body and headers of a 429; without `Via` discord.py takes it for a ban and does not retry."""
    scope = "global" if everywhere else "user"
    headers = {"Via": VIA_HEADER, "Retry-After": str(max(1, math.ceil(seconds))), "X-RateLimit-Scope": scope}
    if everywhere:
        headers["X-RateLimit-Global"] = "true"
    body: Json = {"message": "You are being rate limited.", "retry_after": seconds, "global": everywhere, "code": 0}
    return body, headers
