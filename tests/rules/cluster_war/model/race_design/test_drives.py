"""Other drives than second stage and gravity (CW-3.1-55 to CW-3.1-65)."""

from typing import Literal

import pytest

from rules.cluster_war.model.race_design.check import check_sheet
from rules.cluster_war.model.race_design.choices import FTL, catalogue
from rules.cluster_war.model.race_design.effects import (
    StlDrive,
    ftl_drive,
    fuel_burnt,
    fuel_held,
    lacks_velocity,
    may_boost,
    stl_drives,
)
from rules.cluster_war.model.race_design.in_play import notes_in_play
from rules.cluster_war.model.race_design.sheet import RaceSheet, SheetEntry
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.turn.setup.races import race_of, technologies_of


def sheet(*entries: str | SheetEntry) -> RaceSheet:
    """An approved design with these drives, all permitted."""
    taken = tuple(e if isinstance(e, SheetEntry) else SheetEntry(e, approved=True) for e in entries)
    return RaceSheet(name="Folk", entries=taken, status="approved")


def problems(*entries: str | SheetEntry) -> set[str]:
    """The rules that a choice of drives breaks."""
    return {finding.rule for finding in check_sheet(sheet(*entries)).problems}


def only_stl(*entries: str | SheetEntry) -> StlDrive:
    """The one STL drive of such a race."""
    (drive,) = stl_drives(race_of(sheet(*entries)))
    return drive


@pytest.mark.rule("CW-3.1-55")
def test_another_ftl_drive_takes_the_place_of_second_stage() -> None:
    assert ftl_drive(Race("Folk", "5555")).name == "Second stage"
    assert ftl_drive(race_of(sheet("Skip"))).name == "Skip"
    assert problems("Skip", "Jump") == {"CW-3.1-55"}
    assert not problems("Skip")
    waiting = check_sheet(sheet(SheetEntry("Skip"))).wants
    assert [finding.rule for finding in waiting] == ["CW-3.1-55"]


@pytest.mark.rule("CW-4.0-24")
@pytest.mark.parametrize(("wormholes", "ap"), [("travel", 50), ("communication", 20), ("none", 50)])
def test_the_wormhole_drive_costs_less_where_wormholes_carry_messages_alone(
    wormholes: Literal["travel", "communication", "none"], ap: int
) -> None:
    campaign = Settings(natural_wormholes=wormholes)
    assert check_sheet(sheet("Wormhole"), campaign).net == ap
    assert check_sheet(sheet("Jump"), campaign).net == check_sheet(sheet("Jump")).net
    (group,) = (group for group in catalogue(campaign) if group.title == FTL)
    assert {choice.name: choice.price(1) for choice in group.choices}["Wormhole"] == ap


@pytest.mark.rule("CW-3.1-56")
@pytest.mark.parametrize(("level", "ap", "hexes"), [(1, 0, 0), (2, 10, 1), (3, 20, 2)])
def test_ten_points_more_make_warp_a_hex_faster(level: int, ap: int, hexes: int) -> None:
    design = sheet(SheetEntry("Warp", level, approved=True))
    assert check_sheet(design).net == ap
    assert not check_sheet(design).problems
    assert not check_sheet(design).wants
    assert ftl_drive(race_of(design)).more_hexes == hexes


@pytest.mark.rule("CW-3.1-57")
def test_rifts_and_folds_take_a_round_and_only_rifts_are_seen() -> None:
    jump, fold, skip = (ftl_drive(race_of(sheet(name))) for name in ("Jump", "Foldspace", "Skip"))
    assert jump.rounds >= 1
    assert fold.rounds >= 1
    assert skip.rounds == 0
    assert "easy to detect" in jump.entry
    assert "stealthy" in fold.entry


