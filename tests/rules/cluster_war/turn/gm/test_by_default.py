"""Default rulings: every question that a campaign can put to its game master has an answer that needs nobody."""

import ast
from pathlib import Path
from typing import get_args

import pytest

from rules.cluster_war.chapters.colonies.amendments import ChangeWorld
from rules.cluster_war.chapters.logistics.stress import StressEffect
from rules.cluster_war.chapters.research.amendments import SetReceived
from rules.cluster_war.model.state.game import Question, QuestionKind
from rules.cluster_war.turn.gm.rulings import DEFAULT_RULING_START, NO_RULE, OWN_WORDS, default_ruling

ROOT = Path(__file__).parents[5]
KINDS: tuple[QuestionKind, ...] = get_args(QuestionKind)


def asked(kind: QuestionKind, rule: str = "CW-1.0-01", **rest: object) -> Question:
    """A question as the month puts it."""
    return Question("Q1", 3, kind, ("humans",), "What now?", rule, **rest)  # type: ignore[arg-type] # fields of its own


def put() -> list[tuple[str, str]]:
    """Every kind of question that a rule puts, with the file that does."""
    found = []
    for path in sorted((ROOT / "rules/cluster_war").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "put_question":
                kind = node.args[0]
                found.append((str(kind.value) if isinstance(kind, ast.Constant) else "free-text", path.name))
    return found


def test_every_question_that_a_rule_puts_has_a_word_or_a_player_who_answers_it() -> None:
    found = put()
    assert len(found) > 20
    for kind, file in found:
        assert kind in KINDS, file
        for rest in ({}, {"suggestion": "Something by hand, /gm amend."}):
            word = default_ruling(asked(kind, choices=("the dice decide",) if kind == "operation" else (), **rest))
            assert word is not None, file
            assert word.text, file


@pytest.mark.parametrize("kind", [k for k in KINDS if k not in {"stress", "operation", "scene", "free-text"}])
def test_where_the_rules_have_a_default_choice_the_book_takes_it(kind: QuestionKind) -> None:
    word = default_ruling(asked(kind, choices=("nobody fires.", "all fire")))
    assert word is not None
    assert word.text == f"{DEFAULT_RULING_START}, CW-1.0-01: nobody fires."


def test_what_a_failed_stress_check_comes_to_is_carried_out_and_settles_it() -> None:
    word = default_ruling(asked("stress", "CW-4.3-21", choices=("damage", "mutiny"), subjects=("humans/DD01",)))
    assert word is not None
    assert word.change == StressEffect(("humans/DD01",), "damage", question="Q1")
    assert word.settles


def test_a_world_that_mining_harmed_gets_its_new_code() -> None:
    question = Question(
        "Q1",
        3,
        "catastrophe",
        ("humans",),
        "Human Union: strip-mining has harmed world 2 of 2034 (5555). How does it change?",
        "CW-7.1-07",
        "Hotter: change the world to 5655; its stress is then 0 again.",
        hex="2034",
    )
    word = default_ruling(question)
    assert word is not None
    assert word.change == ChangeWorld("2034", 2, "5655")
    assert word.tell == ("humans",)


def test_a_strange_technology_is_fitted_in_first() -> None:
    more = "2 further successes for Vermin before it works."
    word = default_ruling(asked("technology", "CW-8.1-04", suggestion=more, subjects=("vermin", "Deep Radar")))
    assert word is not None
    assert word.change == SetReceived("vermin", "Deep Radar", 2)


def test_the_dice_decide_an_operation() -> None:
    word = default_ruling(asked("operation", "CW-10.0-04", choices=("the dice decide", "a success")))
    assert word is not None
    assert word.text == "the dice decide"


@pytest.mark.parametrize("rule", ["CW-4.1-10", *OWN_WORDS])
def test_plain_words_are_told_to_who_wrote_them_and_to_nobody_else(rule: str) -> None:
    word = default_ruling(asked("free-text", rule))
    assert word is not None
    assert word.tell == ("humans",)
    assert OWN_WORDS.get(rule, NO_RULE) in word.text


@pytest.mark.parametrize("kind", ["encounter", "raid", "bombardment", "first-entry", "dependence"])
def test_of_what_a_side_need_not_know_it_is_told_nothing(kind: QuestionKind) -> None:
    word = default_ruling(asked(kind, suggestion="See to it."))
    assert word is not None
    assert word.tell == ()


def test_a_scene_is_its_players_to_answer() -> None:
    assert default_ruling(asked("scene", "CW-12.1-04", choices=("Leave it", "Open it"))) is None
