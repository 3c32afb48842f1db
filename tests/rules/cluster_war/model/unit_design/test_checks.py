"""Whether a unit can be built as drawn."""

from fractions import Fraction

import pytest

from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.unit_design.checks import (
    approved_design,
    check_design,
    check_unit,
    quarters_needed,
    spaces_used,
)
from rules.cluster_war.model.unit_design.drafts import Builder, CustomPart, Fitting, builder_of
from rules.cluster_war.model.unit_design.ground import roster_unit
from rules.values import IllegalOrderError, changed
from tests.rules.cluster_war.build import side
from tests.rules.cluster_war.model.unit_design.drawing import (
    NOBODY,
    PLAIN,
    advice,
    base,
    fighter,
    gunboat,
    rated,
    refusals,
    ship,
    unit,
)

FTL = Fitting("FTL drive")
AI = "Battle Computers II: Artificial Intelligence"


def owner(*technologies: str, gave_up: str = "") -> Builder:
    return Builder(technologies, Race("Test", "5555", disadvantages=(gave_up,) if gave_up else ()))


@pytest.mark.rule("CW-6.3-02", "CW-A-28")
@pytest.mark.parametrize(("hull", "fits"), [(1, False), (2, True), (5, True), (6, False)])
def test_a_fighter_has_two_to_five_spaces(hull: int, fits: bool) -> None:
    assert refusals(fighter(hull=hull)) == ([] if fits else ["CW-6.3-02"])


@pytest.mark.rule("CW-6.3-03", "CW-A-28")
@pytest.mark.parametrize(("hull", "fits"), [(5, False), (6, True), (10, True), (11, False)])
def test_a_gunboat_has_six_to_ten_spaces(hull: int, fits: bool) -> None:
    assert refusals(gunboat(hull=hull)) == ([] if fits else ["CW-6.3-03"])


@pytest.mark.rule("CW-6.3-02", "CW-6.3-03")
def test_a_fighter_needs_one_cockpit_and_a_gunboat_a_bridge() -> None:
    assert refusals(unit("fighter", 5)) == ["CW-6.3-02"]
    assert refusals(unit("gunboat", 10)) == ["CW-6.3-03"]
    assert refusals(unit("gunboat", 10, Fitting("Cockpit"))) != []
    two = [p.text for p in check_unit(fighter(Fitting("Cockpit")), NOBODY, PLAIN)]
    assert any("At most 1 Cockpit" in text for text in two)
    assert "A fighter has one cockpit, of one sort." in two


@pytest.mark.rule("CW-A-25", "CW-A-28")
def test_fighters_and_gunboats_have_ftl_only_with_the_technology() -> None:
    assert refusals(fighter(FTL)) == ["CW-A-25"]
    assert refusals(gunboat(FTL)) == ["CW-A-28"]
    able = owner("Fighter FTL Technology")
    assert refusals(fighter(FTL), able) == []
    assert refusals(gunboat(FTL), able) == []


@pytest.mark.rule("CW-A-09")
def test_a_fighter_without_pilot_has_an_ai_or_a_remote_cockpit_at_a_fighters_price() -> None:
    robot = unit("fighter", 4, Fitting("AI cockpit"))
    assert refusals(robot) == ["CW-A-09"]
    assert refusals(robot, owner(AI)) == []
    remote = unit("fighter", 4, Fitting("Remote cockpit"))
    assert refusals(remote) == []
    designs = [approved_design(d, owner(AI), PLAIN) for d in (robot, remote, fighter(hull=4))]
    assert len({design.cost for design in designs}) == 1
    assert [design.traits for design in designs] == [("ai",), ("remote",), ()]


@pytest.mark.rule("CW-6.6-03", "CW-A-22")
def test_the_layout_must_fit_the_hull_and_what_hangs_outside_takes_none() -> None:
    full = ship(10, Fitting("Cargo bay", 6))
    assert spaces_used(full, PLAIN) == 10
    assert refusals(full) == []
    over = ship(10, Fitting("Cargo bay", 8))
    problems = check_unit(over, NOBODY, PLAIN)
    assert [p.text for p in problems] == ["The layout takes 12 hull spaces and the hull has 10: 2 too many."]
    assert refusals(ship(10, Fitting("Cargo bay", 6), Fitting("Maglock", 9))) == []


