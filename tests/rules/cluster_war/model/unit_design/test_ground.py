"""Battalions: prices, sizes, ratings, technology, and what raising them takes."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cluster_war.model.race_design.sheet import Facilities
from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.unit_design.checks import approved_design, check_design, design_of
from rules.cluster_war.model.unit_design.drafts import Builder, Gear, GroundDraft
from rules.cluster_war.model.unit_design.ground import (
    effective_ratings,
    factory_hull,
    fights_close_in_gear,
    ground_price,
    is_as_printed,
    roster,
    roster_unit,
    size_of,
)
from rules.cluster_war.turn.setup.scenario import StartSide
from rules.cluster_war.turn.setup.start_kit import facilities_price, kit
from rules.values import GameError, changed
from tests.rules.cluster_war.model.unit_design.drawing import KHAOS, NOBODY, PLAIN

FORMULA = Settings(rulings={"CW-6.5-07": "formula"})
EXCEPTIONS: Mapping[str, tuple[int, int]] = {
    "Mechanized Infantry": (12, 11),
    "Heavy Power Armor": (22, 24),
    "Heavy Power Marine": (25, 27),
    "Heavy Tank": (25, 26),
    "Heavy Missile Tank": (24, 25),
}
SECOND = Builder(generation=2)


def of(name: str) -> GroundDraft:
    return roster_unit(name, PLAIN)


def custom(
    *ratings: int, abilities: tuple[str, ...] = (), gear: Gear = "foot", name: str = "Custom", based_on: str = ""
) -> GroundDraft:
    far, near, guard, close = ratings
    return GroundDraft("CU", name, far, near, guard, close, abilities, gear, based_on=based_on)


def fights(unit: GroundDraft, race: Race | None = None, known: tuple[str, ...] = ()) -> tuple[int, int, int, int]:
    return effective_ratings(unit, Builder(known, race), PLAIN)


def rules(unit: GroundDraft, builder: Builder = NOBODY) -> list[str]:
    return [p.rule for p in check_design(unit, builder, PLAIN) if p.refused]


@pytest.mark.rule("CW-6.5-06", "CW-6.5-07", "CW-6.5-08")
@pytest.mark.parametrize("name", [n for n in roster(PLAIN) if n != "Ground minefield"])
def test_printed_units_have_the_printed_price_and_all_but_five_agree_with_the_formula(name: str) -> None:
    printed = tables(PLAIN)["CW-TAB-GROUND"].number(name, "CPs_printed")
    unit = of(name)
    assert ground_price(unit, PLAIN).total == printed
    by_formula = ground_price(unit, FORMULA).total
    assert (printed, by_formula) == EXCEPTIONS.get(name, (printed, printed))


@pytest.mark.rule("CW-6.5-06")
def test_units_and_their_mobile_twins_are_told_apart() -> None:
    assert ground_price(of("Light Artillery"), PLAIN).total == 9
    assert ground_price(of("light artillery (mobile)"), PLAIN).total == 10
    assert (ground_price(of("Medium Tank"), PLAIN).total, ground_price(of("Marines"), PLAIN).total) == (19, 12)
    assert len(roster(PLAIN)) == 26
    with pytest.raises(GameError, match="no printed unit `Crew Members`"):
        roster_unit("Crew Members", PLAIN)


@pytest.mark.rule("CW-6.5-07", "CW-6.5-10")
def test_khaos_light_power_armor_pays_for_its_chameleon_gear() -> None:
    unit = changed(of("Light Power Armor"), abilities=("Chameleon",))
    assert not is_as_printed(unit, PLAIN)
    assert ground_price(unit, PLAIN, KHAOS).total == 20
    assert ground_price(of("Light Power Armor"), PLAIN, KHAOS).total == 18


@pytest.mark.rule("CW-6.5-07", "CW-6.5-08")
@pytest.mark.parametrize(
    ("unit", "total"),
    [
        (custom(8, 1, 7, 1, abilities=("Drop Capable", "Air Mobile")), 23),
        (custom(5, 1, 3, 1, abilities=("mobile", "orbital fire")), 13),
        (custom(10, 0, 0, 0, abilities=("Cloaking",)), 12),
        (custom(10, 0, 0, 0, abilities=("Suicidal Fanatic",)), 10),
        (custom(10, 0, 0, 0, abilities=("Wild",)), 9),
        (custom(10, 0, 0, 0, abilities=("Chameleon", "Drop Capable")), 12),
        (custom(1, 0, 0, 0, abilities=("Mobile",)), 2),
    ],
)
def test_multipliers_add_and_the_sum_is_rounded_up(unit: GroundDraft, total: int) -> None:
    assert ground_price(unit, PLAIN).total == total


@given(st.tuples(*[st.integers(0, 29)] * 4), st.sets(st.sampled_from(["Mobile", "Cloaking", "Wild", "Chameleon"])))
def test_a_price_adds_up_and_grows_with_the_ratings(ratings: tuple[int, int, int, int], abilities: set[str]) -> None:
    unit = custom(*ratings, abilities=tuple(sorted(abilities)))
    found = ground_price(unit, PLAIN)
    assert sum(line.cps for line in found.lines) == found.total
    better = changed(unit, ar_ranged=unit.ar_ranged + 1)
    assert ground_price(better, PLAIN).total >= found.total


@pytest.mark.rule("CW-6.5-10")
def test_natural_chameleons_pay_nothing_on_foot_and_the_full_price_in_suits() -> None:
    vermin = Race("Vermin", "5654", abilities=("Chameleon",))
    on_foot = changed(of("Infantry"), abilities=("Chameleon",))
    in_suits = changed(of("Light Power Armor"), abilities=("Chameleon",))
    assert ground_price(on_foot, PLAIN, vermin).total == 10
    assert ground_price(on_foot, PLAIN, KHAOS).total == 11
    assert ground_price(in_suits, PLAIN, vermin).total == 20


@pytest.mark.rule("CW-6.5-09", "CW-3.1-24")
def test_bodies_add_to_close_combat_for_nothing_but_not_in_vehicles() -> None:
    suits = of("Light Power Armor")
    assert fights(suits, KHAOS) == (6, 7, 3, 3)
    tough = Race("T", "5555", abilities=("Extra Strength +2", "Natural Weapons", "Extra Durability", "Natural Armor"))
    assert fights(of("Infantry"), tough) == (3, 6, 2, 4)
    assert fights(of("Medium Tank"), tough) == (8, 1, 7, 2)
    for name in roster(PLAIN):
        assert ground_price(of(name), PLAIN, tough).total == ground_price(of(name), PLAIN).total
    assert fights(changed(of("Infantry"), android=True), tough) == (3, 3, 2, 2)


@pytest.mark.rule("CW-3.1-44", "CW-3.1-47", "CW-3.1-69")
def test_technologies_and_weakness_change_ratings_without_a_price() -> None:
    known = ("Ground Forces Technology", "Ground Forces: Personal Shields")
    assert fights(of("Marines"), None, known) == (5, 5, 4, 4)
    weak = Race("W", "5555", disadvantages=("Weak",))
    assert fights(of("Heavy Fighter"), weak) == (8, 0, 4, 0)


@pytest.mark.rule("CW-6.5-13")
def test_suicidal_fanatics_trade_defense_for_close_attack_at_no_price() -> None:
    fanatics = changed(of("Militia"), abilities=("Suicidal Fanatic",))
    assert fights(fanatics) == (2, 4, 0, 0)
    assert fights(custom(3, 3, 0, 2, abilities=("suicidal fanatic",))) == (3, 5, 0, 1)
    assert ground_price(fanatics, PLAIN).total == 6


@pytest.mark.rule("CW-6.5-11")
@pytest.mark.parametrize(
    ("name", "generation"),
    [
        ("Medium Tank", 0),
        ("Light Fighter", 0),
        ("Light Power Armor", 1),
        ("Light Power Marine", 1),
        ("Heavy Power Armor", 2),
        ("Heavy Power Marine", 2),
        ("Grav Tank", 2),
        ("Drop Tank", 2),
    ],
)
def test_power_suits_and_flying_tanks_need_their_generation(name: str, generation: int) -> None:
    for level in range(3):
        assert rules(of(name), Builder(generation=level)) == ([] if level >= generation else ["CW-6.5-11"])
    notes = tables(PLAIN)["CW-TAB-GROUND"].cell(name, "notes")
    assert ("first gen" in notes, "second gen" in notes) == (generation == 1, generation == 2)


@pytest.mark.rule("CW-6.5-12")
def test_cloaked_battalions_need_cloaking_technology() -> None:
    hidden = changed(of("Infantry"), abilities=("Cloaking",))
    assert rules(hidden) == ["CW-6.5-12"]
    assert rules(hidden, Builder(("Cloaking Technology",))) == []
    assert ground_price(hidden, PLAIN).total == 12


@pytest.mark.rule("CW-6.5-14")
@pytest.mark.parametrize(
    ("name", "in_gear"),
    [
        ("Marines", True),
        ("Light Power Armor", True),
        ("Heavy Power Marine", True),
        ("Heavy Tank", False),
        ("Light Fighter", False),
    ],
)
def test_crews_leave_their_vehicles_behind_in_close_combat(name: str, in_gear: bool) -> None:
    assert fights_close_in_gear(of(name)) is in_gear


@pytest.mark.rule("CW-6.5-15", "CW-6.5-05")
@pytest.mark.parametrize(
    ("unit", "cargo"),
    [
        (custom(9, 9, 9, 9), 0),
        (custom(8, 1, 7, 1, gear="vehicle"), 1),
        (custom(9, 9, 9, 9, gear="suit"), 1),
        (custom(11, 1, 10, 1, gear="vehicle"), 2),
        (custom(10, 0, 4, 0, gear="aerospace", abilities=("Air Mobile",)), 2),
        (custom(1, 1, 1, 19, gear="vehicle"), 2),
        (custom(20, 1, 1, 1, gear="vehicle"), 3),
        (custom(29, 1, 1, 1, gear="vehicle"), 3),
    ],
)
def test_gear_takes_cargo_bays_by_the_highest_rating(unit: GroundDraft, cargo: int) -> None:
    size = size_of(unit, PLAIN)
    assert (size.barracks, size.cargo, size.total) == (1, cargo, 1 + cargo)
    assert factory_hull(unit, PLAIN) == cargo


@pytest.mark.rule("CW-6.5-15", "CW-6.5-06")
@pytest.mark.parametrize("name", [n for n in roster(PLAIN) if n != "Ground minefield"])
def test_printed_sizes_follow_the_same_rule(name: str) -> None:
    unit = of(name)
    row = tables(PLAIN)["CW-TAB-GROUND"].row(name)
    printed = (int(row["size_barracks"]), int(row["size_cargo"]))
    size, free = size_of(unit, PLAIN), size_of(changed(unit, based_on=""), PLAIN)
    assert (size.barracks, size.cargo) == (free.barracks, free.cargo) == printed


@pytest.mark.rule("CW-6.5-15")
def test_anything_larger_is_no_battalion() -> None:
    assert rules(custom(30, 1, 1, 1, gear="vehicle")) == ["CW-6.5-15"]


@pytest.mark.rule("CW-6.5-16")
def test_gear_takes_factory_hull_and_light_units_none() -> None:
    assert 10 * factory_hull(of("Medium Tank"), PLAIN) == 10
    assert factory_hull(of("Light Power Armor"), PLAIN) == 1
    assert [factory_hull(of(n), PLAIN) for n in ("Militia", "Infantry", "Marines", "Space Marines")] == [0, 0, 0, 0]


@pytest.mark.rule("CW-6.5-02")
def test_the_home_world_has_a_base_of_fifty() -> None:
    assert kit(PLAIN, "training base size") == 50


@pytest.mark.rule("CW-6.5-21")
def test_androids_are_a_technology_and_cost_factory_hull() -> None:
    robots = changed(of("Militia"), android=True)
    assert rules(robots) == ["CW-6.5-21"]
    assert rules(robots, Builder(("Battle Computers III: Androids",))) == []
    assert 20 * factory_hull(robots, PLAIN) == 20


@pytest.mark.rule("CW-6.5-19")
def test_light_units_need_no_technology() -> None:
    for name in ("Militia", "Infantry", "Marines"):
        assert rules(of(name), Builder(generation=0)) == []


@pytest.mark.rule("CW-6.5-28")
def test_wild_units_come_with_a_warning() -> None:
    wild = changed(of("Infantry"), abilities=("Wild",))
    assert [(p.rule, p.refused) for p in check_design(wild, NOBODY, PLAIN)] == [("CW-6.5-28", False)]
    assert approved_design(wild, NOBODY, PLAIN).traits == ("wild",)


@pytest.mark.rule("CW-6.5-26")
def test_starting_forces_come_out_of_the_budget_of_facilities() -> None:
    marines = design_of(of("Marines"), PLAIN)
    start = StartSide("a", "A", 0, KHAOS, "Home", {"M": marines}, facilities=Facilities(garrison={"M": 4}))
    assert facilities_price(start, PLAIN) == 48


@pytest.mark.rule("CW-A-27")
def test_a_ground_minefield_is_eight_cps_flat() -> None:
    mines = of("Ground minefield")
    assert mines.ratings == (0, 8, 0, 0)
    assert ground_price(mines, PLAIN).total == ground_price(mines, FORMULA).total == 8
    assert ground_price(mines, Settings(overrides={"CW-TAB-COMPONENTS/Ground minefield/CP cost": "9"})).total == 9
    assert rules(mines) == []
    assert size_of(mines, PLAIN).barracks == 0


@pytest.mark.rule("CW-A-04")
def test_aerospace_fighters_are_air_mobile_ground_forces_that_may_be_drop_capable() -> None:
    drop = changed(of("Light Fighter"), abilities=("Air Mobile", "Drop Capable"))
    assert rules(drop) == []
    assert ground_price(drop, PLAIN).total == 12
    assert design_of(drop, PLAIN).kind == "ground"
    assert rules(changed(drop, abilities=("Drop Capable",))) == ["CW-A-04"]


def test_bad_input_gets_a_sentence_each() -> None:
    texts = " ".join(
        p.text
        for unit in (
            custom(-1, 1, 1, 1, name=" "),
            custom(0, 0, 0, 0),
            custom(1, 1, 1, 1, abilities=("Flying Carpet", "Mobile", "mobile")),
            custom(1, 1, 1, 1, based_on="Elephants"),
        )
        for p in check_design(unit, SECOND, PLAIN)
    )
    for words in (
        "needs a name",
        "below 0",
        "fights nobody",
        "`Flying Carpet`",
        "Mobile is there twice",
        "`Elephants`",
    ):
        assert words in texts
