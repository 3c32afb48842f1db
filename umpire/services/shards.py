"""Which servers this process looks after, and which another process does that lives.

Discord gives each server's events to one shard, `(server >> 22) % total`. Its process is at home there: it knows channels and
threads and is told of what people do. Rows of the database are everybody's: whoever lives does what is due, but leaves it to
the process at home for a moment, so that nothing is worked out twice and Discord's limits of a channel are kept in one place.
"""

import asyncio
from dataclasses import dataclass, field
from typing import Final

HOME_SECONDS: Final = 30
"""So long what is due is left to the process at home, as long as that is known to live."""


@dataclass(slots=True)
class Shards:
    """This process's shards of `total` (`mine`; None: all of them), and those of other processes that live."""

    total: int = 1
    mine: frozenset[int] | None = None
    others: frozenset[int] = frozenset()
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when another process has taken a range or let one go."""

    def is_home(self, guild_id: int) -> bool:
        """Whether a server's events come to this process."""
        return self.mine is None or self._of(guild_id) in self.mine

    def is_elsewhere(self, guild_id: int) -> bool:
        """Whether they come to another that lives."""
        return bool(self.others) and not self.is_home(guild_id) and self._of(guild_id) in self.others

    def leaves(self, guild_id: int, late_seconds: int) -> bool:
        """Whether what has been due for so long is left to the process at home."""
        return late_seconds < HOME_SECONDS and self.is_elsewhere(guild_id)

    def _of(self, guild_id: int) -> int:
        return (guild_id >> 22) % self.total
