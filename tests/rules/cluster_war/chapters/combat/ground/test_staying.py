"""Armies that stay: supplies, reorganising, garrisons, crews (CW-9.3-41 to 46, 64 to 74)."""

import pytest

from rules.cluster_war.chapters.combat.ground.upkeep import (
    check_same_type,
    crew_battalions,
    duties,
    garrison_needed,
    garrisons,
    is_conquered,
    is_supplied,
    may_garrison,
    refill_cost,
    reorganise_teams,
    stress_after,
    stress_fails,
    weeks_unsupplied,
)
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.war import City, city_cps, rebel_cps
from rules.values import IllegalOrderError, Roll

PLAIN = Settings()
THREE = (City("A", "0101"), City("B", "0201"), City("C", "0301"))


@pytest.mark.rule("CW-9.3-43", "CW-9.3-44", "CW-9.3-45")
def test_an_army_lives_four_weeks_on_what_it_carries_and_then_tires() -> None:
    assert [weeks_unsupplied(1, week, PLAIN) for week in (1, 4, 5, 6, 9, 13)] == [0, 0, 0, 1, 4, 8]
    assert [stress_after(weeks, PLAIN) for weeks in (0, 3, 4, 7, 8, 12)] == [0, 0, 10, 10, 20, 30]
    assert stress_fails(Roll("k", 100, (20,)), 20)
    assert not stress_fails(Roll("k", 100, (21,)), 20)
    assert is_supplied(freighter=True, captured_city=False)
    assert is_supplied(freighter=False, captured_city=True)
    assert not is_supplied(freighter=False, captured_city=False)


@pytest.mark.rule("CW-9.3-64", "CW-9.3-65")
def test_teams_are_put_together_within_a_type() -> None:
    assert reorganise_teams((8, 8, 9)) == (5, 10, 10)
    assert reorganise_teams((4, 5)) == (0, 9)
    assert reorganise_teams((7,)) == (7,)
    check_same_type(("HTK", "HTK"))
    with pytest.raises(IllegalOrderError):
        check_same_type(("HTK", "MTK"))
    assert refill_cost(Design("HTK", "Heavy Tank", "ground", 3, 25), 5) == 13


@pytest.mark.rule("CW-9.3-41", "CW-9.3-42")
def test_a_world_is_conquered_when_no_defender_is_left_that_counts() -> None:
    assert is_conquered(0)
    assert not is_conquered(1)
    assert is_conquered(1, declared=True)


@pytest.mark.rule("CW-9.3-66", "CW-9.3-68", "CW-9.3-69", "CW-9.3-70")
def test_garrisons_by_attitude_and_size_of_city() -> None:
    wanted = {
        "Pacifism": 0,
        "Peaceful": 0,
        "Neutral": 0,
        "Belligerent": 0,
        "Xenophobic, Neutral": 0,
        "Belligerent, Xenophobic": 0,
        "Hostile": 1,
        "Very Hostile": 1,
        "Hostile, Xenophobic": 2,
        "Xenophobic": 2,
        "Totally Xenophobic": 2,
    }
    assert {words: garrison_needed(words, PLAIN) for words in wanted} == wanted
    assert garrisons(THREE, 30, "Hostile", PLAIN) == {"A": 1, "B": 1, "C": 1}
    assert sum(garrisons(THREE, 30, "Hostile, Xenophobic", PLAIN).values()) == 6
    assert garrisons((City("A", "0101"),), 9, "Hostile", PLAIN) == {"A": 0}
    assert garrisons((City("A", "0101", 3), City("B", "0201", 1)), 36, "Hostile", PLAIN) == {"A": 1, "B": 0}


@pytest.mark.rule("CW-9.3-71", "CW-9.3-72")
def test_a_city_without_its_garrison_rebels_and_yields_nothing() -> None:
    found = duties(THREE, {"A": 1, "B": 1, "C": 1}, {"B": 1}, 1)
    assert [(d.there, d.rebels) for d in found] == [(1, False), (1, False), (0, True)]
    assert city_cps(THREE, 40) == {"A": 13, "B": 13, "C": 14}
    assert rebel_cps((City("A", "0101", rebels=True),), 40) == 40
    assert rebel_cps(THREE, 40) == 0


@pytest.mark.rule("CW-9.3-73", "CW-9.3-74")
def test_crews_count_as_garrison_and_ships_hold_coastal_cities_alone() -> None:
    assert [crew_battalions(hull, PLAIN) for hull in (30, 9, 19)] == [3, 0, 1]
    assert may_garrison(at_sea=True, coastal=True)
    assert not may_garrison(at_sea=True, coastal=False)
    assert may_garrison(at_sea=False, coastal=False)
