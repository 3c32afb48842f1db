"""Races of the game master's in a scenario: what its table may leave out, and the records that set-up makes (CW-19.0)."""

from typing import Any

import pytest

from rules.cluster_war.model.state.npr import Npr, NprColony
from rules.cluster_war.turn.setup.starting_places import StartNpr, home_system, place, read_npr, salt, with_nprs
from rules.scenario_fields import Fields
from rules.values import GameError, changed
from tests.rules.cluster_war.build import DICE, body, small, star

STARS = ("G",)
HEXES = ("0505", "0510", "0515", "1005", "1010", "1015", "1505", "1510", "1515")


def read(**more: Any) -> StartNpr:
    return read_npr(Fields({"name": "The Hive", **more}, "another race"))


@pytest.mark.rule("CW-19.0-16")
def test_a_race_needs_a_name_and_the_rest_is_usual_unless_it_is_said() -> None:
    usual = StartNpr("The Hive", 300, "", "Neutral", "steady", "", 0x9A9A9A, (), (), "", "", "")
    assert read() == usual == StartNpr("The Hive")
    assert usual.id == "the-hive"
    full = {
        "gross": 20, "home": "1010", "attitude": "Warlike", "pace": "fast", "home_step": "3373", "colour": "#112233",
        "technologies": ["Beams"], "goals": ["Shields"], "culture": "weavers", "story": "old", "notes": "hologram",
    }  # fmt: skip
    assert read(**full) == StartNpr(
        "The Hive",
        20,
        "1010",
        "Warlike",
        "fast",
        "3373",
        0x112233,
        ("Beams",),
        ("Shields",),
        "weavers",
        "old",
        "hologram",
    )
    with pytest.raises(GameError, match="STEP"):
        read(home_step="33")


@pytest.mark.rule("CW-19.0-16", "CW-19.0-20")
def test_a_race_of_a_scenario_has_taken_all_turns_before_the_first() -> None:
    state = small(systems=[star("1010", body(1), body(2, "3333"))], turn=5)
    bare = StartNpr(
        "The Hive", 400, culture="weavers", story="old", notes="queen", technologies=("Beams",), goals=("A",)
    )
    made = with_nprs(state, (bare,), {"the-hive": "1010"}, 1000, DICE)
    assert made.nprs == {
        "the-hive": Npr(
            "the-hive", "The Hive", "1010", 400, territory=("1010",), colonies=(NprColony("1010", 1, "The Hive home"),),
            technologies=("Beams",), goals=("A",), culture="weavers", story="old", notes="queen", advanced=4,
            settled_at=400, salt=salt(DICE, "npr/the-hive"),
        )
    }  # fmt: skip
    assert made.cluster == state.cluster, "nobody's world is remade where no STEP code is given"
    assert len(made.nprs["the-hive"].salt) == 16
    assert salt(DICE, "x", 4) == salt(DICE, "x", 4) != salt(DICE, "y", 4)
    assert set(salt(DICE, "x", 200)) == set("0123456789abcdef")


@pytest.mark.rule("CW-19.0-15")
def test_its_home_is_made_perfect_where_its_step_code_is_given() -> None:
    state = small(systems=[star("1010", body(1, "5555", 80, index=50))])
    made = with_nprs(state, (StartNpr("Frost", home_step="5255"),), {"frost": "1010"}, 700, DICE)
    (world,) = made.cluster.systems["1010"].bodies
    assert (world.orbit, world.step, world.max_cp) == (1, "5255", 700)
    assert made.nprs["frost"].home_step == "5255"


def test_two_races_of_one_name_and_a_home_without_a_planet_are_refused() -> None:
    state = small(systems=[star("1010", body(1)), star("1111"), star("1212", body(1))])
    two = (StartNpr("Hive"), StartNpr("hive"))
    with pytest.raises(GameError, match=r"^Two races of the scenario are called hive\.$"):
        with_nprs(state, two, {"hive": "1010"}, 1000, DICE)
    for home in ("1111", "1313"):
        with pytest.raises(GameError, match=rf"^Hive cannot begin in {home}: there is no planet there\.$"):
            with_nprs(state, (StartNpr("Hive"),), {"hive": home}, 1000, DICE)
    assert home_system(state.cluster, "Hive", "1010") == state.cluster.systems["1010"]


@pytest.mark.rule("CW-19.0-14")
def test_homes_that_are_given_stay_and_the_others_keep_away_from_all_of_them() -> None:
    cluster = small(systems=[star(h, body(1)) for h in HEXES], homes=False).cluster
    others = (StartNpr("Ants", home="0505"), StartNpr("Bees"))
    mine, theirs = place(cluster, {"a": "0510", "b": ""}, others, STARS, "spread")
    assert (mine, theirs) == (("1505",), {"ants": "0505", "bees": "1515"})
    mine, theirs = place(cluster, {"a": "0510", "b": ""}, others, STARS, "gaps")
    assert (mine, theirs) == (("1515",), {"ants": "0505", "bees": "1505"})
    mine, _ = place(cluster, {"a": "", "b": ""}, (), STARS, "corners")
    assert mine == ("0505", "1515")
    mine, theirs = place(cluster, {"a": "", "b": ""}, (StartNpr("Bees"),), STARS, "near")
    assert (mine, theirs) == (("1010", "0510"), {"bees": "1505"})
    mine, _ = place(cluster, {"a": "", "b": ""}, (), STARS, "spread", ("0505", "0510"))
    assert mine == ("0505", "0510"), "players among these hexes alone"
    mine, _ = place(cluster, {"a": "", "b": ""}, (), STARS, "gaps", ("0505", "0510"))
    assert mine == ("0505", "0510")
    with pytest.raises(GameError, match="9999"):
        place(cluster, {"a": ""}, (changed(others[0], home="9999"),), STARS, "spread")
