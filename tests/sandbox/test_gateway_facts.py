"""Gateway events against what Discord documents of them: the sandbox's own, and spoilt ones."""

import asyncio
import copy
from collections.abc import Iterator
from typing import Any

import discord
import pytest

from sandbox import actions
from sandbox.app import Sandbox
from sandbox.model import Overwrite
from sandbox.permissions import P
from sandbox.slash import CHANNEL, USER, resolve
from tests.discord_kit import running_bot, running_sandbox
from tests.gateway_facts import EVENTS
from tests.openapi import Judge, Recorder
from tests.openapi_description import Json, digest
from tests.patience import WAIT_SECONDS
from tests.sandbox.day_at_work import talk, work
from tests.sandbox.small_bot import make_bot

UNSEEN = {"TYPING_START", "RESUMED"}
"""Described, but nobody except the bot types, and the last is told past the observers."""
FREE = ("resolved", "authorizing_integration_owners")
"""Maps, whose keys are ids."""


async def _comings_and_goings(sandbox: Sandbox, bot: discord.Client) -> None:
    """What no day's work has in it."""
    world, guild = sandbox.world, sandbox.world.guild()
    visitor = world.user("visitor")
    actions.member_leaves(sandbox.core, guild.id, visitor.id)
    actions.member_joins(sandbox.core, guild.id, visitor.id)
    member = world.member(guild.id, world.user("ada").id)
    actions.change_member(sandbox.core, guild.id, member, nick="Ada of the Harbour")
    other = world.add_guild("Second Fleet", world.user("vik"))
    world.add_channel(other, "docks")
    actions.member_leaves(sandbox.core, other.id, world.bot_id)
    actions.member_joins(sandbox.core, other.id, world.bot_id)
    actions.server_goes(sandbox.core, other.id)
    actions.server_comes_back(sandbox.core, other.id)
    actions.rename_server(sandbox.core, other.id, "Third Fleet")
    actions.rename_bot(sandbox.core, "Admiral")
    helpers = world.add_role(other, "Helpers")
    actions.change_role(sandbox.core, other.id, helpers.id, 8)
    actions.delete_role(sandbox.core, other.id, helpers.id)
    room = bot.get_channel(world.channel("war-room").id)
    assert isinstance(room, discord.TextChannel)
    thread = await room.create_thread(name="Orders", type=discord.ChannelType.public_thread)
    await (await thread.send("the plan")).pin()
    await thread.edit(slowmode_delay=60)
    place = world.channel("war-room")
    for exceptions in ([Overwrite(world.bot_id, 1, deny=int(P.VIEW))], []):
        place.overwrites = exceptions
        actions.publish_channel(sandbox.core, place, "UPDATE")
    gone = [await room.send("one"), await room.send("two")]
    told = asyncio.ensure_future(bot.wait_for("raw_bulk_message_delete", timeout=WAIT_SECONDS))
    await asyncio.sleep(0)
    await room.delete_messages(gone)
    assert (await told).message_ids == {each.id for each in gone}
    sandbox.gateway.drop_sockets()
    await bot.wait_for("resumed", timeout=WAIT_SECONDS)


async def _day() -> list[tuple[str, Json]]:
    """Every event of a long day, the first of each name and shape of keys."""
    found: dict[tuple[str, ...], tuple[str, Json]] = {}
    async with running_sandbox() as sandbox:
        sandbox.world.privileged_intents = 1 << 1
        recorder = Recorder(sandbox)

        def keep(name: str, data: Json) -> None:
            found.setdefault((name, *sorted(data), *sorted(data.get("data", {}))), (name, copy.deepcopy(data)))

        sandbox.core.event_observers.append(keep)
        intents = discord.Intents.default()
        intents.members = True
        async with running_bot(make_bot(intents=intents), sandbox) as bot:
            await talk(sandbox)
            await work(bot, sandbox)
            await _comings_and_goings(sandbox, bot)
        recorder.check()
    return list(found.values())


def _renamed(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The value with one key renamed, and where."""
    if isinstance(value, dict):
        for key, each in value.items():
            rest = {name: one for name, one in value.items() if name != key}
            yield f"{path}{key}", {**rest, f"{key}x": each}
            for where, inside in _renamed(each, f"{path}{key}."):
                yield where, {**value, key: inside}
    elif isinstance(value, list):
        for index, each in enumerate(value):
            for where, inside in _renamed(each, path):
                yield where, [*value[:index], inside, *value[index + 1 :]]


async def test_every_event_is_described_and_every_key_of_it_looked_at() -> None:
    day = await _day()
    assert {name for name, _ in day} | UNSEEN == set(EVENTS)
    seen: set[tuple[str, str]] = set()
    for name, data in day:
        for where, spoilt in _renamed(data):
            parent = where.split(".")[-3:-1]
            if (name, where) in seen or set(parent) & set(FREE) or where.split(".")[-2:-1] == [FREE[1]]:
                continue
            seen.add((name, where))
            judge = Judge(digest())
            judge.event(name, spoilt)
            assert judge.problems, (name, where)
    assert len(seen) > 700


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("MESSAGE_DELETE", {"id": "1"}),
        ("MESSAGE_DELETE", {"id": 1, "channel_id": "2"}),
        ("THREAD_DELETE", {"id": "1", "guild_id": "2", "parent_id": "3", "type": 0}),
        ("TYPING_START", {"channel_id": "1", "user_id": "2", "timestamp": "now"}),
        ("GUILD_DELETE", {"id": "1", "unavailable": None}),
        ("CHANNEL_EXPLODE", {}),
    ],
)
def test_wrong_events_are_noticed(name: str, data: Json) -> None:
    assert digest().event_faults(name, data, f"event {name}")


async def test_what_a_person_chose_comes_as_discord_cuts_it(sandbox: Sandbox) -> None:
    world = sandbox.world
    ada, room = world.user("ada"), world.channel("war-room")
    thread = actions.create_thread(sandbox.core, room, ada.id, {"name": "Orders"}, kind=11)
    for number in (room.id, thread.id):
        shown = resolve(sandbox.core, ada.id, room, CHANNEL, number, None)["channels"][str(number)]
        assert not {"permission_overwrites", "owner_id", "member_count"} & set(shown)
        assert digest().thing_faults("GatewayChannelInResolved", shown, "") == []
    member = resolve(sandbox.core, ada.id, room, USER, ada.id, None)["members"][str(ada.id)]
    assert not {"user", "mute", "deaf"} & set(member)
    assert "permissions" in member
