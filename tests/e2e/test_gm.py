"""The game master's commands through the real client and the sandbox."""

from tests.e2e.kit import CHANNEL, Table


async def test_a_campaign_is_begun_and_everybody_gets_his_map(table: Table) -> None:
    game = await table.start()
    assert (game.status, game.turn, game.turn_state) == ("running", 1, "open")
    assert [a.filename for a in table.last_in_room("ada").attachments] == ["map.png", "map.txt"]


async def test_a_turn_is_resolved_reviewed_and_published_by_buttons(table: Table) -> None:
    await table.start()
    asked = await table.gm.slash(CHANNEL, "gm advance")
    assert "Human Union" in asked.text()
    assert "not ready" in asked.text()
    review = await table.gm.click(asked, "Resolve turn 1")
    assert {a.filename for a in review.attachments} == {"humans-report.md", "dominators-report.md"}, review
    assert (await table.game()).turn_state == "draft"
    done = await table.gm.click(review, "Publish")
    await table.settle()
    assert "Turn 2 is open" in done.text()
    assert "report.md" in [a.filename for a in table.last_in_room("ada").attachments]
    again = await table.gm.click(review, "Publish")
    assert "turn that is over" in again.text()
    assert (await table.game()).turn == 2
