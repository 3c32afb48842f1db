"""Who may do what: tokens, permissions, closed DMs, deleted channels, members who left, nonces."""

import aiohttp
import discord
import pytest

from sandbox import actions
from sandbox.app import Sandbox
from sandbox.connect import sealed_connector
from sandbox.errors import Refused
from sandbox.model import PRIVATE_THREAD, Overwrite
from sandbox.permissions import EVERYONE_PERMISSIONS, P
from sandbox.world import empty_world
from tests.discord_kit import TreeClient, running_bot, running_sandbox
from tests.patience import WAIT_SECONDS, until
from tests.sandbox.raw import Raw
from tests.sandbox.small_bot import make_bot, png_file


async def room(bot: TreeClient, sandbox: Sandbox) -> discord.TextChannel:
    found = bot.get_channel(sandbox.world.channel("war-room").id)
    assert isinstance(found, discord.TextChannel)
    return found


async def test_wrong_token_is_a_login_failure(sandbox: Sandbox) -> None:
    sandbox.world.token += "x"
    wrong = make_bot()
    with pytest.raises(discord.LoginFailure):
        async with running_bot(wrong, _OtherToken(sandbox)):
            pass


class _OtherToken:
    """The sandbox, as somebody with another token knows it."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.url = sandbox.url
        self.token = "not.the.one"


async def test_unknown_route_is_404_and_remembered() -> None:
    async with running_sandbox(unknown_routes_allowed=True) as sandbox, running_bot(make_bot(), sandbox) as bot:
        with pytest.raises(discord.NotFound) as caught:
            await bot.fetch_premium_sticker_packs()
        assert caught.value.code == 0
        assert sandbox.unknown_routes == ["GET /api/v10/sticker-packs"]


@pytest.mark.parametrize(("taken", "what"), [(P.SEND, "content"), (P.EMBED_LINKS, "embed"), (P.ATTACH_FILES, "file")])
async def test_missing_permission_is_50013(sandbox: Sandbox, bot: TreeClient, taken: int, what: str) -> None:
    channel = sandbox.world.channel("war-room")
    channel.overwrites.append(Overwrite(sandbox.world.bot_id, 1, deny=int(taken)))
    place = await room(bot, sandbox)
    kinds = {
        "content": lambda: place.send("x"),
        "embed": lambda: place.send(embed=discord.Embed(title="x")),
        "file": lambda: place.send(file=png_file()),
    }
    with pytest.raises(discord.Forbidden) as caught:
        await kinds[what]()
    assert caught.value.code == 50013


async def test_hidden_channel_is_50001(sandbox: Sandbox, bot: TreeClient) -> None:
    channel = sandbox.world.channel("war-room")
    channel.overwrites.append(Overwrite(sandbox.world.bot_id, 1, deny=int(P.VIEW)))
    with pytest.raises(discord.Forbidden) as caught:
        await (await room(bot, sandbox)).send("x")
    assert caught.value.code == 50001


async def test_deleted_channel_is_10003(sandbox: Sandbox, bot: TreeClient) -> None:
    place = await room(bot, sandbox)
    actions.delete_channel(sandbox.core, sandbox.world.channel("war-room"))
    with pytest.raises(discord.NotFound) as caught:
        await place.send("x")
    assert caught.value.code == 10003


async def test_closed_dms_are_50007_at_the_send(sandbox: Sandbox, bot: TreeClient) -> None:
    ada = sandbox.human("ada")
    ada.set_dms(opened=False)
    user = await bot.fetch_user(ada.id)
    dm = await user.create_dm()
    with pytest.raises(discord.Forbidden) as caught:
        await dm.send("x")
    assert caught.value.code == 50007
    ada.set_dms(opened=True)
    await dm.send("y")
    assert [each.text() for each in ada.dms()] == ["y"]


async def test_dm_to_a_stranger_is_50278(sandbox: Sandbox, bot: TreeClient) -> None:
    ada = sandbox.human("ada")
    user = await bot.fetch_user(ada.id)
    actions.member_leaves(sandbox.core, sandbox.world.guild().id, ada.id)
    with pytest.raises(discord.Forbidden) as caught:
        await user.send("x")
    assert caught.value.code == 50278


async def test_member_who_left_sees_nothing_and_is_unknown(sandbox: Sandbox, bot: TreeClient) -> None:
    ada = sandbox.human("ada")
    actions.member_leaves(sandbox.core, sandbox.world.guild().id, ada.id)
    assert ada.channels() == []
    with pytest.raises(Refused):
        ada.say("war-room", "x")
    with pytest.raises(discord.NotFound) as caught:
        await bot.guilds[0].fetch_member(ada.id)
    assert caught.value.code == 10007


async def test_enforced_nonce_sends_once(raw: Raw) -> None:
    body = {"content": "once", "nonce": "n1", "enforce_nonce": True}
    _, first = await raw("POST", raw.room, body)
    _, second = await raw("POST", raw.room, body)
    assert first["id"] == second["id"]
    assert len(raw.sandbox.human("ada").messages("war-room")) == 1
    await raw("POST", raw.room, {**body, "enforce_nonce": False})
    assert len(raw.sandbox.human("ada").messages("war-room")) == 2


async def test_others_messages_cannot_be_edited(sandbox: Sandbox, raw: Raw) -> None:
    said = sandbox.human("ada").say("war-room", "mine")
    status, answer = await raw("PATCH", f"{raw.room}/{said.id}", {"content": "yours"})
    assert (status, answer["code"]) == (403, 50005)


async def test_private_thread_is_for_its_members_and_managers(sandbox: Sandbox, bot: TreeClient) -> None:
    place = await room(bot, sandbox)
    thread = await place.create_thread(name="Packet", type=discord.ChannelType.private_thread)
    await thread.add_user(discord.Object(sandbox.world.user("ada").id))
    assert sandbox.world.channel(thread.id).type == PRIVATE_THREAD
    names = {who: [each.name for each in sandbox.human(who).threads()] for who in ("ada", "vik", "gm", "visitor")}
    assert names == {"ada": ["Packet"], "vik": [], "gm": ["Packet"], "visitor": []}
    with pytest.raises(Refused):
        sandbox.human("vik").messages(thread.id)


async def test_thread_creation_needs_its_permission() -> None:
    world = empty_world()
    owner = world.add_user("owner")
    guild = world.add_guild("Small", owner, bot_permissions=int(EVERYONE_PERMISSIONS & ~P.CREATE_PRIVATE_THREADS))
    guild.roles[guild.id].permissions &= ~int(P.CREATE_PRIVATE_THREADS)
    world.add_channel(guild, "war-room")
    async with running_sandbox(world=world) as sandbox, running_bot(make_bot(), sandbox) as bot:
        place = await room(bot, sandbox)
        with pytest.raises(discord.Forbidden) as caught:
            await place.create_thread(name="x", type=discord.ChannelType.private_thread)
        assert caught.value.code == 50013


async def test_locked_archived_thread_takes_no_messages(sandbox: Sandbox, bot: TreeClient) -> None:
    place = await room(bot, sandbox)
    thread = await place.create_thread(name="Old", type=discord.ChannelType.public_thread)
    await thread.edit(archived=True, locked=True)
    with pytest.raises(discord.HTTPException) as caught:
        await thread.send("x")
    assert caught.value.code == 50083


async def test_commands_for_managers_are_for_managers(sandbox: Sandbox, bot: TreeClient) -> None:
    @bot.tree.command(name="rule", description="d")
    @discord.app_commands.default_permissions(manage_guild=True)
    async def rule(interaction: discord.Interaction[TreeClient]) -> None:
        await interaction.response.send_message("ruled")

    await bot.tree.sync()
    assert (await sandbox.human("gm").slash("war-room", "rule")).text() == "ruled"
    with pytest.raises(Refused, match="no command /rule"):
        await sandbox.human("ada").slash("war-room", "rule")


async def test_privileged_intent_is_refused_with_4014(sandbox: Sandbox) -> None:
    wanting = make_bot(intents=discord.Intents(guilds=True, members=True))
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with running_bot(wanting, sandbox):
            pass


async def test_content_is_blank_without_the_intent(sandbox: Sandbox, bot: TreeClient) -> None:
    heard = []

    @bot.event
    async def on_message(message: discord.Message) -> None:
        heard.append(message.content)

    ada = sandbox.human("ada")
    ada.say("war-room", "secret talk")
    ada.say("war-room", f"<@{sandbox.world.bot_id}> listen")
    dm = ada.open_dm()
    ada.say(dm, "in private")
    await bot.wait_for("message", check=lambda each: each.content == "in private", timeout=WAIT_SECONDS)
    assert heard == ["", f"<@{sandbox.world.bot_id}> listen", "in private"]


async def test_extra_guilds_and_leaving_bot(sandbox: Sandbox, bot: TreeClient) -> None:
    world = sandbox.world
    guild = world.add_guild("Second Fleet", world.user("vik"))
    world.add_channel(guild, "docks")
    actions.member_joins(sandbox.core, guild.id, world.bot_id)
    await bot.wait_for("guild_join", timeout=WAIT_SECONDS)
    assert {each.name for each in bot.guilds} == {"Admiralty Harbour", "Second Fleet"}
    actions.member_leaves(sandbox.core, guild.id, world.bot_id)
    await bot.wait_for("guild_remove", timeout=WAIT_SECONDS)
    with pytest.raises(discord.NotFound) as caught:
        await bot.fetch_guild(guild.id)
    assert caught.value.code == 10004


async def test_ping_brings_into_a_thread_and_a_suppressed_one_does_not(sandbox: Sandbox, bot: TreeClient) -> None:
    place = await room(bot, sandbox)
    thread = await place.create_thread(name="Packet", type=discord.ChannelType.private_thread)
    vik = sandbox.human("vik")
    await thread.send(vik.mention, allowed_mentions=discord.AllowedMentions.none())
    assert vik.threads() == []
    await thread.send(vik.mention)
    assert [each.name for each in vik.threads()] == ["Packet"]


@pytest.mark.parametrize(("code", "left"), [(1000, 0), (4000, 1)])
async def test_goodbye_ends_the_session_and_anything_else_does_not(sandbox: Sandbox, code: int, left: int) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{sandbox.url}/gateway?v=10") as ws:
        await ws.send_json({"op": 2, "d": {"token": sandbox.token, "intents": 1, "properties": {}}})
        await sandbox.ready()
        await ws.close(code=code)
    await until(lambda: not sandbox.gateway.connected)
    assert len(sandbox.gateway.sessions) == left


async def test_answer_into_a_deleted_channel_is_10003(raw: Raw) -> None:
    _, path, _ = raw.interaction()
    actions.delete_channel(raw.sandbox.core, raw.sandbox.world.channel("war-room"))
    status, answer = await raw("POST", path, {"type": 4, "data": {"content": "x"}}, token=False)
    assert (status, answer["code"]) == (404, 10003)


async def test_commands_go_with_the_bot(sandbox: Sandbox, bot: TreeClient) -> None:
    ada = sandbox.human("ada")
    assert len(ada.commands("war-room")) > 5
    actions.member_leaves(sandbox.core, sandbox.world.guild().id, sandbox.world.bot_id)
    assert ada.commands("war-room") == []


async def test_auto_sharded_client_asks_and_connects(sandbox: Sandbox) -> None:
    sharded = discord.AutoShardedClient(
        intents=discord.Intents.default(), connector=sealed_connector(), guild_ready_timeout=0.02
    )
    async with running_bot(sharded, sandbox):
        assert sharded.shard_count == 1
        assert [each.name for each in sharded.guilds] == ["Admiralty Harbour"]


async def test_a_guild_comes_to_its_own_shard_only(sandbox: Sandbox) -> None:
    mine = (sandbox.world.guild().id >> 22) % 2
    for shard, names in ((mine, ["Admiralty Harbour"]), (1 - mine, [])):
        async with running_bot(make_bot(shard_id=shard, shard_count=2), sandbox) as bot:
            assert [each.name for each in bot.guilds] == names
