"""A real database in a file, and a game on it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.db import Storage
from tests.umpire.world import World, new_world


@pytest.fixture
def where(tmp_path: Path) -> Path:
    """Where the test's database file is."""
    return tmp_path / "admiralty.db"


@pytest.fixture
async def storage(where: Path) -> AsyncIterator[Storage]:
    """An open, empty database."""
    async with await Storage.open(where) as opened:
        yield opened


@pytest.fixture
async def world(storage: Storage) -> World:
    """The duel with its first turn open."""
    return await new_world(storage)
