"""A real database for every test: a file, since that is what the bot uses."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from storage.db import Storage
from tests.prepared import open_prepared


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
async def postgresql_storage(postgresql: Callable[[], str]) -> AsyncIterator[Storage]:
    """An open, empty database of a PostgreSQL server, whatever the rest runs on."""
    async with await Storage.open(postgresql()) as opened:
        yield opened
