"""Seats led by the bot, at the table: put there, read, changed, taken over; the month passes when the only player is ready."""

from tests.e2e.campaign.dashboard_kit import dashboard_of
from tests.e2e.kit import CHANNEL, Table
from umpire.campaign.governed import ai_sides


async def alone(table: Table) -> None:
    """The duel with one player, and a raider of the bot's on the other seat."""
    await table.start(sides=["humans"], review=False, early=True)
    put = await table.gm.slash(CHANNEL, "gm seat bot_player", side="dominators", character="raider", strength="hard")
    assert "led by the bot (raider, hard)" in put.text()
    await table.tick()


async def test_everybody_sees_who_is_led_by_the_bot_and_the_month_passes_when_the_player_is_ready(table: Table) -> None:
    await alone(table)
    assert "is led by the bot: raider, hard." in table.visitor.last(CHANNEL).text()
    for command in ("campaign info", "campaign players"):
        said = (await table.ask("ada", command)).text()
        assert "led by the bot (raider, hard) ✔ ready" in said
    await table.ask("ada", "orders ready")
    await table.settle()
    assert (await table.game()).turn == 2
    await table.tick()
    assert "led by the bot (raider, hard) ✔ ready" in (await table.ask("ada", "campaign info")).text()


async def test_the_game_master_reads_its_plan_and_nobody_else_does_until_the_end(table: Table) -> None:
    await alone(table)
    read = (await table.gm.slash(CHANNEL, "gm seat plan", side="dominators")).text()
    assert "The bot player of" in read
    assert "A raider, hard." in read
    assert "\n1. " in read
    refused = (await table.ask("ada", "campaign bot_player", side="dominators")).text()
    assert refused.startswith("⚠")
    assert "is secret while the campaign is on" in refused
    assert "gave no orders" in (await table.ask("ada", "campaign bot_player", side="humans")).text()
    assert "gave no orders" in (await table.gm.slash(CHANNEL, "gm seat plan", side="dominators", turn=7)).text()
    ended = await table.gm.slash(CHANNEL, "campaign finish")
    await table.gm.click(ended, "End it")
    await table.settle()
    assert (await table.ask("ada", "campaign bot_player", side="dominators")).text() == read


async def test_the_desk_has_a_panel_that_puts_changes_and_takes_away(table: Table) -> None:
    await table.start(sides=["humans"], review=False, early=True)
    panel = await table.gm.click(dashboard_of(table, "gm"), "Bot players (0)")
    assert "No governor" not in panel.text()
    assert "**The Dominion** open" in panel.text()
    picked = await table.gm.select(panel, "Which seat?", "dominators")
    put = await table.gm.select(picked, "Who leads it?", "hermit.easy")
    assert "is led by the bot (hermit, easy)" in put.text()
    await table.tick()
    assert "Not ready: **Human Union**" in dashboard_of(table, "gm").text()
    assert "Bot players (1)" in [button.label for button in dashboard_of(table, "gm").buttons]
    assert "A hermit, easy." in (await table.gm.click(put, "Its plan")).text()
    again = await table.gm.click(dashboard_of(table, "gm"), "Bot players (1)")
    picked = await table.gm.select(again, "Which seat?", "dominators")
    gone = await table.gm.select(picked, "Who leads it?", "nobody")
    assert "has no bot player now" in gone.text()
    assert await ai_sides.governors_of(table.services, table.game_id) == ()
    await table.settle()
    assert "is no longer led by a bot player" in table.visitor.last(CHANNEL).text()
    refused = await table.gm.slash(CHANNEL, "gm seat bot_player", side="humans", character="raider")
    assert "has a player; hold the seat open" in refused.text()


async def test_who_joins_takes_the_seat_over(table: Table) -> None:
    await alone(table)
    joined = await table.ask("dom", "campaign join", side="dominators")
    assert "leads" in joined.text()
    await table.settle()
    assert await ai_sides.governors_of(table.services, table.game_id) == ()
    table.flags["dom"] = "The Dominion"
    sheet = (await table.ask("dom", "orders show")).text()
    assert "Turn 1" in sheet
    assert "press I am ready" in sheet.split("\n")[0]
    assert "1. " in sheet
    await table.ask("ada", "orders ready")
    await table.settle()
    assert (await table.game()).turn == 1
