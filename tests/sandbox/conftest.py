"""A sandbox and a small bot that has one of everything."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import aiohttp
import pytest

from playtest.clock import ManualClock
from sandbox.app import Sandbox
from tests.discord_kit import TreeClient, running_bot, running_sandbox
from tests.sandbox.raw import Raw
from tests.sandbox.small_bot import make_bot


@pytest.fixture
def clock() -> ManualClock:
    """A clock that stands still, for a sandbox that goes by it."""
    return ManualClock(datetime(2027, 1, 15, 8, tzinfo=UTC), frozen=True)


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A fresh demo world."""
    async with running_sandbox() as found:
        yield found


@pytest.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[TreeClient]:
    """The small bot, on line."""
    async with running_bot(make_bot(), sandbox) as found:
        yield found


@pytest.fixture
async def raw(sandbox: Sandbox) -> AsyncIterator[Raw]:
    """A bare REST client."""
    async with aiohttp.ClientSession() as session:
        yield Raw(sandbox, session)