@pytest.mark.parametrize(
    ("hull", "g", "spaces"), [(20, "4", 8), (18, "4", 7), (36, "3", 11), (10, "5/2", 2), (3, "5", 1), (4, "1", 1)]
)
def test_a_drive_takes_hull_times_g_by_ten_to_the_nearest_space(hull: int, g: str, spaces: int) -> None:
    assert spaces_used(unit("ship", hull, Fitting("Drive", 1, Fraction(g))), PLAIN) == spaces


@pytest.mark.rule("CW-4.0-12")
def test_twice_the_ftl_components_take_half_the_drive_again() -> None:
    fast = changed(ship(20, g=4), ftl="warp", ftl_doubled=True)
    assert spaces_used(fast, PLAIN) == spaces_used(ship(20, g=4), PLAIN) + 4
    assert refusals(changed(base(20), ftl_doubled=True)) == ["CW-4.0-12"]


@pytest.mark.rule("CW-6.2-03")
def test_any_hull_size_can_be_built_but_ships_in_rocks_need_the_method() -> None:
    for hull in (1, 60, 4000):
        assert "CW-6.2-03" not in refusals(ship(hull))
    rock = unit("ship", 500, Fitting("Bridge"), structure="asteroid")
    assert refusals(rock) == ["CW-6.2-03"]
    assert refusals(rock, owner("Asteroid Ships")) == []
    planetoid = unit("ship", 500, Fitting("Bridge"), structure="planetoid")
    assert refusals(planetoid, owner("Asteroid Ships")) == ["CW-6.2-03"]


@pytest.mark.rule("CW-6.2-02")
def test_a_campaign_may_keep_players_to_the_designs_they_were_given() -> None:
    closed = Settings(rulings={"CW-6.2-02": "given-only"})
    draft = ship(20, Fitting("LRS"))
    with pytest.raises(IllegalOrderError, match="that you were given") as refused:
        approved_design(draft, NOBODY, closed)
    assert refused.value.rule == "CW-6.2-02"
    assert approved_design(draft, NOBODY, PLAIN).lrs == 1
    assert approved_design(roster_unit("Marines", PLAIN), NOBODY, closed).cost == 12


@pytest.mark.rule("CW-6.6-08")
@pytest.mark.parametrize(
    ("fitting", "technology"),
    [
        (rated("Beam emitter", 4), "Beam Weapons Technology"),
        (rated("Energy torpedo launcher", 4), "Torpedo Weapons Technology"),
        (rated("Shield projector", 2), "Shield Amplification Technology"),
        (rated("Beam emitter", 1, 1, "Meson"), "Beam Weapons: Meson Weapons"),
        (rated("Shield projector", 1, 1, "regenerating"), "Regenerating Shields"),
        (rated("High grade armor", 1, 1, "Regenerating"), "Regenerating Armor"),
    ],
)
def test_better_ratings_and_special_effects_need_their_technology(fitting: Fitting, technology: str) -> None:
    assert refusals(ship(20, fitting)) == ["CW-6.6-08"]
    assert refusals(ship(20, fitting), owner(technology)) == []


@pytest.mark.parametrize(
    ("fitting", "technology", "rule"),
    [
        (rated("Battle computer", 1), "Battle Computers I", "CW-3.1-36"),
        (rated("ECM", 1), "ECM Systems", "CW-3.1-41"),
        (Fitting("Cloaking device"), "Cloaking Technology", "CW-3.1-40"),
        (rated("Resistant armor", 1), "Resistant Armor", "CW-3.1-73"),
        (rated("Resistant shield projector", 1), "Resistant Shields", "CW-A-52"),
    ],
)
def test_some_components_need_their_technology(fitting: Fitting, technology: str, rule: str) -> None:
    assert rule in refusals(ship(20, fitting))
    assert refusals(ship(20, fitting), owner(technology)) == []


