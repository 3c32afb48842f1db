"""The way without any patch: the public `connector=`, a throw-away certificate, Discord's own addresses."""

import asyncio
import contextlib
import socket
import ssl

import aiohttp
import discord
import pytest
import trustme
from aiohttp.abc import AbstractResolver, ResolveResult

from sandbox.app import Sandbox
from sandbox.connect import check_library, pointed_at, sealed_connector
from tests.discord_kit import TreeClient, running_sandbox
from tests.patience import WAIT_SECONDS, until
from tests.sandbox.small_bot import make_bot


class Here(AbstractResolver):
    """Every host is this machine, at one port."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.asked: set[str] = set()

    async def resolve(self, host: str, port: int = 0, family: int = socket.AF_INET) -> list[ResolveResult]:
        self.asked.add(host)
        return [ResolveResult(hostname=host, host="127.0.0.1", port=self.port, family=socket.AF_INET, proto=0, flags=0)]

    async def close(self) -> None:
        """Nothing to close."""


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError, ssl.SSLError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    with contextlib.suppress(OSError):
        writer.close()


def _to_root(head: bytes) -> bytes:
    """Discord's gateway has the path "/"; the sandbox keeps its page there, so the front door sorts them."""
    return head.replace(b"GET /?v=10", b"GET /gateway?v=10", 1)


@contextlib.asynccontextmanager
async def tls_front(sandbox: Sandbox, context: ssl.SSLContext):  # type: ignore[no-untyped-def]  # a port, for one test
    """A TLS door before the sandbox."""
    tasks: set[asyncio.Task[None]] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", sandbox.port)
        inner_writer.write(_to_root(await reader.read(65536)))
        await asyncio.gather(_pipe(reader, inner_writer), _pipe(inner_reader, writer))

    server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=context)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for each in list(tasks):
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_unpatched_library_plays_through_its_public_connector() -> None:
    authority = trustme.CA()
    server_side = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("discord.com", "gateway.discord.gg").configure_cert(server_side)
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    async with running_sandbox() as sandbox, tls_front(sandbox, server_side) as port:
        resolver = Here(port)
        bot: TreeClient = make_bot(connector=aiohttp.TCPConnector(resolver=resolver, ssl=trusting))
        task = asyncio.create_task(bot.start(sandbox.token))
        try:
            await until(lambda: bot.is_ready() or task.done())
            assert bot.is_ready()
            ada = sandbox.human("ada")
            assert (await ada.slash("war-room", "fleet move", fleet="First", to=1)).text() == "First to 1 at None"
            assert (await ada.slash("war-room", "slow")).attachments[0].filename == "map.png"
            assert resolver.asked == {"discord.com", "gateway.discord.gg"}
            assert discord.http.Route.BASE == "https://discord.com/api/v10"
        finally:
            await bot.close()
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait_for(task, WAIT_SECONDS)


@pytest.mark.parametrize(
    "url", ["https://discord.com/api/v10/gateway", "wss://gateway.discord.gg/", "https://cdn.discordapp.com/x.png"]
)
async def test_sealed_connector_reaches_no_real_host(url: str) -> None:
    async with aiohttp.ClientSession(connector=sealed_connector()) as session:
        with pytest.raises(aiohttp.ClientConnectorDNSError):
            await session.get(url.replace("wss", "https"))


async def test_a_forgotten_patch_is_noticed() -> None:
    bot = make_bot()
    with pytest.raises(aiohttp.ClientConnectorDNSError):
        await bot.login("a.b.c")
    await bot.close()


async def test_addresses_are_put_back(sandbox: Sandbox) -> None:
    check_library()
    with pointed_at(sandbox.url):
        assert sandbox.url in discord.http.Route.BASE
    assert discord.http.Route.BASE == "https://discord.com/api/v10"
    assert str(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY) == "wss://gateway.discord.gg/"
