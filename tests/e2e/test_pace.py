"""Discord's limits and the bot: its own pace, pauses of any length, five requests per five seconds, a shut door, a full day."""

import asyncio
import time
from collections import Counter
from pathlib import Path

import discord
import pytest

from cogs.common.errors import sentence
from cogs.shell.courier import DiscordCourier
from playtest.clock import ManualClock
from sandbox import actions
from sandbox.interactions import Exchange
from storage import outbox
from tests.e2e.kit import CHANNEL, Table, running_table
from tests.patience import WAIT_SECONDS
from umpire.outbox.courier import NotNowError
from umpire.outbox.outbox import Letter, Target, enqueue
from umpire.services.pace import Pace


def rooms(table: Table, count: int) -> list[Target]:
    """So many threads with the bot in them."""
    core, world = table.sandbox.core, table.sandbox.world
    found = []
    for number in range(count):
        made = actions.create_thread(core, world.channel(CHANNEL), world.bot_id, {"name": f"room {number}"}, kind=11)
        actions.add_to_thread(core, made, world.bot_id)
        found.append(Target("thread", made.id))
    return found


async def write(table: Table, *targets: Target, text: str = "news") -> None:
    async with table.services.storage.transaction() as tx:
        for target in targets:
            await enqueue(tx, table.services, Letter("notice", table.game_id, 1, "", target, text))


async def states(table: Table) -> Counter[str]:
    async with table.services.storage.reading() as tx:
        return Counter(row.state for row in await outbox.of_game(tx, table.game_id))


def refs(table: Table) -> Counter[str]:
    """How often each letter arrived."""
    said = [m.content for kept in table.sandbox.world.messages.values() for m in kept.values()]
    return Counter(line for text in said if (line := text.rsplit("\n", 1)[-1]).startswith("-# ref "))


async def test_two_hundred_letters_at_once_meet_no_limit_and_arrive_once(table: Table) -> None:
    await table.start(begin=False)
    await table.settle()
    await write(table, *rooms(table, 200))
    made: list[float] = []
    table.sandbox.core.observers.append(lambda _: made.append(time.monotonic()))
    start = time.monotonic()
    await table.bot.deliverer.drain()
    assert set(await states(table)) == {"sent"}
    assert set(refs(table).values()) == {1}
    assert (table.sandbox.meters.refused_globally, table.sandbox.meters.invalid) == (0, 0)
    assert time.monotonic() - start >= 4.5
    assert max(sum(at <= other < at + 1 for other in made) for at in made) <= 50


@pytest.mark.parametrize("seconds", [20, 100])
async def test_a_pause_over_all_routes_of_any_length_shuts_nothing(tmp_path: Path, seconds: int) -> None:
    ahead = ManualClock()
    async with running_table(tmp_path, pace=Pace(clock=ahead.time)) as table:
        await table.start(begin=False)
        await table.settle()
        before = refs(table)
        first, second = rooms(table, 2)
        table.sandbox.faults.add("429", match=f"POST /channels/{first.id}", seconds=seconds, glob=True)
        asked: list[Exchange] = []
        table.sandbox.core.observers.append(asked.append)
        await write(table, first)
        await table.bot.deliverer.drain()
        assert 0 < table.services.pace.resting <= seconds
        await write(table, second)
        await table.bot.deliverer.drain()
        assert asked == []  # nobody speaks while a pause lasts
        courier = DiscordCourier()
        courier.client = table.client
        async with asyncio.timeout(WAIT_SECONDS):  # what somebody waits for is not behind discord.py's gate
            assert await courier.find(first, "-# ref X", 0) is None
        async with table.services.storage.reading() as tx:
            waiting = await outbox.of_game(tx, table.game_id, "pending")
        assert [row.attempts for row in waiting] == [1, 0]
        ahead.forward(seconds=seconds)
        table.clock.forward(seconds=seconds + 1)
        await table.bot.deliverer.drain()
        assert set(await states(table)) == {"sent"}
        assert len(refs(table)) == len(before) + 2
        assert set(refs(table).values()) == {1}


