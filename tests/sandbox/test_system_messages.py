"""What Discord writes in somebody's name, pins, and what can and cannot be done to such messages."""

import asyncio
from typing import Any

import discord
import pytest

from playtest.clock import ManualClock
from sandbox.app import Sandbox
from sandbox.ratelimit import Nonces
from tests.discord_kit import TreeClient, running_bot, running_sandbox
from tests.patience import WAIT_SECONDS
from tests.sandbox.raw import Raw, codes
from tests.sandbox.small_bot import make_bot


@pytest.fixture
async def thread(sandbox: Sandbox, bot: TreeClient) -> discord.Thread:
    """A private thread of the bot's in #war-room."""
    room = bot.get_channel(sandbox.world.channel("war-room").id)
    assert isinstance(room, discord.TextChannel)
    return await room.create_thread(name="Orders", type=discord.ChannelType.private_thread)


async def said(thread: discord.Thread) -> list[str]:
    """What the library says of each message, oldest first."""
    return [each.system_content async for each in thread.history(oldest_first=True)]


async def test_a_pin_is_told_once_and_its_line_can_be_taken_back(bot: TreeClient, thread: discord.Thread) -> None:
    message = await thread.send("the plan")
    told = asyncio.ensure_future(bot.wait_for("guild_channel_pins_update", timeout=WAIT_SECONDS))
    await asyncio.sleep(0)
    await message.pin()
    await message.pin()
    assert (await told)[1] is not None
    assert await said(thread) == ["the plan", "admiralty pinned a message to this channel."]
    (line,) = [each async for each in thread.history(limit=1)]
    assert line.type is discord.MessageType.pins_add
    assert line.author == bot.user
    assert line.reference is not None
    assert line.reference.message_id == message.id
    with pytest.raises(discord.Forbidden) as refused:
        await line.edit(content="x")
    assert refused.value.code == 50021
    with pytest.raises(discord.Forbidden) as refused:
        await line.pin()
    assert refused.value.code == 50021
    await line.delete()
    assert await said(thread) == ["the plan"]
    await message.unpin()
    assert await said(thread) == ["the plan"]


async def test_pins_come_the_latest_first_and_by_pages(clock: ManualClock) -> None:
    async with running_sandbox(clock=clock.time) as sandbox, running_bot(make_bot(), sandbox) as bot:
        room = bot.get_channel(sandbox.world.channel("war-room").id)
        assert isinstance(room, discord.TextChannel)
        sent = [await room.send(str(number)) for number in range(4)]
        for number in (2, 0, 3):
            clock.forward(seconds=60)
            await sent[number].pin()
        found = [each async for each in room.pins()]
        assert [each.content for each in found] == ["3", "0", "2"]
        assert [each.content async for each in room.pins(before=found[0].pinned_at, limit=1)] == ["0"]


async def test_who_takes_whom_in_and_out_of_a_thread_is_written_in_it(
    sandbox: Sandbox, bot: TreeClient, thread: discord.Thread
) -> None:
    ada, vik = (discord.Object(sandbox.world.user(name).id) for name in ("ada", "vik"))
    await thread.add_user(ada)
    await thread.add_user(ada)
    await thread.send(f"and <@{vik.id}>")
    await thread.remove_user(ada)
    await thread.edit(name="Secret orders")
    await thread.edit(name="Secret orders", slowmode_delay=5)
    assert await said(thread) == [
        "admiralty added ada to the thread.",
        f"and <@{vik.id}>",
        "admiralty removed ada from the thread.",
        "admiralty changed the channel name: **Secret orders**",
    ]
    for line in [each async for each in thread.history() if each.type is not discord.MessageType.default]:
        with pytest.raises(discord.Forbidden) as refused:
            await line.delete()
        assert refused.value.code == 50021
    assert sandbox.human("vik").messages(thread.id, 1, system=True)[0].text() == "Secret orders"
    assert sandbox.human("vik").last(thread.id).text().startswith("and")
    assert thread.me is not None, "the bot is told that it is in the thread"


def test_a_nonce_is_one_authors_in_one_channel_and_for_some_minutes(clock: ManualClock) -> None:
    nonces = Nonces(clock.time)
    nonces.note(1, 7, "n", 100)
    assert nonces.find(1, 7, "n") == 100
    assert [nonces.find(*other, "n") for other in ((2, 7), (1, 8))] == [None, None]
    clock.forward(seconds=299)
    assert nonces.find(1, 7, "n") == 100
    clock.forward(seconds=1)
    assert nonces.find(1, 7, "n") is None
    nonces.note(1, 7, "m", 101)
    assert len(nonces.made) == 1


async def test_after_minutes_the_same_nonce_is_another_message(raw: Raw) -> None:
    core = raw.sandbox.core
    body: dict[str, Any] = {"content": "once", "nonce": "n1", "enforce_nonce": True}
    first = (await raw("POST", raw.room, body))[1]["id"]
    core.put_forward(240)
    assert (await raw("POST", raw.room, body))[1]["id"] == first
    core.put_forward(60)
    assert (await raw("POST", raw.room, body))[1]["id"] != first


async def test_a_pin_of_nothing_and_one_too_many(raw: Raw) -> None:
    world = raw.sandbox.world
    pins = f"{raw.room}/pins"
    assert (await raw("PUT", f"{pins}/1"))[1]["code"] == 10008
    sent = [(await raw("POST", raw.room, {"content": "x"}))[1]["id"] for _ in range(2)]
    assert (await raw("PUT", f"{pins}/{sent[0]}"))[0] == 204
    room = world.channel("war-room")
    for number in range(1, 250):
        world.messages[room.id][number] = type(world.message(room.id, int(sent[0])))(number, room.id, 1, pinned_at=1.0)
    status, answer = await raw("PUT", f"{pins}/{sent[1]}")
    assert (status, answer["code"]) == (400, 30003)
    assert (await raw("PUT", f"{pins}/{sent[0]}"))[0] == 204, "it is pinned already"
    status, answer = await raw("GET", f"{pins}?limit=51")
    assert "NUMBER_TYPE_MAX" in codes(answer), status
