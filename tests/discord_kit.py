"""A sandbox and a real discord.py bot on it, as async context managers any test can use."""

import contextlib
import time
from collections.abc import AsyncIterator
from pathlib import Path

import discord
from discord import app_commands

from sandbox.app import Sandbox
from sandbox.connect import running_bot as running_bot  # noqa: PLC0414 - as above
from sandbox.connect import sealed_connector
from sandbox.ids import Clock
from sandbox.limits import Limits
from sandbox.world import World
from tests.patience import WAIT_SECONDS


@contextlib.asynccontextmanager
async def running_sandbox(
    state_path: str | Path | None = None,
    *,
    clock: Clock | None = None,
    world: World | None = None,
    answer_timeout: float = WAIT_SECONDS,
    bot_permissions: int | None = None,
    unknown_routes_allowed: bool = False,
    limits: Limits | None = None,
) -> AsyncIterator[Sandbox]:
    """A sandbox for the length of a block; at the end no request may have missed every route."""
    sandbox = await Sandbox.start(
        state_path,
        clock=clock or time.time,
        world=world,
        answer_timeout=answer_timeout,
        bot_permissions=bot_permissions,
        limits=limits,
    )
    try:
        yield sandbox
        if not unknown_routes_allowed:
            assert sandbox.unknown_routes == [], "the bot used routes the sandbox does not have"
    finally:
        await sandbox.stop()


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
