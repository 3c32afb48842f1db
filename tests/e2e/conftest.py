"""A table for every end-to-end test."""

from collections.abc import AsyncIterator, Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.e2e.kit import Table, running_table
from tests.prepared import begins_each_game_once
from tests.workers_real import worked_in_place

begins_each_game_once()


@pytest.fixture(autouse=True)
def in_place_if_marked(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that patches what workers do has them in its own process."""
    with worked_in_place() if request.node.get_closest_marker("in_place") else nullcontext():
        yield


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A sandbox with the real bot on line; no campaign yet."""
    async with running_table(tmp_path) as found:
        yield found
