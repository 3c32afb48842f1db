"""While the bot is not on a campaign's server nothing is due there; back again it says so, and gives the time back."""

import asyncio
from datetime import timedelta

import pytest

from cogs.shell.servers import counted
from sandbox import actions
from storage import away_servers, deadlines, outbox
from storage.deadlines import DeadlineRow
from tests.e2e.kit import CHANNEL, Table
from tests.patience import WAIT_SECONDS


async def servers_away(table: Table) -> frozenset[int]:
    """The servers that the bot knows it is not on."""
    async with table.services.storage.reading() as tx:
        return await away_servers.all_away(tx)


async def is_away(table: Table, expected: bool) -> None:
    """Wait until the bot has heard that it is away, or back."""
    async with asyncio.timeout(WAIT_SECONDS):
        while bool(await servers_away(table)) != expected:  # noqa: ASYNC110 # nothing tells when
            await asyncio.sleep(0.01)


async def deadline(table: Table) -> DeadlineRow:
    """The campaign's open deadline."""
    game = await table.game()
    async with table.services.storage.reading() as tx:
        found = await deadlines.current(tx, game.id, game.revision)
    assert found is not None
    return found


def channel_says(table: Table) -> str:
    """All that stands in the campaign's channel."""
    return "\n".join(seen.text() for seen in table.gm.messages(CHANNEL))


async def begun(table: Table) -> int:
    """A campaign of two with a turn every two days, reviewed by nobody; its server."""
    table.clock.freeze()
    await table.start("duel_small", schedule="every 48h", review=False)
    return table.sandbox.world.guild().id


@pytest.mark.parametrize("how", ["removed", "outage"])
async def test_nothing_is_due_while_the_bot_is_not_there_and_the_time_is_given_back(table: Table, how: str) -> None:
    guild, core = await begun(table), table.sandbox.core
    left = (await deadline(table)).due_at - table.services.seconds()
    table.clock.forward(hours=12)
    gone = table.services.seconds()
    if how == "removed":
        actions.member_leaves(core, guild, table.sandbox.world.bot_id)
    else:
        actions.server_goes(core, guild)
    await is_away(table, True)
    for _ in range(5):
        table.clock.forward(hours=50)
        await table.tick()
    game = await table.game()
    assert (game.turn, game.turn_state) == (1, "open"), "no turn is resolved while nobody can give orders"
    async with table.services.storage.reading() as tx:
        assert await outbox.of_game(tx, table.game_id, "failed") == (), "letters wait and are not lost"
    if how == "removed":
        actions.member_joins(core, guild, table.sandbox.world.bot_id)
    else:
        actions.server_comes_back(core, guild)
    await is_away(table, False)
    await table.settle()
    again = (await deadline(table)).due_at - table.services.seconds()
    assert again == left - timedelta(hours=12).total_seconds(), "as much time is left as when the bot went"
    assert f"I was not on this server from <t:{gone}:f>" in channel_says(table)
    table.clock.forward(seconds=again + 3600)
    await table.tick()
    await table.bot.clock.settled()
    await table.settle()
    assert (await table.game()).turn == 2, "and the campaign goes on"
    assert "turn 1" in table.last_in_room("ada").text().lower(), (
        "its report arrives in a private thread that the bot can enter"
    )


async def test_a_campaign_without_deadlines_is_told_that_the_bot_is_back(table: Table) -> None:
    await table.start("duel_small", schedule="none", review=False)
    guild = table.sandbox.world.guild().id
    actions.server_goes(table.sandbox.core, guild)
    await is_away(table, True)
    table.clock.forward(hours=5)
    actions.server_comes_back(table.sandbox.core, guild)
    await is_away(table, False)
    await table.settle()
    assert "I am on this server again. I was not here since" in channel_says(table)


async def test_a_short_outage_is_not_spoken_of(table: Table) -> None:
    guild, before = await begun(table), (await deadline(table)).due_at
    actions.server_goes(table.sandbox.core, guild)
    await is_away(table, True)
    table.clock.forward(seconds=20)
    actions.server_comes_back(table.sandbox.core, guild)
    await is_away(table, False)
    await table.settle()
    assert (await deadline(table)).due_at == before
    assert "not on this server" not in channel_says(table)


async def test_a_bot_that_was_removed_while_it_was_down_finds_out(table: Table) -> None:
    guild = await begun(table)
    await counted(table.bot, ())
    assert await servers_away(table) == {guild}
    await counted(table.bot, (guild,))
    assert await servers_away(table) == frozenset()
