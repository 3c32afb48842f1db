"""The game master's dashboard plays the month, and a dashboard is edited only when it shows something else."""

from playtest.player import GIVE_BUTTON
from storage import outbox
from tests.e2e.campaign.dashboard_kit import dashboard_of
from tests.e2e.campaign.orders_kit import amended
from tests.e2e.kit import Table
from umpire.games import seats


async def test_the_game_master_plays_the_month_from_their_desk(table: Table) -> None:
    await table.start(schedule="every 48h")
    table.open_commands()
    preview = await table.ask("ada", "orders ask", text="Who lives there?")
    await table.ada.click(preview, GIVE_BUTTON)
    await table.ask("ada", "orders ready")
    await table.settle()
    dashboard = dashboard_of(table, "gm")
    assert table.flags["dom"] in dashboard.text()
    assert table.flags["ada"] not in dashboard.text()
    before = (await table.game()).deadline
    hours = await table.gm.click(dashboard, "Extend")
    form = await table.gm.select(hours, "24")
    assert "The deadline is now" in (await table.gm.submit(form, {})).text()
    assert before is not None
    assert (await table.game()).deadline == before + 24 * 3600
    asked = await table.gm.click(dashboard, "Advance")
    assert "is not ready" in asked.text()
    await table.gm.click(asked, "Resolve turn 1")
    await table.settle()
    dashboard = dashboard_of(table, "gm")
    assert "The draft waits for you" in dashboard.text()
    label = next(b.label for b in dashboard.buttons if b.label and b.label.startswith("Questions"))
    assert label != "Questions (0)"
    assert "Who lives there?" in (await table.gm.click(dashboard, label)).text()
    assert "Draft of turn 1" in (await table.gm.click(dashboard, "Review")).text()
    assert "is published" in (await table.gm.click(dashboard, "Publish")).text()
    await table.settle()
    form = await table.gm.click(dashboard_of(table, "gm"), "Undo")
    sure = await table.gm.submit(form, {"reason": "A mistake."})
    assert "A mistake." in sure.text()
    await table.gm.click(sure, "Yes, undo")
    await table.settle()
    assert (await table.game()).turn == 1
    assert "refused" not in (await table.ask("ada", "gm advance")).text()


async def test_two_months_within_the_hour_are_both_published_from_the_same_desk(table: Table) -> None:
    await table.start()
    for turn in (1, 2):
        asked = await table.gm.click(dashboard_of(table, "gm"), "Advance")
        await table.gm.click(asked, f"Resolve turn {turn}")
        await table.settle()
        await table.gm.click(dashboard_of(table, "gm"), "Publish")
        await table.settle()
        assert (await table.game()).turn == turn + 1


async def test_a_desk_costs_one_message_a_thread_however_often_it_changes(table: Table) -> None:
    await table.start()
    for ready in (True, False, True):
        await table.ask("ada", "orders ready", ready=ready)
        await table.settle()
    async with table.services.storage.reading() as tx:
        rows = await outbox.of_game(tx, table.game_id)
    held = await seats.seats(table.services, table.game_id)
    dashboards = [row for row in rows if row.letter["kind"] == "desk"]
    assert len({row.message_id for row in dashboards}) == len([seat for seat in held if seat.user_id is not None])


async def test_a_desk_is_edited_only_when_it_shows_something_else(table: Table) -> None:
    """What the game master does to others tells nobody the moment at which it was done, nor how often."""
    await table.start(schedule="every 48h")

    def shown(who: str) -> tuple[object, str]:
        seen = dashboard_of(table, who)
        return seen.payload["edited_timestamp"], seen.text()

    before = {who: shown(who) for who in ("ada", "dom")}
    for cps in (50, 60):
        table.clock.forward(minutes=1)
        given = f"a gift of {cps}"
        await amended(table, "gm amend treasury", side="dominators", cps=cps, reason=given)
        await table.tick()
    assert shown("ada") == before["ada"], "nor does the line below the letter change"
    assert shown("dom") != before["dom"]
    assert "310 CPs" in dashboard_of(table, "dom").text()
    table.clock.forward(minutes=1)
    await amended(table, "gm amend treasury", side="humans", cps=20, reason="hers")
    await table.tick()
    assert shown("ada")[0] != before["ada"][0]
    assert "1020 CPs" in dashboard_of(table, "ada").text()
