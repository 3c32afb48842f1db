"""Worlds in words."""

import pytest

from rules.cluster_war.state.settings import Settings
from rules.cluster_war.worlds.climate import describe_world, seas, unrest
from rules.errors import GameError

PLAIN = Settings()


@pytest.mark.rule("CW-2.1-03", "CW-B-46")
@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("5555", "mild world, normal air, living"),
        ("0000", "frozen rubble, vacuum air, dead"),
        ("XXXX", "molten giant, extreme air, extreme"),
        ("4579", "mild small world, hostile air, volcanic"),
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
def test_low_planet_codes_are_inert_five_lives_high_ones_shake() -> None:
    assert [unrest(code) for code in "0456789X"] == [
        "inert",
        "inert",
        "living",
        "wet",
        "restless",
        "restless",
        "restless",
        "restless",
    ]


def test_what_is_no_code_is_refused() -> None:
    with pytest.raises(GameError):
        describe_world("55Y5", PLAIN)
