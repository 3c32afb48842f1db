"""A browser, a sandbox and a tiny bot, once for each file of tests."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from games.known import guide
from sandbox.app import Sandbox
from sandbox.connect import pointed_at
from tests.browser.kit import DESKTOP, Seat, find_chromium, launched, seated
from tests.browser.tiny_bot import TinyBot
from tests.needs import Need, missing
from tests.patience import WAIT_SECONDS

TakeSeat = Callable[..., Awaitable[Seat]]


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The installed Chromium; without one the test is skipped, or fails where a browser is required."""
    found = find_chromium()
    if found is None:
        missing(Need.BROWSER, "There is no browser to test the page in.")
    return found


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser(chromium: Path) -> AsyncIterator[Browser]:
    """One browser for a file of tests; every person gets a window of their own."""
    async with launched(chromium) as found:
        yield found


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sandbox() -> AsyncIterator[Sandbox]:
    """A sandbox with the demo's people and the tiny bot on line."""
    server = await Sandbox.start(answer_timeout=WAIT_SECONDS, guide=guide())
    try:
        with pointed_at(server.url):
            bot = TinyBot()
            running = asyncio.create_task(bot.start(server.token))
            try:
                await server.ready()
                await asyncio.wait_for(bot.wait_until_ready(), WAIT_SECONDS)
                yield server
            finally:
                await bot.close()
                running.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await running
    finally:
        await server.stop()


@pytest_asyncio.fixture(loop_scope="module")
async def seat(browser: Browser, sandbox: Sandbox) -> AsyncIterator[TakeSeat]:
    """`await seat("Ada", "campaign")`: a person in a window of their own, in that channel."""
    async with contextlib.AsyncExitStack() as stack:

        async def take(name: str, channel: str = "table-talk", size: tuple[int, int] = DESKTOP) -> Seat:
            found = await stack.enter_async_context(seated(browser, sandbox.url, size))
            await found.sit(name, channel)
            return found

        yield take
