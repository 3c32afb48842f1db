"""A game is made from its scenario as it is kept: whoever holds the capsule makes the very same cluster of the first seed."""

from pathlib import Path

import pytest

from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import Scenario, load_scenario
from storage.codec import decode_value, encode_state, encode_value, from_document, to_document, unpack
from umpire.campaign.turn.adjudication import make_game

SCENARIOS = sorted((Path(__file__).parents[4] / "scenarios").glob("*.toml"))
SEED = bytes(range(32))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_saved_scenario_makes_the_very_same_game(path: Path) -> None:
    scenario = load_scenario(path)
    saved = decode_value(dict, encode_value(to_document(scenario)))
    again = new_game(from_document(Scenario, saved), SEED)
    assert unpack(make_game(scenario, SEED)) == encode_state(again)
