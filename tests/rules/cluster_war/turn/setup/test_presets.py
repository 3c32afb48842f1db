"""The printed races as designs, and designs as records (CW-3.2)."""

import pytest

from rules.cluster_war.model.race_design.check import SheetReport, check_sheet
from rules.cluster_war.model.race_design.sheet import (
    CustomEntry,
    DesignTemplate,
    Facilities,
    PlannedColony,
    RaceSheet,
    SheetEntry,
    StartPackage,
)
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.turn.setup.presets import preset, preset_names, printed_race
from rules.cluster_war.turn.setup.races import describe, race_of, start_side, technologies_of
from rules.values import GameError, changed

USUAL = Settings()


def points_paid(report: SheetReport) -> int:
    """Points paid."""
    return sum(line.ap for line in report.lines if line.ap > 0)


def given_back(report: SheetReport) -> int:
    """Points given back, as a positive number."""
    return -sum(line.ap for line in report.lines if line.ap < 0)


@pytest.mark.parametrize(
    ("name", "home", "spent", "gained", "prices"),
    [
        pytest.param(
            "Humans",
            "5555",
            35,
            5,
            {"Extra Colonies +2": 20, "Extra Designs +5": 5, "Missile Engine Technology": 10, "Free Society": -5},
            marks=pytest.mark.rule("CW-3.2-01"),
        ),
        pytest.param(
            "Vermin",
            "5654",
            54,
            24,
            {
                "Stealth Technology": 10,
                "Extra Strength +2": 2,
                "Hostile": -2,
                "Xenophobic": -10,
                "Dispersed Colonies": -5,
            },
            marks=pytest.mark.rule("CW-3.2-02"),
        ),
        pytest.param(
            "The Dominators",
            "6565",
            50,
            20,
            {"Group Mind III": 10, "Unconventional Weapons: Space Monsters": 10, "Low Industry": -10},
            marks=pytest.mark.rule("CW-3.2-03"),
        ),
        pytest.param(
            "Oolab",
            "5346",
            31,
            1,
            {"Advanced Sonar": 1, "Sector Survey": 10, "Ground Forces Technology": 10, "Blind": -1},
            marks=pytest.mark.rule("CW-3.2-04"),
        ),
    ],
)
def test_a_printed_race_comes_to_exactly_thirty(
    name: str, home: str, spent: int, gained: int, prices: dict[str, int]
) -> None:
    sheet = preset(name)
    report = check_sheet(sheet)
    assert report.net == 30
    assert (points_paid(report), given_back(report), report.left) == (spent, gained, 0)
    assert not report.problems
    assert not report.wants
    assert sheet.home_step == home
    lines = {line.name: line.ap for line in report.lines}
    assert lines[f"Home world {home}"] == 0
    assert prices.items() <= lines.items()


@pytest.mark.rule("CW-3.2-05")
@pytest.mark.parametrize("name", preset_names())
def test_a_preset_becomes_the_printed_record(name: str) -> None:
    printed = printed_race(name, USUAL)
    assert race_of(preset(name)) == printed.race
    assert technologies_of(preset(name)) == printed.technologies


def test_there_are_four_and_no_other() -> None:
    assert preset_names() == ("Humans", "Vermin", "The Dominators", "Oolab")
    with pytest.raises(GameError, match="There are: Humans, Vermin"):
        preset("Elves")


@pytest.mark.rule("CW-3.2-05")
def test_a_record_keeps_everything_and_shows_it() -> None:
    sheet = RaceSheet(
        name="Mesa folk",
        home_step="2x55",
        home_nickname="hot moon",
        biology="Silicon-based biology",
        body_form="Slab",
        diet="Lithovore",
        attitude="Peaceful",
        society={"Police": "Light Security/Police Forces"},
        entries=(
            SheetEntry("Psionic Ability", 2, "telepathy; dowsing"),
            SheetEntry("Warp", 3, comment="if you must"),
            SheetEntry("Micro jump", detail="leap"),
            SheetEntry("Smaller Fleet", 4),
        ),
        custom=(
            CustomEntry("Slow", "disadvantages", "walk at half speed", -3, "approved", "fair"),
            CustomEntry("Telekinesis", "abilities", "", 9, "refused"),
        ),
        notes="They hum.",
        gm_comment="Nice.",
    )
    race = race_of(sheet)
    assert (race.name, race.home_step, race.home_nickname) == ("Mesa folk", "2X55", "hot moon")
    assert race.biology == "Silicon-based Slab Lithovore"
    assert race.attitude == "Peaceful"
    assert race.abilities == ("Psionic Ability +2", "Psionic Ability: Telepathy", "Psionic Ability: Dowsing")
    assert race.drives == ("Warp +3", "Micro jump (leap)")
    assert race.disadvantages == ("Smaller Fleet +4", "Slow")
    assert race.society == ("Police: Light Security/Police Forces",)
    assert race.description == "Psionic Ability: telepathy; dowsing.\nSlow: walk at half speed.\nThey hum."
    text = describe(sheet)
    for words in (
        "Mesa folk",
        "2x55 (hot moon)",
        "Silicon-based Slab Lithovore",
        "Warp +3, 20 AP",
        "(GM: if you must)",
        "Slow, -3 AP, approved: walk at half speed (GM: fair)",
        "Police: Light",
        "Notes: They hum.",
        "GM: Nice.",
        "For the GM: ",
        "To fix: The GM does not allow `Telekinesis`",
    ):
        assert words in text


@pytest.mark.rule("CW-3.0-07")
def test_a_design_becomes_a_side_of_a_scenario() -> None:
    scout = Design("SC", "Scout", "ship", 4, 30)
    militia = Design("MIL", "Militia", "ground", 1, 6)
    package = StartPackage(
        templates=(DesignTemplate("Small", "ship", 8),),
        designs=(scout, militia),
        ships={"SC": 3},
        facilities=Facilities(shipyard_bays=10, garrison={"MIL": 2}),
        home_cps=300,
        colonies=(PlannedColony(50, "Near", "5545", "close by"),),
    )
    side = start_side(changed(preset("Oolab"), package=package), "oolab", 0xFF, "Deep Home")
    assert side.race == printed_race("Oolab", USUAL).race
    assert side.technologies == ("Ground Forces Technology",)
    assert (side.id, side.colour, side.home_name, side.home_size) == ("oolab", 0xFF, "Deep Home", 300)
    assert [(fleet.name, dict(fleet.ships)) for fleet in side.fleets] == [("Home Fleet", {"SC": 3})]
    assert side.facilities.garrison == {"MIL": 2}
    assert start_side(preset("Oolab"), "oolab", 0, "Home").fleets == ()
    text = describe(changed(preset("Oolab"), package=package))
    assert "Home world begins with 300 CPs" in text
    assert "Colony of 50 CPs, Near, 5545, close by" in text
    assert "Template: Small (ship, hull 8)" in text
    assert "Design: Scout (ship, hull 4, 30 CPs), 3 at the start" in text
    assert "Facilities: 10 shipyard bays" in text
