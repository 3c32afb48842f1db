"""Races that the game master runs, through the real client: made, changed, played by one command, and seen only as marks."""

import pytest

from tests.e2e.kit import CHANNEL, Table


async def npr(table: Table, what: str, **options: object) -> str:
    """One command about a race; what the game master is answered."""
    return (await table.gm.slash(CHANNEL, f"gm npr {what}", **options)).text()


async def empty_star(table: Table) -> str:
    """A system with worlds and nobody in it, far from both homes."""
    view = await table.view()
    homes = {side.home for side in view.sides.values()}
    held = {c.hex for c in view.colonies.values()}
    return next(h for h, s in sorted(view.systems.items()) if s.bodies and h not in homes | held)


async def test_a_race_from_profile_to_months(table: Table) -> None:
    await table.start()
    assert "no race yet" in await npr(table, "show")
    home = await empty_star(table)
    assert "give it a home" in await npr(table, "set", race="The Hive")
    made = await npr(
        table, "set", race="The Hive", home=home, gross=400, pace="fast", attitude="Hostile", goals="Cloaks, Drones"
    )
    assert "The Hive, a race of the game master's, is in the game now. (seen by you alone)" in made
    assert "is changed" in await npr(table, "set", race="the hive", growth="10, 0, -5", technologies="Beams")
    assert "is changed" in await npr(table, "force", race="The Hive", hex=home, ships=7, hull=140, role="home guard")
    form = await table.gm.slash(CHANNEL, "gm npr notes", race="The Hive")
    kept = await table.gm.submit(form, {"Story": "They dig for the artifact.", "Private notes": "The queen lies."})
    assert "is changed" in kept.text()
    shown = await npr(table, "show", race="The Hive")
    for part in ("400 CPs", "chart +10%, +0%, -5%", "Hostile", "The queen lies.", "7 ships, 140 hull spaces", "Cloaks"):
        assert part in shown, part
    month = await npr(table, "turn")
    assert "Growth +10% (month 1 of its chart): 400 → 440 CPs." in month
    assert "Scout 2 is built" in month
    assert "Research: 1d100 = " in month
    assert "has had its turn 1" in await npr(table, "turn", race="The Hive")
    assert "has had this turn" in await npr(table, "show")
    await table.advance()
    assert "Growth +0%" in await npr(table, "turn")
    text = await npr(table, "show", race="The Hive")
    assert "Turn 1: Growth" in text
    assert "Turn 2: Growth" in text


async def test_its_production_feeds_trade_and_relations_follow(table: Table) -> None:
    await table.start()
    await npr(table, "set", race="Guild", home=await empty_star(table), gross=1000, growth="50")
    await table.gm.slash(CHANNEL, "gm amend trade", side="humans", partner="Guild", level="limited", gross=1000)
    before = (await table.view("humans")).income.trade
    assert before > 0
    month = await npr(table, "turn")
    assert "1000 → 1500 CPs" in month
    assert "Trade with Human Union, limited" in month
    assert (await table.view("humans")).income.trade == before * 3 // 2
    said = await npr(table, "relation", race="Guild", side="humans", stands="cordial", at_peace=True)
    assert "Human Union and Guild are at peace" in said
    assert "cordial" in await npr(table, "show", race="Guild")
    assert (await table.view("humans")).peace == ("guild",)
    assert "Say what their relation is" in await npr(table, "relation", race="Guild", side="humans")


async def test_players_see_marks_and_nothing_else(table: Table) -> None:
    await table.start()
    view = await table.view("humans")
    assert view.me is not None
    await npr(table, "set", race="Hive", home=await empty_star(table), gross=400, technologies="Planet Eater")
    await npr(table, "force", race="Hive", hex=view.me.home, ships=3, hull=45, role="raiders", name="Secret Sting")
    assert (await table.view("humans")).others == {}
    await table.advance()
    after = await table.view("humans")
    assert after.others["hive"].name == "Hive"
    seen = [f for f in after.foreign_fleets.values() if f.side == "hive"]
    assert [(f.hex, f.ships, f.hull) for f in seen] == [(view.me.home, 3, 45)]
    report = next(a for a in table.last_in_room("ada").attachments if a.filename == "report.md").read().decode()
    assert "A fleet of Hive sighted" in report
    assert "met Hive" in report
    mine = (await table.ada.slash(CHANNEL, "map text")).text() + (await table.ada.slash(CHANNEL, "empire show")).text()
    assert "Hive, 3 ships" in mine
    assert "Met so far: Hive" in mine
    for secret in ("Secret Sting", "Planet Eater", "raiders"):
        assert secret not in report + mine
    others = (await table.dom.slash(CHANNEL, "map text")).text() + table.last_in_room("dom").text()
    assert "Hive" not in others
    assert (await table.view("dominators")).others == {}
    listed = await table.gm.slash(CHANNEL, "gm questions")
    assert "In touch with Hive" in listed.text()
    gone = await npr(table, "remove", race="Hive")
    assert "never was" in gone
    final = await table.view("humans")
    assert not final.others
    assert all(f.side != "hive" for f in final.foreign_fleets.values())


