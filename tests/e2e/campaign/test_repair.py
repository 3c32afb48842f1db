"""A ship is damaged, shown, repaired by orders, and whole again after real months."""

from playtest.player import GIVE_BUTTON
from tests.e2e.campaign.orders_kit import Given, amended, give
from tests.e2e.kit import CHANNEL, Table

TENDER = {"side": "humans", "name": "Tender", "kind": "ship", "hull": 20, "cost": 50, "drive": "4"}


async def hurt(table: Table, **damage: object) -> str:
    """The Humans' fleet Rim Patrol at home, damaged by the game master's word; the id of its first ship."""
    view = await table.view("humans")
    fleet = next(f for f in view.fleets.values() if f.name == "Rim Patrol")
    home = next(c.hex for c in view.colonies.values() if c.name == "Terra")
    await amended(table, "gm amend move", fleet=fleet.id, to=home)
    ship = fleet.ships[0]
    await amended(table, "gm amend damage", units=ship, **damage)
    return ship


async def test_a_damaged_ship_is_repaired_in_a_real_turn(table: Table) -> None:
    await table.start()
    ship = await hurt(table, component="Shield projector 1", damaged=3, shields=2, reason="A mine at the rim")
    short = ship.rpartition("/")[2]
    shown = (await table.ask("ada", "fleet show", fleet="Rim Patrol")).text()
    assert "3 Shield projector 1 damaged, 2 shields off line" in shown
    assert "1 damaged" in (await table.ask("ada", "fleet list")).text()
    sheet = await table.ask("ada", "fleet show", fleet="Rim Patrol", ship=short)
    assert [file.filename for file in sheet.attachments] == ["status.png", "status.txt"]
    assert "3 Shield projector 1 damaged" in sheet.attachments[1].read().decode()
    assert "Shield projector 1 3, 3 damaged" in (sheet.attachments[0].description or "")
    assert "no ship or base" in (await table.ask("ada", "fleet show", fleet="Rim Patrol", ship="🚀")).text()
    what = await table.human("ada").autocomplete(CHANNEL, "fleet repair", "what", "")
    assert f"Rim Patrol ({short}: 3 Shield projector 1 damaged, 2 shields off line)" in [c.name for c in what]
    assert await table.gm.autocomplete(CHANNEL, "fleet repair", "what", "") == []  # who leads no side repairs nothing
    by = await table.human("ada").autocomplete(CHANNEL, "fleet repair", "by", "", what=what[0].value)
    assert by[0].name.startswith("Terra (9 CPs, 1 day, ")
    order = Given("fleet repair", 'repair "Rim Patrol" at "Terra"', {"what": what[0].value, "by": by[0].value})
    receipt = await give(table, "ada", order)
    assert "spent: ships 9" in receipt
    await table.advance()
    after = (await table.view("humans")).ships[ship]
    assert (after.wounds.damaged, after.wounds.burnt, after.mending.by) == ({}, 0, "")
    report = await report_of(table)
    assert f"began to repair {short}" in report
    assert f"{short} was repaired by Terra" in report
    assert "damaged" not in (await table.ask("ada", "fleet show", fleet="Rim Patrol")).text()


async def report_of(table: Table) -> str:
    """The Humans' report of the last turn."""
    told = await table.ada.slash(CHANNEL, "turn report")
    return next(f.read().decode() for f in told.attachments if f.filename == "report.md")


async def test_what_is_destroyed_takes_a_yard_and_salvage_takes_a_tender(table: Table) -> None:
    await table.start()
    ship = await hurt(table, component="Beam emitter 3", destroyed=2)
    home = next(c.hex for c in (await table.view("humans")).colonies.values() if c.name == "Terra")
    await amended(table, "gm amend design", cargo_bays=5, repair_bays=1, **TENDER)
    await amended(table, "gm amend create", side="humans", design="Tender", hex=home, fleet="Menders")
    alone = await table.ask("ada", "fleet repair", what="Rim Patrol", by="Menders")
    assert "2 destroyed components" in alone.text()
    assert not alone.buttons
    tender = next(k for k, s in (await table.view("humans")).ships.items() if s.design == "tender")
    await amended(table, "gm amend damage", units=tender, component="Beam emitter 3", salvage=1)
    preview = await table.ask("ada", "fleet repair", what="Rim Patrol", by="Menders")
    assert "0 CPs, 1 day" in preview.text()
    assert "a shipyard can" in preview.text()
    assert "✔ Order given." in (await table.human("ada").click(preview, GIVE_BUTTON)).text()
    await table.advance()
    assert (await table.view("humans")).ships[ship].wounds.destroyed == {"Beam emitter 3": 1}
    await give(table, "ada", Given("fleet repair", 'repair "Rim Patrol" at "Terra"', {"what": "Rim Patrol"}))
    await table.advance()
    view = await table.view("humans")
    assert view.ships[ship].wounds.destroyed == {}
    assert view.ships[tender].salvage == {}


async def test_an_upgrade_is_approved_and_built_in(table: Table) -> None:
    await table.start()
    view = await table.view("humans")
    home = next(c.hex for c in view.colonies.values() if c.name == "Terra")
    await amended(table, "gm amend design", repair_bays=1, **TENDER)
    await amended(table, "gm amend create", side="humans", design="Tender", hex=home, fleet="Menders")
    said = await amended(table, "decree upgrade", upgrade="Quieter fans", at="Menders", days=3, fleet="Menders")
    assert "Quieter fans, 3 days of one repair bay" in said
    assert "in repair with Menders, 3 days of one bay left" in (
        (await table.ask("ada", "fleet show", fleet="Menders")).text()
    )
    await table.advance()
    assert "Quieter fans" in (await table.ask("ada", "fleet show", fleet="Menders")).text()


async def test_what_makes_no_sense_is_refused_with_a_sentence(table: Table) -> None:
    await table.start()
    for options, told in (
        ({"what": "Rim Patrol"}, "Nothing of it is damaged"),
        ({"what": "XX99"}, "XX99"),
        ({"what": "Nobody's fleet"}, "no fleet"),
    ):
        reply = await table.ask("ada", "fleet repair", **options)
        assert reply.text().startswith("⚠")
        assert told in reply.text()
    said = await table.gm.slash(CHANNEL, "gm amend damage", units="humans/DD01", component="Dragon", damaged=1)
    assert "no component" in said.text()
    both = {"units": "humans/DD01", "component": "LRS", "damaged": 1, "salvage": 1}
    assert "one ship at a time" in (await table.gm.slash(CHANNEL, "gm amend damage", **both)).text()
    labels = await table.gm.autocomplete(CHANNEL, "gm amend damage", "component", "beam", units="humans/DD01")
    assert "Beam emitter 3" in [choice.name for choice in labels]
