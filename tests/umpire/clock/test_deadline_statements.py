"""What a deadline says to the database, counted: most of what it costs the bot's own process, and the same on a busy machine."""

from pathlib import Path
from typing import Final

import pytest

from harness.bench.statements import recorded
from playtest.clock import ManualClock
from storage.db import Storage
from tests.umpire.sweeping import sweep
from tests.umpire.table import CHANNEL, SUNDAY, Post, begin, services_on
from umpire.delivery.delivery import Deliverer

MOST: Final = {1: (300, 21), 4: (960, 64)}
"""Statements for so many duels, and how many of them begin a transaction that writes: 295 and 18, 934 and 61, with room for a
look more into the outbox. Three dashboards of each are sent anew below its reports."""


async def said_by(storage: Storage, manual_clock: ManualClock, games: int) -> tuple[int, int]:
    """The statements of one deadline of so many duels in which nobody ordered, from the look that finds it to the last dashboard
    sent anew; and how many of them begin a transaction that writes."""
    services = services_on(storage, manual_clock)
    for number in range(games):
        await begin(services, channel=CHANNEL + number)
    post = Post()
    deliverer = Deliverer(services, post)
    await sweep(services)
    await deliverer.drain()
    manual_clock.move_to(SUNDAY)
    told = len(post.messages) + len(post.taken_back)
    with recorded(storage) as recorder:
        assert len(await sweep(services)) == games
        await sweep(services)
        await deliverer.drain()
    assert len(post.messages) + len(post.taken_back) - told == 7 * games
    assert len(post.taken_back) == 3 * games, "each dashboard stands below the report now"
    statements = [sql for _, sql, _, _ in recorder.take() if sql != "COMMIT"]
    return len(statements), sum(sql == "BEGIN IMMEDIATE" for sql in statements)


@pytest.mark.parametrize("games", MOST)
async def test_a_deadline_takes_no_more_statements_than_it_did(
    tmp_path: Path, manual_clock: ManualClock, games: int
) -> None:
    async with await Storage.open(tmp_path / "deadline.db") as storage:
        said, written = await said_by(storage, manual_clock, games)
    assert said <= MOST[games][0]
    assert written <= MOST[games][1]