async def test_forces_and_colonies_come_and_go(table: Table) -> None:
    await table.start()
    home = await empty_star(table)
    await npr(table, "set", race="Hive", home=home, gross=100)
    whole = await table.view()
    free = next(
        f"{h}-{s.bodies[0].orbit}" for h, s in sorted(whole.systems.items())
        if s.bodies and h != home and h not in {c.hex for c in whole.colonies.values()}
    )  # fmt: skip
    assert "is changed" in await npr(table, "colony", race="Hive", world=free, name="Nest")
    assert "settled already" in await npr(table, "set", race="Wasps", home=home, gross=1)
    assert "no race called `Wasps`" in await npr(table, "show", race="Wasps")
    assert f"{free} Nest" in await npr(table, "show", race="Hive")
    assert "is changed" in await npr(table, "colony", race="Hive", world=free, lost=True)
    assert "has no colony" in await npr(table, "colony", race="Hive", world=free, lost=True)
    await npr(table, "force", race="Hive", hex=home, ships=2)
    assert "is changed" in await npr(table, "force", race="Hive", hex=free[:4], ships=2, number=1)
    assert f"at {free[:4]}: patrol" in await npr(table, "show", race="Hive")
    assert "is changed" in await npr(table, "force", race="Hive", hex=home, ships=0, number=1)
    assert "no force number 9" in await npr(table, "force", race="Hive", hex=home, ships=1, number=9)
    assert "number to take it away" in await npr(table, "force", race="Hive", hex=home, ships=0)


@pytest.mark.parametrize(
    ("what", "options", "told"),
    [
        ("set", {"race": "humans", "home": "0505"}, "⚠"),
        ("set", {"race": "!!!", "home": "0505"}, "⚠"),
        ("set", {"race": "Ants", "home": "9999"}, "9999"),
        ("set", {"race": "Ants", "home": "@everyone"}, "⚠"),
        ("turn", {"race": "Nobody"}, "You have no race"),
        ("turn", {}, "You run no race yet"),
        ("remove", {"race": "Nobody"}, "You have no race"),
        ("colony", {"race": "Nobody", "world": "nowhere"}, "is not a world"),
    ],
)
async def test_what_cannot_be_is_said(table: Table, what: str, options: dict[str, object], told: str) -> None:
    await table.start()
    said = await npr(table, what, **options)
    assert said.startswith("⚠")
    assert told in said
    assert (await table.view()).nprs == {}


async def test_bad_profiles_are_refused(table: Table) -> None:
    await table.start()
    home = await empty_star(table)
    await npr(table, "set", race="Hive", home=home, gross=100)
    for options, told in (
        ({"growth": "fast"}, "not a growth chart"),
        ({"attitude": "Cheerful"}, "not an attitude"),
        ({"step": "56Z5"}, "STEP"),
        ({"sites": "here"}, "is not a world"),
        ({"new_name": "Human Union"}, "is taken"),
        ({}, "Say what changes"),
    ):
        said = await npr(table, "set", race="Hive", **options)
        assert said.startswith("⚠"), (options, said)
        assert told in said, (options, said)


async def test_players_have_no_hand_in_it(table: Table) -> None:
    await table.start()
    table.open_commands()
    await npr(table, "set", race="Hive", home=await empty_star(table), gross=100)
    for command, options in (
        ("gm npr show", {}),
        ("gm npr turn", {}),
        ("gm npr set", {"race": "Hive", "gross": 9}),
        ("gm npr remove", {"race": "Hive"}),
        ("gm near", {}),
        ("gm plot", {}),
        ("gm prepare", {"hex": "0505"}),
    ):
        said = (await table.ada.slash(CHANNEL, command, **options)).text()
        assert "Only the game master can do that" in said, command
        assert "Hive" not in said.replace("`Hive`", "")
    assert await table.ada.autocomplete(CHANNEL, "gm npr show", "race", "") == []
    assert [c.value for c in await table.gm.autocomplete(CHANNEL, "gm npr show", "race", "hi")] == ["Hive"]
