"""A campaign that its founder gave an aim ends by it: how everybody stands, who has won, and what is posted."""

from sandbox.reply import SeenMessage
from storage import audit
from tests.e2e.campaign.dashboard_kit import dashboard_of
from tests.e2e.kit import CHANNEL, Table
from umpire.games import games


async def begun(table: Table, aim: str, *, review: bool) -> None:
    """A campaign of two with an aim, by its command."""
    made = await table.gm.slash(
        CHANNEL, "campaign create", name="The Short War", scenario="duel_small", aim=aim, review=review, early=False
    )
    assert "The Short War" in made.text(), made
    found = await games.game_in(table.services, table.sandbox.world.guild().id, table.sandbox.world.channel(CHANNEL).id)
    table.game_id = found.id
    for who, side in (("ada", "humans"), ("dom", "dominators")):
        await table.human(who).slash(CHANNEL, "campaign join", side=side)
    table.flags = {"ada": "Human Union", "dom": "The Dominion"}
    assert "turn 1 is open" in (await table.gm.slash(CHANNEL, "campaign begin")).text()
    await table.settle()


def posted(table: Table) -> list[SeenMessage]:
    return table.visitor.messages(CHANNEL, 100)


async def test_a_campaign_of_two_turns_ends_after_the_second_with_winner_awards_chronicle_and_film(
    table: Table,
) -> None:
    await begun(table, "2 turns", review=True)
    welcome = next(message for message in table.ada.messages(table.room("ada"), 50) if "Welcome to" in message.text())
    assert "The campaign ends after turn 2: whose worlds have most CPs then wins." in welcome.text()
    assert "The campaign ends after turn 2" in (await table.ask("ada", "campaign rules")).text()
    assert "**Aim**: most CPs in worlds after turn 2, 2 turns to play. You: " in dashboard_of(table, "ada").text()
    await table.advance()
    packet = next(m for m in table.ada.messages(table.room("ada"), 50) if "**Turn 1**" in m.text())
    assert "**Aim**: most CPs in worlds after turn 2, 1 turn to play" in packet.text()

    asked = await table.gm.slash(CHANNEL, "gm advance")
    done = await table.gm.click(asked, "Resolve turn")
    await table.settle()
    draft = next(m for m in table.gm.messages(table.room("gm"), 50) if "Turn 2 of" in m.text())
    assert "With this turn the campaign reaches its aim" in draft.text()
    assert (await table.game()).status == "running", "a draft ends nothing"
    await table.gm.click(done, "Publish")
    await table.tick()
    await table.tick()
    game = await table.game()
    assert (game.status, game.turn, game.deadline) == ("finished", 3, None)
    last = next(m for m in table.ada.messages(table.room("ada"), 50) if "**Turn 2**" in m.text())
    assert "the last: your report and map. The campaign is over." in last.text()
    assert "**Aim**: most CPs in worlds after turn 2. You: " in last.text()
    assert {"Everything that happened", "Why?", "Map"} == {button.label for button in last.buttons}
    assert "This campaign is over." in dashboard_of(table, "ada").text()

    texts = [message.text() for message in posted(table)]
    [result] = [text for text in texts if "The Short War is over, after turn 2" in text]
    assert "🏆" in result
    assert "1. **" in result
    assert "2. **" in result
    assert f"(<@{table.ada.id}>)" in result
    [chronicle] = [message for message in posted(table) if "The chronicle of" in message.text()]
    assert "**Awards**" in chronicle.text()
    assert f"Human Union: <@{table.ada.id}>, turns 1 to 2\n" in chronicle.text()
    assert [file.filename for file in chronicle.attachments] == ["chronicle.html", "chronicle.md", "campaign.gif"]
    assert "is over" in (await table.ask("ada", "orders ask", text="May we?")).text()
    async with table.services.storage.reading() as tx:
        acts = [row for row in await audit.whole(tx, game.id) if row.action == "game.finished"]
    assert [row.detail["reason"] for row in acts] == ["its aim is reached"]


async def test_whoever_ends_a_campaign_has_the_result_posted_too(table: Table) -> None:
    await begun(table, "none", review=False)
    assert "**Aim**" not in dashboard_of(table, "ada").text()
    await table.advance()
    await table.gm.click(await table.gm.slash(CHANNEL, "campaign finish"), "Yes, end it")
    await table.tick()
    texts = [message.text() for message in posted(table)]
    [result] = [text for text in texts if "The Short War is over, after turn 1" in text]
    assert "🏆" not in result
    assert "1. **" in result


async def test_an_aim_that_cannot_be_is_refused_with_what_can(table: Table) -> None:
    for aim, said in (("soon", "An aim is written like 24 turns, 60 %, last, or none"), ("50 %", "more than 50 %")):
        refused = await table.gm.slash(CHANNEL, "campaign create", name="No War", scenario="duel_small", aim=aim)
        assert said in refused.text()
        assert refused.ephemeral
