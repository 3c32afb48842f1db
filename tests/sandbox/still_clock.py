"""A time for the sandbox that tests turn."""


class StillClock:
    """A clock that stands still until it is put forward."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        """UTC seconds."""
        return self.now
