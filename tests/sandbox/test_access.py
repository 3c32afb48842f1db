"""What comes and goes of a bot's access: channels it sees again, time-outs, slow mode, outages."""

import discord
import pytest

from playtest.clock import ManualClock
from sandbox import actions
from sandbox.app import Sandbox
from sandbox.errors import Refused
from sandbox.human import NoAnswerError
from sandbox.model import PUBLIC_THREAD, Channel, Overwrite
from sandbox.permissions import P
from sandbox.world import demo_world
from tests.discord_kit import TreeClient, running_bot, running_sandbox
from tests.patience import until
from tests.sandbox.small_bot import make_bot

NOTHING_SPECIAL = int(P.VIEW | P.SEND | P.SEND_IN_THREADS | P.READ_HISTORY | P.CREATE_PUBLIC_THREADS)


def room_of(bot: discord.Client, sandbox: Sandbox) -> discord.TextChannel:
    found = bot.get_channel(sandbox.world.channel("war-room").id)
    assert isinstance(found, discord.TextChannel)
    return found


def overwrite(sandbox: Sandbox, *exceptions: Overwrite) -> Channel:
    """A moderator sets the exceptions of #war-room."""
    place = sandbox.world.channel("war-room")
    place.overwrites = list(exceptions)
    actions.publish_channel(sandbox.core, place, "UPDATE")
    return place


async def test_a_channel_that_is_seen_again_brings_its_threads(sandbox: Sandbox, bot: TreeClient) -> None:
    room = room_of(bot, sandbox)
    seen = await room.create_thread(name="Seen", type=discord.ChannelType.public_thread)
    place = overwrite(sandbox, Overwrite(sandbox.world.bot_id, 1, deny=int(P.VIEW)))
    ada = sandbox.world.user("ada").id
    missed = actions.create_thread(sandbox.core, place, ada, {"name": "Missed"}, kind=PUBLIC_THREAD)
    actions.delete_channel(sandbox.core, sandbox.world.channel(seen.id))
    await until(lambda: not room.permissions_for(room.guild.me).view_channel)
    assert [each.name for each in room.threads] == ["Seen"], "nothing is told of what the bot does not see"
    overwrite(sandbox)
    await until(lambda: [each.id for each in room.threads] == [missed.id])


async def test_a_role_that_shows_a_channel_again_brings_its_threads_too() -> None:
    async with running_sandbox(bot_permissions=NOTHING_SPECIAL) as sandbox:
        world = sandbox.world
        guild = world.guild()
        guild.roles[guild.id].permissions &= ~int(P.VIEW)
        own = next(role for role in guild.roles.values() if role.managed)
        async with running_bot(make_bot(), sandbox) as bot:
            room = room_of(bot, sandbox)
            actions.change_role(sandbox.core, guild.id, own.id, NOTHING_SPECIAL & ~int(P.VIEW))
            place = world.channel("war-room")
            actions.create_thread(sandbox.core, place, guild.owner_id, {"name": "Missed"}, kind=PUBLIC_THREAD)
            actions.change_role(sandbox.core, guild.id, own.id, NOTHING_SPECIAL)
            await until(lambda: [each.name for each in room.threads] == ["Missed"])


async def test_a_member_in_time_out_looks_and_does_nothing(clock: ManualClock) -> None:
    async with (
        running_sandbox(clock=clock.time, bot_permissions=NOTHING_SPECIAL) as sandbox,
        running_bot(make_bot(), sandbox) as bot,
    ):
        world, guild = sandbox.world, sandbox.world.guild()
        room, ada = room_of(bot, sandbox), sandbox.human("ada")
        panel = await room.send("Ahoy", view=_one_button())
        for user_id in (world.bot_id, ada.id, guild.owner_id):
            member = world.member(guild.id, user_id)
            actions.change_member(sandbox.core, guild.id, member, timed_out_until=clock.time() + 600)
        await until(lambda: room.guild.me.timed_out_until is not None)
        with pytest.raises(discord.Forbidden) as refused:
            await room.send("x")
        assert refused.value.code == 50013
        assert [each.content async for each in room.history()] == ["Ahoy"]
        with pytest.raises(Refused):
            ada.say("war-room", "x")
        with pytest.raises(Refused):
            await ada.slash("war-room", "panel")
        with pytest.raises(Refused, match="time-out"):
            await ada.click(ada.last("war-room"), "Press")
        assert sandbox.human("gm").say("war-room", "the owner may").text() == "the owner may"
        clock.forward(seconds=601)
        assert (await room.send("again")).id != panel.id
        assert ada.say("war-room", "and I").text() == "and I"


def _one_button() -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Press", custom_id="press"))
    view.stop()
    return view


async def test_in_slow_mode_one_waits_between_messages_and_answers_do_not_count(clock: ManualClock) -> None:
    async with (
        running_sandbox(clock=clock.time, bot_permissions=NOTHING_SPECIAL) as sandbox,
        running_bot(make_bot(), sandbox) as bot,
    ):
        room, ada = room_of(bot, sandbox), sandbox.human("ada")
        place = sandbox.world.channel("war-room")
        place.slow_seconds = 3600
        actions.publish_channel(sandbox.core, place, "UPDATE")
        await until(lambda: room.slowmode_delay == 3600)
        assert (await ada.slash("war-room", "panel")).text()
        await room.send("first")
        bot.http.max_ratelimit_timeout = 1.0
        with pytest.raises(discord.RateLimited) as wait:
            await room.send("second")
        assert 3000 < wait.value.retry_after <= 3600
        ada.say(room.id, "first of mine")
        with pytest.raises(Refused, match="Slow mode"):
            ada.say(room.id, "second of mine")
        clock.forward(seconds=3600)
        await room.send("second")
        ada.say(room.id, "second of mine")
        sandbox.limits.slow_bots = False
        await room.send("third")
        sandbox.limits.slow_bots = True
        place.overwrites = [Overwrite(sandbox.world.bot_id, 1, allow=int(P.BYPASS_SLOWMODE))]
        await room.send("fourth")


async def test_during_an_outage_a_server_is_silent_and_then_whole_again() -> None:
    async with running_sandbox(world=demo_world()) as sandbox, running_bot(make_bot(), sandbox) as bot:
        guild, ada = sandbox.world.guild(), sandbox.human("ada")
        actions.server_goes(sandbox.core, guild.id)
        await until(lambda: bot.guilds[0].unavailable)
        with pytest.raises(NoAnswerError):
            await ada.slash("war-room", "panel")
        ada.say("war-room", "is anybody there?")
        sandbox.gateway.invalidate()
        await until(lambda: sandbox.gateway.identify_count == 2)
        assert [each.unavailable for each in bot.guilds] in ([], [True])
        actions.server_comes_back(sandbox.core, guild.id)
        await until(lambda: [each.name for each in bot.guilds if not each.unavailable] == [guild.name])
        assert (await ada.slash("war-room", "panel")).text()
