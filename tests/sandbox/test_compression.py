"""Gateway connections that are compressed as in production: one stream, one flush a message."""

import json
import zlib
from collections.abc import Callable

import aiohttp
import discord
import pytest
import zstandard

from sandbox import compression
from sandbox.app import Sandbox
from tests.discord_kit import TreeClient

Unpack = Callable[[bytes], bytes]
READERS: dict[str, Callable[[], Unpack]] = {
    "zlib-stream": lambda: zlib.decompressobj().decompress,
    "zstd-stream": lambda: zstandard.ZstdDecompressor().decompressobj().decompress,
}


@pytest.mark.parametrize("asked", sorted(READERS))
async def test_every_frame_is_a_whole_message_of_one_stream(sandbox: Sandbox, asked: str) -> None:
    unpack, sizes = READERS[asked](), []
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{sandbox.gateway.url}?compress={asked}") as ws:
        for op in (10, 11, 11, 11):
            frame = await ws.receive()
            assert frame.type is aiohttp.WSMsgType.BINARY
            assert json.loads(unpack(frame.data))["op"] == op
            sizes.append(len(frame.data))
            await ws.send_json({"op": 1, "d": None})
    assert sizes[3] < sizes[1], "what was said before is not said again"


async def test_discord_py_asks_for_what_it_asks_for_in_production(sandbox: Sandbox, bot: TreeClient) -> None:
    assert [each.socket.compress for each in sandbox.gateway.sessions.values() if each.socket] == ["zstd-stream"]
    room = bot.get_channel(sandbox.world.channel("war-room").id)
    assert isinstance(room, discord.TextChannel)
    for number in range(3):
        reply = await sandbox.human("ada").slash("war-room", "panel")
        assert reply.text(), number
    sandbox.gateway.drop_sockets()
    await bot.wait_for("resumed", timeout=30)
    assert (await sandbox.human("ada").slash("war-room", "panel")).text()


@pytest.mark.parametrize("asked", [None, "", "brotli-stream"])
def test_nothing_else_is_compressed(asked: str | None) -> None:
    assert compression.packer(asked) is None


def test_without_the_package_zstd_frames_are_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compression, "found", None)
    assert compression.packer("zstd-stream") is None
    assert compression.packer("zlib-stream") is not None
