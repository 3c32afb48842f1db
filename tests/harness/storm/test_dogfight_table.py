"""The table of what decides dogfights: the same from the same seeds, and its goals are looked at."""

from harness.storm.dogfight_table import SCENARIO_NAMES, flown, measured, mirrored, missed


def test_a_table_has_every_scenario_and_is_the_same_again() -> None:
    assert set(measured(1, 3)) == {*SCENARIO_NAMES, "mirrored"}
    assert flown("night", "even", range(1, 3)) == flown("night", "even", range(1, 3))


def test_mirrored_fights_have_like_jets_and_change_places_by_turns() -> None:
    odd, even = (mirrored(seed, "hard", "easy").jets for seed in (1, 2))
    assert {jet.type for jet in odd.values()} == {"Generic fighter"}
    assert odd["P1"].attention == even["B1"].attention > odd["B1"].attention == even["P1"].attention


def test_what_misses_its_goal_is_named() -> None:
    assert missed({"night": {"fuel": 20.0, "kills": 80.0}, "mirrored": {"hard over easy": 71.0}}) == ["night: fuel 20"]