@pytest.mark.rule("CW-A-57", "CW-3.1-43")
def test_fighters_have_snapshields_and_shields_only_once_researched() -> None:
    snap, shield = rated("Snapshield", 1), rated("Shield projector", 1)
    assert refusals(fighter(snap)) == ["CW-A-57"]
    assert refusals(fighter(snap), owner("Snapshields")) == []
    assert refusals(fighter(shield)) == ["CW-3.1-43"]
    assert refusals(fighter(shield), owner("Fighter Shield Technology")) == []
    assert refusals(ship(20, snap)) == []


@pytest.mark.rule("CW-3.1-72", "CW-3.1-73", "CW-3.1-74", "CW-3.1-75", "CW-3.1-76", "CW-3.1-77", "CW-3.1-78")
@pytest.mark.parametrize(
    ("fitting", "gave_up", "rule"),
    [
        (rated("High grade armor", 3), "No Armor", "CW-3.1-73"),
        (Fitting("Point defense battery"), "No Point Defense Batteries", "CW-3.1-74"),
        (rated("Beam emitter", 1), "No Beam Weapons", "CW-3.1-75"),
        (Fitting("Mine launcher"), "No Minefields", "CW-3.1-76"),
        (Fitting("Missile launcher"), "No Missile Technology", "CW-3.1-77"),
        (Fitting("Rail gun"), "No Railguns/Mass Drivers", "CW-3.1-78"),
    ],
)
def test_what_a_race_gave_up_is_refused_until_it_is_researched(fitting: Fitting, gave_up: str, rule: str) -> None:
    assert refusals(ship(20, fitting), owner()) == []
    assert refusals(ship(20, fitting), owner(gave_up=gave_up)) == [rule]
    assert refusals(ship(20, fitting), owner(gave_up.removeprefix("No "), gave_up=gave_up)) == []


@pytest.mark.rule("CW-6.6-09", "CW-A-01")
def test_a_component_of_the_campaigns_own_waits_for_the_game_master() -> None:
    organ = CustomPart("Singing organ", 3, Fraction(7, 2), 2)
    draft = changed(ship(20), custom=(organ,))
    assert refusals(draft) == ["CW-6.6-09"]
    approved = changed(draft, custom=(changed(organ, approved=True),))
    assert refusals(approved) == []
    assert spaces_used(approved, PLAIN) == spaces_used(ship(20), PLAIN) + 6
    assert approved_design(approved, NOBODY, PLAIN).cost == approved_design(ship(20), NOBODY, PLAIN).cost + 7


@pytest.mark.rule("CW-A-11", "CW-6.4-01")
def test_a_base_has_no_drive() -> None:
    assert refusals(base(30)) == []
    assert refusals(base(30, rated("Drive", 2))) == ["CW-6.2-01"]
    assert approved_design(base(30), NOBODY, PLAIN).drive == 0


@pytest.mark.rule("CW-A-44")
def test_a_missile_battery_has_the_least_control_and_no_energy_weapons_or_rail_guns() -> None:
    least = (Fitting("Control space"), Fitting("Crew quarters"), Fitting("Power system"))
    launchers = Fitting("Missile launcher", 10)
    assert refusals(unit("missile battery", 13, *least, launchers)) == []
    for weapon in (rated("Beam emitter", 1), rated("Energy torpedo launcher", 1), Fitting("Rail gun")):
        assert len(refusals(unit("missile battery", 20, *least, weapon))) == 1
    for missing in least:
        rest = tuple(f for f in least if f != missing)
        assert refusals(unit("missile battery", 13, *rest, launchers)) == ["CW-A-44"]
    assert refusals(unit("missile battery", 13, *least, Fitting("Minelayer", 10))) == []


