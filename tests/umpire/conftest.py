"""A real database in a file, and a game on it."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete

from playtest.clock import ManualClock
from storage import outbox
from storage.db import Storage
from storage.schema import pings
from tests.prepared import begins_each_game_once, open_prepared, reads_each_state_once
from tests.umpire.table import SUNDAY, begin, services_on
from tests.umpire.world import World, new_world
from umpire.games.games import Game
from umpire.services.services import Services

begins_each_game_once()
reads_each_state_once()


@pytest.fixture
def where(tmp_path: Path) -> Path:
    """Where the test's database file is."""
    return tmp_path / "admiralty.db"


@pytest.fixture
async def storage(where: Path) -> AsyncIterator[Storage]:
    """An open, empty database."""
    async with await open_prepared(where) as opened:
        yield opened


@pytest.fixture
def manual_clock() -> ManualClock:
    """A clock six days before Sunday's deadline."""
    return ManualClock(SUNDAY - timedelta(days=6), frozen=True)


@pytest.fixture
def services(storage: Storage, manual_clock: ManualClock) -> Services:
    """Services on the database, with that clock."""
    return services_on(storage, manual_clock)


@pytest.fixture
async def game(services: Services) -> Game:
    """A running game whose first letters are out of the way."""
    begun = await begin(services)
    async with services.storage.transaction() as tx:
        for row in await outbox.of_game(tx, begun.id):
            await outbox.sent(tx, row.id, None, services.seconds())
        await tx.execute(delete(pings))  # nobody was named yet
    return begun


@pytest.fixture
async def world(storage: Storage) -> World:
    """The duel with its first turn open."""
    return await new_world(storage)
