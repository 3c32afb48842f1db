"""Points an unmodified discord.py at a sandbox (and at nothing else): the only module here that imports discord."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Protocol, TypeVar

import aiohttp
import discord
import yarl
from aiohttp.abc import AbstractResolver, ResolveResult
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

C = TypeVar("C", bound=discord.Client)


class LoginAddress(Protocol):
    """Where a bot logs in, and with what; a running sandbox, for instance."""

    @property
    def url(self) -> str:
        """http://127.0.0.1:port."""
        ...

    @property
    def token(self) -> str:
        """The token."""
        ...


class NoEgress(AbstractResolver):
    """A resolver that knows no host: numbers still work (the sandbox is 127.0.0.1), every name fails."""

    async def resolve(self, host: str, port: int = 0, family: int = 0) -> list[ResolveResult]:
        """Always an error."""
        raise OSError(f"the sandbox reaches no other host, and something asked for {host}:{port} (family {family})")

    async def close(self) -> None:
        """Nothing to close."""


def sealed_connector() -> aiohttp.TCPConnector:
    """For `discord.Client(connector=...)`: connects to this machine only. Make it inside the running loop."""
    return aiohttp.TCPConnector(resolver=NoEgress(), limit=0)


def check_library() -> None:
    """Raises RuntimeError unless discord.py is the one this was written and measured for."""
    if not discord.__version__.startswith("2.7"):
        raise RuntimeError(f"the sandbox speaks to discord.py 2.7; installed is {discord.__version__}")
    for owner, name in ((Route, "BASE"), (DiscordWebSocket, "DEFAULT_GATEWAY"), (Asset, "BASE")):
        if not hasattr(owner, name):
            raise RuntimeError(
                f"discord.py no longer has {owner.__name__}.{name}; see why, and change sandbox/connect.py"
            )


@contextlib.contextmanager
def pointed_at(url: str) -> Iterator[None]:
    """While inside, discord.py talks to the sandbox at `url` (http://127.0.0.1:port). One per process."""
    check_library()
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE
    Route.BASE = f"{url}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url.replace("http", "ws", 1) + "/gateway")
    Asset.BASE = f"{url}/cdn"
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE = before


@contextlib.asynccontextmanager
async def running_bot(client: C, sandbox: LoginAddress, *, bound: float = 15.0) -> AsyncIterator[C]:
    """A client on line at a sandbox until the block ends; TimeoutError unless it is ready within `bound` seconds.

    Make the client inside the running loop with `connector=sealed_connector()`, so that it reaches no other host."""
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
