"""What a player may write into his race and package, and the game master into his plan: understood, or refused in words."""

from collections.abc import Callable

import pytest

from rules.cluster_war.model.race_design.sheet import PlannedColony, PlannedFleet, RaceSheet
from rules.cluster_war.model.unit_design.sheet import UnitText
from rules.cluster_war.turn.setup.races import first_fleets
from rules.values import GameError, changed
from umpire.campaign.founding import race_edits
from umpire.campaign.founding.plan import (
    FoundingPlan,
    advice,
    check_plan,
    plan_for,
    plan_lines,
    read_grid,
    read_house_rules,
    resize,
    set_cell,
    set_switch,
    settings_of_plan,
    switch_value,
    write_grid,
    write_house_rules,
)
from umpire.campaign.founding.race_draft import RaceDraft, judge, kit_names, usual_kit
from umpire.campaign.founding.switches import SWITCHES, with_handicap

USUAL = FoundingPlan()
SETTINGS = settings_of_plan(USUAL)
EMPTY = RaceDraft()
HUMANS = race_edits.use_kit(race_edits.use_preset(EMPTY, "Humans"), "Humans", SETTINGS)

BAD: tuple[tuple[Callable[[RaceDraft], object], str], ...] = (
    (lambda d: race_edits.set_names(d, "x" * 41, "", ""), "at most 40"),
    (lambda d: race_edits.set_names(d, "@everyone", "", ""), "cannot hold"),
    (lambda d: race_edits.set_names(d, "a\u202eb", "", ""), "ordinary characters"),
    (lambda d: race_edits.set_looks(d, "", "", "x" * 1501), "at most 1500"),
    (lambda d: race_edits.set_home_digit(d, "Size", "Q"), "each a character of"),
    (lambda d: race_edits.set_home_digit(d, "Smell", "5"), "Size, Temperature"),
    (lambda d: race_edits.set_attitude(d, ["Xenophobic"]), "Choose one attitude"),
    (lambda d: race_edits.set_attitude(d, ["Neutral", "Hostile"]), "Choose one attitude"),
    (lambda d: race_edits.choose(d, ["Flight"], ["Charm"]), "no entry `Charm`"),
    (lambda d: race_edits.set_entry(d, "Flight", "1", ""), "not on your sheet"),
    (lambda d: race_edits.set_entry(d, "Flight", "0", ""), "from 1 to 60"),
    (lambda d: race_edits.set_entry(d, "Flight", "¹", ""), "from 1 to 60"),
    (lambda d: race_edits.add_custom(d, " ", "abilities", ""), "a name"),
    (lambda d: race_edits.add_custom(d, "Lens", "spells", ""), "not to `spells`"),
    (lambda d: race_edits.drop_custom(d, "Lens"), "not on your sheet"),
    (lambda d: race_edits.use_preset(d, "Klingons"), "not a printed race"),
    (lambda d: race_edits.use_kit(d, "Klingons", SETTINGS), "no roster"),
    (lambda d: race_edits.set_facilities(d, {"training": "-3"}), "from 0 to 100000"),
    (lambda d: race_edits.set_units(d, "two DD", ""), "not a number of units"),
    (lambda d: race_edits.set_units(d, "2 ZZ", ""), "no design `ZZ`"),
    (lambda d: race_edits.set_units(d, "A: 1 DD\na: 1 SC", ""), "not a new name of a fleet"),
    (lambda d: race_edits.set_units(d, " : 1 DD", ""), "not a new name of a fleet"),
    (lambda d: race_edits.set_colonies(d, "many", ""), "from 1 to 100000"),
    (lambda d: race_edits.set_colonies(d, "", "New Haven"), "not a colony"),
    (lambda d: race_edits.set_colonies(d, "", "10\n" * 31), "at most 30 colonies"),
    (lambda d: race_edits.drop_design(d, "ZZ"), "no design `ZZ`"),
    (lambda d: race_edits.put_unit(d, UnitText("A", "A", "base", 3), SETTINGS), "no kind of unit"),
)


@pytest.mark.parametrize(("change", "said"), BAD)
def test_bad_input_gets_a_sentence(change: Callable[[RaceDraft], object], said: str) -> None:
    with pytest.raises(GameError, match=said):
        change(HUMANS)


def test_entries_are_chosen_list_by_list_and_keep_their_levels() -> None:
    draft = race_edits.choose(EMPTY, ["Flight", "Extra Strength"], ["Extra Strength"])
    draft = race_edits.set_entry(draft, "Extra Strength", "3", "")
    draft = race_edits.choose(draft, ["Chameleon"], ["Chameleon"])
    draft = race_edits.choose(draft, ["Flight", "Extra Strength"], ["Flight", "Extra Strength"])
    assert [(e.name, e.level) for e in draft.sheet.entries] == [("Extra Strength", 3), ("Chameleon", 1), ("Flight", 1)]
    assert race_edits.choose(draft, ["Chameleon"], []).sheet.entry("Chameleon") is None


