"""A clock that a test or a script sets."""

from datetime import UTC, datetime, timedelta


class ManualClock:
    """The time for bot and sandbox alike. It runs, or stands still while it is frozen, and it moves when you say so.

    `ManualClock()` shows the machine's time, `ManualClock(at)` begins at a moment. Both run; `frozen=True` stands still. Call it,
    or `now`, for an aware time in UTC; `time` gives seconds since 1970."""

    def __init__(self, at: datetime | None = None, *, frozen: bool = False) -> None:
        here = datetime.now(UTC)
        self._ahead = timedelta() if at is None else at - here
        self._frozen_at = (at or here) if frozen else None

    def __call__(self) -> datetime:
        """The time now."""
        if self._frozen_at is not None:
            return self._frozen_at
        return datetime.now(UTC) + self._ahead

    def now(self) -> datetime:
        """The time now."""
        return self()

    def time(self) -> float:
        """The same in seconds since 1970."""
        return self().timestamp()

    def freeze(self, at: datetime | None = None) -> None:
        """Stop, here or at a moment. The other methods still move it."""
        self._frozen_at = at or self()

    def forward(self, **span: float) -> None:
        """Put it forward by a timedelta's words: `forward(hours=3)`."""
        if self._frozen_at is None:
            self._ahead += timedelta(**span)
        else:
            self._frozen_at += timedelta(**span)

    def reach(self, moment: float) -> None:
        """Put it forward to a moment in seconds since 1970. It never goes back: a moment that has passed changes nothing."""
        self.forward(seconds=max(0.0, moment - self.time()))

    def move_to(self, at: datetime) -> None:
        """Set it to a moment, later or earlier."""
        if self._frozen_at is None:
            self._ahead += at - self()
        else:
            self._frozen_at = at
