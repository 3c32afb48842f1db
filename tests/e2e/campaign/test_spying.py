"""Intelligence in a founded campaign over real turns: by /spy and the dashboard, judged by the game master."""

import pytest

from playtest.player import GIVE_BUTTON
from tests.e2e.campaign.dashboard_kit import Thumb, dashboard_of
from tests.e2e.campaign.orders_kit import Given, amended, give
from tests.e2e.campaign.test_officers import begun
from tests.e2e.campaign.test_war_by_taps import pick
from tests.e2e.kit import CHANNEL, Table

GOAL = "count the ships at their home"
FUND = Given("spy fund", 'finance "Nightfall" 400', {"operation": "Nightfall", "cps": 400})


async def rich(table: Table) -> None:
    """A founded campaign whose empires have money and ambassadors; the Humans are Ada's, the Vermin are Dom's."""
    await begun(table)
    for side in ("blue", "gold"):
        await amended(table, "gm amend treasury", side=side, cps=9000)
    await amended(table, "decree embassy", one="blue", other="gold")


async def vermin(table: Table) -> str:
    """What the Vermin's empire is called."""
    return (await table.view()).flags["gold"].name


async def nightfall(table: Table, **more: object) -> str:
    """An operation is begun by its command."""
    options = {"target": await vermin(table), "kind": "fleets", "goal": GOAL, "cps": 400, "name": "Nightfall"}
    line = f'spy "{await vermin(table)}" fleets with 400 for "{GOAL}"'
    return await give(table, "ada", Given("spy start", line, {**options, **more}))


async def judged(table: Table, button: str) -> str:
    """The game master presses a button of the one operation that waits, in the draft, and publishes."""
    asked = await table.gm.slash(CHANNEL, "gm advance")
    await table.gm.click(asked, "Resolve turn")
    listed = await table.gm.slash(CHANNEL, "gm questions")
    label = next(b.label for b in listed.buttons if b.label.startswith("Judge"))
    done = await table.gm.click(await table.gm.click(listed, label), button)
    told = done.text()
    await table.gm.slash(CHANNEL, "gm publish")
    await table.settle()
    return told


@pytest.mark.rule("CW-10.0-01", "CW-10.0-02", "CW-10.0-04")
async def test_an_operation_is_judged_step_by_step_and_brings_what_it_was_for(table: Table) -> None:
    await rich(table)
    offered = await table.ada.autocomplete(CHANNEL, "spy start", "target", "")
    assert [choice.value for choice in offered] == [await vermin(table)]
    kinds = [choice.value for choice in await table.ada.autocomplete(CHANNEL, "spy start", "kind", "")]
    assert {"fleets", "budget", "sabotage", "other"} <= set(kinds)
    assert "counter" not in kinds
    options = {"target": await vermin(table), "kind": "fleets", "goal": GOAL, "cps": 400, "name": "Nightfall"}
    preview = (await table.ask("ada", "spy start", **options)).text()
    assert "planning with 400 CPs: 16 % as far as you know" in preview
    await nightfall(table)
    before = table.last_in_room("dom").text()

    assert "success" in await judged(table, "It succeeds")
    report = (await table.ask("ada", "turn report")).text()
    assert "Nightfall against" in report
    assert ": success (planning with 400 CPs, 16 % as far as you know)." in report
    line = next(each for each in report.splitlines() if "Nightfall against" in each).partition("]")[0].partition("[")[2]
    why = (await table.ask("ada", "turn why", line=int(line))).text()
    assert "CW-10.0-04" in why
    assert "400 CPs in this step" in why
    assert "rolled" not in why
    await give(table, "ada", FUND)
    await judged(table, "It succeeds")
    await give(table, "ada", FUND)
    await judged(table, "It succeeds")
    report = (await table.ask("ada", "turn report")).text()
    assert "it has succeeded! (execution with 400 CPs" in report
    assert "Their fleets at" in report
    home = (await table.view()).sides["gold"].home
    assert home in {seen.hex for seen in (await table.view("blue")).foreign_fleets.values()}
    assert "succeeded in turn 3" in (await table.ask("ada", "spy list")).text()

    theirs = (await table.ask("dom", "turn report")).text() + table.last_in_room("dom").text() + before
    for word in ("Nightfall", "Agents", "operation", "CW-10"):
        assert word not in theirs
    assert "You run no operation" in (await table.ask("dom", "spy list")).text()
    assert await table.human("dom").autocomplete(CHANNEL, "spy fund", "operation", "") == []


