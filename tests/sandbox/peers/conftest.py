"""A sandbox whose traffic is watched, and a discord.js client on it."""

from collections.abc import AsyncIterator, Iterator

import pytest

from playtest.clock import ManualClock
from sandbox.app import Sandbox
from tests.discord_kit import running_sandbox
from tests.needs import Need, missing
from tests.openapi import Recorder
from tests.patience import WAIT_SECONDS
from tests.sandbox.peers.install import NoPeerError, installed
from tests.sandbox.peers.peer import Peer

INTENTS = ("Guilds", "GuildMessages", "GuildMessageReactions", "DirectMessages")
"""What a bot like ours asks for: none of the privileged ones."""


@pytest.fixture(scope="session")
def node() -> Iterator[Peer]:
    """A node process with discord.js; without node the test is skipped, or fails where node is required."""
    try:
        peer = Peer(installed())
    except NoPeerError as error:
        missing(Need.NODE, f"{error}.")
    yield peer
    peer.stop()


@pytest.fixture
def clock() -> ManualClock:
    """The clock of this test's sandbox: the machine's, until a test puts it forward."""
    return ManualClock()


@pytest.fixture
async def sandbox(clock: ManualClock) -> AsyncIterator[Sandbox]:
    """A fresh demo world; all that was sent and answered must be as Discord describes it."""
    async with running_sandbox(clock=clock.time, answer_timeout=WAIT_SECONDS) as found:
        recorder = Recorder(found)
        yield found
        recorder.check()


@pytest.fixture
async def line(node: Peer) -> AsyncIterator[Peer]:
    """The process, with nobody logged in yet; at the end nobody is, and the client complained of nothing unheard."""
    yield node.attend()
    await node.do("logout")
    assert node.alarms == []


@pytest.fixture
async def peer(line: Peer, sandbox: Sandbox) -> Peer:
    """A client on line, its commands registered."""
    await line.do("login", url=sandbox.url, token=sandbox.token, intents=INTENTS)
    await line.do("register")
    return line
