"""Games whose threads could not be seen to, because Discord did not answer: noted, and seen to again until it does."""

import asyncio
import contextlib


class Unfinished:
    """The ids of such games; a keeper waits for them."""

    def __init__(self) -> None:
        self._games: set[str] = set()
        self._more = asyncio.Event()

    def add(self, game: str) -> None:
        """See to this game again."""
        self._games.add(game)
        self._more.set()

    async def take(self, most_seconds: float | None) -> frozenset[str]:
        """Wait until there is a game to see to, `most_seconds` at most, and take them all."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(most_seconds):
                await self._more.wait()
        found = frozenset(self._games)
        self._games.clear()
        self._more.clear()
        return found
