"""What goes wrong on a real line: resume, invalid session, dropped sockets, 429, 5xx, slow answers, rate buckets."""

import asyncio
import time

import aiohttp
import discord
import pytest

from sandbox.app import Sandbox
from tests.discord_kit import TreeClient
from tests.patience import WAIT_SECONDS
from tests.sandbox.raw import Raw


async def room(bot: TreeClient, sandbox: Sandbox) -> discord.TextChannel:
    found = bot.get_channel(sandbox.world.channel("war-room").id)
    assert isinstance(found, discord.TextChannel)
    return found


async def test_dropped_socket_resumes_and_replays_the_missed_command(sandbox: Sandbox, bot: TreeClient) -> None:
    sandbox.gateway.drop_sockets()
    reply = await sandbox.human("ada").slash("war-room", "fleet move", fleet="First", to=1)
    assert reply.text() == "First to 1 at None"
    assert (sandbox.gateway.identify_count, sandbox.gateway.resume_count) == (1, 1)


async def test_reconnect_request_resumes(sandbox: Sandbox, bot: TreeClient) -> None:
    sandbox.gateway.ask_reconnect()
    await bot.wait_for("resumed", timeout=WAIT_SECONDS)
    reply = await sandbox.human("ada").slash("war-room", "fleet move", fleet="First", to=2)
    assert reply.text() == "First to 2 at None"
    assert sandbox.gateway.identify_count == 1


async def test_invalid_session_identifies_anew(sandbox: Sandbox, bot: TreeClient) -> None:
    sandbox.gateway.invalidate()
    await bot.wait_for("ready", timeout=WAIT_SECONDS)
    reply = await sandbox.human("ada").slash("war-room", "fleet move", fleet="First", to=3)
    assert reply.text() == "First to 3 at None"
    assert sandbox.gateway.identify_count == 2


async def test_resume_of_a_forgotten_session_is_refused(sandbox: Sandbox, bot: TreeClient) -> None:
    sandbox.gateway.sessions.clear()
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{sandbox.url}/gateway?v=10") as ws:
        assert (await ws.receive_json())["op"] == 10
        await ws.send_json({"op": 6, "d": {"token": sandbox.token, "session_id": "gone", "seq": 1}})
        assert await ws.receive_json() == {"op": 9, "d": False, "s": None, "t": None}


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ('{"op": 2, "d": {"token": "wrong", "intents": 1}}', 4004),
        ('{"op": 8, "d": {}}', 4003),
        ("not json", 4002),
        ('{"op": 1, "d": "' + "x" * 5000 + '"}', 4002),
    ],
)
async def test_bad_gateway_frames_close_with_discords_codes(sandbox: Sandbox, frame: str, code: int) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{sandbox.url}/gateway?v=10") as ws:
        await ws.receive_json()
        await ws.send_str(frame)
        assert (await ws.receive(timeout=WAIT_SECONDS)).type == aiohttp.WSMsgType.CLOSE
        assert ws.close_code == code


async def test_heartbeat_is_acknowledged_without_compression(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{sandbox.url}/gateway?v=10") as ws:
        await ws.receive_json()
        await ws.send_json({"op": 1, "d": None})
        assert (await ws.receive_json())["op"] == 11


async def test_429_is_waited_out(sandbox: Sandbox, bot: TreeClient) -> None:
    sandbox.faults.add("429", seconds=0.1, match="POST /channels")
    start = time.perf_counter()
    await (await room(bot, sandbox)).send("patient")
    assert time.perf_counter() - start >= 0.1
    assert [each.text() for each in sandbox.human("ada").messages("war-room")] == ["patient"]


async def test_502_is_tried_again(sandbox: Sandbox, bot: TreeClient) -> None:
    sandbox.faults.add("5xx", match="POST /channels")
    await (await room(bot, sandbox)).send("again")
    assert [each.text() for each in sandbox.human("ada").messages("war-room")] == ["again"]


async def test_answer_lost_after_the_deed_is_healed_by_the_nonce(sandbox: Sandbox, raw: Raw) -> None:
    sandbox.faults.add("late-drop", match="POST /channels")
    body = {"content": "once", "nonce": "n", "enforce_nonce": True}
    with pytest.raises(aiohttp.ClientError):
        await raw("POST", raw.room, body)
    assert (await raw("POST", raw.room, body))[0] == 200
    assert [each.text() for each in sandbox.human("ada").messages("war-room")] == ["once"]


async def test_dropped_request_changes_nothing(sandbox: Sandbox, raw: Raw) -> None:
    sandbox.faults.add("drop", match="POST /channels")
    with pytest.raises(aiohttp.ClientError):
        await raw("POST", raw.room, {"content": "x"})
    assert sandbox.human("ada").messages("war-room") == []


async def test_slow_request_is_slow(sandbox: Sandbox, raw: Raw) -> None:
    sandbox.faults.add("slow", seconds=0.1)
    start = time.perf_counter()
    assert (await raw("POST", raw.room, {"content": "x"}))[0] == 200
    assert time.perf_counter() - start >= 0.1


async def test_buckets_count_per_channel_and_answer_429(sandbox: Sandbox, raw: Raw) -> None:
    sandbox.faults.limit, sandbox.faults.window = 2, 0.3
    seen = [(await raw("POST", raw.room, {"content": "x"}))[0] for _ in range(3)]
    assert seen == [200, 200, 429]
    other = f"/channels/{sandbox.world.channel('campaign').id}/messages"
    assert (await raw("POST", other, {"content": "x"}))[0] == 200
    await asyncio.sleep(0.35)
    assert (await raw("POST", raw.room, {"content": "x"}))[0] == 200


async def test_library_keeps_to_the_buckets(sandbox: Sandbox, bot: TreeClient) -> None:
    sandbox.faults.limit, sandbox.faults.window = 3, 0.3
    place = await room(bot, sandbox)
    await asyncio.gather(*(place.send(str(each)) for each in range(7)))
    assert len(sandbox.human("ada").messages("war-room")) == 7


@pytest.mark.parametrize("kind", ["5xx", "drop"])
async def test_the_gateway_can_be_closed_to_a_bot_for_a_while(sandbox: Sandbox, kind: str) -> None:
    sandbox.faults.add(kind, match="GET /gateway$", status=503, times=1 if kind == "5xx" else 2)  # aiohttp asks twice
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.ClientError):
            await session.ws_connect(f"{sandbox.url}/gateway?v=10")
        async with session.ws_connect(f"{sandbox.url}/gateway?v=10") as ws:
            assert (await ws.receive_json())["op"] == 10


def test_unknown_fault_is_a_clear_error(sandbox: Sandbox) -> None:
    with pytest.raises(ValueError, match="no fault is called"):
        sandbox.faults.add("earthquake")


async def test_member_chunks_come_with_their_nonce(sandbox: Sandbox, bot: TreeClient) -> None:
    found = await bot.guilds[0].query_members(query="Ada", limit=5)
    assert [each.display_name for each in found] == ["Ada (Humans)"]


async def test_many_at_once(sandbox: Sandbox, bot: TreeClient) -> None:
    people = [sandbox.human(each) for each in ("ada", "vik", "dom", "ola")]
    replies = await asyncio.gather(
        *(people[each % 4].slash("war-room", "fleet move", fleet=str(each), to=each + 1) for each in range(100))
    )
    assert [each.text() for each in replies] == [f"{each} to {each + 1} at None" for each in range(100)]