async def test_who_settles_waits_for_letters_that_rest_for_a_short_pause(table: Table) -> None:
    await table.start(begin=False)
    await table.settle()
    room, _ = rooms(table, 2)
    table.sandbox.faults.add("429", match=f"POST /channels/{room.id}", seconds=1, glob=True)
    await write(table, room)
    await table.settle()
    assert set(await states(table)) == {"sent"}


async def test_a_pause_of_one_channel_is_that_channels_alone(table: Table) -> None:
    await table.start(begin=False)
    await table.settle()
    busy, other = rooms(table, 2)
    table.sandbox.faults.add("429", match=f"POST /channels/{busy.id}", seconds=100)
    await write(table, busy, other)
    await table.bot.deliverer.drain()
    assert table.services.pace.resting == 0
    async with table.services.storage.reading() as tx:
        [row] = await outbox.of_game(tx, table.game_id, "pending")
    assert row.target["id"] == busy.id
    table.clock.forward(seconds=101)
    await table.bot.deliverer.drain()
    assert set(refs(table).values()) == {1}


async def test_an_evening_with_five_requests_per_five_seconds_arrives_once(table: Table) -> None:
    table.sandbox.faults.limit, table.sandbox.faults.window = 5, 5.0
    await table.start(review=False)
    await table.advance()
    assert set(await states(table)) == {"sent"}
    assert set(refs(table).values()) == {1}
    assert table.sandbox.meters.invalid == 0
    assert "turn 2" in table.last_in_room("ada").text().casefold()


async def test_a_door_that_is_shut_for_too_many_invalid_requests_loses_no_letter(tmp_path: Path) -> None:
    ahead = ManualClock()
    async with running_table(tmp_path, pace=Pace(clock=ahead.time)) as table:
        await table.start(begin=False)
        await table.settle()
        [there] = rooms(table, 1)
        for status in (429, 403):
            table.sandbox.limits.blocked_status = status
            table.sandbox.limits.invalid = 1
            table.sandbox.meters.answered(403)
            await write(table, there, text=f"after {status}")
            await table.bot.deliverer.drain()
            assert table.services.pace.resting > 30
            assert (await states(table))["failed"] == 0
            ahead.forward(seconds=61)
            table.clock.forward(minutes=11)
            table.sandbox.limits.invalid = 10_000
            await table.bot.deliverer.drain()
            assert set(await states(table)) == {"sent"}
        assert set(refs(table).values()) == {1}


async def test_a_bot_whose_new_commands_are_too_many_for_a_day_goes_on_with_those_that_are_known(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running_table(tmp_path, hear=lambda _: None) as table:
        known = dict(table.client.command_ids)
        commands = table.sandbox.world.commands
        commands[0] = [each for each in commands[0] if each["name"] != "roll"]
        table.sandbox.limits.creations = len(known)  # so many were made when the bot started
        await asyncio.wait_for(table.client.sync(), 10)
        assert "takes no more new commands" in caplog.text
        assert table.client.command_ids.keys() == known.keys() - {"roll"}
        table.clock.forward(days=1, seconds=1)
        await table.client.sync()
        assert table.client.command_ids.keys() == known.keys()


async def test_a_long_pause_of_one_route_keeps_nobody_waiting(table: Table) -> None:
    await table.start(begin=False)
    table.sandbox.faults.add("429", match="POST /channels/.*/threads", seconds=300)
    start = time.monotonic()
    reply = await table.visitor.slash(CHANNEL, "battle new", scenario="amber_gate")
    assert "Amber Gate** is made" in reply.text()
    assert time.monotonic() - start < 60
    assert "look at the current state" in sentence(discord.RateLimited(300))


async def test_a_person_who_is_no_more_is_told_apart_from_a_letter_refused(table: Table) -> None:
    courier = DiscordCourier()
    courier.client = table.client
    letter = Letter("notice", "x", 1, "", Target("dm", 1), "hello")
    with pytest.raises(Exception, match="there is no user 1"):
        await courier.send(Target("dm", 1), letter, (), "n")
    table.sandbox.faults.add("429", match="POST /users", seconds=90)
    with pytest.raises(NotNowError) as wait:
        await courier.send(Target("dm", table.ada.id), letter, (), "n2")
    assert wait.value.seconds == 90
