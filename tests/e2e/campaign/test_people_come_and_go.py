"""Players who leave the server and come back, game masters who are gone, and bots where people are meant."""

import asyncio

from sandbox import actions
from tests.e2e.campaign.dashboard_kit import dashboard_of
from tests.e2e.kit import CHANNEL, Table
from umpire.games import seats


async def leave_server(table: Table, name: str) -> None:
    """Somebody leaves the server."""
    actions.member_leaves(table.sandbox.core, table.sandbox.world.guild().id, table.human(name).id)


async def test_a_bot_takes_no_seat_and_becomes_no_deputy_and_no_game_master(table: Table) -> None:
    await table.start()
    bot = table.sandbox.world.bot_id
    for who, command, options, instead in (
        ("gm", "gm seat replace", {"side": "dominators", "member": bot}, "/gm seat bot_player"),
        ("gm", "gm seat add_gm", {"member": bot}, "a person"),
        ("gm", "campaign handover", {"member": bot}, "a person"),
        ("ada", "away deputy", {"member": bot}, "/away deputy bot:own"),
    ):
        told = (await table.human(who).slash(CHANNEL, command, **options)).text()
        assert "is a bot, and only people can do that" in told, command
        assert instead in told.replace("</", "/"), command
    assert table.dom.mention in (await table.ask("gm", "campaign players")).text()


async def test_nobody_is_said_to_have_left_where_discord_does_not_say_so(table: Table) -> None:
    await table.start()
    asked = await table.ada.slash(CHANNEL, "away deputy", member=table.visitor.id)
    for code, is_said in ((0, False), (10007, True)):
        table.sandbox.faults.add("refusal", match=r"GET .*/members/\d+", status=404, code=code)
        told = (await table.ada.click(asked, "Yes, they may")).text()
        assert ("is not in this server any longer" in told) == is_said, told
        assert "acts for you" not in told
        table.sandbox.faults.clear()


async def test_giving_up_a_seat_asks_first(table: Table) -> None:
    await table.start()
    asked = await table.ask("ada", "campaign leave")
    assert "Give up Human Union?" in asked.text()
    await table.ada.click(asked, "Cancel")
    assert table.ada.mention in (await table.ask("ada", "campaign players")).text()
    assert "You have given up your seat" in (await table.leave("ada")).text()
    assert table.ada.mention not in (await table.ask("dom", "campaign players")).text()


async def test_who_has_left_the_server_is_shown_as_gone_and_let_in_again_by_any_command(table: Table) -> None:
    await table.start()
    room, guild = table.room("ada"), table.sandbox.world.guild()
    await leave_server(table, "ada")
    for command in ("campaign players", "turn status", "campaign info"):
        assert f"{table.ada.mention} (not on this server)" in (await table.ask("dom", command)).text(), command
    problems = (await table.ask("gm", "gm problems")).text()
    assert f"{table.ada.mention} (Human Union) is not on this server" in problems
    assert problems.count("not on this server") == 1
    await table.settle()
    assert "**Human Union** (not on this server)" in dashboard_of(table, "gm").text()
    table.clock.forward(seconds=60)
    actions.member_joins(table.sandbox.core, guild.id, table.ada.id)
    assert table.ada.id not in room.thread_members
    assert "plays Human Union already" in (await table.ask("ada", "campaign join", side="humans")).text()
    for _ in range(600):
        if table.ada.id in room.thread_members:
            break
        await asyncio.sleep(0.05)
    assert table.ada.id in room.thread_members
    await table.settle()
    assert "(not on this server)" not in dashboard_of(table, "gm").text()
    assert "not on this server" not in (await table.ask("dom", "campaign players")).text()


async def test_lists_of_a_campaign_that_is_founded_and_of_a_battle_say_who_has_left_the_server(table: Table) -> None:
    await table.ask("gm", "campaign found", name="The Long Night")
    assert "leads" in (await table.ask("ada", "campaign join", side="blue")).text()
    await leave_server(table, "ada")
    await table.ask("gm", "campaign players")
    for command in ("campaign found", "gm races"):
        assert f"{table.ada.mention} (not on this server)" in (await table.ask("gm", command)).text(), command
    await table.vik.slash(CHANNEL, "battle new", scenario="duel", side="S")
    thread = next(each for each in table.vik.threads(CHANNEL) if "Duel" in each.name)
    assert "(not on this server)" not in (await table.vik.slash(thread, "battle status")).text()
    await leave_server(table, "vik")
    assert f"{table.vik.mention} (not on this server)" in (await table.dom.slash(thread, "battle status")).text()


async def test_players_learn_who_can_take_over_when_the_game_master_is_gone(table: Table) -> None:
    await table.start()
    await table.gm.slash(CHANNEL, "gm advance")
    await leave_server(table, "gm")
    told = (await table.ask("ada", "turn status")).text()
    assert "The game master is not on this server." in told
    assert "anyone with Manage Server" in told
    assert "/campaign handover" in told.replace("</", "/")


async def test_the_bot_never_takes_itself_out_of_a_room_whoever_is_on_record(table: Table) -> None:
    await table.start()
    room, bot = table.room("dom"), table.sandbox.world.bot_id
    await seats.replace_player(table.services, table.gm_seat(), "dominators", bot)
    await table.gm.slash(CHANNEL, "gm seat replace", side="dominators", member=table.dom.id)
    for _ in range(2):
        assert "⚠" not in (await table.gm.slash(CHANNEL, "campaign repair")).text()
        assert {bot, table.dom.id} <= set(room.thread_members)
