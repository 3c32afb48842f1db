"""Weather in a campaign that is founded and played by commands: warned of before, carried out, told to its owner alone."""

import pytest

from playtest.player import GIVE_BUTTON
from rules.cluster_war.model.state.places import distance
from rules.cluster_war.model.worlds.terrain import TERRAIN_KINDS
from tests.e2e.campaign.orders_kit import amended
from tests.e2e.kit import CHANNEL, Table


async def quiet_hex(table: Table) -> str:
    """Deep space that the Humans have in view, and the Dominators have not, beside their home."""
    view, other = await table.view("humans"), await table.view("dominators")
    assert view.me is not None
    near = sorted(view.sighted - other.sighted - view.objects.keys(), key=lambda h: distance(view, view.me.home, h))  # type: ignore[union-attr]
    return near[0]


@pytest.mark.rule("CW-14.0-01", "CW-14.0-09")
async def test_a_new_campaign_has_dangerous_terrain_unless_its_founder_says_no(table: Table) -> None:
    await table.start()
    whole = await table.view()
    assert whole.settings.terrain == TERRAIN_KINDS
    assert whole.weather
    assert "Dangerous terrain: all of it" in (await table.ada.slash(CHANNEL, "campaign rules")).text()


async def test_a_founder_may_leave_terrain_out(table: Table) -> None:
    options = {"name": "Calm", "scenario": "duel_small", "schedule": "none"}
    await table.gm.slash(CHANNEL, "campaign create", **options, terrain=False)
    table.game_id = ""
    told = (await table.gm.slash(CHANNEL, "campaign rules")).text()
    assert "Dangerous terrain" not in told


@pytest.mark.rule("CW-14.0-04", "CW-14.0-10", "CW-14.0-11", "CW-14.0-13")
async def test_a_storm_is_made_seen_warned_of_met_and_told_to_its_owner_alone(table: Table) -> None:
    await table.start()
    table.open_commands()
    here = await quiet_hex(table)
    await amended(table, "weather around", hex=here, kinds="GRV")
    said = await amended(table, "weather storm", hex=here, force=5)
    assert f"Gravitic storm at {here}: F5, and stays so." in said
    assert "gravitic storm F5" in (await table.ada.slash(CHANNEL, "empire system", hex=here)).text()
    assert "gravitic" not in (await table.dom.slash(CHANNEL, "empire system", hex=here)).text()

    view = await table.view("humans")
    fleet = next(f for f in view.fleets.values() if f.name == "Home Fleet")
    preview = await table.ada.slash(CHANNEL, "fleet move", fleet=fleet.id, to=here)
    assert f"{here}, gravitic storm" in preview.text()
    assert "of 100, its end on" in preview.text()
    places = await table.ada.autocomplete(CHANNEL, "fleet move", "to", here, fleet=fleet.id)
    assert any("⚠ harm" in choice.name for choice in places), [choice.name for choice in places]
    await table.ada.click(preview, "Cancel")
    lines = f'move "Home Fleet" to {here}\nmove "Lantern One" to {here}'
    together = await table.ada.slash(CHANNEL, "orders write", line=lines)
    assert "2 of 2 orders can be given" in together.text()
    assert together.text().count(f"⚠ {here}, gravitic storm") == 2, "warned of for each of several orders, too"
    await table.ada.click(together, "Cancel")

    await amended(table, "gm amend move", fleet=fleet.id, to=here)
    forecast = (await table.ada.slash(CHANNEL, "orders forecast")).text()
    assert "gravitic storm F5: harm to a ship on 100 of 100" in forecast
    await table.advance()
    report = await full_report(table, "ada")
    assert "gravitic storm" in report
    assert "gravitic" not in await full_report(table, "dom")


async def full_report(table: Table, who: str) -> str:
    """Somebody's whole report."""
    told = await table.human(who).slash(CHANNEL, "turn report")
    return "".join(f.read().decode() for f in told.attachments if f.filename == "report.md") + told.text()


@pytest.mark.rule("CW-14.0-26", "CW-14.0-24", "CW-17.1-09")
async def test_radiation_costs_crews_which_the_sheet_shows_and_the_game_master_mends(table: Table) -> None:
    await table.start()
    table.open_commands()
    here = await quiet_hex(table)
    await amended(table, "weather around", hex=here, kinds="RAD")
    fleet = next(f for f in (await table.view("humans")).fleets.values() if f.name == "Lantern One")
    await amended(table, "gm amend move", fleet=fleet.id, to=here)
    preview = await table.ada.slash(CHANNEL, "fleet mission", fleet=fleet.id, mission="patrol")
    await table.ada.click(preview, GIVE_BUTTON)
    await table.advance()
    lost = {key: ship.crew_lost for key, ship in (await table.view("humans")).ships.items() if ship.crew_lost}
    assert set(lost) == set(fleet.ships)
    shown = (await table.ada.slash(CHANNEL, "fleet show", fleet=fleet.id)).text()
    assert "crew " in shown
    ship = fleet.ships[0]
    assert "crew" in await amended(table, "weather crew", ships=ship, lost=0)
    assert (await table.view("humans")).ships[ship].crew_lost == 0


@pytest.mark.rule("CW-14.0-11", "CW-14.0-24")
async def test_every_word_of_the_game_masters_on_weather_is_carried_out(table: Table) -> None:
    await table.start()
    table.open_commands()
    whole = await table.view()
    storm = next(h for h, codes in sorted(whole.objects.items()) if {"Ion", "Mag", "Grv"} & {*codes})
    await amended(table, "weather storm", hex=storm, force=3, fixed=False)
    assert set((await table.view()).weather[storm].force.values()) == {3}
    await amended(table, "weather storm", hex=storm, force=4)
    await amended(table, "weather free", hex=storm)
    said = await amended(table, "weather dangers", kinds="ION RAD")
    assert "ion storm, radiation zone" in said
    assert (await table.view()).settings.terrain == ("ION", "RAD")
    await amended(table, "weather dangers", kinds="none")
    assert (await table.view()).settings.terrain == ()
    refused = (await table.gm.slash(CHANNEL, "weather pulsar", hex=storm)).text()
    assert "There is no neutron star" in refused


@pytest.mark.rule("CW-14.0-01")
async def test_the_wizard_has_a_page_on_which_terrain_is_chosen_kind_by_kind(table: Table) -> None:
    wizard = await table.gm.slash(CHANNEL, "campaign found", name="The Long Night", seats=2)
    assert "Dangerous terrain: all of it is `CW-14.0-01`" in wizard.text()
    page = await table.gm.select(wizard, "Go to another page", "sky")
    page = await table.gm.select(page, "What is dangerous", "ION", "RAD")
    back = await table.gm.select(page, "Go to another page", "over")
    assert "Dangerous terrain: ion storm, radiation zone" in back.text()
    page = await table.gm.select(back, "Go to another page", "sky")
    await table.gm.select(page, "What is dangerous")
    told = (await table.gm.slash(CHANNEL, "campaign rules")).text()
    assert "Dangerous terrain: none, all is scenery" in told
