"""A deadline that comes much sooner is asked for twice, and every player reads it in their thread."""

from tests.e2e.kit import CHANNEL, Table


async def test_a_deadline_within_a_day_is_asked_twice_and_told_in_every_thread(table: Table) -> None:
    await table.start(review=False)
    set_ = await table.gm.slash(CHANNEL, "campaign schedule", when="every 7 days")
    assert "Turns are due every week" in set_.text()
    await table.settle()
    told = table.last_in_room("ada").text()
    assert "it had no deadline before" in told
    before = (await table.game()).deadline
    asked = await table.gm.slash(CHANNEL, "campaign schedule", when="every 1h")
    assert "would come sooner" in asked.text()
    assert (await table.game()).deadline == before
    dropped = await table.gm.click(asked, "Cancel")
    assert "Nothing was changed" in dropped.text()
    asked = await table.gm.slash(CHANNEL, "campaign schedule", when="every 1h")
    done = await table.gm.click(asked, "Yes, bring it forward")
    assert "every player is notified" in done.text()
    after = (await table.game()).deadline
    await table.settle()
    for name in ("ada", "dom"):
        seen = table.last_in_room(name)
        assert f"was <t:{before}:F>, and is now <t:{after}:F>" in seen.text()
        assert seen.message is not None
        assert table.human(name).id in seen.message.mentions
    assert f"was <t:{before}:F>" in table.visitor.last(CHANNEL).text()


async def test_a_replaced_player_is_welcomed_in_the_thread_and_named_in_public(table: Table) -> None:
    await table.start(review=False)
    await table.gm.slash(CHANNEL, "gm seat replace", side="dominators", member=table.visitor.id)
    await table.settle()
    assert any(f"{table.visitor.mention} leads" in m.content for m in table.gm.messages(CHANNEL))
    seen = [m for room in table.visitor.threads(CHANNEL) for m in table.visitor.messages(room.id)]
    (welcome,) = [
        m for m in seen if m.text().startswith(f"{table.visitor.mention} Welcome to **The Long Night**: you lead")
    ]
    assert "Turn 1 is open" in welcome.text()
    assert welcome.message is not None
    assert welcome.message.mentions == [table.visitor.id]
    assert "No order is on your sheet yet: /orders show" in welcome.text()
