"""Worlds in words."""

import pytest

from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.worlds.step_codes import describe_world, seas
from rules.values import GameError

PLAIN = Settings()


@pytest.mark.rule("CW-2.1-03", "CW-B-46")
@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("5555", "mild world, normal air, living, active crust"),
        ("0000", "frozen rubble, vacuum air, dead, inert crust"),
        ("XXXX", "molten giant, extreme air, extreme, restless crust"),
        ("4579", "mild small world, hostile air, volcanic, restless crust"),
    ],
)
def test_a_code_reads_as_words(step: str, words: str) -> None:
    assert describe_world(step, PLAIN) == words


@pytest.mark.rule("CW-B-48")
def test_water_worlds_are_swamp_ocean_or_ice_by_their_heat() -> None:
    assert describe_world("5656", PLAIN).endswith("water: swamps and shallow seas")
    assert describe_world("5556", PLAIN).endswith("water: oceans")
    assert describe_world("5456", PLAIN).endswith("water: ice, with open water round the equator")
    assert [seas(h) for h in "0123"] == ["ice through and through"] * 4
    assert seas("7") == "steam"


@pytest.mark.rule("CW-B-46")
def test_low_planet_codes_are_inert_five_is_active_high_ones_shake() -> None:
    told = {code: describe_world(f"555{code}", PLAIN).rpartition(", ")[2] for code in "045789X"}
    assert told == {
        "0": "inert crust",
        "4": "inert crust",
        "5": "active crust",
        **dict.fromkeys("789X", "restless crust"),
    }
    assert "crust" not in describe_world("5556", PLAIN)


def test_what_is_no_code_is_refused() -> None:
    with pytest.raises(GameError):
        describe_world("55Y5", PLAIN)
