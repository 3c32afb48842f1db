"""A sandbox and a real discord.py bot on it, as async context managers any test can use."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Protocol, TypeVar

import discord
from discord import app_commands

from sandbox.app import Sandbox
from sandbox.connect import pointed_at, sealed_connector
from sandbox.ids import Clock
from sandbox.world import World

C = TypeVar("C", bound=discord.Client)


class Address(Protocol):
    """Where a bot logs in, and with what."""

    @property
    def url(self) -> str:
        """http://127.0.0.1:port."""
        ...

    @property
    def token(self) -> str:
        """The token."""
        ...


@contextlib.asynccontextmanager
async def running_sandbox(
    state_path: str | Path | None = None,
    *,
    clock: Clock | None = None,
    world: World | None = None,
    answer_timeout: float = 3.0,
    bot_permissions: int | None = None,
    unknown_routes_allowed: bool = False,
) -> AsyncIterator[Sandbox]:
    """A sandbox for the length of a block; at the end no request may have missed every route."""
    sandbox = await Sandbox.start(
        state_path,
        clock=clock or time.time,
        world=world,
        answer_timeout=answer_timeout,
        bot_permissions=bot_permissions,
    )
    try:
        yield sandbox
        if not unknown_routes_allowed:
            assert sandbox.unknown_routes == [], "the bot used routes the sandbox does not have"
    finally:
        await sandbox.stop()


@contextlib.asynccontextmanager
async def running_bot(client: C, sandbox: Address, *, bound: float = 15.0) -> AsyncIterator[C]:
    """A client on line at the sandbox for the length of a block (way A: three addresses changed, nothing else).

    Make the client inside the running loop with `sealed()` among its options, so that it reaches no other host."""
    with pointed_at(sandbox.url):
        task = asyncio.create_task(client.start(sandbox.token))
        ready = asyncio.create_task(client.wait_until_ready())
        try:
            await asyncio.wait({task, ready}, timeout=bound, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                task.result()
            if not ready.done():
                raise TimeoutError(f"the bot was not ready within {bound} s")
            yield client
        finally:
            ready.cancel()
            await client.close()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await asyncio.wait_for(task, 5)


def sealed() -> dict[str, object]:
    """Options for a test's client: no other host, no waiting for guilds."""
    return {"connector": sealed_connector(), "guild_ready_timeout": 0.02, "intents": discord.Intents.default()}


class TreeClient(discord.Client):
    """A client with a command tree that is synced at the start, and no pause before a new identify."""

    def __init__(self, **options: object) -> None:
        super().__init__(**{**sealed(), **options})  # type: ignore[arg-type]  # discord.py types its options one by one
        self.tree = app_commands.CommandTree(self)
        self.sync = True

    async def setup_hook(self) -> None:
        """Registers the commands."""
        if self.sync:
            await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identifies at once; the library would sleep five seconds after an invalid session."""
