"""Psionics through a founded campaign: designs, hyperspace, teams, objects, hints, research, and what others never hear."""

import pytest

from tests.e2e.campaign.orders_kit import Given, amended, give
from tests.e2e.campaign.test_founding import founded, preset
from tests.e2e.campaign.test_war_tools import report
from tests.e2e.kit import CHANNEL, Table

GIFTS = ("Combat Precognition", "Screaming", "Precognition", "Postcognition")
MINDS = {"kind": "ship", "hull": 20, "cost": 90, "drive": "4", "psionics": "Combat Precognition"}


async def gifted(table: Table) -> str:
    """The Humans have four disciplines and a ship of psychics at home; the home hex."""
    await table.start()
    for ability in GIFTS:
        await amended(table, "psimaster grant", side="humans", ability=ability)
    await amended(table, "gm amend design", side="humans", name="Mind Ship", **MINDS)
    home = (await table.view("humans")).me
    assert home is not None
    await amended(table, "gm amend create", side="humans", design="Mind Ship", hex=home.home, fleet="Seers")
    return home.home


@pytest.mark.rule("CW-15.0-05", "CW-15.0-06", "CW-15.0-11")
async def test_psychics_are_put_to_sleep_for_hyperspace_and_recover(table: Table) -> None:
    home = await gifted(table)
    to = f"{home[:2]}{int(home[2:]) + (1 if int(home[2:]) < 5 else -1):02d}"
    awake = await table.ask("ada", "fleet move", fleet="Seers", to=to)
    assert "cannot travel by hyperspace awake" in awake.text()
    assert "not said" in (await table.ask("ada", "psi list")).text()
    sleep = {"fleet": "Seers", "how": "frozen"}
    await give(table, "ada", Given("psi travel", 'psychics of "Seers" frozen', sleep))
    await give(table, "ada", Given("fleet move", f'move "Seers" to {to}', {"fleet": "Seers", "to": to}))
    await table.advance()
    assert "pass through hyperspace frozen from now on" in report(table, "ada")
    for _ in range(2):
        await table.advance()
        if "came through hyperspace frozen" in report(table, "ada"):
            break
    assert "came through hyperspace frozen and recover until" in report(table, "ada")
    listed = (await table.ask("ada", "psi list")).text()
    assert "Combat Precognition" in listed
    assert "Against enemy intelligence: -10" in listed
    assert "psychics" not in report(table, "dom")
    assert "Screaming" not in (await table.ask("dom", "psi list")).text()


@pytest.mark.rule("CW-15.0-06")
async def test_who_is_awake_goes_insane_and_the_game_master_cures_them(table: Table) -> None:
    home = await gifted(table)
    to = f"{home[:2]}{int(home[2:]) + (1 if int(home[2:]) < 5 else -1):02d}"
    await give(table, "ada", Given("psi travel", 'psychics of "Seers" awake', {"fleet": "Seers", "how": "awake"}))
    await give(table, "ada", Given("fleet move", f'move "Seers" to {to}', {"fleet": "Seers", "to": to}))
    for _ in range(3):
        await table.advance()
        if "out of their mind" in report(table, "ada"):
            break
    assert "came through hyperspace awake and are out of their mind" in report(table, "ada")
    assert "What follows?" in (await table.gm.slash(CHANNEL, "gm questions")).text()
    fleet = (await table.gm.autocomplete(CHANNEL, "psimaster cure", "fleet", "seers"))[0].value
    assert "in their senses again" in await amended(table, "psimaster cure", fleet=fleet)


@pytest.mark.rule("CW-15.1-07", "CW-15.1-08", "CW-15.1-11", "CW-15.0-15")
async def test_teams_objects_hints_and_combinations(table: Table) -> None:
    await gifted(table)
    start = {"name": "Old Stones", "at": "Terra", "cps": 25, "steps": 3}
    await give(table, "ada", Given("research start", 'research "Old Stones"', start))
    await give(table, "ada", Given("psi combine", "combine", {"abilities": "Screaming, Combat Precognition"}))
    await table.advance()
    assert "/psimaster combine" in (await table.gm.slash(CHANNEL, "gm questions")).text()
    allowed = await amended(table, "psimaster combine", side="humans", abilities="Screaming, Combat Precognition")
    assert "may be had in one unit" in allowed
    stones = (await table.ada.autocomplete(CHANNEL, "psi team", "at", "stones"))[0].value
    team = {"task": "security", "at": stones}
    await give(table, "ada", Given("psi team", 'telepaths security "Old Stones"', team))
    thing = {"object": "a derelict's log", "project": "Old Stones"}
    await give(table, "ada", Given("psi read", 'handle "a derelict\'s log" for "Old Stones"', thing))
    await table.advance()
    assert "looks after the security of Old Stones" in report(table, "ada")
    assert "psychics handle a derelict" in (await table.gm.slash(CHANNEL, "gm questions")).text()
    project = next(p.id for p in (await table.view()).projects.values() if p.name == "Old Stones")
    await amended(table, "psimaster insight", side="humans", project=project, cps=30)
    await amended(table, "psimaster hint", side="humans", text="A fire at Vega.")
    await table.advance()
    told = report(table, "ada")
    assert "Your precognitives have glimpsed what may come: A fire at Vega." in told
    assert "Postcognition helps Old Stones: 30 CPs more" in told
    assert "Vega." not in report(table, "dom")
    refused = await table.gm.slash(CHANNEL, "psimaster hint", side="dominators", text="Boo.")
    assert "does not have precognition" in refused.text()


