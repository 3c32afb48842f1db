"""What a design changes in the game, as numbers (CW-3.1)."""

import pytest

from rules.cluster_war.chapters.research.projects import research_chance, worth
from rules.cluster_war.model.race_design.effects import (
    Numbers,
    RaceEffects,
    assembled_turn,
    cures,
    disruptor_damage,
    effects_of,
    integrated_week,
    may_regenerate,
    standing_disadvantages,
    traits,
)
from rules.cluster_war.model.race_design.sheet import RaceSheet, SheetEntry
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.worlds.step_codes import steps_for
from rules.cluster_war.turn.setup.presets import preset
from rules.values import changed
from tests.rules.cluster_war.model.race_design.of_sheet import effects

USUAL = Settings()


def having(*entries: str | SheetEntry) -> RaceEffects:
    """The effects of a race with these entries."""
    taken = tuple(e if isinstance(e, SheetEntry) else SheetEntry(e) for e in entries)
    return effects(RaceSheet(name="Folk", entries=taken))


@pytest.mark.parametrize(
    ("entry", "quantity", "once", "twice"),
    [
        pytest.param("Combat Reflexes", "crew_accuracy", 10, 20, marks=pytest.mark.rule("CW-3.1-10")),
        pytest.param("Battle Computers I", "accuracy", 10, 20, marks=pytest.mark.rule("CW-3.1-36")),
        pytest.param("ECM Systems", "enemy_accuracy", -10, -20, marks=pytest.mark.rule("CW-3.1-41")),
        pytest.param("Extra Agility", "small_craft_defense", 5, 10, marks=pytest.mark.rule("CW-3.1-12")),
        pytest.param("Environmental Resistance", "step_reduction", 1, 1, marks=pytest.mark.rule("CW-3.1-11")),
        pytest.param("Extra Intelligence", "research_cps_percent", 10, 20, marks=pytest.mark.rule("CW-3.1-14")),
        pytest.param("Non-academic", "research_chance", -10, -20, marks=pytest.mark.rule("CW-3.1-68")),
        pytest.param("Group Mind I", "espionage_resistance", 30, 60, marks=pytest.mark.rule("CW-3.1-17")),
        pytest.param("Group Mind II", "integration_weeks", 12, 12, marks=pytest.mark.rule("CW-3.1-18")),
        pytest.param("Group Mind III", "takeover_weeks", 1, 1, marks=pytest.mark.rule("CW-3.1-19")),
        pytest.param("Armor Technology", "armor_points", 2, 4, marks=pytest.mark.rule("CW-3.1-35")),
        pytest.param("Beam Weapons Technology", "beam_damage", 1, 2, marks=pytest.mark.rule("CW-3.1-37")),
        pytest.param("Torpedo Weapons Technology", "torpedo_damage", 1, 2, marks=pytest.mark.rule("CW-3.1-37")),
        pytest.param("Missile/Railgun Warhead Technology", "warhead_damage", 1, 2, marks=pytest.mark.rule("CW-3.1-50")),
        pytest.param("Improved Point Defense Batteries", "intercept", 1, 2, marks=pytest.mark.rule("CW-3.1-48")),
        pytest.param("Shield Amplification Technology", "shield_points", 1, 2, marks=pytest.mark.rule("CW-3.1-54")),
        pytest.param("Cloaking Technology", "cloak_percent", 15, 15, marks=pytest.mark.rule("CW-3.1-40")),
    ],
)
def test_an_entry_changes_its_own_number_and_no_other(entry: str, quantity: str, once: int, twice: int) -> None:
    assert having(entry).numbers == changed(Numbers(), **{quantity: once})
    assert having(SheetEntry(entry, 2)).numbers == changed(Numbers(), **{quantity: twice})
    assert having().numbers == Numbers()


@pytest.mark.rule("CW-3.1-50")
def test_a_warhead_of_base_one_does_six_points_after_five_advances() -> None:
    assert 1 + having(SheetEntry("Missile/Railgun Warhead Technology", 5)).numbers.warhead_damage == 6


@pytest.mark.rule("CW-3.1-14")
def test_intelligence_ends_at_forty_per_cent_and_agrees_with_research() -> None:
    assert having(SheetEntry("Extra Intelligence", 9)).numbers.research_cps_percent == 40
    clever = Race("Folk", "5555", abilities=("Extra Intelligence +2",))
    percent = effects_of(clever, ()).numbers.research_cps_percent
    assert worth(55, clever) == 55 * (100 + percent) // 100 == 66


@pytest.mark.rule("CW-3.1-68")
def test_the_non_academic_number_is_what_research_subtracts() -> None:
    plain, dull = Race("Folk", "5555"), Race("Folk", "5555", disadvantages=("Non-academic",))
    lost = research_chance(200, 8, dull, (), USUAL).chance - research_chance(200, 8, plain, (), USUAL).chance
    assert lost == effects_of(dull, ()).numbers.research_chance == -10


