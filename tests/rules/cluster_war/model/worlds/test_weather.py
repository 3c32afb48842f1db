"""What rages in a hex: which storms have a force, how the next month's is rolled, and what of it is seen (CW-14.0)."""

from typing import Any

import pytest

from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.places import Weather
from rules.cluster_war.model.state.sides import SeenWeather
from rules.cluster_war.model.worlds.terrain import force_at, hazards_at, next_weather, seen_weather
from rules.dice import ScriptedDice
from rules.values import changed
from tests.rules.cluster_war.build import small, star
from tests.rules.cluster_war.chapters.terrain.skies import ALL

HERE, THERE, EMPTY = "0606", "0707", "0808"


def sky(settings: Settings = ALL, **weather: Any) -> GameState:
    """An ion storm at 0606 and a magnetic one at 0707, and this weather: by "h" and the hex."""
    state = small(systems=[star(HERE, codes=("Ion",)), star(THERE, codes=("Mag",))], settings=settings)
    return changed(state, weather={key[1:]: found for key, found in weather.items()})


@pytest.mark.rule("CW-14.0-09")
def test_a_storm_has_the_force_that_is_on_record_and_all_else_has_none() -> None:
    state = sky(h0606=Weather({"ION": 3}))
    assert force_at(state, HERE, "ION") == 3
    assert [force_at(state, HERE, "MAG"), force_at(state, THERE, "MAG"), force_at(state, EMPTY, "ION")] == [0, 0, 0]


@pytest.mark.rule("CW-14.0-09", "CW-14.0-11")
def test_each_storm_is_a_die_less_one_but_for_those_that_are_fixed() -> None:
    state = sky(h0606=Weather({"ION": 3}))
    dice = ScriptedDice((6, 1))
    keys: list[str] = []

    def under(key: str) -> str:
        keys.append(key)
        return key

    assert next_weather(state, dice, under) == {HERE: Weather({"ION": 5}), THERE: Weather({"MAG": 0})}
    assert keys == ["weather/0606/ION", "weather/0707/MAG"]
    fixed = sky(h0606=Weather({"ION": 3}, ("ION",)), h0707=Weather({}, ("MAG",)))
    assert next_weather(fixed, ScriptedDice((4,)), str) == {
        HERE: Weather({"ION": 3}, ("ION",)),
        THERE: Weather({"MAG": 3}, ("MAG",)),
    }
    assert next_weather(sky(h0808=Weather({"ION": 2})), ScriptedDice((2, 2)), str).get(EMPTY) is None, (
        "nothing is there"
    )
    calm = sky(Settings(), h0606=Weather({"ION": 3}))
    assert next_weather(calm, ScriptedDice(()), str) == calm.weather, "where no terrain is carried out nothing changes"
    assert hazards_at(calm, HERE) == ()


@pytest.mark.rule("CW-14.0-11", "CW-14.0-13")
def test_what_is_seen_is_the_force_and_what_the_map_does_not_show() -> None:
    state = sky(h0606=Weather({"ION": 3}), h0808=Weather({"MAG": 2}, raised=("Mag",)))
    assert hazards_at(state, HERE) == ("ION",)
    assert seen_weather(state, HERE, 4) == SeenWeather(4, {"ION": 3}, ())
    assert seen_weather(state, THERE, 4) == SeenWeather(4, {}, ())
    assert hazards_at(state, EMPTY) == ("MAG",)
    assert seen_weather(state, EMPTY, 4) == SeenWeather(4, {"MAG": 2}, ("MAG",))
