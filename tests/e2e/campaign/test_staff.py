"""Do as my staff advises, the best uses of idle CPs, quantities below previews, and an order offered in another's place."""

from playtest.player import GIVE_BUTTON
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.research.project_orders import StartProject
from tests.e2e.campaign.dashboard_kit import (
    Thumb,
    advised,
    choice,
    dashboard_of,
    give_button,
    said_to,
    standing,
    starred,
)
from tests.e2e.kit import Table

STAFF = "Do as my staff advises"


async def test_the_staffs_advice_is_listed_first_then_given_whole_in_two_taps_and_twice_adds_nothing(
    table: Table,
) -> None:
    await table.start()
    thumb = Thumb(table.ada)
    listed = await thumb.press(dashboard_of(table, "ada"), STAFF)
    told = listed.text()
    give = next(b.label for b in listed.buttons if b.label and b.label.startswith("Give all "))
    many = int(give.rpartition(" ")[2])
    assert f"Your staff advises: {many} orders, " in told
    assert "supply points along" in told
    assert "pays for itself in " in told
    assert "⚠" not in told
    assert not await standing(table, "humans"), "nothing is ordered before it is given"
    receipt = await thumb.press(listed, give)
    assert thumb.taps == 2
    assert f"{many} orders given, as your staff advises." in receipt.text()
    given = await standing(table, "humans")
    assert len(given) == many
    again = await table.ada.click(dashboard_of(table, "ada"), STAFF)
    assert "nothing to add" in again.text()
    assert not [b for b in again.buttons if b.label and b.label.startswith("Give")]


async def test_a_list_of_the_staffs_that_the_sheet_has_outgrown_gives_nothing(table: Table) -> None:
    await table.start()
    old = await table.ada.click(dashboard_of(table, "ada"), STAFF)
    give = next(b.label for b in old.buttons if b.label and b.label.startswith("Give all "))
    colonies = await table.ada.click(dashboard_of(table, "ada"), "Colonies")
    preview = await table.ada.click(colonies, advised(colonies, " grows"))
    await table.ada.click(preview, give_button(preview))
    assert "changed since your staff wrote this list" in await said_to(table.ada, old, give)
    mine = await standing(table, "humans")
    assert [type(row.order).__name__ for row in mine] == ["ExpandColony"]
    now = await table.ada.click(dashboard_of(table, "ada"), STAFF)
    await table.ada.click(now, next(b.label for b in now.buttons if b.label and b.label.startswith("Give all ")))
    after = await standing(table, "humans")
    assert mine[0].order in [row.order for row in after], "what stood on the sheet stays"
    grown = [row.order.colony for row in after if isinstance(row.order, ExpandColony)]
    assert len(set(grown)) == len(grown)


async def test_idle_cps_come_with_their_three_best_uses(table: Table) -> None:
    await table.start()
    assert "**1000 CPs** left of 1000: " in dashboard_of(table, "ada").text()
    spend = await table.ada.click(dashboard_of(table, "ada"), "Spend 1000 CPs")
    assert "CPs are idle: their best uses" in spend.text()
    assert len(starred(spend)) == 3
    preview = await table.ada.click(spend, starred(spend)[0])
    assert "given." in (await table.ada.click(preview, give_button(preview))).text()
    staff = await table.ada.click(dashboard_of(table, "ada"), STAFF)
    await table.ada.click(staff, next(b.label for b in staff.buttons if b.label and b.label.startswith("Give all ")))
    await table.settle()
    assert not [b for b in dashboard_of(table, "ada").buttons if b.label and b.label.startswith("Spend")]


async def test_how_many_are_built_is_chosen_below_the_preview(table: Table) -> None:
    await table.start()
    listed = await table.ada.click(dashboard_of(table, "ada"), "Build")
    preview = await Thumb(table.ada).choose(listed, choice(listed, "Sabre destroyer at Terra"))
    counts = {option[0]: option[1] for option in preview.selects[0].options}
    assert {"1 × Sabre destroyer", "2 × Sabre destroyer", "5 × Sabre destroyer"} <= counts.keys()
    more = await table.ada.select(preview, "How many", counts["2 × Sabre destroyer"])
    assert "✔ Order given." in (await table.ada.click(more, GIVE_BUTTON)).text()
    [built] = await standing(table, "humans")
    assert isinstance(built.order, BuildUnits)
    assert built.order.count == 2


async def test_an_order_about_what_is_ordered_already_is_offered_in_its_place(table: Table) -> None:
    await table.start()
    research = await table.ada.click(dashboard_of(table, "ada"), "Research")
    first = await table.ada.click(research, starred(research)[0])
    await table.ada.click(first, GIVE_BUTTON)
    [begun] = await standing(table, "humans")
    assert isinstance(begun.order, StartProject)
    again = await table.ask(
        "ada",
        "orders write",
        line=f'research "{begun.order.name}" at {begun.order.hex} steps {begun.order.steps} with 90',
    )
    assert "this would take its place" in again.text(), again.text()
    assert "Order 1 would become" in again.text()
    assert "✔ Order 1 changed." in (await table.ada.click(again, GIVE_BUTTON)).text()
    [changed_] = await standing(table, "humans")
    assert isinstance(changed_.order, StartProject)
    assert changed_.order.cps == 90