@pytest.mark.rule("CW-3.1-11")
def test_the_step_reduction_is_what_colonies_are_priced_with() -> None:
    hardy = Race("Folk", "5555", abilities=("Environmental Resistance",))
    saved = effects_of(hardy, ()).numbers.step_reduction
    assert steps_for(hardy, "5558") == steps_for(Race("Folk", "5555"), "5558") - saved == 2


@pytest.mark.rule("CW-3.1-40", "CW-3.2-02")
def test_cloaks_are_psi_for_psionic_races_and_stealth_for_others() -> None:
    assert having().cloak == ""
    assert having("Cloaking Technology").cloak == "stealth"
    assert having("Cloaking Technology", "Psionic Ability").cloak == "psi"
    vermin = effects(preset("Vermin"))
    assert vermin.cloak == "stealth"
    assert vermin.numbers.cloak_percent == 15
    assert vermin.has("Cloaking Technology")


@pytest.mark.rule("CW-3.1-18", "CW-3.1-19")
def test_group_minds_take_in_the_conquered() -> None:
    first, second = having("Group Mind I"), having("Group Mind I", "Group Mind II")
    assert integrated_week(first, 40) is None
    assert integrated_week(second, 40) == 52
    assert integrated_week(effects(preset("The Dominators")), 40) == 41
    slower = Settings(overrides={"CW-TAB-RACE-NUMBERS/Group Mind II/integration_weeks/amount": "20"})
    sheet = RaceSheet(entries=(SheetEntry("Group Mind I"), SheetEntry("Group Mind II")))
    assert integrated_week(effects(sheet, slower), 40) == 60


@pytest.mark.rule("CW-3.1-22")
def test_psionics_are_recorded_by_level() -> None:
    assert not having().has("Psionic Ability")
    assert having(SheetEntry("Psionic Ability", 3)).owned["Psionic Ability"] == 3


@pytest.mark.rule("CW-3.1-33")
def test_each_survey_bought_is_one_sector() -> None:
    assert effects(preset("Oolab")).owned["Sector Survey"] == 1
    assert having(SheetEntry("Sector Survey", 2)).owned["Sector Survey"] == 2
    assert not having().has("Sector Survey")


@pytest.mark.rule("CW-3.1-38", "CW-3.1-49")
def test_variants_and_scanners_are_owned_or_not() -> None:
    race = having("Beam Weapons: Meson Weapons", "Long-Range Scanners: Cloaked ship detection")
    assert race.has("Beam Weapons: Meson Weapons")
    assert not race.has("Beam Weapons: Heat Weapons")
    assert not race.has("Beam Weapons: Meson Weapons", 2)
    assert race.has("Long-Range Scanners: Cloaked ship detection")
    assert not race.has("Long-Range Scanners: Warp Point detection")
    assert having("Long-Range Scanners: Warp Point detection").has("Long-Range Scanners: Warp Point detection")
    assert race.numbers == Numbers(), "a variant has no numbers of its own here"


@pytest.mark.rule("CW-3.1-39")
def test_disruptors_double_against_shields_and_spare_components() -> None:
    assert disruptor_damage(3, "shields") == 6
    assert disruptor_damage(3, "components") == 0


@pytest.mark.rule("CW-3.1-51")
def test_modules_are_put_together_in_the_turn_after() -> None:
    assert assembled_turn(having("Modular Construction"), 7) == 8
    assert assembled_turn(having(), 7) is None


@pytest.mark.rule("CW-3.1-52")
def test_what_regenerates_and_what_does_not() -> None:
    race = having("Regenerating Armor", "Regenerating Shields")
    assert may_regenerate(race, "armor", biological=True, destroyed=False)
    assert not may_regenerate(race, "armor", biological=False, destroyed=False)
    assert not may_regenerate(race, "armor", biological=True, destroyed=True)
    assert may_regenerate(race, "shield", biological=False, destroyed=False)
    assert not may_regenerate(race, "shield", biological=False, destroyed=True)
    assert not may_regenerate(having("Regenerating Armor"), "shield", biological=False, destroyed=False)
    assert not may_regenerate(having("Regenerating Shields"), "armor", biological=True, destroyed=False)


@pytest.mark.rule("CW-3.1-66", "CW-3.1-81")
def test_disadvantages_end_with_their_technology() -> None:
    race = Race("Folk", "5555", disadvantages=("Free Society", "Non-academic", "Low Industry", "Blind", "Shy"))
    assert effects_of(race, ()).disadvantages == race.disadvantages
    assert effects_of(race, ("Social Cohesion", "Overcome Shy")).disadvantages == (
        "Non-academic",
        "Low Industry",
        "Blind",
    )
    cured = effects_of(race, ("Academic Reform", "Overcome Blind"))
    assert cured.numbers.research_chance == 0
    assert not cured.has("Non-academic")
    assert cures("Low Industry") == ()
    assert standing_disadvantages(race, ("Overcome Low Industry",)) == race.disadvantages


def test_traits_are_read_by_name_level_and_bracket() -> None:
    assert traits(("Extra Strength +2", "Extra Strength", "Micro jump (leap)", "Warp (fast) +3")) == {
        "Extra Strength": 3,
        "Micro jump": 1,
        "Warp": 3,
    }
