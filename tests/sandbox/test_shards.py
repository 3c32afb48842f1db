"""Shards: what Discord advises, whose servers each is told of, and logins on shards that there cannot be."""

import json
from typing import Any

import aiohttp
import pytest

from sandbox.app import Sandbox
from sandbox.errors import Json
from sandbox.world import demo_world
from tests.discord_kit import running_sandbox


async def login(sandbox: Sandbox, shard: object, session: aiohttp.ClientSession) -> tuple[Json, int | None]:
    """What a login is answered (nothing if it is refused), and with what code the connection is closed."""
    async with session.ws_connect(f"{sandbox.url}/gateway?v=10") as socket:
        assert (await socket.receive_json())["op"] == 10
        data: dict[str, Any] = {"token": sandbox.token, "intents": 1, "properties": {}, "shard": shard}
        await socket.send_json({"op": 2, "d": data})
        answer = await socket.receive()
        return (
            (json.loads(answer.data)["d"], None) if answer.type is aiohttp.WSMsgType.TEXT else ({}, socket.close_code)
        )


async def test_each_server_is_told_to_one_shard_and_discord_advises_how_many() -> None:
    world = demo_world()
    world.seeds += 1 << 22
    world.add_guild("Second Harbour", world.user("ada"))
    async with running_sandbox(world=world) as sandbox, aiohttp.ClientSession() as session:
        sandbox.limits.shards = 2
        headers = {"Authorization": f"Bot {sandbox.token}"}
        async with session.get(f"{sandbox.url}/api/v10/gateway/bot", headers=headers) as answer:
            assert (await answer.json())["shards"] == 2
        told = [(await login(sandbox, [number, 2], session))[0] for number in range(2)]
    assert [len(each["guilds"]) for each in told] == [1, 1]
    assert all(int(each["guilds"][0]["id"]) >> 22 & 1 == each["shard"][0] for each in told)


@pytest.mark.parametrize("shard", [[2, 2], [-1, 2], [0, 0], [0], "0/2", [0.0, 2]])
async def test_a_shard_that_cannot_be_is_refused(shard: object) -> None:
    async with running_sandbox() as sandbox, aiohttp.ClientSession() as session:
        assert await login(sandbox, shard, session) == ({}, 4010)


async def test_more_servers_than_a_shard_may_have_need_more_shards() -> None:
    world = demo_world()
    world.add_guild("Second Harbour", world.user("ada"))
    async with running_sandbox(world=world) as sandbox, aiohttp.ClientSession() as session:
        sandbox.limits.servers = 1
        assert await login(sandbox, [0, 1], session) == ({}, 4011)
