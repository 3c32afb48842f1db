"""Reading scenarios: every shipped one is whole, and whatever is wrong in one is said in a sentence."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.cluster_war.turn.setup.scenario import load_scenario, read_scenario
from rules.cluster_war.turn.setup.start_kit import check_scenario
from rules.values import GameError

FOLDER = Path(__file__).parents[5] / "scenarios"


def smallest() -> dict[str, Any]:
    """A scenario with one side and nothing that could be left out."""
    return {
        "id": "tiny",
        "name": "Tiny",
        "blurb": "One empire.",
        "side": [{"id": "ours", "name": "Ours", "colour": "#102030", "race": "Humans", "home_name": "Home"}],
    }


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda p: p.stem)
def test_every_shipped_scenario_can_be_read_and_keeps_to_the_rules(path: Path) -> None:
    scenario = load_scenario(path)
    check_scenario(scenario)
    assert scenario.id == path.stem
    assert scenario.name
    assert scenario.blurb
    assert len({side.colour for side in scenario.sides}) == len(scenario.sides)
    for side in scenario.sides:
        assert len({d.name for d in side.designs.values()}) == len(side.designs)
        assert len({f.name for f in side.fleets}) == len(side.fleets)


def test_a_scenario_needs_few_words() -> None:
    scenario = read_scenario(smallest())
    assert scenario.sides[0].colour == 0x102030
    assert scenario.sides[0].race.home_step == "5555"
    assert scenario.sides[0].technologies == ("Missile Engine Technology",)
    assert (scenario.turn, scenario.map, scenario.settings.sectors_across) == (1, "generated", 7)


def test_reading_does_not_change_what_was_parsed() -> None:
    data = smallest()
    read_scenario(data)
    assert data == smallest()


def wrong(change: Callable[[dict[str, Any], dict[str, Any]], object]) -> dict[str, Any]:
    """The smallest scenario with something changed in it or in its side."""
    data = smallest()
    change(data, data["side"][0])
    return data


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda d, s: d.pop("name"), "`name` of the top must be a text"),
        (lambda d, s: d.update(id="Big Game"), "`id` of the top must be a short lower-case word"),
        (lambda d, s: d.update(turn=0), "`turn` of the top must be a whole number from 1"),
        (lambda d, s: d.update(turn="7"), "whole number"),
        (lambda d, s: d.update(turn=True), "whole number"),
        (lambda d, s: d.update(map="round"), "one of generated, empty"),
        (lambda d, s: d.update(colour="red"), "field `colour` that means nothing"),
        (lambda d, s: d.update(side=[]), "1 to 10 sides; this scenario has 0"),
        (lambda d, s: d.update(side=[{**s, "id": f"s{n}"} for n in range(11)]), "this scenario has 11"),
        (lambda d, s: d.update(side=[s, s]), "same id"),
        (lambda d, s: d.update(side={}), "must be a list of tables"),
        (lambda d, s: d.update(side=["ours"]), "must be a table of fields"),
        (lambda d, s: d.update(settings=3), "must be a table of fields"),
        (lambda d, s: d.update(settings={"overrides": {"CW-TAB-SSD/1/1G": 3}}), "table of texts"),
        (lambda d, s: d.update(settings={"sector_density": {"1,1": "2"}}), "table of whole numbers"),
        (lambda d, s: d.update(home_stars="G"), "list of texts"),
        (lambda d, s: d.update(trade=[{"side": "x", "name": "X", "gross": 1}]), "a side x that it does not have"),
        (
            lambda d, s: d.update(system=[{"hex": "2525", "body": [{"orbit": 1, "step": "55", "max_cp": 9}]}]),
            "STEP code",
        ),
        (lambda d, s: s.update(colour="blue"), "a colour like"),
        (lambda d, s: s.update(race="Elves"), "`Elves` is not a printed race"),
        (lambda d, s: s.update(designs=[]), "`designs` that means nothing"),
        (lambda d, s: s.update(garrison={"GG": 1}), "a design GG that it does not have"),
        (lambda d, s: s.update(fleet=[{"name": "A", "ships": {"GG": 1}}]), "a design GG that it does not have"),
        (lambda d, s: s.update(fleet=[{"name": "A", "ships": {"GG": -1}}]), "table of whole numbers"),
        (
            lambda d, s: s.update(design=[{"id": "A", "name": "A", "hull": 1, "cost": 1, "drive": "1/0"}]),
            "a number like 3",
        ),
        (lambda d, s: s.update(design=[{"id": "A", "name": "A", "hull": 1, "cost": 1, "kind": "moon"}]), "one of ship"),
        (lambda d, s: s.update(design=[{"id": "A", "name": "A", "hull": 1, "cost": 1}] * 2), "Two designs of Ours"),
        (lambda d, s: s.pop("race"), "`name` of species of side 1"),
    ],
)
def test_what_is_wrong_in_a_scenario_is_said(change: Callable[..., object], says: str) -> None:
    with pytest.raises(GameError) as refused:
        read_scenario(wrong(change))
    assert says in str(refused.value)


def test_a_file_that_is_no_toml_is_refused(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("id = ", encoding="utf-8")
    with pytest.raises(GameError, match=r"broken\.toml is not written as TOML"):
        load_scenario(broken)


def test_species_of_our_own_can_be_described() -> None:
    data = smallest()
    side = data["side"][0]
    side.pop("race")
    side["species"] = {"name": "Owls", "home_step": "46x5", "abilities": ["Flight"]}
    race = read_scenario(data).sides[0].race
    assert (race.name, race.home_step, race.abilities) == ("Owls", "46X5", ("Flight",))


@pytest.mark.rule("CW-6.3-03")
def test_small_craft_are_two_to_ten_tenth_scale_spaces() -> None:
    data = tomllib.loads((FOLDER / "duel_small.toml").read_text(encoding="utf-8"))
    craft = next(d for d in data["side"][0]["design"] if d.get("kind") == "small_craft")
    craft["hull"] = 11
    with pytest.raises(GameError, match="gunboats 6 to 10") as refused:
        check_scenario(read_scenario(data))
    assert refused.value.rule is not None


@pytest.mark.parametrize("percent", [25, 400])
def test_a_scenario_may_give_a_side_a_handicap(percent: int) -> None:
    scenario = read_scenario({**smallest(), "settings": {"handicaps": {"ours": percent}}})
    assert scenario.settings.handicaps == {"ours": percent}


@pytest.mark.parametrize(
    ("handicaps", "says"),
    [
        ({"theirs": 125}, "names a side .theirs.*ours"),
        ({"ours": 24}, "25 to 400 per cent of production, not 24"),
        ({"ours": 401}, "25 to 400 per cent of production, not 401"),
        ({"ours": 1.5}, "handicaps"),
    ],
)
def test_a_handicap_of_nobody_or_without_measure_is_refused(handicaps: dict[str, Any], says: str) -> None:
    with pytest.raises(GameError, match=says):
        read_scenario({**smallest(), "settings": {"handicaps": handicaps}})
