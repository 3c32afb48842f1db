"""Officers and crews in a founded campaign with their switches on, over real turns, by /officer and /decree."""

from cogs.campaign.founding.panel import SWITCH_PAGES
from sandbox.reply import Reply
from tests.e2e.campaign.orders_kit import Given, amended, give
from tests.e2e.campaign.test_founding import founded, preset
from tests.e2e.kit import CHANNEL, Table


async def switched(table: Table, page: Reply, name: str, value: str) -> Reply:
    """A switch of the founding is set, on whichever of its pages it stands."""
    for key in SWITCH_PAGES:
        page = await table.gm.select(page, "Go to another page", key)
        if any(name in (one.label or "") for one in page.selects):
            return await table.gm.select(page, name, value)
    raise LookupError(name)


async def begun(table: Table) -> None:
    """A founded campaign with both switches on, in its first turn."""
    page = await founded(table)
    for name in ("Flag officers", "Crews"):
        page = await switched(table, page, name, "yes")
    for name, race in (("ada", "Humans"), ("dom", "Vermin")):
        await preset(table, name, race)
    for side in ("blue", "gold"):
        look = await table.gm.select(await table.gm.slash(CHANNEL, "gm races"), "Look at a race", side)
        sent = await table.gm.click(look, "Approve")
        await table.gm.submit(sent, {"comment": "Welcome"})
    await table.gm.click(await table.gm.slash(CHANNEL, "gm races"), "Make the cluster")
    assert "turn 1 is open" in (await table.gm.slash(CHANNEL, "campaign begin")).text()
    await table.settle()


async def test_an_officer_is_trained_posted_promoted_and_lost_with_the_ship(table: Table) -> None:
    await begun(table)
    rules = (await table.ask("ada", "campaign rules")).text()
    assert "Flag officers can be recruited" in rules
    assert "Crews are graded" in rules
    assert "no officers yet" in (await table.ask("ada", "officer list")).text()

    bases = await table.ada.autocomplete(CHANNEL, "officer recruit", "at", "")
    home = str(bases[0].value)
    talents = await table.ada.autocomplete(CHANNEL, "officer recruit", "with_talents", "leader, tact")
    assert [str(choice.value) for choice in talents] == ["leader, tactician"]
    options = {"at": home, "name": "Talon", "with_talents": "leader, tactician", "tactics": "attack"}
    receipt = await give(table, "ada", Given("officer recruit", 'recruit "Talon" at', options))
    assert "50" in receipt
    refused = (await table.ask("ada", "officer recruit", at=home, with_talents="tactician")).text()
    assert "whether a tactician is one of attack or of defense" in refused
    await table.advance()

    talon = next(iter((await table.view("blue")).officers.values()))
    assert (talon.name, talon.rank, talon.post) == ("Talon", 1, None)
    assert talon.command >= 3
    report = (await table.ask("ada", "turn report")).text()
    assert f"Talon (O1) joined your officers for 50 CPs: strategy {talon.strategy}" in report
    assert (await table.view("gold")).officers == {}

    ship = next(s for s in (await table.view("blue")).ships.values())
    short = ship.id.rpartition("/")[2]
    line = f'post "Talon" to captain of {short}'
    await give(table, "ada", Given("officer assign", line, {"officer": "Talon", "post": "captain", "unit": short}))
    await give(table, "ada", Given("officer rank", 'rank "Talon" 2', {"officer": "Talon", "rank": 2}))
    assert "changes this turn already" in (await table.ask("ada", "officer rank", officer="Talon", rank=3)).text()
    await table.advance()
    shown = (await table.ask("ada", "officer show", officer="Talon")).text()
    assert "rank 2" in shown
    assert f"captain of {short}" in shown
    fleet = next(f for f in (await table.view("blue")).fleets.values() if ship.id in f.ships)
    sheet = (await table.ask("ada", "fleet show", fleet=fleet.name)).text()
    assert f"captain Talon (attack +{talon.attack}, defense {talon.defense})" in sheet
    assert "✔" in await amended(table, "decree officer", officer=talon.id, strategy=3, reason="They have learned")
    luckless = (await table.gm.slash(CHANNEL, "decree talent", officer=talon.id, talent="lucky", amount=9)).text()
    assert "has the talents leader, tactician" in luckless

    await amended(table, "gm amend remove", ships=ship.id)
    assert (await table.view("blue")).officers == {}
    await table.advance()
    assert f"Talon was lost with {short}" in (await table.ask("ada", "turn report")).text()


async def test_crews_drill_and_change_ships(table: Table) -> None:
    await begun(table)
    view = await table.view("blue")
    fleet = next(f for f in view.fleets.values() if len(f.ships) > 1)
    one, two = fleet.ships[:2]
    await amended(table, "decree crews", grade="elite", ships=one)
    names = [key.rpartition("/")[2] for key in (one, two)]
    options = {"ship": names[0], "to": names[1]}
    await give(table, "ada", Given("officer crew", f"crew {names[0]} to {names[1]}", options))
    await table.advance()
    assert "(counts as veteran for 1 turn)" in (await table.ask("ada", "officer list")).text()
    await table.advance()
    ships = (await table.view("blue")).ships
    assert (ships[two].grade, ships[two].settling) == ("elite", 0)
    assert ships[one].drilled == 2
    assert "elite crew (attack +20 %)" in (await table.ask("ada", "fleet show", fleet=fleet.name)).text()
