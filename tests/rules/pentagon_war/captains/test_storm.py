"""Captains left to themselves: a few random battles of the thousands that `make storm` plays, and a small tournament."""

import pytest

from harness.storm import battles as storm
from harness.storm.battles import STANCES
from harness.storm.tournament import RANDOM_CAPTAIN, match
from rules.pentagon_war.programme import Stance

BATTLES = 25
TURNS = 3
STARTS = range(2)
"""The starts of the tournament; each is played from both places."""


@pytest.mark.parametrize("seed", range(BATTLES))
def test_a_random_battle_keeps_its_laws_and_comes_out_the_same_when_played_again(seed: int) -> None:
    result = storm.play(seed, TURNS)
    assert result.wrong == ()
    assert result.refused == 0


@pytest.mark.parametrize("stance", STANCES)
def test_every_stance_beats_random_play(stance: Stance) -> None:
    won = match(stance, RANDOM_CAPTAIN, STARTS)
    assert won[stance] > won[RANDOM_CAPTAIN]
