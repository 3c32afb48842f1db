"""A game master who may play takes a turn back with the players' assent alone: they have read what came of it."""

from sandbox.reply import Reply, SeenMessage
from tests.e2e.campaign.default_rulings_kit import month
from tests.e2e.campaign.test_gm_screen import screened
from tests.e2e.campaign.test_solo import begun
from tests.e2e.kit import CHANNEL, Table


async def ask_for_undo(table: Table) -> Reply:
    """Turn 1 is over, and Grace, who plays the Humans, wants it back."""
    await screened(table)
    await month(table)
    shown = await table.gm.slash(CHANNEL, "gm undo", reason="A slip")
    assert "all players are asked first: more than half must say yes" in shown.text()
    done = await table.gm.click(shown, "Ask the players")
    assert "Put to all players" in done.text()
    await table.settle()
    return done


def post(table: Table) -> SeenMessage:
    """The vote as it stands."""
    return next(m for m in table.visitor.messages(CHANNEL) if "asks all players to take a turn back" in m.text())


async def test_nothing_is_taken_back_before_the_other_player_says_yes(table: Table) -> None:
    await ask_for_undo(table)
    assert (await table.game()).turn == 2
    assert "> A slip" in post(table).text()
    assert "Yes 1, no 0, abstained 0; 2 of 2 must say yes." in post(table).text()
    assert "You hold no seat" in (await table.visitor.click(post(table), "Yes")).text()
    await table.dom.click(post(table), "Yes")
    await table.settle()
    assert (await table.game()).turn == 1
    assert "**Carried**: the turn is taken back." in post(table).text()
    assert not post(table).buttons
    assert "A slip" in "".join(m.text() for m in table.visitor.messages(CHANNEL)[-3:])
    await month(table)


async def test_a_no_lets_the_turn_stand_and_it_is_not_asked_again(table: Table) -> None:
    await ask_for_undo(table)
    await table.dom.click(post(table), "No")
    await table.settle()
    assert (await table.game()).turn == 2
    assert "the turn stands" in post(table).text()
    shown = await table.gm.slash(CHANNEL, "gm undo", reason="Please")
    again = await table.gm.click(shown, "Ask the players")
    assert "have not agreed to take turn 1 back; it stays" in again.text()
    await month(table)


async def test_its_time_over_the_turn_stands(table: Table) -> None:
    await ask_for_undo(table)
    twice = await table.gm.click(await table.gm.slash(CHANNEL, "gm undo", reason="Again"), "Ask the players")
    assert "The players vote on that already" in twice.text()
    table.clock.forward(hours=49)
    await table.tick()
    assert "**Not carried**" in post(table).text()
    assert (await table.game()).turn == 2


async def test_a_vote_goes_with_the_turn_that_it_was_put_in(table: Table) -> None:
    await ask_for_undo(table)
    await month(table)
    await table.tick()
    assert "**Over**: the campaign has moved on." in post(table).text()
    assert not post(table).buttons
    assert (await table.game()).turn == 3


async def test_there_is_nothing_to_take_back_in_the_first_turn(table: Table) -> None:
    await screened(table)
    for command in ("gm undo", "turn undo"):
        refused = await table.gm.slash(CHANNEL, command, reason="A slip")
        assert "Turn 1 is the first of **The Wall**; there is nothing to undo." in refused.text()
        assert not refused.buttons
        assert "Turn 0" not in refused.text()


async def test_a_player_who_does_not_lead_the_campaign_takes_no_turn_back(table: Table) -> None:
    await screened(table)
    await month(table)
    refused = await table.dom.slash(CHANNEL, "turn undo", reason="I lost")
    assert "Only the game master can do that." in refused.text()
    assert (await table.game()).turn == 2


async def test_who_plays_alone_asks_nobody_and_needs_no_rights_in_the_server(table: Table) -> None:
    thread = await begun(table)
    assert "there is nothing to undo" in (await table.ada.slash(thread, "turn undo", reason="A slip")).text()
    dashboard = next(m for m in table.ada.messages(thread, 500) if m.payload["pinned"])
    await table.ada.click(dashboard, "I am ready")
    await table.tick()
    assert (await table.game()).turn == 2
    await table.ada.click(await table.ada.slash(thread, "turn undo", reason="A slip"), "Yes, undo")
    assert (await table.game()).turn == 1
