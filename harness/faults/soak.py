"""Many turns in one life of the bot: what it holds in memory at the start, in the middle, at the end."""

from pathlib import Path
from typing import Final

import aiohttp

from harness.faults.acts import advance, quiet
from harness.faults.books import DatabaseFile
from harness.faults.outcome import Observation
from harness.faults.page import Person
from harness.faults.programs import pair

SAMPLE_CAMPAIGNS: Final = 10
MOST_GROWTH: Final = 1.25
"""What it holds in the last third may be so much more than in the middle one: a plateau, with room for a busy day."""


async def soak(folder: Path, turns: int) -> Observation:
    """So many turns by the game master's command, a map of Ada's in each."""
    async with pair(folder) as both, aiohttp.ClientSession() as web:
        await both.bot.start()
        books, gm = DatabaseFile(both.database), Person(web, both.url, "gm")
        await quiet(books)
        samples = [both.bot.megabytes()]
        for turn in range(1, turns + 1):
            await Person(web, both.url, "ada").use("map mine")
            before = books.turn()
            while books.turn() == before:
                await advance(gm)
            await quiet(books)
            if turn % SAMPLE_CAMPAIGNS == 0 or turn == turns:
                samples.append(both.bot.megabytes())
        third = max(1, len(samples) // 3)
        growth = max(samples[-third:]) / max(samples[third:-third] or samples[:1])
        size = both.database.stat().st_size / 1024 / turns
        wrong = books.wrong_turns()
        if turns >= 3 * SAMPLE_CAMPAIGNS and growth > MOST_GROWTH:
            wrong.append(f"no plateau: the last third holds {growth:.2f} times what the middle one held")
        shown = ", ".join(f"{each:.0f}" for each in samples)
        return Observation(
            turns, wrong, f"MB every {SAMPLE_CAMPAIGNS} turns: {shown}; {size:.0f} KB of database a turn"
        )
