"""Limits over all routes and over the gateway: 50 requests a second, invalid requests, logins, sends, heartbeats, creations."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest

from playtest.clock import ManualClock
from sandbox.app import Sandbox
from sandbox.limits import Limits, documented
from tests.discord_kit import TreeClient, running_bot, running_sandbox
from tests.patience import WAIT_SECONDS
from tests.sandbox.raw import Raw

ME = "/users/@me"


@pytest.fixture
async def sandbox(clock: ManualClock) -> AsyncIterator[Sandbox]:
    """A demo world on that clock."""
    async with running_sandbox(clock=clock.time) as found:
        yield found


async def answers(raw: Raw, times: int, path: str = ME) -> list[int]:
    return [(await raw("GET", path))[0] for _ in range(times)]


def command(name: str) -> dict[str, Any]:
    return {"name": name, "description": "x", "type": 1}


async def test_fifty_requests_a_second_and_not_one_more(sandbox: Sandbox, raw: Raw) -> None:
    sandbox.limits.per_second = 50
    seen = await asyncio.gather(*(raw("GET", ME) for _ in range(55)))
    assert sorted(status for status, _ in seen) == [200] * 50 + [429] * 5
    assert sandbox.meters.refused_globally == 5
    await asyncio.sleep(1.05)
    assert await answers(raw, 1) == [200]


async def test_the_limit_over_all_routes_says_so_in_body_and_headers(sandbox: Sandbox, raw: Raw) -> None:
    sandbox.limits.per_second = 1
    await answers(raw, 1)
    headers = {"Authorization": f"Bot {sandbox.token}"}
    async with raw.session.get(f"{sandbox.url}/api/v10{ME}", headers=headers) as answer:
        body = await answer.json()
        assert answer.status == 429
        assert answer.headers["X-RateLimit-Global"] == "true"
        assert answer.headers["X-RateLimit-Scope"] == "global"
        assert answer.headers["Retry-After"] == "1"
        assert answer.headers["Via"]
        assert "X-RateLimit-Bucket" not in answer.headers
    assert body["global"] is True
    assert 0 < body["retry_after"] <= 1


async def test_interactions_are_exempt_from_the_limit_over_all_routes_only(sandbox: Sandbox, raw: Raw) -> None:
    sandbox.limits.per_second = 1
    sandbox.faults.limit, sandbox.faults.window = 2, 60
    await answers(raw, 1)
    _, path, hook = raw.interaction()
    assert (await raw("POST", path, {"type": 4, "data": {"content": "x"}}, token=False))[0] in (200, 204)
    said = [(await raw("POST", hook, {"content": "more"}, token=False))[0] for _ in range(3)]
    assert said == [204, 204, 429]
    _, _, other = raw.interaction()
    assert (await raw("POST", other, {"content": "another bucket"}, token=False))[0] != 429


async def test_a_callback_carries_no_bucket_and_a_followup_does(sandbox: Sandbox, raw: Raw) -> None:
    sandbox.faults.limit = 5
    _, path, hook = raw.interaction()
    for where, body, there in (
        (path, {"type": 4, "data": {"content": "x"}}, False),
        (hook, {"content": "more"}, True),
    ):
        async with raw.session.post(f"{sandbox.url}/api/v10{where}", json=body) as answer:
            assert answer.status in (200, 204)
            assert ("X-RateLimit-Bucket" in answer.headers) is there


async def test_a_buckets_name_leaves_the_channel_out(sandbox: Sandbox, raw: Raw) -> None:
    sandbox.faults.limit = 5
    headers = {"Authorization": f"Bot {sandbox.token}"}
    names = set()
    for room in ("war-room", "campaign"):
        url = f"{sandbox.url}/api/v10/channels/{sandbox.world.channel(room).id}/messages"
        async with raw.session.post(url, json={"content": "x"}, headers=headers) as answer:
            names.add(answer.headers["X-RateLimit-Bucket"])
            assert answer.headers["X-RateLimit-Remaining"] == "4"
    assert len(names) == 1


async def test_the_library_waits_out_the_limit_over_all_routes(sandbox: Sandbox, bot: TreeClient) -> None:
    sandbox.limits.per_second = 5
    room = bot.get_channel(sandbox.world.channel("war-room").id)
    assert isinstance(room, discord.TextChannel)
    await asyncio.gather(*(room.send(str(each)) for each in range(8)))
    assert len(sandbox.human("ada").messages("war-room")) == 8


async def test_invalid_requests_are_counted_and_too_many_shut_the_door(
    sandbox: Sandbox, raw: Raw, clock: ManualClock
) -> None:
    sandbox.limits.invalid = 4
    assert (await raw("GET", ME, token=False))[0] == 401
    sandbox.limits.per_second = 1
    assert await answers(raw, 2) == [200, 429]
    sandbox.limits.per_second = 0
    assert (await raw("GET", "/channels/1"))[0] == 404  # wrong, but not one of those that count
    assert sandbox.meters.invalid == 2
    sandbox.world.channel("war-room").overwrites.clear()
    for _ in range(2):
        assert (await raw("GET", f"/guilds/{sandbox.world.guild().id}/members"))[0] == 403
    assert sandbox.meters.shut
    status, body = await raw("GET", ME)
    assert (status, body["code"]) == (429, 0)
    assert "blocked" in body["message"]
    _, path, _ = raw.interaction()
    assert (await raw("POST", path, {"type": 5}, token=False))[0] == 429  # the address is barred, not the token
    assert sandbox.meters.invalid == 4
    clock.forward(seconds=601)
    assert await answers(raw, 1) == [200]


async def test_a_429_of_a_shared_resource_does_not_count(sandbox: Sandbox) -> None:
    sandbox.meters.answered(429, "shared")
    assert sandbox.meters.invalid == 0
    sandbox.meters.answered(429, "user")
    assert sandbox.meters.invalid == 1


async def test_two_hundred_new_commands_a_day_for_each_server(sandbox: Sandbox, raw: Raw, clock: ManualClock) -> None:
    app, guild = sandbox.application_id, sandbox.world.guild().id
    scopes = (f"/applications/{app}/commands", f"/applications/{app}/guilds/{guild}/commands")
    for scope in scopes:
        for names in (range(100), range(100, 199), range(100, 199)):  # the last are known already
            assert (await raw("PUT", scope, [command(f"c{each}") for each in names]))[0] == 200
        assert (await raw("POST", scope, command("c199")))[0] == 201
        assert (await raw("DELETE", f"{scope}/{(await raw('GET', scope))[1][0]['id']}"))[0] == 204
        status, body = await raw("POST", scope, command("c0"))
        assert (status, body["code"]) == (429, 30034)
        assert 0 < body["retry_after"] <= 86_400
    clock.forward(seconds=86_401)
    assert (await raw("PUT", scopes[0], [command("c0")]))[0] == 200


async def hello(sandbox: Sandbox, session: aiohttp.ClientSession) -> aiohttp.ClientWebSocketResponse:
    ws = await session.ws_connect(f"{sandbox.url}/gateway?v=10")
    assert (await ws.receive_json())["op"] == 10
    return ws


async def log_in(sandbox: Sandbox, ws: aiohttp.ClientWebSocketResponse) -> dict[str, Any]:
    await ws.send_json({"op": 2, "d": {"token": sandbox.token, "intents": 0, "properties": {}}})
    found: dict[str, Any] = await ws.receive_json()
    return found


async def test_one_login_in_five_seconds_the_next_is_an_invalid_session(sandbox: Sandbox, raw: Raw) -> None:
    sandbox.limits.identify_seconds = 0.3
    first = await hello(sandbox, raw.session)
    assert (await log_in(sandbox, first))["t"] == "READY"
    second = await hello(sandbox, raw.session)
    assert await log_in(sandbox, second) == {"op": 9, "d": False, "s": None, "t": None}
    await asyncio.sleep(0.35)
    assert (await log_in(sandbox, second))["t"] == "READY"


async def test_the_login_above_a_thousand_costs_sessions_and_token(
    sandbox: Sandbox, raw: Raw, clock: ManualClock
) -> None:
    sandbox.limits.identifies = 2
    for left in (2, 1):
        start = (await raw("GET", "/gateway/bot"))[1]["session_start_limit"]
        assert (start["total"], start["remaining"], start["max_concurrency"]) == (2, left, 1)
        ws = await hello(sandbox, raw.session)
        assert (await log_in(sandbox, ws))["t"] == "READY"
    clock.forward(seconds=3_600)
    start = (await raw("GET", "/gateway/bot"))[1]["session_start_limit"]
    assert (start["remaining"], start["reset_after"]) == (0, 82_800_000)
    old = sandbox.token
    last = await hello(sandbox, raw.session)
    await last.send_json({"op": 2, "d": {"token": old, "intents": 0, "properties": {}}})
    assert (await last.receive()).data == 4004
    assert (await ws.receive()).data == 4004
    assert sandbox.token != old


async def test_a_day_later_logins_are_counted_anew(sandbox: Sandbox, raw: Raw, clock: ManualClock) -> None:
    sandbox.limits.identifies = 1
    assert (await log_in(sandbox, await hello(sandbox, raw.session)))["t"] == "READY"
    clock.forward(seconds=86_401)
    assert (await raw("GET", "/gateway/bot"))[1]["session_start_limit"]["remaining"] == 1
    assert (await log_in(sandbox, await hello(sandbox, raw.session)))["t"] == "READY"


async def test_more_than_120_sends_a_minute_close_the_connection(sandbox: Sandbox, raw: Raw) -> None:
    ws = await hello(sandbox, raw.session)
    for _ in range(121):
        await ws.send_json({"op": 1, "d": None})
    message = await ws.receive()
    while message.type is aiohttp.WSMsgType.TEXT:
        message = await ws.receive()
    assert (message.type, message.data) == (aiohttp.WSMsgType.CLOSE, 4008)


async def test_a_connection_without_heartbeats_is_closed(sandbox: Sandbox, raw: Raw) -> None:
    sandbox.limits.beat_seconds = 1
    start = time.monotonic()
    beating, silent = await hello(sandbox, raw.session), await hello(sandbox, raw.session)
    closed = asyncio.create_task(silent.receive())
    while not closed.done():
        await beating.send_json({"op": 1, "d": None})
        await asyncio.wait((closed,), timeout=0.05)
    assert (await closed).data == 4009
    assert time.monotonic() - start >= 2
    assert (await beating.receive_json())["op"] == 11
    assert not beating.closed


async def test_a_bot_that_fell_silent_resumes(sandbox: Sandbox, bot: TreeClient) -> None:
    [socket] = [each.socket for each in sandbox.gateway.sessions.values()]
    assert socket is not None
    socket.expect_beat(0.01)
    await bot.wait_for("resumed", timeout=WAIT_SECONDS)
    assert (sandbox.gateway.identify_count, sandbox.gateway.resume_count) == (1, 1)


async def test_the_library_keeps_to_all_documented_limits() -> None:
    async with running_sandbox() as sandbox:
        limits = documented()
        for name in Limits.__dataclass_fields__:
            setattr(sandbox.limits, name, getattr(limits, name))
        async with running_bot(TreeClient(), sandbox) as bot:
            room = bot.get_channel(sandbox.world.channel("war-room").id)
            assert isinstance(room, discord.TextChannel)
            await room.send("hello")
        assert sandbox.meters.invalid == 0
