"""Standing orders at the table: by taps and by a line, marked on the sheet, told of on the dashboard, through real turns."""

import io
from pathlib import Path

import pytest
from openpyxl import load_workbook

from cogs.campaign.common.campaign_texts import scenario
from playtest.entropy import SeededEntropy
from rules.values import changed
from sandbox.reply import SeenMessage
from tests.e2e.campaign.dashboard_kit import Thumb, dashboard_of, standing
from tests.e2e.campaign.orders_kit import Given, amended, begin_with, give
from tests.e2e.campaign.test_gm_npr import empty_star
from tests.e2e.kit import CHANNEL, Table, running_table

LAY = "Lay it down"


def value_of(seen: SeenMessage, hint: str, label: str) -> str:
    """The value of a line in a list."""
    found = [value for each in seen.selects if each.label == hint for text, value, *_ in each.options if label in text]
    assert found, [(each.label, each.options) for each in seen.selects]
    return str(found[0])


async def laid_down(table: Table, line: str, who: str = "ada") -> str:
    draft = await table.ask(who, "orders standing", line=line)
    assert "Before you give it" in draft.text(), draft.text()
    receipt = (await table.human(who).click(draft, LAY)).text()
    assert "is laid down" in receipt, receipt
    return receipt


async def test_an_order_is_repeated_by_a_button_below_its_preview(table: Table) -> None:
    await table.start()
    thumb = Thumb(table.ada)
    preview = await table.ask("ada", "orders write", line='facility 1 shipyard at "Terra"')
    draft = await thumb.press(preview, "Repeat each turn")
    assert "every turn: facility 1" in draft.text()
    assert "Right now it would give 1 order" in draft.text()
    draft = await table.ada.select(draft, "Until when", value_of(draft, "Until when", "3 times"))
    assert ", 3 times" in draft.text()
    receipt = await thumb.press(draft, LAY)
    assert "↻ standing order 1: every turn" in receipt.text()
    for _ in range(2):
        await table.advance()
        assert [type(row.order).__name__ for row in await standing(table, "humans")] == ["BuildFacility"]
        await table.tick()
        assert "↻" in dashboard_of(table, "ada").text()
    await table.advance()
    assert await standing(table, "humans") == []
    assert "over: it was given 3 times" in (await table.ask("ada", "orders standing")).text()


async def test_if_then_is_made_by_choosing_and_says_what_it_would_do_now(table: Table) -> None:
    await table.start()
    thumb = Thumb(table.ada)
    listed = await thumb.press(dashboard_of(table, "ada"), "Standing orders")
    assert "You have none" in listed.text()
    draft = await thumb.press(listed, "If … then")
    assert "when " in draft.text()
    assert "Right now it would wait" in draft.text()
    cps = value_of(draft, "When", "CPs over 300")
    draft = await table.ada.select(draft, "When", cps)
    assert "when CPs over 300 then" in draft.text()
    draft = await table.ada.select(draft, "Then", value_of(draft, "Then", "keep 50 CPs in reserve"))
    assert "when CPs over 300 then keep 50 CPs in reserve" in draft.text()
    receipt = await thumb.press(draft, LAY)
    assert "Standing order 1 is laid down." in receipt.text()


async def test_a_goal_is_chosen_paused_changed_and_removed(table: Table) -> None:
    await table.start()
    thumb = Thumb(table.ada)
    draft = await thumb.press(await thumb.press(dashboard_of(table, "ada"), "Standing orders"), "A goal")
    draft = await table.ada.select(
        draft, "What is wanted", value_of(draft, "What is wanted", "survey the nearest unknown hex")
    )
    assert "Right now it would give" in draft.text()
    await thumb.press(draft, LAY)
    given = await standing(table, "humans")
    assert "MoveFleet" in {type(row.order).__name__ for row in given}
    listed = await table.ask("ada", "orders standing")
    one = await table.ada.select(listed, "1")
    assert "on this turn's sheet" in one.text()
    listed = await thumb.press(one, "Pause")
    assert "✔ Standing order 1 rests from the next turn on." in listed.text()
    one = await table.ada.select(listed, "1")
    listed = await thumb.press(one, "Go on")
    assert "✔ Standing order 1 goes on." in listed.text()
    draft = await thumb.press(await table.ada.select(listed, "1"), "Change")
    assert "Standing order 1 would become" in draft.text()
    form = await thumb.press(draft, "Change the text")
    draft = await table.ada.submit(form, {"line": "keep 70 in reserve"})
    receipt = await thumb.press(draft, LAY)
    assert "Standing order 1 is changed." in receipt.text()
    assert await standing(table, "humans") == []
    listed = await table.ask("ada", "orders standing")
    listed = await thumb.press(await table.ada.select(listed, "1"), "Remove")
    assert "✔ Standing order 1 is removed." in listed.text()


async def test_what_gave_nothing_is_told_on_the_desk_and_the_receipt(table: Table) -> None:
    await table.start()
    await laid_down(table, "every turn: facility 1 shipyard at Terra")
    await laid_down(table, "keep 90000 CPs in reserve")
    await table.advance()
    await table.tick()
    told = "Standing order 1 gave nothing: It takes"
    assert told in (await table.ask("ada", "orders show")).text()
    assert "Standing order 1 gave nothing" in dashboard_of(table, "ada").text()


