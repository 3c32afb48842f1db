"""A campaign for one: by /campaign solo and a few taps, with nobody as game master."""

import pytest

from cogs.campaign.founding.solo_handlers import wish_in, wish_text
from playtest.player import GIVE_BUTTON
from rules.values import GameError
from sandbox.model import Channel
from storage import turns
from tests.e2e.kit import CHANNEL, Table
from umpire.campaign.governed.ai_sides import governors_of
from umpire.campaign.solo import SoloWish
from umpire.games import games


async def begun(table: Table, *chosen: tuple[str, str]) -> Channel:
    """Ada's campaign with what the form suggests, but for these lists of it; gives its thread."""
    asked = await table.ada.slash(CHANNEL, "campaign solo")
    assert "A campaign of your own" in asked.text(), asked
    for hint, value in chosen:
        asked = await table.ada.select(asked, hint, value)
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
    [desk] = [text for text in told if "Your dashboard" in text]
    assert "no deadline is set" not in desk, "the month passes at a word"
    assert not any("You are the game master" in text for text in told)
    assert thread.id not in {one.id for one in table.vik.threads(CHANNEL)}
    assert len(await governors_of(table.services, table.game_id)) == 3


async def test_nothing_speaks_of_a_game_master_who_is_not_there(table: Table) -> None:
    thread = await begun(table)
    for command, given, said in (
        ("campaign options", {}, "Turns are due as soon as all are ready"),
        ("campaign info", {}, "Turns are due as soon as all are ready"),
        ("campaign schedule", {"when": "none"}, "Turns are due as soon as all are ready"),
        ("away more", {"hours": "2 days"}, "has no bank of time."),
        ("research propose", {"name": "Sun Sail", "goal": "Faster"}, "You learn what it takes"),
        (
            "fleet engage",
            {"fleet": "Home Fleet", "stance": "attack", "words": "Spare the small"},
            "Your words go with it",
        ),
    ):
        told = (await table.ada.slash(thread, command, **given)).text()
        assert said in told, told
        assert "game master" not in told.replace("Game master: ", "").lower(), told
    async with table.services.storage.transaction() as tx:
        (turn,) = [one for one in await turns.of_game(tx, table.game_id) if one.turn == 1]
        await turns.set_stop(tx, table.game_id, turn.revision, turns.BATTLES)
    refused = (await table.ada.slash(thread, "orders ask", text="May we?")).text()
    assert "Orders for turn 1 are closed; the month is being played." in refused


async def pass_months(table: Table, thread: Channel, last: int) -> str:
    """Press "I am ready" for the months up to `last`, exploring in the first two; gives all that the thread was told."""
    for turn in range(1, last + 1):
        dashboard = next(m for m in table.ada.messages(thread, 500) if m.payload["pinned"])
        if turn <= 2:
            offered = await table.ada.click(dashboard, "Explore")
            await table.ada.click(await table.ada.click(offered, "★ "), "Give")
        done = await table.ada.click(dashboard, "I am ready")
        assert "You are ready" in done.text(), done
        await table.tick()
        await table.tick()
        assert (await table.game()).turn == turn + 1
    told = "\n".join(m.text() for m in table.ada.messages(thread, 500))
    assert told.count("your report and map") == last
    return told


async def test_a_month_passes_when_ready_is_pressed_and_nobody_else_is_needed(table: Table) -> None:
    await pass_months(table, await begun(table), 3)


async def test_within_a_year_a_rival_writes(table: Table) -> None:
    assert "writes to you" in await pass_months(table, await begun(table), 12)


@pytest.mark.rule("CW-5.0-14")
async def test_rivals_produce_what_their_handicap_says_and_everybody_may_read_it(table: Table) -> None:
    thread = await begun(table, ("How many rivals", "1"), ("Their industry", "150"))
    hello = "\n".join(message.text() for message in table.ada.messages(thread))
    assert "Each produces 150 % of what its worlds yield" in hello
    (rival,) = await governors_of(table.services, table.game_id)
    view = await table.view(rival.side)
    yields = sum(one.cps for one in view.income.yields if one.pooled)
    assert view.income.production == yields * 150 // 100
    assert view.income.handicap == view.income.production - yields > 0
    assert (await table.view("humans")).income.handicap == 0
    assert view.me is not None
    said = await table.ada.slash(thread, "campaign rules")
    assert f"{view.me.name} produces 150 % of what its worlds yield" in said.text()
    dashboard = next(m for m in table.ada.messages(thread, 500) if m.payload["pinned"])
    await table.ada.click(dashboard, "I am ready")
    await table.tick()
    await table.tick()
    assert (await table.game()).turn == 2
    assert (await table.view(rival.side)).income.handicap > 0


