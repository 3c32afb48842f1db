"""Snowflakes and time: every id in the sandbox is made here, and every clock can be injected."""

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], float]
"""Seconds since 1970, UTC."""

DISCORD_EPOCH_MS = 1_420_070_400_000
SEED_MS = 1_735_689_600_000
"""2025-01-01T00:00Z: the birthday of everything a seed world contains."""


class Snowflakes:
    """Makes ids that only ever grow, whatever the clock does."""

    __slots__ = ("_clock", "last")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.last = 0

    def next(self) -> int:
        """A new id, larger than every id made before."""
        wanted = max(0, int(self._clock() * 1000) - DISCORD_EPOCH_MS) << 22
        self.last = wanted if wanted > self.last else self.last + 1
        return self.last


def fixed(number: int) -> int:
    """A stable id for seed worlds: the same number gives the same id in every process."""
    return ((SEED_MS - DISCORD_EPOCH_MS) << 22) + number


def seconds_of(snowflake: int) -> float:
    """When the id was made, in seconds since 1970."""
    return ((snowflake >> 22) + DISCORD_EPOCH_MS) / 1000


def iso(seconds: float) -> str:
    """An instant as Discord writes it (ISO 8601, microseconds, UTC)."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