@pytest.mark.rule("CW-3.1-58")
def test_warp_points_are_found_quickly_only_with_the_scanner() -> None:
    plain, scanning = sheet("String"), sheet("String", "Long-Range Scanners: Warp Point detection")
    for design, search in ((plain, "by a lengthy survey only"), (scanning, "quickly")):
        told = [n.text for n in notes_in_play(race_of(design), technologies_of(design)) if n.rule == "CW-3.1-58"]
        assert told == [f"Its ships find new warp points {search}."]
    assert "mapped warp point, leave at its far end" in ftl_drive(race_of(sheet("String"))).notes


@pytest.mark.rule("CW-3.1-59")
def test_wormhole_drives_need_the_gm_and_fifty_points() -> None:
    report = check_sheet(sheet(SheetEntry("Wormhole")))
    assert [finding.rule for finding in report.wants] == ["CW-3.1-59"]
    assert report.net == 50


@pytest.mark.rule("CW-3.1-60", "CW-3.1-61")
def test_another_stl_drive_replaces_gravity_unless_ten_points_keep_it() -> None:
    assert [drive.name for drive in stl_drives(Race("Folk", "5555"))] == ["Gravity"]
    assert only_stl("Turbo-warp").name == "Turbo-warp"
    both = sheet("Turbo-warp", "Gravity kept")
    assert [drive.name for drive in stl_drives(race_of(both))] == ["Turbo-warp", "Gravity"]
    assert check_sheet(both).net == 15
    assert not check_sheet(both).problems
    assert not check_sheet(both).wants
    assert problems("Turbo-warp", "STL warp") == {"CW-3.1-60"}
    assert problems("Gravity kept") == {"CW-3.1-61"}
    assert [f.rule for f in check_sheet(sheet(SheetEntry("STL warp"))).wants] == ["CW-3.1-60"]


@pytest.mark.rule("CW-3.1-62")
@pytest.mark.parametrize(
    "jumping", [SheetEntry("Micro jump", detail="skip", approved=True), SheetEntry("Tesseract", approved=True)]
)
def test_second_stage_needs_a_drive_that_gives_velocity(jumping: SheetEntry) -> None:
    assert problems(jumping) == {"CW-3.1-62"}
    assert not problems(jumping, "Warp")
    assert not problems(jumping, "Gravity kept")
    assert not problems("STL warp")
    assert lacks_velocity("Second stage", (jumping.name,))
    assert not lacks_velocity("Second stage", (jumping.name, "Gravity"))


@pytest.mark.rule("CW-3.1-63")
def test_micro_jumps_skip_ten_hexes_or_leap_thirty_after_charging() -> None:
    skip, leap = (only_stl("Warp", SheetEntry("Micro jump", detail=kind)) for kind in ("skip", "leap"))
    assert (skip.jump_hexes, skip.charging_rounds) == (10, 0)
    assert "facing" in skip.notes
    assert (leap.jump_hexes, leap.charging_rounds) == (30, 1)
    assert problems("Warp", "Micro jump") == {"CW-3.1-63"}
    assert problems("Warp", SheetEntry("Micro jump", detail="hop", approved=True)) == {"CW-3.1-63"}


@pytest.mark.rule("CW-3.1-64")
def test_reaction_drives_burn_fuel_from_cargo_bays() -> None:
    anti, chemical = only_stl("Reaction, Anti-matter"), only_stl("Reaction, Chemical")
    assert fuel_held(1) == 20
    assert fuel_held(3) == 60
    assert fuel_burnt(anti, 4) == 4
    assert fuel_burnt(chemical, 4) == 12
    assert fuel_burnt(chemical, 4, uses=2) == 24
    assert fuel_burnt(only_stl("STL warp"), 4) == 0


@pytest.mark.rule("CW-3.1-65")
def test_turbo_warp_boosts_by_three_but_not_while_heavy_weapons_fire() -> None:
    turbo = only_stl("Turbo-warp")
    assert turbo.boost == 3
    assert may_boost(turbo, fires_heavy=False)
    assert not may_boost(turbo, fires_heavy=True)
    assert not may_boost(only_stl("STL warp"), fires_heavy=False)
