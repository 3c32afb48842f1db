"""A campaign for one: by /campaign solo and a few taps, with nobody as game master."""

from sandbox.model import Channel
from tests.e2e.kit import CHANNEL, Table
from umpire.campaign.governed.seating import governors_of
from umpire.games import games


async def begun(table: Table) -> Channel:
    """Ada's campaign with what the form suggests; gives its thread."""
    asked = await table.ada.slash(CHANNEL, "campaign solo")
    assert "A campaign of your own" in asked.text(), asked
    done = await table.ada.click(asked, "Begin")
    assert "has begun" in done.text(), done
    thread = next(one for one in table.ada.threads(CHANNEL) if one.name.startswith("Human Union alone"))
    game = await games.game_in(table.services, table.sandbox.world.guild().id, thread.id)
    table.game_id = game.id
    await table.settle()
    return thread


async def test_a_campaign_alone_begins_by_two_taps_in_a_thread_that_nobody_else_sees(table: Table) -> None:
    thread = await begun(table)
    game = await table.game()
    assert (game.status, game.turn, game.options.gm, game.options.wall) == ("running", 1, "book", True)
    told = [message.text() for message in table.ada.messages(thread)]
    assert any("Welcome to" in text for text in told), told
    assert any("Your desk" in text for text in told), told
    assert not any("You are the game master" in text for text in told)
    assert thread.id not in {one.id for one in table.vik.threads(CHANNEL)}
    assert len(await governors_of(table.services, table.game_id)) == 3


async def test_a_month_passes_when_ready_is_pressed_and_nobody_else_is_needed(table: Table) -> None:
    thread = await begun(table)
    for turn in range(1, 13):
        desk = next(m for m in table.ada.messages(thread, 500) if m.payload["pinned"])
        if turn <= 2:
            offered = await table.ada.click(desk, "Explore")
            await table.ada.click(await table.ada.click(offered, "★ "), "Give")
        done = await table.ada.click(desk, "I am ready")
        assert "You are ready" in done.text(), done
        await table.tick()
        await table.tick()
        assert (await table.game()).turn == turn + 1
    told = "\n".join(m.text() for m in table.ada.messages(thread, 500))
    assert told.count("your report and map") == 12
    assert "writes to you" in told  # a rival has been met
