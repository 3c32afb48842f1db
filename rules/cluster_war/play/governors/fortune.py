"""A governor's own chance: what it overlooks and how it words things. No rule is decided by it, and the campaign's dice are
not touched; the same seed, turn, side and key always give the same."""

from hashlib import sha256

from rules.values import Value


class Fortune(Value):
    """Chance for one side's turn. `seed` is the caller's: bytes that no player knows before the turn is played."""

    seed: bytes
    side: str
    turn: int

    def below(self, key: str, end: int) -> int:
        """A number from 0 up to, without, `end`, by key."""
        text = f"governor\n{self.side}\n{self.turn}\n{key}".encode()
        return int.from_bytes(sha256(self.seed + text).digest()[:8], "big") % max(1, end)

    def happens(self, key: str, percent: int) -> bool:
        """Whether something of so many percent comes about."""
        return self.below(key, 100) < percent