def test_a_printed_race_is_begun_from_without_the_game_masters_old_permissions() -> None:
    draft = race_edits.use_preset(EMPTY, "Vermin")
    assert draft.sheet.status == "draft"
    assert not any(entry.approved for entry in draft.sheet.entries)
    assert race_edits.blank(draft).sheet == RaceSheet()


@pytest.mark.rule("CW-4.0-24")
def test_a_wormhole_drive_is_cheaper_in_a_campaign_whose_wormholes_carry_messages_alone() -> None:
    draft = race_edits.choose(HUMANS, ("Wormhole",), ("Wormhole",))
    cheap = set_switch(USUAL, "natural_wormholes", "communication")
    assert judge(draft, USUAL).report.net - judge(draft, cheap).report.net == 30


@pytest.mark.rule("CW-3.0-03")
def test_every_printed_race_may_begin_with_its_roster_and_with_nothing_too_much() -> None:
    for name in kit_names():
        draft = race_edits.use_kit(race_edits.use_preset(EMPTY, name), "", SETTINGS)
        judged = judge(draft, USUAL)
        assert (*judged.problems, *judged.package) == (), name
    greedy = race_edits.set_colonies(HUMANS, "400", "700 Too much")
    assert any("begins with 1000" in f.text for f in judge(greedy, USUAL).package)
    wide = race_edits.set_colonies(HUMANS, "401", "")
    assert any("holds 400 CPs" in f.text for f in judge(wide, USUAL).package)
    homeless = race_edits.set_colonies(HUMANS, "", "1000 All")
    assert any("leave nothing" in f.text for f in judge(homeless, USUAL).package)


def test_a_package_is_written_as_it_is_read() -> None:
    draft = race_edits.set_units(HUMANS, "2 dd, 1 SC\n1 CF", "4 INF\n0 MAR")
    package = draft.sheet.package
    assert package.ships == {"DD": 2, "SC": 1, "CF": 1}
    assert package.facilities.garrison == {"INF": 4}
    assert package.fleets == ()
    assert race_edits.read_fleets(draft, race_edits.write_fleets(package)) == (package.ships, ())
    colonies = (PlannedColony(120, "New Haven", "5566"), PlannedColony(30))
    assert race_edits.read_colonies(race_edits.write_colonies(colonies)) == colonies


@pytest.mark.rule("CW-4.1-12")
def test_ships_stand_in_the_fleets_that_are_named() -> None:
    draft = race_edits.set_units(HUMANS, "1 CF\nVanguard: 2 dd\n1 CA\nEyes: 1 SC, 1 SV", "")
    package = draft.sheet.package
    assert package.ships == {"CF": 1, "DD": 2, "CA": 1, "SC": 1, "SV": 1}
    assert package.fleets == (
        PlannedFleet("Vanguard", {"DD": 2, "CA": 1}),
        PlannedFleet("Eyes", {"SC": 1, "SV": 1}),
    )
    assert race_edits.write_fleets(package) == "1 CF\nVanguard: 2 DD, 1 CA\nEyes: 1 SC, 1 SV"
    assert race_edits.read_fleets(draft, race_edits.write_fleets(package)) == (package.ships, package.fleets)
    assert [f.name for f in first_fleets(package)] == ["Vanguard", "Eyes", "Freighters"]
    struck = race_edits.drop_design(race_edits.drop_design(draft, "SC"), "SV").sheet.package
    assert [f.name for f in struck.fleets] == ["Vanguard"]
    kit = HUMANS.sheet.package
    assert [f.name for f in first_fleets(kit)] == ["Home Fleet", "Scouts", "Freighters"], (
        "a roster's begin by their use"
    )
    assert sum(sum(f.ships.values()) for f in first_fleets(kit)) == sum(kit.ships.values())
    many = "\n".join(f"F{n}: 1 DD" for n in range(race_edits.MOST_FLEETS + 1))
    with pytest.raises(GameError, match="at most 20 fleets"):
        race_edits.set_units(HUMANS, many, "")


@pytest.mark.rule("CW-3.0-06")
def test_a_struck_design_takes_its_units_along_and_a_prices_change_reaches_those_that_are_written() -> None:
    draft = race_edits.drop_design(HUMANS, "DD")
    assert "DD" not in draft.sheet.package.ships
    lines = "Bridge\nCrew quarters\nDrive 2G\nLRS"
    own, drawn = race_edits.put_unit(draft, UnitText("dx", "Dart", "ship", 10, lines), SETTINGS)
    assert drawn.design is not None
    assert own.sheet.package.designs[-1] == drawn.design
    dear = changed(USUAL, overrides={"CW-TAB-PARTS/Hull/CP cost": "3"})
    before, after = judge(own, USUAL).package, judge(own, dear).package
    assert before == ()
    assert after == ()
    again, redrawn = race_edits.put_unit(own, UnitText("DX", "Dart", "ship", 10, lines), settings_of_plan(dear))
    assert redrawn.design is not None
    assert redrawn.design.cost == drawn.design.cost + 20
    assert len(again.sheet.package.designs) == len(own.sheet.package.designs)


