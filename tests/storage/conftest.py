"""A real database for every test: a file, since that is what the bot uses."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.db import Storage


@pytest.fixture
def where(tmp_path: Path) -> Path:
    """Where the test's database file is."""
    return tmp_path / "admiralty.db"


@pytest.fixture
async def storage(where: Path) -> AsyncIterator[Storage]:
    """An open, empty database."""
    async with await Storage.open(where) as opened:
        yield opened