@pytest.mark.rule("CW-10.0-04", "CW-16.0-03", "CW-10.0-09", "CW-11.0-10")
async def test_the_game_master_sees_every_modifier_and_both_societies(table: Table) -> None:
    await rich(table)
    await give(table, "ada", Given("treaty offer", "trade", {"side": await vermin(table), "level": "full"}))
    await table.advance()
    ours = (await table.view()).flags["blue"].name
    await give(table, "dom", Given("treaty accept", "accept", {"side": ours}))
    await nightfall(table, approach="locals")
    await amended(
        table, "spymaster difference", one="blue", other="gold", points=12, note="Recruit their lowest caste."
    )
    await table.gm.click(await table.gm.slash(CHANNEL, "gm advance"), "Resolve turn")
    listed = await table.gm.slash(CHANNEL, "gm questions")
    assert "count the ships at their home" in listed.text()
    label = next(b.label for b in listed.buttons if b.label.startswith("Judge"))
    shown = (await table.gm.click(listed, label)).text()
    assert f"Goal: {GOAL}" in shown
    assert "400 CPs in it, 400 in all" in shown
    assert "+20 full trade with them" in shown
    assert "-4 the two peoples, by the game master's word, by way of locals (its player does not know)" in shown
    assert "Recruit their lowest caste." in shown
    assert "CW-16.0-03" in shown
    for list_ in ("Police", "Media", "Political Structure", "Biology", "Attitude"):
        assert f"{list_}: " in shown
    beside = (await table.gm.slash(CHANNEL, "spymaster societies", one="blue", other="gold")).text()
    assert "Biology: **" in beside
    assert "Nightfall" in (await table.gm.slash(CHANNEL, "spymaster list")).text()
    told = {"words": "A door stays shut.", "reason": "The Watch stands over it"}
    done = await amended(table, "spymaster rule", operation="blue-S1", chance=0, **told)
    assert "0 %" in done
    await table.gm.slash(CHANNEL, "gm publish")
    await table.settle()
    assert "A door stays shut." in (await table.ask("ada", "turn report")).text()
    whys = [(await table.ask("ada", "turn why", line=line)).text() for line in range(1, 7)]
    assert any("They judged this step themselves" in why for why in whys)
    assert not any("The Watch" in why for why in whys), "the reason is the game master's own"
    table.open_commands()
    for command, options in (("spymaster list", {}), ("spymaster show", {"operation": "blue-S1"})):
        assert "Only the game master" in (await table.ask("dom", command, **options)).text()
    assert await table.human("dom").autocomplete(CHANNEL, "spymaster show", "operation", "") == []


@pytest.mark.rule("CW-10.0-03", "CW-10.0-05", "CW-10.0-06", "CW-10.0-07", "CW-10.0-08")
async def test_what_cannot_be_asked_is_refused_with_its_rule(table: Table) -> None:
    await begun(table)
    name = await vermin(table)
    order = {"target": name, "kind": "other", "goal": GOAL, "cps": 100}

    async def said(**more: object) -> str:
        return (await table.ask("ada", "spy start", **{**order, **more})).text()

    assert "CW-10.0-05" in await said()
    assert await table.ada.autocomplete(CHANNEL, "spy start", "target", "") == []
    await amended(table, "decree embassy", one="blue", other="gold")
    assert "specific goal" in await said(goal="ships")
    assert "No operation can show what they will order" in await said(goal="read their orders")
    assert "has a successor" in await said(goal="eliminate the player")
    assert "can never succeed" in await amended(table, "spymaster impossible", kind="other")
    assert "CW-10.0-06" in await said()
    await table.settle()
    assert "can never succeed" in table.last_in_room("dom").text()
    kinds = [choice.value for choice in await table.ada.autocomplete(CHANNEL, "spy start", "kind", "")]
    assert "other" not in kinds


@pytest.mark.rule("CW-10.0-01", "CW-10.0-04")
async def test_by_the_book_the_dice_decide_and_counter_intelligence_catches_agents(table: Table) -> None:
    await rich(table)
    await amended(table, "decree book", kind="operation")
    await give(table, "dom", Given("spy counter", "counterspy with 150", {"cps": 150, "name": "The Watch"}))
    await nightfall(table)
    await table.advance()
    assert "Counter-intelligence The Watch: " in (await table.ask("dom", "turn report")).text()
    assert "The Watch" in (await table.ask("dom", "spy list")).text()
    assert "The Watch" not in (await table.ask("ada", "turn report")).text()
    await give(table, "ada", Given("spy stop", 'abandon "Nightfall"', {"operation": "Nightfall"}))
    await table.advance()
    assert "You have called it off." in (await table.ask("ada", "turn report")).text()


@pytest.mark.rule("CW-10.0-04", "CW-10.0-06")
async def test_a_catastrophe_names_whose_agents_were_caught_to_those_they_spied_upon(table: Table) -> None:
    await rich(table)
    await nightfall(table)
    await table.gm.click(await table.gm.slash(CHANNEL, "gm advance"), "Resolve turn")
    ruled = await amended(table, "spymaster rule", operation="blue-S1", result="catastrophe")
    assert "Agents of" in ruled
    await table.gm.slash(CHANNEL, "gm publish")
    await table.settle()
    ours = (await table.view()).flags["blue"].name
    told = (await table.ask("dom", "turn report")).text()
    assert f"Agents of {ours} were caught among your people (fleets). Their goal: {GOAL}." in told
    assert "is over. A catastrophe" in (await table.ask("ada", "turn report")).text()
    asked = (await table.gm.slash(CHANNEL, "gm questions")).text()
    assert "How bad is it?" in asked


async def test_the_desk_leads_to_intelligence_and_a_list_below_sets_its_parts(table: Table) -> None:
    await rich(table)
    thumb = Thumb(table.ada)
    listed = await thumb.press(dashboard_of(table, "ada"), "Intelligence")
    assert "Intelligence: operations" in listed.text()
    preview = await pick(thumb, listed, "fleets")
    preview = await pick(thumb, preview, "By way of locals")
    preview = await pick(thumb, preview, "200 CPs")
    receipt = await thumb.press(preview, GIVE_BUTTON)
    assert "with 200 for" in receipt.text()
    assert "by locals" in receipt.text()
