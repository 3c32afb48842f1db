"""The thread of a battle or dogfight is deleted, locked or shut to the bot: its players read it in that game's words, what waited
comes by itself, and its own command mends it."""

import pytest

from playtest.player import Player
from sandbox import actions
from sandbox.model import Channel
from sandbox.permissions import P
from storage import outbox
from tests.e2e.kit import CHANNEL, Table
from tests.e2e.tactical.evening import OURS, Evening, module_of
from tests.e2e.tactical.test_common_commands import evening
from tests.patience import until
from umpire.games import games
from umpire.outbox.outbox import Letter, Target, enqueue

__all__ = ["evening"]


async def says(evening: Evening, text: str) -> None:
    """The game says something in its thread, which may not arrive."""
    game = await games.get_game(evening.table.services, evening.game_id)
    async with evening.table.services.storage.transaction() as tx:
        letter = Letter("notice", game.id, game.turn, "", Target("channel", game.channel_id), text)
        await enqueue(tx, evening.table.services, letter)
    await evening.table.settle()
    await evening.table.bot.deliverer.drain()


def in_thread(evening: Evening, thread: Channel) -> str:
    """What stands in a thread."""
    return "\n".join(seen.text() for seen in evening.table.visitor.messages(thread))


def told_directly(evening: Evening) -> str:
    """What Ada, who made the game, reads in direct messages."""
    return "\n".join(seen.text() for seen in evening.table.ada.dms())


async def failed(evening: Evening) -> int:
    """How many of the game's letters have failed."""
    async with evening.table.services.storage.reading() as tx:
        return len(await outbox.of_game(tx, evening.game_id, "failed"))


async def test_what_waits_for_a_locked_thread_comes_as_soon_as_it_is_unlocked(evening: Evening) -> None:
    evening.thread.locked = evening.thread.archived = True
    await says(evening, "The first word")
    told = told_directly(evening)
    assert f"the thread of this {evening.group}, is locked" in told
    assert f"/{evening.group} repair" in told
    for stranger in ("campaign", "/gm", "*"):
        assert stranger not in told.replace("**", ""), told
    assert await failed(evening) == 1
    evening.thread.locked = False
    actions.publish_channel(evening.table.sandbox.core, evening.thread, "UPDATE")
    await until(lambda: "The first word" in in_thread(evening, evening.thread))


async def test_a_deleted_thread_is_made_anew_by_the_games_own_command(evening: Evening) -> None:
    table, old = evening.table, evening.thread
    actions.delete_channel(table.sandbox.core, old)
    await says(evening, "The first word")
    told = told_directly(evening)
    assert f"The thread of this {evening.group} is gone" in told
    assert f"use /{evening.group} repair" in told
    assert "campaign" not in told
    assert (
        "play in no"
        in (await Player(table.dom, table.sandbox.world.channel(CHANNEL)).use(f"{evening.group} repair")).text()
    )
    mended = await Player(table.vik, table.sandbox.world.channel(CHANNEL)).use(f"{evening.group} repair")
    assert "goes on in <#" in mended.text(), mended.text()
    await table.bot.deliverer.drain()
    game = await games.get_game(table.services, evening.game_id)
    thread = table.sandbox.world.channels[game.channel_id]
    assert thread.id != old.id
    assert {table.ada.id, table.vik.id} <= set(thread.thread_members)
    assert "The first word" in in_thread(evening, thread)
    again = await Player(table.ada, thread).use(f"{evening.group} repair")
    assert "has its thread" in again.text()


async def test_a_campaigns_repair_never_touches_it(evening: Evening) -> None:
    table = evening.table
    before = set(table.sandbox.world.channels)
    for options in ({}, {"move_here": True}):
        asked = await table.gm.slash(CHANNEL, "campaign repair", campaign=evening.game_id, **options)
        assert f"not a campaign: /{evening.group} repair repairs its thread" in asked.text(), asked.text()
    assert set(table.sandbox.world.channels) == before
    assert (await games.get_game(table.services, evening.game_id)).channel_id == evening.thread.id


@pytest.mark.parametrize("group", OURS)
async def test_a_full_list_of_threads_is_named(group: str, table: Table) -> None:
    table.sandbox.faults.add("refusal", match="POST .*/threads", status=400, code=160006)
    said = (await table.vik.slash(CHANNEL, f"{group} new", **module_of(group).NEW)).text()
    assert "as many active threads as Discord allows. Archive or delete some" in said
    assert "tell your operator" not in said


async def test_a_bot_that_lacks_a_permission_for_threads_names_that_one_alone(table: Table) -> None:
    guild = table.sandbox.world.guild()
    for role in list(guild.roles.values()):
        without = role.permissions & ~int(P.CREATE_PUBLIC_THREADS)
        actions.change_role(table.sandbox.core, guild.id, role.id, without)
    server = table.client.get_guild(guild.id)
    await until(lambda: server is not None and not server.default_role.permissions.create_public_threads)
    said = (await table.vik.slash(CHANNEL, "battle new", scenario="duel")).text()
    assert "Create Public Threads" in said
    assert "Send Messages in Threads" not in said
