"""The calculators and the history, through the real client: from the own view alone, and nothing is ordered."""

import io

import pytest
from PIL import Image

from rules.cluster_war.model.state.places import grid_of
from rules.hexes import distance
from tests.e2e.kit import CHANNEL, Table


async def plan(table: Table, what: str, **options: object) -> str:
    """One calculator, asked by Ada."""
    return (await table.ada.slash(CHANNEL, f"plan {what}", **options)).text()


async def test_travel_by_table_formula_and_fleet(table: Table) -> None:
    await table.start()
    printed = await plan(table, "travel", hexes=1, drive="1")
    assert "1 hex at 1G: 10 weeks" in printed
    assert "CW-4.0-01" in printed
    beyond = await plan(table, "travel", hexes=60, drive="5/2")
    assert "CW-4.0-02" in beyond
    assert "of light" in beyond
    whole = await plan(table, "travel", drive="3g")
    assert whole.count("\n") > 16
    view = await table.view("humans")
    fleet = next(f for f in view.fleets.values() if f.transit is None)
    far = next(h for h in sorted(view.objects) if h != fleet.hex)
    assert f"from {fleet.hex} to {far}" in await plan(table, "travel", fleet=fleet.id, to=far)
    assert f"from 0101 to {far}" in await plan(table, "travel", start="0101", to=far, drive="2")
    assert (await table.ada.slash(CHANNEL, "orders show")).text().count("1.") == 0, "nothing was ordered"


@pytest.mark.rule("CW-1.0-04")
async def test_a_trip_is_five_light_years_a_hex(table: Table) -> None:
    await table.start()
    view = await table.view("humans")
    fleet, grid = next(f for f in view.fleets.values() if f.transit is None), grid_of(view.columns, view.rows)
    for far in sorted(h for h in view.objects if h != fleet.hex)[:3]:
        away = distance(grid.parse(fleet.hex), grid.parse(far))
        said = await plan(table, "travel", fleet=fleet.id, to=far)
        assert f"About {5 * away} light years" in said


async def test_worlds_and_research(table: Table) -> None:
    await table.start()
    said = await plan(table, "colony", world="5555", max_cp=100, cps=40)
    assert "Full size for" in said
    assert "40 CPs give size" in said
    view = await table.view("humans")
    known = next(
        f"{h}-{b.orbit}" for h, s in sorted(view.systems.items()) for b in s.bodies if b.max_cp
    )  # fmt: skip
    assert known in await plan(table, "colony", world=known)
    outlook = await plan(table, "research", cps=200, labs=0, steps=1, turns=5)
    assert "   1          200      8%" in outlook
    assert "By" not in outlook.split("```")[1]


@pytest.mark.parametrize(
    ("what", "options", "told"),
    [
        ("travel", {"drive": "warp"}, "not a drive rating"),
        ("travel", {"drive": "0"}, "above 0"),
        ("travel", {"to": "0505"}, "from where"),
        ("travel", {"start": "0505"}, "where to"),
        ("travel", {"start": "0505", "to": "0505"}, "takes no time"),
        ("travel", {"start": "9999", "to": "0505"}, "9999"),
        ("travel", {"fleet": "@everyone"}, "no fleet"),
        ("colony", {"world": "2034"}, "give its maximum CPs as max_cp"),
        ("colony", {"world": "0101-9"}, "know of no world"),
        ("colony", {"world": "5Z55", "max_cp": 10}, "not a STEP code"),
    ],
)
async def test_what_cannot_be_reckoned_is_said(table: Table, what: str, options: dict[str, object], told: str) -> None:
    await table.start()
    said = await plan(table, what, **options)
    assert said.startswith("⚠"), said
    assert told in said


async def test_history_is_the_own_sides_past_alone(table: Table) -> None:
    await table.start()
    await table.advance()
    await table.gm.slash(CHANNEL, "gm amend treasury", side="humans", cps=777)
    shown = await table.ada.slash(CHANNEL, "empire history", theme="light")
    picture, words = shown.attachments
    assert (picture.filename, words.filename) == ("history.png", "history.txt")
    assert Image.open(io.BytesIO(picture.read())).size == (1200, 908)
    lines = words.read().decode().splitlines()
    assert lines[0] == "The Long Night: Human Union, at each turn's start"
    view = await table.view("humans")
    last = lines[-1].split()
    assert last[0] == "2"
    assert last[3] == "777"
    assert last[4:7] == [str(len(view.colonies)), str(len(view.fleets)), str(len(view.ships))]
    assert len(lines) == 5
    before = words.read()
    await table.gm.slash(CHANNEL, "gm amend treasury", side="dominators", cps=4321)
    again = await table.ada.slash(CHANNEL, "empire history", theme="light")
    assert again.attachments[1].read() == before, "what others own changes nothing"
    assert again.attachments[0].read() == picture.read()
    assert "player" in (await table.gm.slash(CHANNEL, "empire history")).text()