async def test_the_game_master_sees_which_orders_came_of_standing_ones(table: Table) -> None:
    await table.start()
    await laid_down(table, "every turn: facility 1 shipyard at Terra")
    await table.advance()
    seen = await table.gm.slash(CHANNEL, "gm sheet", side="humans")
    assert "↻ standing order 1" in seen.text(), seen.text()
    assert "↻ Standing order 1: every turn: facility 1 shipyard" in seen.text()
    book = (await table.ada.slash(table.room("ada"), "empire workbook")).attachments[0].read()
    rows = list(load_workbook(io.BytesIO(book))["standing"].iter_rows(values_only=True))
    assert rows[1][:3] == (
        1,
        'every turn: facility 1 shipyard at "Terra"',
        "1 order on this turn's sheet; given once before",
    )


async def test_settle_retreat_and_research_until_they_have_succeeded(table: Table) -> None:
    found = scenario("duel_small")
    found = changed(found, settings=changed(found.settings, colony_freighters="outside-grid"))
    await begin_with(table, found, "humans", "dominators")
    await amended(table, "gm amend treasury", side="humans", cps=9000)
    await give(
        table, "ada", Given("orders write", "research", {"line": 'research "Deep Radar" at Terra steps 4 with 1200'})
    )
    edge = await empty_star(table)
    for side, fleet, count in (("humans", "Guard", 1), ("dominators", "Swarm", 9)):
        design = next(d.id for d in (await table.view()).sides[side].designs.values() if d.kind == "ship" and d.lrs)
        await amended(table, "gm amend create", side=side, design=design, count=count, hex=edge, fleet=fleet)
    await table.advance()
    await laid_down(table, "settle the best surveyed world in the grid")
    await laid_down(table, "if Guard is outnumbered, then retreat, once")
    await laid_down(table, "research Deep Radar until two successes")
    assert {"SettleInGrid", "FundProject", "MoveFleet"} <= {
        type(row.order).__name__ for row in await standing(table, "humans")
    }
    before = (await table.view()).colonies.keys()
    for _ in range(8):
        await table.advance()
        listed = (await table.ask("ada", "orders standing")).text()
        if "it has succeeded 2 times" in listed:
            break
    assert "it has succeeded 2 times" in listed
    view = await table.view()
    new = [c for key, c in view.colonies.items() if key not in before]
    assert {c.side for c in new} == {"humans"}
    (guard,) = [f for f in view.fleets.values() if f.name == "Guard"]
    assert guard.transit is not None or guard.hex != edge
    assert guard.engagement.stance == "evade"
    (radar,) = [p for p in view.projects.values() if p.name == "Deep Radar"]
    assert "FundProject" not in {type(row.order).__name__ for row in await standing(table, "humans")}
    assert radar.step >= 3


async def test_a_withdrawn_one_stays_withdrawn_that_turn(table: Table) -> None:
    await table.start()
    await laid_down(table, "every turn: facility 1 shipyard at Terra")
    await table.advance()
    await table.ask("ada", "orders withdraw", number="1")
    await table.tick()
    assert await standing(table, "humans") == []
    await table.advance()
    assert len(await standing(table, "humans")) == 1


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("every turn: facilty 1 shipyard at Terra", "Did you mean facility?"),
        ("when the moon is full then keep 5 in reserve", "Write one like these"),
        ("every turn: facility 1 shipyard at Tera", "Did you mean Terra?"),
        ("facility 1 shipyard at Terra", "To repeat an order write every turn before it"),
    ],
)
async def test_a_wrong_line_is_told_what_would_be_right_and_changes_nothing(
    table: Table, line: str, right: str
) -> None:
    await table.start()
    refused = await table.ask("ada", "orders standing", line=line)
    assert right in refused.text(), refused.text()
    assert "You have none" in (await table.ask("ada", "orders standing")).text()


async def test_buttons_of_another_turn_and_of_another_side_are_refused(table: Table) -> None:
    await table.start()
    draft = await table.ask("ada", "orders standing", line="keep 5 in reserve")
    listed = await table.ask("ada", "orders standing")
    await table.advance()
    assert "a turn that is over" in (await table.ada.click(draft, LAY)).text()
    assert "a turn that is over" in (await table.ada.click(listed, "A goal")).text()


async def test_buttons_lists_and_what_was_laid_down_outlive_a_restart(tmp_path: Path) -> None:
    state = tmp_path / "discord"
    async with running_table(tmp_path, state=state) as table:
        await table.start()
        await laid_down(table, "every turn: facility 1 shipyard at Terra")
        await table.settle()
        game, flags = table.game_id, table.flags
    async with running_table(tmp_path, state=state, chance=SeededEntropy(b"another life")) as table:
        table.game_id, table.flags = game, flags
        await table.settle()
        listed = await table.ada.click(dashboard_of(table, "ada"), "Standing orders")
        assert "1 order on this turn's sheet" in listed.text()
        draft = await table.ada.click(listed, "If … then")
        assert "is laid down" in (await table.ada.click(draft, LAY)).text()
        await table.advance()
        assert len(await standing(table, "humans")) == 1
