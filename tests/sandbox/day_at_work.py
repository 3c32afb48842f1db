"""A day of the small bot: every kind of interaction, and most of what a bot does by REST."""

import discord

from sandbox.app import Sandbox
from tests.discord_kit import TreeClient
from tests.sandbox.small_bot import PNG, png_file


async def talk(sandbox: Sandbox) -> None:
    """Everything people can do with the small bot."""
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


async def work(bot: TreeClient, sandbox: Sandbox) -> None:
    """Everything a bot does without being asked."""
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
    world.privileged_intents |= 1 << 1  # to list members is for who has that intent
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
