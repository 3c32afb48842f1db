"""Chains by taps and by commands: a colony and a conquest, each one choice and one Give, told of turn by turn until done."""

from typing import Any

from playtest.player import GIVE_BUTTON
from rules.cluster_war.play.standing_orders.colony_chain import SettleWorld
from rules.cluster_war.play.standing_orders.conquest_chain import ConquerWorld
from sandbox.reply import Reply, SeenMessage
from storage import orders
from tests.e2e.campaign.dashboard_kit import Thumb, dashboard_of, standing, starred
from tests.e2e.campaign.orders_kit import amended
from tests.e2e.campaign.test_war_by_taps import choose, front, pick
from tests.e2e.kit import CHANNEL, Table


async def chains(table: Table, side: str = "humans") -> list[Any]:
    """The chains of a side's standing orders, as they are stored."""
    game = await table.game()
    async with table.services.storage.reading() as tx:
        kept = await orders.find_standing(tx, table.game_id, game.revision, side)
    return [] if kept is None else list(kept.sheet.orders)


async def offered(table: Table, thumb: Thumb, *buttons: str) -> Reply:
    """The list below these buttons of the dashboard."""
    shown: SeenMessage = dashboard_of(table, "ada")
    for button in buttons:
        shown = await thumb.press(shown, button)
    assert isinstance(shown, Reply)
    return shown


async def test_a_colony_is_one_choice_and_one_give_and_the_desk_tells_of_each_step(table: Table) -> None:
    await table.start()
    thumb = Thumb(table.ada)
    listed = await offered(table, thumb, "Colonies")
    label = starred(listed)[-1]
    assert "Found a colony" in label
    assert "pays for itself in" in listed.text()
    draft = await thumb.press(listed, label)
    for words in ("First Caravan loads", "First Caravan travels to", "First Caravan founds", "turn"):
        assert words in draft.text(), draft.text()
    receipt = await thumb.press(draft, GIVE_BUTTON)
    assert thumb.taps == 3
    assert "step 2 of 4, First Caravan loads" in receipt.text(), receipt.text()
    [kept] = await chains(table)
    assert isinstance(kept.does, SettleWorld)
    assert {"LoadCargo", "MoveFleet"} <= {type(row.order).__name__ for row in await standing(table, "humans")}
    await table.tick()
    title = f"Colony at {label.removeprefix('★ Found a colony at ')}"
    assert f"↻ {title}: step 2 of 4" in dashboard_of(table, "ada").text()
    for _ in range(8):
        await table.advance()
        await table.tick()
        if (await chains(table))[0].ended:
            break
    assert f"↻ {title}: over: the colony is founded" in dashboard_of(table, "ada").text()
    assert kept.does.world in (await table.view("humans")).colonies
    await table.advance()
    await table.tick()
    assert title not in dashboard_of(table, "ada").text(), "its end is told once"


async def test_a_world_is_taken_by_one_choice_and_one_give(table: Table) -> None:
    nest, ours = await front(table)
    await amended(table, "gm amend create", side="humans", design="DD", hex=ours, count=3, fleet="Escort")
    thumb = Thumb(table.ada)
    listed = await offered(table, thumb, "War", "Invade")
    draft = await pick(thumb, listed, "Take ")
    assert f"take {nest} with" in draft.text()
    assert "battalions stay" in draft.text(), draft.text()
    receipt = await thumb.press(draft, GIVE_BUTTON)
    assert "step 2 of 4, Landing takes" in receipt.text(), receipt.text()
    [kept] = await chains(table)
    assert isinstance(kept.does, ConquerWorld)
    given = {type(row.order).__name__ for row in await standing(table, "humans")}
    assert {"MergeFleets", "TakeCraft", "MoveFleet"} <= given


async def test_a_chain_is_given_by_its_command_shown_again_and_removed_by_one(table: Table) -> None:
    await table.start()
    view = await table.view("humans")
    known = ((f"{s.hex}-{b.orbit}", b.max_cp) for s in view.systems.values() if s.level == "surveyed" for b in s.bodies)
    world = min(key for key, most in known if most and key not in view.colonies)
    draft = await table.ask("ada", "colony send", world=world, fleet="First Caravan")
    line = f'found a colony at {world} with "First Caravan"'
    assert line in draft.text(), draft.text()
    assert "is laid down" in (await table.ada.click(draft, GIVE_BUTTON)).text()
    again = await table.ask("ada", "orders standing", line=line)
    assert "already" in (await table.ada.click(again, GIVE_BUTTON)).text()
    gone = (await table.ask("ada", "orders standing", remove=1)).text()
    assert "Standing order 1 is removed." in gone
    assert "You have none." in gone
    assert "You have no standing order 1" in (await table.ask("ada", "orders standing", remove=1)).text()


async def test_a_chain_that_cannot_begin_says_why_and_what_helps(table: Table) -> None:
    await table.start()
    scouts = await table.ask("ada", "colony send", world="0101-1", fleet="Home Fleet")
    assert "Home Fleet has no cargo bays; change this order to a fleet of freighters." in scouts.text()
    dark = await table.ask("ada", "colony send", world="0101-1", fleet="First Caravan")
    assert 'First Caravan cannot survey it; write surveyed by "Meridian Survey" behind this order.' in dark.text()
    nobody = await table.ask("ada", "invade take", world="0101-1", fleet="Home Fleet")
    assert "You know of no colony on 0101-1" in nobody.text()
    assert (
        "is not a world; write hex and orbit"
        in (await table.ask("ada", "colony send", world="moon", fleet="First Caravan")).text()
    )
    assert "You have no fleet called" in (await table.ask("ada", "invade take", world="0101-1", fleet="Nobody")).text()
    listed = await offered(table, Thumb(table.ada), "War", "Invade")
    assert "You know of no colony of others. Explore" in listed.text()


async def test_the_fleets_of_a_chain_are_chosen_below_its_preview(table: Table) -> None:
    await table.start()
    thumb = Thumb(table.ada)
    home = (await table.view()).sides["humans"].home
    await amended(table, "gm amend create", side="humans", design="CF", hex=home, fleet="Spare")
    draft = await table.ask("ada", "colony send", world="0101-1", fleet="First Caravan")
    *_, surveyors = draft.selects
    survey = next(value for label, value in surveyors.options if "Meridian Survey" in label)
    draft = await table.ada.select(draft, surveyors.custom_id or "", survey)
    assert 'surveyed by "Meridian Survey"' in draft.text()
    draft = await table.ada.select(draft, *choose(draft, "Spare"))
    assert 'with "Spare"' in draft.text()
    receipt = await thumb.press(draft, GIVE_BUTTON)
    assert "step 1 of 4, Meridian Survey goes to survey 0101" in receipt.text(), receipt.text()
    seen = await table.gm.slash(CHANNEL, "gm sheet", side="humans")
    assert "found a colony at 0101-1" in seen.text()
