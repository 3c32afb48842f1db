"""Snowflakes and time: what an id says of its time, and how Discord writes an instant. Every clock can be injected."""

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], float]
"""Seconds since 1970, UTC."""

DISCORD_EPOCH_MS = 1_420_070_400_000
SEED_S = 1_735_689_600.0
"""2025-01-01T00:00Z: the birthday of everything a seed world contains."""


def at(seconds: float) -> int:
    """The smallest id of an instant; 0 before Discord's first."""
    return max(0, int(seconds * 1000) - DISCORD_EPOCH_MS) << 22


def fixed(number: int) -> int:
    """A stable id for seed worlds: the same number gives the same id in every process."""
    return at(SEED_S) + number


def seconds_of(snowflake: int) -> float:
    """When the id was made, in seconds since 1970."""
    return ((snowflake >> 22) + DISCORD_EPOCH_MS) / 1000


def iso(seconds: float) -> str:
    """An instant as Discord writes it (ISO 8601, microseconds, UTC)."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
