"""Seats in the game master's hands: held open, played for, handed on; the log, and what could not be delivered."""

from playtest.player import GIVE_BUTTON
from tests.e2e.kit import CHANNEL, Table
from umpire.games import seats


async def test_a_seat_is_held_open_played_for_and_given_to_another(table: Table) -> None:
    await table.start()
    thread = table.room("dom")
    held = await table.gm.slash(CHANNEL, "gm seat hold", side="dominators")
    assert "is open" in held.text()
    assert table.dom.id not in thread.thread_members
    given = await table.gm.slash(CHANNEL, "gm seat order", side="dominators", line='rename "First Watcher" to "Eyes"')
    assert "Order given" in given.text()
    assert "Eyes" in given.text()
    ready = await table.gm.slash(CHANNEL, "gm seat ready", side="dominators")
    assert "ready" in ready.text()
    assert await seats.ready_sides(table.services, table.game_id) == {"dominators"}
    refused = await table.gm.slash(CHANNEL, "gm seat order", side="humans", line='ask "x"')
    assert "has a player" in refused.text()
    sheet = await table.gm.slash(CHANNEL, "gm sheet", side="dominators")
    assert "Eyes" in sheet.text()
    replaced = await table.gm.slash(CHANNEL, "gm seat replace", side="dominators", member=table.visitor.id)
    assert table.visitor.mention in replaced.text()
    assert table.visitor.id in thread.thread_members
    assert "Eyes" in (await table.visitor.slash(CHANNEL, "orders show")).text()
    assert "hold no seat" in (await table.dom.slash(CHANNEL, "orders show")).text()
    await table.advance()
    told = [each for each in table.visitor.messages(thread) if not each.payload["pinned"]]
    assert "report.md" in [file.filename for file in told[-1].attachments], "their dashboard, pinned, may come after it"


async def test_the_former_player_of_a_replaced_seat_reads_no_more(table: Table) -> None:
    await table.start()
    thread = table.room("dom")
    await table.gm.slash(CHANNEL, "gm seat replace", side="dominators", member=table.visitor.id)
    assert table.dom.id not in thread.thread_members
    left = await table.leave("ada")
    assert "given up your seat" in left.text()
    assert not table.ada.threads(CHANNEL)


async def test_a_players_sheet_is_shown_to_the_game_master_as_it_is(table: Table) -> None:
    await table.start()
    preview = await table.ada.slash(CHANNEL, "orders write", line='rename "Lantern One" to "Star"')
    await table.ada.click(preview, GIVE_BUTTON)
    sheet = await table.gm.slash(CHANNEL, "gm sheet", side="Human Union")
    assert "1. rename" in sheet.text()
    assert "Star" in sheet.text()
    assert sheet.ephemeral


async def test_game_masters_are_added_and_removed_and_share_a_thread(table: Table) -> None:
    await table.start()
    room = table.room("gm")
    added = await table.gm.slash(CHANNEL, "gm seat add_gm", member=table.visitor.id)
    assert "is game master" in added.text()
    assert table.visitor.id in room.thread_members
    table.open_commands()
    assert "Draft" not in (await table.visitor.slash(CHANNEL, "gm questions")).text()
    assert "plays a side" in (await table.gm.slash(CHANNEL, "gm seat add_gm", member=table.ada.id)).text()
    removed = await table.visitor.slash(CHANNEL, "gm seat remove_gm", member=table.gm.id)
    assert "no longer" in removed.text()
    assert "Only the game master" in (await table.gm.slash(CHANNEL, "gm audit")).text()
    held = await seats.seats(table.services, table.game_id)
    assert [(s.slot, s.user_id, s.thread_id) for s in held if not s.side] == [(0, table.visitor.id, room.id)]
    last = await table.visitor.slash(CHANNEL, "gm seat remove_gm", member=table.visitor.id)
    assert "needs a game master" in last.text()


async def test_a_player_is_away_and_back_and_a_game_master_is_told_whom_that_is_for(table: Table) -> None:
    await table.start()
    assert "you are away" in (await table.ask("ada", "campaign away")).text()
    assert "Welcome back" in (await table.ask("ada", "campaign away", away=False)).text()
    assert "this is for players" in (await table.gm.slash(CHANNEL, "campaign away")).text()


async def test_the_log_tells_who_did_what_page_by_page(table: Table) -> None:
    await table.start()
    for cps in range(16):
        await table.gm.slash(CHANNEL, "gm amend treasury", side="humans", cps=cps, reason=f"try {cps}")
    page = await table.gm.slash(CHANNEL, "gm audit")
    assert "try 15" in page.text()
    assert table.gm.mention in page.text()
    older = await table.gm.click(page, "Older")
    assert "try 15" not in older.text()
    assert "try 0" in older.text()
    assert "game.opened" in older.text()


async def test_what_cannot_be_delivered_is_listed_until_it_is_mended(table: Table) -> None:
    await table.start()
    assert "Everything has arrived" in (await table.gm.slash(CHANNEL, "gm problems")).text()
    guild = table.sandbox.world.guild()
    before = {role.id: role.permissions for role in guild.roles.values()}
    for role in guild.roles.values():
        role.permissions &= ~(1 << 38)  # Send Messages in Threads
    await table.gm.slash(CHANNEL, "gm amend treasury", side="humans", cps=77)
    await table.settle()
    listed = (await table.gm.slash(CHANNEL, "gm problems")).text()
    assert "missing-permission" in listed
    assert "for Human Union waits" in listed
    assert "/campaign repair" in listed
    for role in guild.roles.values():
        role.permissions = before[role.id]
    await table.gm.slash(CHANNEL, "campaign repair")
    await table.settle()
    assert "77" in table.last_in_room("ada").text()
    assert "Everything has arrived" in (await table.gm.slash(CHANNEL, "gm problems")).text()
