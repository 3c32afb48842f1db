"""The bot's requests, the sandbox's answers and events, against Discord's own description."""

import discord
import pytest

from sandbox.app import Sandbox
from sandbox.errors import DiscordError
from sandbox.permissions import P
from sandbox.rest import ROUTES
from tests.discord_kit import TreeClient, running_bot, running_sandbox
from tests.openapi import REF, Recorder, faults, needs_spec, spec_path
from tests.sandbox.small_bot import PNG, make_bot, png_file

pytestmark = needs_spec()


def test_every_route_is_one_of_discords() -> None:
    for route in ROUTES:
        path = route.template.replace("{kind:public|private}", "public").replace("{", "").replace("}", "")
        assert spec_path(path) is not None, route.template


def test_a_wrong_message_is_noticed() -> None:
    found = faults({"$ref": REF + "MessageResponse"}, {"id": "1", "contnt": "x"}, "here")
    assert any("'contnt' is not known" in each for each in found)
    assert any("'author' is a required property" in each or '"author" is a required' in each for each in found)


async def _talk(sandbox: Sandbox) -> None:
    world = sandbox.world
    ada, vik = sandbox.human("ada"), sandbox.human("vik")
    await ada.autocomplete("war-room", "fleet move", "fleet", "f")
    await ada.slash("war-room", "fleet move", fleet="First", to=1)
    await ada.slash("war-room", "slow", private=True)
    await ada.slash("war-room", "slow")
    panel = await ada.slash("war-room", "panel")
    await vik.click(panel, "Ready")
    await vik.click(panel, "Whisper")
    await vik.click(panel, "Later")
    await vik.select(panel, "pick", "red")
    await vik.select(panel, "Who", vik.id)
    form = await vik.click(panel, "Form")
    await vik.submit(form, {"name": "x", "stance": "a", "chart": ("a.png", PNG)})
    form = await vik.slash("war-room", "form")
    await vik.submit(form, {"name": "x", "stance": "a"})
    layout = await ada.slash("war-room", "layout")
    await ada.click(layout, "Press")
    await ada.slash("war-room", "picture")
    await ada.slash(
        "war-room", "everything", user=world.user("vik"), role=world.role(world.guild(), "Player"),
        channel=world.channel("campaign"), file=("plan.txt", b"four"), colour="Red",
    )  # fmt: skip
    await ada.menu("war-room", "Inspect", vik.id)
    await ada.menu("war-room", "Quote", ada.say("war-room", f"hello <@{world.bot_id}> <@{vik.id}>"))
    await ada.slash(ada.open_dm(), "panel")


async def _work(bot: TreeClient, sandbox: Sandbox) -> None:
    world = sandbox.world
    guild = bot.guilds[0]
    channel = bot.get_channel(world.channel("war-room").id)
    assert isinstance(channel, discord.TextChannel)
    message = await channel.send("turn", file=png_file(), embed=discord.Embed(title="x"), silent=True)
    await message.edit(content="turn 2", embed=discord.Embed(title="y"))
    await message.add_reaction("\N{THUMBS UP SIGN}")
    await message.remove_reaction("\N{THUMBS UP SIGN}", discord.Object(world.bot_id))
    await message.pin()
    assert [each async for each in channel.pins()] != []
    await message.unpin()
    await message.reply("answer")
    await channel.fetch_message(message.id)
    assert len([each async for each in channel.history(limit=5)]) == 5
    async with channel.typing():
        pass
    thread = await message.create_thread(name="Orders", auto_archive_duration=1440)
    await thread.send("in the thread")
    await thread.edit(archived=True)
    private = await channel.create_thread(name="Packet", invitable=False)
    await private.add_user(discord.Object(world.user("ada").id))
    world.privileged_intents |= 1 << 1  # listing members needs that intent
    await private.fetch_members()
    await private.remove_user(discord.Object(world.user("ada").id))
    await guild.active_threads()
    assert [each.name async for each in channel.archived_threads()] == ["Orders"]
    await private.delete()
    made = await guild.create_text_channel("Secret Room", topic="x")
    await made.set_permissions(guild.default_role, send_messages=False)
    await made.set_permissions(guild.default_role, overwrite=None)
    await made.edit(topic="y")
    await made.delete()
    await guild.create_role(name="Scout", colour=discord.Colour(0x112233))
    await bot.fetch_user(world.user("ada").id)
    await bot.fetch_guild(guild.id)
    await guild.fetch_channels()
    await guild.fetch_roles()
    member = await guild.fetch_member(world.user("ada").id)
    await bot.fetch_channel(channel.id)
    await bot.application_info()
    await member.send("a DM")
    await message.delete()
    await guild.query_members(user_ids=[member.id])


async def test_a_day_at_work_is_as_discord_describes() -> None:
    async with running_sandbox() as sandbox:
        recorder = Recorder(sandbox)
        async with running_bot(make_bot(), sandbox) as bot:
            await _talk(sandbox)
            await _work(bot, sandbox)
            with pytest.raises(discord.HTTPException) as caught:
                await bot.http.send_message(
                    sandbox.world.channel("war-room").id,
                    params=discord.http.handle_message_parameters(content="x" * 2001),
                )
        assert caught.value.code == 50035
        recorder.check()
        assert recorder.exchanges > 60
        assert len(recorder.routes) >= 35
        assert {"READY", "GUILD_CREATE", "INTERACTION_CREATE", "MESSAGE_CREATE", "THREAD_CREATE"} <= recorder.names


async def test_the_recorder_notices_an_answer_that_lacks_a_key(sandbox: Sandbox) -> None:
    recorder = Recorder(sandbox)
    recorder.event("CHANNEL_CREATE", {"id": "1", "type": 0, "flags": 0, "guild_id": "2", "position": 0})
    with pytest.raises(AssertionError, match="name"):
        recorder.check()


def test_permission_bits_are_discords() -> None:
    for mine, theirs in (("SEND", "send_messages"), ("MANAGE_THREADS", "manage_threads"), ("VIEW", "view_channel")):
        assert P[mine] == discord.Permissions(**{theirs: True}).value
    assert DiscordError(400, 1, "x").body() == {"message": "x", "code": 1}
