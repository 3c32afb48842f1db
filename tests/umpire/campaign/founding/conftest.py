"""What tests of founding have in common."""

import pytest

from storage.db import Storage
from tests.umpire.campaign.founding.founding_kit import Open, new_open


@pytest.fixture
async def open_(storage: Storage) -> Open:
    """A founded campaign with both seats taken."""
    return await new_open(storage)