@pytest.mark.rule("CW-15.0-13", "CW-15.0-07", "CW-15.0-08", "CW-15.0-10", "CW-15.0-16")
async def test_designs_and_research_by_commands(table: Table) -> None:
    await gifted(table)
    form = await table.ada.slash(CHANNEL, "design unit")
    hull = next(d.hull for d in (await table.view()).sides["humans"].designs.values() if d.kind == "ship")
    lines = "Bridge\nCrew quarters\nDrive 5G\nLRS\npsi: screaming"
    values = {"id": "PX", "name": "Howler", "kind": f"ship {hull}", "lines": lines}
    panel = await table.ada.submit(form, values)
    await table.ada.click(panel, "Send to the game master")
    shown = await table.gm.select(await table.gm.slash(CHANNEL, "gm designs"), "Look at a design", "humans:PX")
    assert "New design: Howler" in (await table.gm.submit(await table.gm.click(shown, "Approve"), {})).text()
    assert "psi:screaming" in (await table.view("humans")).me.designs["PX"].traits  # type: ignore[union-attr] # a player's view
    mine = (await table.ask("ada", "psi research")).text()
    assert "Psionic Ability: Shadow" in mine
    theirs = (await table.ask("dom", "psi research")).text()
    assert "Psionic Technology" in theirs
    assert "psionic beings to study" in theirs
    world = next(c.name for c in (await table.view("dominators")).colonies.values())
    start = {"name": "Psionic Counter: Screaming", "at": world, "cps": 25, "steps": 4}
    assert "takes psionic beings to study" in (await table.ask("dom", "research start", **start)).text()
    await amended(table, "psimaster study", side="dominators")
    await give(table, "dom", Given("research start", "Psionic Counter", start))
    await amended(table, "psimaster mark", technology="Mind Lance")
    lance = {"name": "Mind Lance", "at": world, "cps": 25, "steps": 2}
    assert "draws on psionics" in (await table.ask("dom", "research start", **lance)).text()
    assert "Mind Lance" in (await table.ask("ada", "psi list")).text()
    await amended(table, "psimaster immune", side="dominators")
    await amended(table, "psimaster switch", on=False)
    assert "There are no psionics" in (await table.ask("ada", "psi list")).text()
    assert "no psionics" in (await table.ask("ada", "campaign rules")).text()


@pytest.mark.rule("CW-15.0-02", "CW-15.0-03", "CW-15.0-12", "CW-15.1-23")
async def test_a_race_is_designed_with_disciplines_and_founded_with_them(table: Table) -> None:
    await founded(table)
    assert "with the game master" in (await preset(table, "dom", "Vermin")).text()
    form = await table.ada.slash(CHANNEL, "race design")
    form = await table.ada.select(form, "Go to another page", "names")
    form = await table.ada.submit(await table.ada.click(form, "Names"), {"name": "Kree", "home": "Kreeholm"})
    form = await table.ada.select(form, "Go to another page", "psi")
    assert "The first level of Psionic Ability is 5 AP" in form.text()
    form = await table.ada.select(form, "Disciplines", "Dowsing", "Screaming (racial)", "Witch")
    assert "15 of 30 AP" in form.text(), form.text()
    assert "Psionic Ability: Witch" in form.text()
    form = await table.ada.select(form, "Disciplines", "Dowsing", "Screaming (racial)")
    form = await table.ada.select(form, "Go to another page", "pack")
    await table.ada.select(form, "Take a ready roster", "Oolab")
    approved = await table.ada.slash(CHANNEL, "race submit")
    assert "with the game master" in approved.text(), approved
    for side in ("blue", "gold"):
        race = await table.gm.select(await table.gm.slash(CHANNEL, "gm races"), "Look at a race", side)
        await table.gm.submit(await table.gm.click(race, "Approve"), {})
    made = await table.gm.click(await table.gm.slash(CHANNEL, "gm races"), "Make the cluster")
    assert "Kree, Vermin have their homes" in made.text(), made
    assert "turn 1 is open" in (await table.gm.slash(CHANNEL, "campaign begin")).text()
    listed = (await table.ask("ada", "psi list")).text()
    assert "Dowsing" in listed
    assert "the whole race" in listed
    shown = (await table.ask("ada", "empire show")).text()
    assert "Psionic Ability: Screaming (racial)" in shown
    assert "Kree" not in (await table.ask("dom", "psi list")).text()
    await table.advance()
    assert (await table.game()).turn == 2