def test_forms_from_before_there_were_handicaps_are_read_and_bad_ones_refused() -> None:
    assert wish_in("vermin.2.raider.hard") == SoloWish("vermin", 2, "raider", "hard", 100)
    wish = SoloWish("humans", 3, "surprise", "even", 75)
    assert wish_in(wish_text(wish)) == wish
    for text in ("humans.3.surprise.easy.x", "humans.3.surprise.easy.1000", "humans.\u00b2.surprise.easy.100"):
        with pytest.raises(GameError, match="cannot be read"):
            wish_in(text)
    with pytest.raises(GameError, match="75 %, 100 %, 125 %, 150 % of what their worlds yield, not 999 %"):
        wish_in("humans.3.surprise.easy.999")


async def test_work_that_a_month_alone_would_cost_is_asked_about_once_before(table: Table) -> None:
    thread = await begun(table)
    preview = await table.ada.slash(thread, "spy counter", cps=5)
    receipt = await table.ada.click(preview, GIVE_BUTTON)
    ready = await table.ada.click(receipt, "I am ready")  # nothing to lose: nothing is asked
    assert "✔ You are ready." in ready.text()
    await table.tick()
    await table.tick()
    assert (await table.game()).turn == 2

    dashboard = next(m for m in table.ada.messages(thread, 500) if m.payload["pinned"])
    loses = "You would lose 5 CPs of Operation 1, which gets nothing this turn."
    assert "Operation 1 gets no CPs this turn and would lose the 5 it has gathered." in dashboard.text()
    offered = await table.ada.click(dashboard, "Intelligence")
    assert "★ **Operation 1" in offered.text()
    asked = await table.ada.click(dashboard, "I am ready")
    assert "Before the month passes" in asked.text()
    assert loses in asked.text()
    assert (await table.ada.slash(thread, "orders ready")).text() == asked.text()
    back = await table.ada.click(asked, "Go back")
    assert "**Still missing**\n⚠ Operation 1 gets no CPs" in back.text()
    again = await table.ada.click(back, "I am ready")
    assert loses in again.text()
    await table.tick()
    assert (await table.game()).turn == 2
    done = await table.ada.click(again, "Yes, pass the month")
    assert f"✔ You are ready.\n⚠ {loses}" in done.text()
    assert any(button.label == "Not ready after all" for button in done.buttons)
    await table.tick()
    await table.tick()
    assert (await table.game()).turn == 3


async def test_the_last_player_of_a_campaign_is_asked_as_well_and_who_has_company_is_told_only(table: Table) -> None:
    await table.start(review=False, early=True)
    line = 'research "Advanced Armor" at Terra steps 3 with 100 technology "Advanced Armor"'
    await table.ada.click(await table.ask("ada", "orders write", line=line), GIVE_BUTTON)
    await table.advance()
    loses = "You would lose 100 CPs of Advanced Armor"
    told = (await table.ask("ada", "orders ready")).text()
    assert "✔ You are ready." in told
    assert loses in told
    await table.ask("ada", "orders ready", ready=False)
    await table.leave("dom")
    asked = (await table.ask("ada", "orders ready")).text()
    assert "Before the month passes" in asked
    assert loses in asked
    assert (await table.game()).turn == 2


async def test_the_game_masters_word_to_pass_the_month_shows_what_would_be_lost_to_those_who_may_know(
    table: Table,
) -> None:
    await table.start(review=False)
    line = 'research "Advanced Armor" at Terra steps 3 with 100 technology "Advanced Armor"'
    await table.ada.click(await table.ask("ada", "orders write", line=line), GIVE_BUTTON)
    await table.advance()
    asked = await table.gm.slash(CHANNEL, "gm advance")
    name = next(flag.name for flag in (await table.game()).sides if flag.id == "humans")
    assert f"⚠ **{name}** would lose 100 CPs of Advanced Armor, which gets nothing this turn." in asked.text()
    await table.ask("ada", "orders ready")
    assert "would lose" not in (await table.gm.slash(CHANNEL, "gm advance")).text(), "who is ready was told"
