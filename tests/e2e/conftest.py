"""A table for every end-to-end test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.kit import Table, running_table
from tests.prepared import begins_each_game_once

begins_each_game_once()


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A sandbox with the real bot on line; no campaign yet."""
    async with running_table(tmp_path) as found:
        yield found
