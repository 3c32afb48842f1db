"""All games under way in one go, a handful at a time: between two handfuls whoever else waits has their turn."""

import asyncio
from collections.abc import Iterable
from typing import Final

from storage import batch_queries
from storage.batch_queries import GameBrief
from storage.games import GameRow
from umpire.services.services import Services

A_FEW: Final = 8
"""Games of which it is worked out in one go what they want: some milliseconds."""
GAMES_A_BATCH: Final = 20
"""Games looked at in one go: some ten milliseconds, in which nobody is answered."""


async def all_game_briefs(services: Services) -> list[GameBrief]:
    """How all games stand that have begun and are not over."""
    found: list[GameBrief] = []
    async with services.storage.reading() as tx:
        ids = await batch_queries.under_way(tx)
    for first in range(0, len(ids), GAMES_A_BATCH):
        async with services.storage.reading() as tx:
            found += await batch_queries.game_briefs(tx, ids[first : first + GAMES_A_BATCH], services.seconds())
        await asyncio.sleep(0)
    return found


async def game_rows(services: Services, ids: Iterable[str]) -> dict[str, GameRow]:
    """The rows of these games without their scenarios, by id; one that is gone is left out."""
    wanted, found = list(dict.fromkeys(ids)), dict[str, GameRow]()
    for first in range(0, len(wanted), GAMES_A_BATCH):
        async with services.storage.reading() as tx:
            found |= {
                row.id: row
                for row in await batch_queries.games_without_scenarios(tx, wanted[first : first + GAMES_A_BATCH])
            }
        await asyncio.sleep(0)
    return found
