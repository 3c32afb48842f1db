"""Two whole evenings on the real bot: a campaign for two with a deadline, and a game master's review with undo."""

from tests.e2e.campaign.orders_kit import Given, give
from tests.e2e.kit import CHANNEL, Table

MOVE = Given("orders write", 'move "Lantern One" to 2034', {"line": 'move "Lantern One" to 2034'})


def report(table: Table, who: str) -> str:
    """The newest report in a player's thread; it comes with a map and the map's text."""
    packets = [seen.attachments for seen in table.human(who).messages(table.room(who)) if seen.attachments]
    files = {file.filename: file for file in packets[-1]}
    assert set(files) == {"report.md", "map.png", "map.txt"}
    return files["report.md"].read().decode()


async def test_a_campaign_for_two_from_its_founding_over_a_missed_deadline_to_the_third_turn(table: Table) -> None:
    game = await table.start(schedule="every 48h", review=False, early=True)
    assert game.deadline is not None
    await give(table, "ada", MOVE)
    assert "2034" in (await table.ask("ada", "orders show")).text()

    # Dora is idle: reminded once, before the deadline; Ada is not.
    table.clock.forward(seconds=game.deadline - 3 * 3600 + 60 - table.clock.time())
    await table.tick()
    reminded = [m for m in table.dom.messages(table.room("dom")) if "Orders for turn 1" in m.content]
    assert [user for m in reminded if m.message is not None for user in m.message.mentions] == [table.dom.id]
    assert not [m for m in table.ada.messages(table.room("ada")) if "Orders for turn 1" in m.content]

    # The deadline ends the turn for both; each gets a report and a map of their own.
    table.clock.forward(seconds=game.deadline + 1 - table.clock.time())
    await table.tick()
    assert (await table.game()).turn == 2
    assert "turn 1 is resolved and turn 2 is open" in table.visitor.last(CHANNEL).text()
    assert "Lantern One" in report(table, "ada")
    assert "Lantern One" not in report(table, "dom")

    # Both are ready: the second turn ends at once.
    await table.ask("ada", "orders ready")
    assert (await table.game()).turn == 2
    await table.ask("dom", "orders ready")
    await table.settle()
    assert (await table.game()).turn == 3


async def test_a_game_master_reviews_takes_back_twice_and_publishes_with_no_order_lost(table: Table) -> None:
    await table.start()
    await give(table, "ada", MOVE)
    review = await table.gm.click(await table.gm.slash(CHANNEL, "gm advance"), "Resolve turn 1")
    assert (await table.game()).turn_state == "draft"
    form = await table.gm.click(review, "Undo")
    done = await table.gm.submit(form, {"Why": "A wrong table"})
    assert "turn 1 of The Long Night is open again" in done.text()
    await table.settle()
    assert "A wrong table" in table.visitor.last(CHANNEL).text()
    assert "Lantern One" in (await table.ask("ada", "orders show")).text()

    await table.advance()
    asked = await table.gm.slash(CHANNEL, "gm undo", reason="Too early")
    await table.gm.click(asked, "Yes, undo")
    await table.settle()
    assert (await table.game()).turn == 1
    assert "Lantern One" in (await table.ask("ada", "orders show")).text()

    await table.advance()
    assert (await table.game()).turn == 2
    assert "Lantern One" in report(table, "ada")
