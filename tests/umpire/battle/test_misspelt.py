"""A misspelt word of a programme is answered with the word that was meant."""

import pytest

from rules.pentagon_war.notation.decide import parse_decision
from rules.pentagon_war.notation.read import read_programme
from rules.pentagon_war.programme import Programme
from rules.values import NotationError
from umpire.services.nearest import format_refusal


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("fier L1", "fire"),
        ("3 acelerate", "accelerate"),
        ("power evede", "evade"),
        ("screens to save armour", "to save armor"),
        ("stance agressive", "aggressive"),
        ("fire L1 when rang <= 3", "range"),
        ("drones atack", "attack"),
    ],
)
def test_a_misspelt_word_is_answered_with_the_word_that_was_meant(text: str, meant: str) -> None:
    (mistake,) = read_programme(text, Programme("X1", 1)).mistakes
    assert f"Did you mean {meant}?" in format_refusal(mistake.refusal)


def test_a_misspelt_decision_too() -> None:
    with pytest.raises(NotationError) as refused:
        parse_decision("S1 acelerate")
    assert "Did you mean accelerate?" in format_refusal(refused.value)
