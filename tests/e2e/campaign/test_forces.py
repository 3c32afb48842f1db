"""Troops aboard ship, hulls, technologies, missiles by the piece and officers' posts, from the players' side of Discord."""

from tests.e2e.campaign.orders_kit import amended
from tests.e2e.campaign.test_designs import drawn, looked_at, ship_hull
from tests.e2e.kit import CHANNEL, Table

TROOPER = "Bridge\nDrive 1G\n2 Barracks"


async def test_troops_go_aboard_a_ship_with_barracks_and_land_again(table: Table) -> None:
    await table.start()
    view = await table.view("humans")
    home = next(c for c in view.colonies.values() if c.garrison.get("MAR"))
    fleet = next(f for f in view.fleets.values() if f.hex == home.hex)
    bare = await table.ask("ada", "fleet embark", fleet=fleet.name, craft="MAR", at=home.name)
    assert "There is room for 0 Marines aboard, not for 1" in bare.text()
    assert "CW-6.5-22" in bare.text()
    panel = await drawn(table, TROOPER, hull=await ship_hull(table), name="Lodger", short="LO")
    await table.ada.click(panel, "Send to the game master")
    await table.settle()
    await table.gm.submit(await table.gm.click(await looked_at(table, "LO"), "Approve"), {})
    await amended(table, "gm amend create", side="humans", design="LO", hex=home.hex, fleet="Landing")
    aboard = await table.ask("ada", "fleet embark", fleet="Landing", craft="MAR", at=home.name, count=2)
    assert "takes 2 × Marines from" in aboard.text()
    assert "Each of Marines takes 1 barracks." in aboard.text()


async def test_a_design_beyond_ones_technology_waits_and_the_roster_says_so(table: Table) -> None:
    await table.start()
    await amended(
        table, "gm amend design", side="humans", kind="ship", hull=90, cost=50, name="Leaper", ftl="jump", drive="2"
    )
    roster = (await table.ask("ada", "empire designs")).text()
    assert "Hulls of a ship with Bridge, Drive: 8, 16, 20, 24, 36, 40, 50, 90" in roster
    assert "not yet: Your race has no Jump drive" in roster
    home = next(c.name for c in (await table.view("humans")).colonies.values() if c.shipyard_bays)
    refused = await table.ask("ada", "build units", design="Leaper", at=home)
    assert "Leaper cannot be built yet. Your race has no Jump drive; research Jump drive first." in refused.text()
    assert "CW-8.0-07" in refused.text()


async def test_missiles_are_ordered_by_the_piece(table: Table) -> None:
    await table.start()
    home = next(c.name for c in (await table.view("humans")).colonies.values() if c.light_industry)
    found = await table.ask("ada", "build munitions", at=home, missiles=200)
    assert "makes munitions for 20 CPs" in found.text()
    assert "at most 1 points" in (await table.ask("ada", "build munitions", at=home, missiles=9, warhead=3)).text()
    for options in ({}, {"missiles": 9, "cps": 3}):
        told = await table.ask("ada", "build munitions", at=home, **options)
        assert "either CPs of munitions or a number of missiles" in told.text()


async def test_the_highest_officer_counts_alone(table: Table) -> None:
    await table.start()
    assert "They add 20" in (await table.ask("ada", "plan officers", posts="5/20, 3/40")).text()
    assert "is not a post" in (await table.ask("ada", "plan officers", posts="five")).text()


async def test_the_technology_sheet_tells_what_a_race_means_in_play(table: Table) -> None:
    await table.start()
    sheet = await table.ada.slash(CHANNEL, "empire sheet", sheet="technology")
    assert "In play" in sheet.text()
    assert "Meets others" in sheet.text()
