"""What psionic abilities there are and which a race has (CW-15.0-01 to -04, -11, -17; CW-15.1-01, -02, -09)."""

import pytest

from rules.cluster_war.model.psionics.abilities import (
    SCALES,
    abilities_of,
    ability_named,
    all_abilities,
    has_ability,
    is_immune,
    race_entry,
    racial_abilities,
)
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.sides import Race
from rules.values import changed

SEERS = Race(
    "Seers", "5555", abilities=("Psionic Ability +3", "Psionic Ability: Screaming", "Psionic Ability: Cloaking")
)


@pytest.mark.rule("CW-15.1-01", "CW-15.1-02")
def test_abilities_have_levels_and_only_the_third_needs_the_game_master() -> None:
    known = all_abilities()
    by_level = {level: {a.id for a in known.values() if a.level == level} for level in (1, 2, 3)}
    assert by_level[1] == {"combat-precognition", "dowsing", "postcognition", "precognition", "telepathy"}
    assert by_level[3] == {"slaver", "vampire", "witch", "zombie"}
    assert {a.id for a in known.values() if a.needs_approval()} == by_level[3]
    assert len(known) == 16


@pytest.mark.rule("CW-15.0-11")
def test_each_ability_has_its_scale_and_single_officers_are_the_third() -> None:
    assert SCALES == ("racial", "unit", "individual")
    known = all_abilities()
    assert known["harmonizing"].scales == ("racial",)
    assert known["shadow"].scales == ("unit",)
    assert known["screaming"].scales == ("racial", "unit")
    assert racial_abilities(SEERS) == ("telepathy",)
    whole = changed(SEERS, abilities=("Psionic Ability +2", race_entry(known["screaming"], racial=True)))
    assert racial_abilities(whole) == ("telepathy", "screaming")


@pytest.mark.rule("CW-15.0-02", "CW-15.1-09")
def test_the_trait_brings_telepathy_along_and_nothing_is_had_without_it() -> None:
    assert abilities_of(Race("Plain", "5555")) == ()
    assert abilities_of(Race("New", "5555", abilities=("Psionic Ability",))) == ("telepathy",)
    assert abilities_of(SEERS) == ("telepathy", "cloaking", "screaming")
    assert abilities_of(Race("Old", "5555", abilities=("Psionic Ability 2 (empathy; dowsing)",))) == (
        "dowsing",
        "telepathy",
    )
    assert abilities_of(Race("Plain", "5555"), ("Psionic Ability: Dowsing", "Psionic Shield")) == (
        "dowsing",
        "telepathy",
    )
    assert abilities_of(Race("", ""), ("Psionic Ability: Slaver",)) == ("telepathy", "slaver")
    assert has_ability(SEERS, "screaming")
    assert not has_ability(SEERS, "zombie")


@pytest.mark.rule("CW-15.0-01")
def test_without_psionics_in_the_campaign_nobody_has_any() -> None:
    assert abilities_of(SEERS, settings=Settings(psionics=False)) == ()
    assert Settings().psionics


@pytest.mark.rule("CW-15.0-17")
def test_machines_never_have_psionic_abilities() -> None:
    assert abilities_of(changed(SEERS, biology="Mechanized Humanoid")) == ()
    assert abilities_of(changed(SEERS, biology="Terrestrial Humanoid"))


@pytest.mark.rule("CW-15.0-04")
def test_a_race_is_immune_when_its_record_says_so() -> None:
    assert is_immune(changed(SEERS, abilities=("Immune to Psionics",)))
    assert not is_immune(SEERS)


@pytest.mark.parametrize(
    ("text", "ability"),
    [
        ("combat precognition", "combat-precognition"),
        ("Psi Combat Precognition", "combat-precognition"),
        ("psi:combat-precognition", "combat-precognition"),
        ("racial screaming", "screaming"),
        ("Screaming (racial)", "screaming"),
        ("empathy", "telepathy"),
        ("levitation", None),
    ],
)
def test_abilities_are_named_in_every_way_players_write(text: str, ability: str | None) -> None:
    found = ability_named(text)
    assert (found.id if found else None) == ability