@pytest.mark.rule("CW-A-36")
def test_an_lrs_buoy_is_a_smart_mine_with_power_lrs_and_controller() -> None:
    least = (Fitting("Power system"), Fitting("Mine controller"))
    buoy = unit("smart mine", 3, *least, Fitting("LRS"))
    assert refusals(buoy) == []
    assert approved_design(buoy, NOBODY, PLAIN).lrs == 1
    for missing in least:
        rest = tuple(f for f in least if f != missing)
        assert refusals(unit("smart mine", 3, *rest, Fitting("LRS"))) == ["CW-A-42"]
    assert refusals(buoy, owner(gave_up="No Minefields")) == ["CW-3.1-76"]


@pytest.mark.rule("CW-A-40", "CW-A-59", "CW-3.1-45")
def test_mega_tanks_carry_troops_and_command_posts_and_super_tanks_do_not() -> None:
    able = owner("Ground Forces: Continental Siege Units")
    holds = (Fitting("Barracks", 2), Fitting("Cargo bay"), Fitting("Hangar bay"), Fitting("Headquarters"))
    mega = unit("mega tank", 40, Fitting("Bridge"), Fitting("Grav drive"), Fitting("Command post"), *holds)
    assert refusals(mega) == ["CW-3.1-45"]
    assert refusals(mega, able) == []
    assert "drop capable" in approved_design(mega, able, PLAIN).traits
    super_tank = unit("super tank", 9, Fitting("Bridge"), Fitting("Grav drive"))
    assert refusals(super_tank) == []
    assert "drop capable" in approved_design(super_tank, able, PLAIN).traits
    tracked = unit("super tank", 9, Fitting("Bridge"), Fitting("Ground drive"))
    assert approved_design(tracked, able, PLAIN).traits == ()
    post = unit("super tank", 9, Fitting("Bridge"), Fitting("Command post"))
    assert refusals(post, able) == ["CW-A-17"]


@pytest.mark.rule("CW-A-17", "CW-A-26")
def test_command_rooms_go_into_ships_and_their_ground_versions_into_bases() -> None:
    for room in ("Combat information center", "Flag bridge"):
        assert refusals(ship(20, Fitting(room))) == []
        assert len(refusals(base(20, Fitting(room), kind="ground base"))) == 1
    for room in ("Command post", "Headquarters"):
        assert refusals(base(20, Fitting(room), kind="ground base")) == []
        assert len(refusals(ship(20, Fitting(room)))) == 1


@pytest.mark.rule("CW-4.3-04")
def test_missing_crew_quarters_are_advice_one_for_ten_hull() -> None:
    assert quarters_needed(ship(21)) == 3
    bare = unit("ship", 21, Fitting("Bridge"), rated("Drive", 1), Fitting("Crew quarters", 2))
    assert refusals(bare) == []
    texts = [p.text for p in check_unit(bare, NOBODY, PLAIN)]
    assert texts == ["It lacks 1 crew quarters (1 for 10 hull): stress grows outside the supply grid."]
    androids = changed(bare, crew="android")
    assert advice(androids) == []


@pytest.mark.rule("CW-3.1-36")
def test_androids_and_crewless_ships_need_their_battle_computers() -> None:
    for crew, technology in (("android", "Battle Computers III: Androids"), ("crewless", AI)):
        draft = changed(ship(20), crew=crew)  # type: ignore[arg-type] # the two names are CrewKinds
        assert refusals(draft) == ["CW-3.1-36"]
        assert refusals(draft, owner(technology)) == []
        assert approved_design(draft, owner(technology), PLAIN).traits == (crew,)


@pytest.mark.rule("CW-6.3-05", "CW-A-37")
def test_armor_and_magazines_on_small_craft_come_with_a_warning() -> None:
    assert advice(gunboat(rated("Low grade armor", 4))) == ["CW-6.3-05"]
    assert advice(fighter(Fitting("Magazine"))) == ["CW-A-37"]
    assert advice(ship(20, rated("Low grade armor", 4), Fitting("Magazine"))) == []


@pytest.mark.rule("CW-A-18")
def test_a_communications_center_without_lrs_gets_advice() -> None:
    assert advice(base(20, Fitting("Communications center"))) == ["CW-A-18"]
    assert advice(base(20, Fitting("Communications center"), Fitting("LRS"))) == []