def test_a_design_of_the_players_own_flies_the_races_drive() -> None:
    warp = race_edits.choose(HUMANS, ["Warp"], ["Warp"])
    _, drawn = race_edits.put_unit(warp, UnitText("DX", "Dart", "ship", 10, "Bridge\nDrive 2G"), SETTINGS)
    assert drawn.design is not None
    assert drawn.design.ftl == "warp"
    kit = usual_kit(race_edits.set_entry(warp, "Warp", "3", "").sheet, SETTINGS)
    assert {(d.ftl, d.ftl_levels) for d in kit.designs if d.kind == "ship"} == {("warp", 2)}


@pytest.mark.rule("CW-19.0-10")
def test_a_grid_is_written_as_it_is_read_and_grows_with_the_map() -> None:
    across, down, grid = read_grid("10, 20 30% 20 10\n" * 5)
    plan = check_plan(changed(resize(USUAL, across, down), shape="grid", grid=grid))
    assert settings_of_plan(plan).sector_percent["3,2"] == 30
    assert read_grid(write_grid(plan)) == (5, 5, grid)
    wider = resize(plan, 6, 5)
    assert (wider.grid["3,2"], wider.grid["6,5"]) == (30, 33)
    assert resize(wider, 5, 5).grid == grid
    for text, said in (
        ("10 20\n10", "equally long"),
        ("10 x", "not a per cent"),
        ("101", "not a per cent"),
        ("", "equally long"),
    ):
        with pytest.raises(GameError, match=said):
            read_grid(text)


def test_house_rules_are_written_as_they_are_read() -> None:
    cells, rulings = read_house_rules("CW-TAB-START-KIT/ship designs/amount = 7\n\ncw-8.0-14 = Be kind\n")
    plan = check_plan(changed(USUAL, overrides=cells, rulings=rulings))
    assert read_house_rules(write_house_rules(plan)) == (cells, rulings)
    assert any("Be kind" in line for line in plan_lines(plan))
    assert settings_of_plan(plan).rulings == {"CW-8.0-14": "Be kind"}
    for text, said in (
        ("gravity", "not a house rule"),
        ("gravity = off", "not a rule"),
        ("CW-11.0-06 = total", "is a switch"),
        ("CW-8.0-14 = " + "x" * 301, "at most 300"),
    ):
        with pytest.raises(GameError, match=said):
            read_house_rules(text)
    with pytest.raises(GameError, match="needs a number"):
        check_plan(changed(USUAL, overrides={"CW-TAB-START-KIT/ship designs/amount": "many"}))


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.id)
def test_every_switch_stands_as_usual_and_each_of_its_values_makes_a_difference(switch: object) -> None:
    found = next(s for s in SWITCHES if s == switch)
    assert set_switch(USUAL, found.id, found.usual) == USUAL
    assert settings_of_plan(set_switch(USUAL, found.id, found.usual)) == SETTINGS
    for value in list(found.options)[1:]:
        turned = set_switch(USUAL, found.id, value)
        assert switch_value(turned, found.id) == value
        assert with_handicap(settings_of_plan(turned), turned.switches, {"blue"}) != SETTINGS
        assert any(found.options[value] in line for line in plan_lines(turned))
        assert set_switch(turned, found.id, found.usual) == USUAL


@pytest.mark.rule("CW-19.0-07")
def test_budgets_and_levels_change_what_races_begin_with() -> None:
    plan = check_plan(changed(USUAL, budget="by colonies", colonies=600, level="2nd Gen FTL"))
    told = "\n".join(plan_lines(plan))
    assert "600 CPs of colonies, 750 CPs of facilities, 750 CPs of starships" in told
    assert "50 AP" in told
    assert judge(EMPTY, plan).report.budget == 50


@pytest.mark.rule("CW-19.0-01", "CW-B-02")
def test_the_game_master_is_advised_on_seats_and_never_refused() -> None:
    assert advice(USUAL) == ()
    rules = {finding.rule for finding in advice(check_plan(changed(USUAL, seats=10)))}
    assert rules == {"CW-19.0-01", "CW-B-02"}


@pytest.mark.rule("CW-B-02")
@pytest.mark.parametrize(
    ("seats", "sectors"), [(2, 5), (3, 7), (4, 7), (5, 8), (6, 8), (7, 9), (8, 9), (9, 10), (10, 10)]
)
def test_the_wizard_begins_with_a_cluster_that_suits_its_seats(seats: int, sectors: int) -> None:
    plan = plan_for(seats)
    assert (plan.across, plan.down, plan.seats) == (sectors, sectors, seats)
    assert [f for f in advice(plan) if f.rule == "CW-B-02"] == []


def test_the_tables_of_the_tactical_map_are_changed_as_all_others() -> None:
    cell = "BR-T01/Beam emitter/boxes"
    plan = set_cell(USUAL, cell, "laser 1/2; capacitor 1")
    assert plan.overrides == {cell: "laser 1/2; capacitor 1"}
    assert set_cell(plan, cell, "").overrides == {}
    assert set_cell(plan, cell, "laser 1/3; capacitor 1/3").overrides == {}
    for wrong, value in ((cell, "phaser 2"), ("BR-T03/turns/number", "0"), ("BR-T03/tea/number", "3")):
        with pytest.raises(GameError):
            set_cell(USUAL, wrong, value)
