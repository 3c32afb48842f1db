"""What a race may put into a design (CW-3.1-36 to CW-3.1-79)."""

import pytest

from rules.cluster_war.model.race_design.effects import (
    RaceEffects,
    effects_of,
    feature_problems,
    fires_at_one_target,
    needs_crew_quarters,
)
from rules.cluster_war.model.race_design.in_play import notes_in_play
from rules.cluster_war.model.race_design.sheet import RaceSheet, SheetEntry
from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.state.sides import Race
from tests.rules.cluster_war.model.race_design.of_sheet import effects

BC3 = "Battle Computers III: Androids"


def having(*entries: str | SheetEntry) -> RaceEffects:
    """The effects of a race with these entries."""
    taken = tuple(e if isinstance(e, SheetEntry) else SheetEntry(e) for e in entries)
    return effects(RaceSheet(name="Folk", entries=taken))


def refused(race: RaceEffects, *features: str) -> list[str]:
    """The rules that refuse these features, in order."""
    return [finding.rule for finding in feature_problems(race, features)]


@pytest.mark.parametrize(
    ("feature", "technology", "rule"),
    [
        pytest.param("crewless ship", "Battle Computers II: Artificial Intelligence", "CW-3.1-36",
                     marks=pytest.mark.rule("CW-3.1-36")),
        pytest.param("autonomous unit", "Battle Computers II: Artificial Intelligence", "CW-3.1-36",
                     marks=pytest.mark.rule("CW-3.1-36")),
        pytest.param("android crew", BC3, "CW-3.1-36", marks=pytest.mark.rule("CW-3.1-36")),
        pytest.param("combat androids", BC3, "CW-3.1-36", marks=pytest.mark.rule("CW-3.1-36")),
        pytest.param("cloaking system", "Cloaking Technology", "CW-3.1-40", marks=pytest.mark.rule("CW-3.1-40")),
        pytest.param("fighter FTL drive", "Fighter FTL Technology", "CW-3.1-42", marks=pytest.mark.rule("CW-3.1-42")),
        pytest.param("continental siege unit", "Ground Forces: Continental Siege Units", "CW-3.1-45",
                     marks=pytest.mark.rule("CW-3.1-45")),
        pytest.param("hull module", "Modular Construction", "CW-3.1-51", marks=pytest.mark.rule("CW-3.1-51")),
        pytest.param("regenerating armor", "Regenerating Armor", "CW-3.1-52", marks=pytest.mark.rule("CW-3.1-52")),
        pytest.param("resistant armor", "Resistant Armor", "CW-3.1-53", marks=pytest.mark.rule("CW-3.1-53")),
        pytest.param("warp point scanner", "Long-Range Scanners: Warp Point detection", "CW-3.1-49",
                     marks=pytest.mark.rule("CW-3.1-49")),
        pytest.param("beam shield disruptor", "Beam Weapons: Shield Disruptor", "CW-3.1-39",
                     marks=pytest.mark.rule("CW-3.1-39")),
    ],
)  # fmt: skip
def test_a_feature_needs_its_technology(feature: str, technology: str, rule: str) -> None:
    (problem,) = feature_problems(having(), [feature.title()])
    assert problem.rule == rule
    assert technology in problem.text
    assert refused(having(technology), feature) == []


@pytest.mark.rule("CW-3.1-43")
def test_full_shields_on_fighters_need_the_second_level() -> None:
    one, two = (having(SheetEntry("Fighter Shield Technology", level)) for level in (1, 2))
    assert refused(having(), "fighter partial shield") == ["CW-3.1-43"]
    assert refused(one, "fighter partial shield") == []
    assert refused(one, "fighter full shield") == ["CW-3.1-43"]
    assert refused(two, "fighter full shield", "fighter partial shield") == []


@pytest.mark.parametrize(
    ("given_up", "feature", "cure", "rule"),
    [
        pytest.param("No Armor", "ablative armor", "Armor", "CW-3.1-73",
                     marks=pytest.mark.rule("CW-3.1-72", "CW-3.1-73")),
        pytest.param("No Point Defense Batteries", "point defense battery", "Point Defense Batteries", "CW-3.1-74",
                     marks=pytest.mark.rule("CW-3.1-72", "CW-3.1-74")),
        pytest.param("No Beam Weapons", "beam weapon", "Beam Weapons", "CW-3.1-75",
                     marks=pytest.mark.rule("CW-3.1-72", "CW-3.1-75")),
        pytest.param("No Minefields", "mine launcher", "Minefields", "CW-3.1-76",
                     marks=pytest.mark.rule("CW-3.1-72", "CW-3.1-76")),
        pytest.param("No Missile Technology", "missile launcher", "Missile Technology", "CW-3.1-77",
                     marks=pytest.mark.rule("CW-3.1-72", "CW-3.1-77")),
        pytest.param("No Railguns/Mass Drivers", "rail gun", "Railguns/Mass Drivers", "CW-3.1-78",
                     marks=pytest.mark.rule("CW-3.1-72", "CW-3.1-78")),
    ],
)  # fmt: skip
def test_what_was_given_up_is_refused_until_learned(given_up: str, feature: str, cure: str, rule: str) -> None:
    race = Race("Folk", "5555", disadvantages=(given_up,))
    assert refused(effects_of(race, ()), feature) == [rule]
    assert refused(effects_of(race, (cure,)), feature) == []
    assert refused(effects_of(race, (f"Overcome {given_up}",)), feature) == []
    assert refused(having(), feature) == []


@pytest.mark.parametrize(
    ("given_up", "features"),
    [
        pytest.param("No Armor", 3, marks=pytest.mark.rule("CW-3.1-73")),
        pytest.param("No Point Defense Batteries", 2, marks=pytest.mark.rule("CW-3.1-74")),
        pytest.param("No Minefields", 5, marks=pytest.mark.rule("CW-3.1-76")),
        pytest.param("No Missile Technology", 4, marks=pytest.mark.rule("CW-3.1-77")),
    ],
)
def test_every_kind_of_what_was_given_up_is_refused(given_up: str, features: int) -> None:
    row = tables(Settings())["CW-TAB-TECH-DISADV"].row(given_up)
    listed = row["refuses"].split("; ")
    race = having(given_up)
    assert len(listed) == features
    for feature in listed:
        assert row["rule"] in refused(race, feature)


@pytest.mark.rule("CW-3.1-79")
def test_without_multi_targeting_all_fire_goes_at_one_target_but_point_defence() -> None:
    assert fires_at_one_target(having("No Multi-targeting"))
    assert not fires_at_one_target(having())
    learned = effects_of(Race("Folk", "5555", disadvantages=("No Multi-targeting",)), ("Multi-targeting",))
    assert not fires_at_one_target(learned)
    told = [n.text for n in notes_in_play(Race("Folk", "5555", disadvantages=("No Multi-targeting",)), ())]
    assert "All fire of a unit goes at one target a combat round; point defense is free." in told


@pytest.mark.rule("CW-3.1-36")
def test_androids_need_no_quarters() -> None:
    chain = having("Battle Computers I", "Battle Computers II: Artificial Intelligence", BC3)
    assert not needs_crew_quarters(chain, android_crew=True)
    assert needs_crew_quarters(chain, android_crew=False)
    assert needs_crew_quarters(having(), android_crew=True)