def test_a_ship_without_ftl_is_warned_and_counts_as_having_none() -> None:
    slow = unit("ship", 10, Fitting("Bridge"), Fitting("Crew quarters"), rated("System drive", 3))
    assert advice(slow) == ["CW-A-33"]
    design = approved_design(slow, NOBODY, PLAIN)
    assert (design.ftl, design.drive) == ("", Fraction(0))


def test_bad_input_gets_a_sentence_each() -> None:
    broken = changed(
        ship(20, Fitting("Cargo bay", 0), Fitting("Death Ray"), rated("LRS", 2), Fitting("Beam emitter")),
        name=" ",
        multipliers=("Gold Plated",),
        grade="Sleepy",
        custom=(CustomPart("Thing", -1, Fraction(1), approved=True),),
    )
    texts = " ".join(p.text for p in check_design(broken, NOBODY, PLAIN))
    for words in (
        "needs a name",
        "not 0",
        "no component `Death Ray`",
        "no rating to choose",
        "rating above 0",
        "no multiplier `Gold Plated`",
        "no crew grade `Sleepy`",
        "no size or price below 0",
    ):
        assert words in texts
    [odd] = check_design(unit("barge", 5), NOBODY, PLAIN)
    assert "no kind of unit `barge`" in odd.text
    half = ship(20, Fitting("Beam emitter", 1, Fraction(3, 2), ("Glitter",)))
    half_texts = [p.text for p in check_unit(half, NOBODY, PLAIN)]
    assert any("whole points, not 1.5" in text for text in half_texts)
    assert any("`Glitter` is not a special effect" in text for text in half_texts)
    two = ship(20, rated("System drive", 1))
    assert any("choose one" in p.text for p in check_unit(two, NOBODY, PLAIN))
    assert refusals(ship(20, Fitting("hull"))) == ["CW-6.0-01"]
    rock = base(20, rated("Asteroid rock", 5))
    assert refusals(rock) == ["CW-6.4-05"]


def test_approval_names_the_first_thing_that_is_wrong() -> None:
    with pytest.raises(IllegalOrderError, match="Cloaking device") as refused:
        approved_design(ship(20, Fitting("Cloaking device")), NOBODY, PLAIN)
    assert refused.value.rule == "CW-3.1-40"


@pytest.mark.rule("CW-6.5-11")
def test_a_side_is_of_the_generation_that_the_game_master_granted() -> None:
    assert builder_of(side("humans")).generation == 1
    assert builder_of(side("humans", technologies=("Second Generation",))).generation == 2
    assert builder_of(side("humans", technologies=("Pre-FTL",))).generation == 0


def test_a_design_counts_what_the_other_chapters_ask_for() -> None:
    parts = {
        "Agricultural station": "agro",
        "Mining station": "mining",
        "Light industry": "light_industry",
        "Heavy industry": "heavy_industry",
        "Repair bay": "repair_bays",
        "Medical center": "medical",
        "Communications center": "comm",
        "Magazine": "magazines",
        "Missile launcher": "launchers",
        "Barracks": "barracks",
        "Assault bay": "assault_bays",
        "Control space": "control_spaces",
        "Crew quarters": "crew_quarters",
        "Cargo bay": "cargo_bays",
        "Survey bay": "survey_bays",
        "Science station": "science_stations",
        "Shipyard bay": "shipyard_bays",
        "LRS": "lrs",
    }
    fittings = tuple(Fitting(name, count) for count, name in enumerate(parts, start=1))
    draft = unit("orbital base", 400, Fitting("Bridge"), *fittings, Fitting("Hangar bay", 2), rated("Jump gate", 50))
    design: Design = approved_design(draft, owner("Jump Gates"), PLAIN)
    assert [getattr(design, field) for field in parts.values()] == list(range(1, len(parts) + 1))
    assert (design.hangar, design.gate, design.unit, design.kind) == (20, 50, "orbital base", "base")
    tug = approved_design(ship(20, Fitting("Maglock", 2), Fitting("Towing link")), NOBODY, PLAIN)
    assert tug.racks == 3
