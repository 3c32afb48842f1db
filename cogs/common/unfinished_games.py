"""Games whose private threads wait for Discord, noted here for the keeper that sees to them."""

import asyncio
from contextlib import suppress


class UnfinishedGames:
    """The ids of those games; a keeper waits for them."""

    def __init__(self) -> None:
        self._games: set[str] = set()
        self._more = asyncio.Event()
        self._all = False

    def add(self, game: str) -> None:
        """See to this game again."""
        self._games.add(game)
        self._more.set()

    def look_at_all(self) -> None:
        """See to all games again: another process has changed something of one of them."""
        self._all = True
        self._more.set()

    def take_all(self) -> bool:
        """Whether all games are to be seen to, once."""
        wanted, self._all = self._all, False
        return wanted

    async def take(self, most_seconds: float | None) -> frozenset[str]:
        """Wait until there is a game to see to, `most_seconds` at most, and take them all."""
        with suppress(TimeoutError):
            async with asyncio.timeout(most_seconds):
                await self._more.wait()
        found = frozenset(self._games)
        self._games.clear()
        self._more.clear()
        return found
