"""Questions that the campaign answers by default rulings instead of asking its game master."""

import pytest

from rules.cluster_war.model.events.logistics import StressSettled
from rules.cluster_war.model.events.turn import Amended, QuestionRaised
from rules.cluster_war.model.state.default_rulings import DEFAULT_RULING, DEFAULT_RULING_RULES, rules_by_default
from rules.cluster_war.model.state.game import GameState, Question, QuestionKind
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.gm.rulings import AcceptAll, AnswerByTheBook
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.month import adjudicate, apply_default_rulings
from rules.dice import Dice, ScriptedDice
from rules.values import GameError
from rules.values import changed as replace
from tests.rules.cluster_war.build import frozen
from tests.rules.cluster_war.chapters.logistics.far_away import FAR, changed, play_month, world

SHIP = "humans/DD01"


def ruled_by_default(state: GameState) -> GameState:
    return amend(state, AnswerByTheBook("stress"), "less to do").state


def failing(state: GameState) -> GameState:
    return changed(state, SHIP, stress=100)


@pytest.mark.rule("CW-4.3-21")
def test_a_failed_check_comes_to_what_the_book_suggests_and_is_kept_for_review() -> None:
    found = adjudicate(ruled_by_default(failing(world("destroyer"))), (), Dice(bytes(32), "t", 1))
    assert found.state.ships[SHIP].damage == 1
    (told,) = [e for e in found.events if isinstance(e, StressSettled)]
    assert (told.side, told.hex, told.ships, told.effect, told.seen_by) == (
        "humans",
        FAR,
        (SHIP,),
        "damage",
        ("humans",),
    )
    assert not [e for e in found.events if isinstance(e, QuestionRaised)]
    (question,) = found.state.questions
    assert (question.answer, question.settled_turn, question.subjects) == ("By default ruling: damage", 1, (SHIP,))


@pytest.mark.rule("CW-4.3-21")
def test_without_the_switch_the_game_master_is_asked_as_before() -> None:
    found = adjudicate(failing(world("destroyer")), (), Dice(bytes(32), "t", 1))
    assert found.state.ships[SHIP].damage == 0
    assert [e.kind for e in found.events if isinstance(e, QuestionRaised)] == ["stress"]
    assert [q.settled_turn for q in found.state.questions] == [0]


@pytest.mark.rule("CW-4.3-21")
def test_what_the_book_cannot_do_is_put_before_the_game_master_after_all() -> None:
    state = ruled_by_default(changed(world("destroyer"), SHIP, stress=100, failures=1))
    homeless = replace(state, colonies={})
    turn = TurnState(homeless, (), ScriptedDice(()))
    turn.put_question("stress", ("humans",), "It failed again.", "CW-4.3-21", choices=("return",), subjects=(SHIP,))
    assert turn.events == []
    apply_default_rulings(turn)
    assert [e.kind for e in turn.events if isinstance(e, QuestionRaised)] == ["stress"]
    assert (turn.questions[0].settled_turn, turn.ships[SHIP]) == (0, state.ships[SHIP])


@pytest.mark.rule("CW-4.3-21")
def test_ships_that_mutiny_by_the_book_leave_with_an_event() -> None:
    state = ruled_by_default(changed(world("destroyer"), SHIP, stress=100, failures=2))
    found = adjudicate(state, (), Dice(bytes(32), "t", 1))
    assert found.state.ships == {}
    (told,) = [e for e in found.events if isinstance(e, StressSettled)]
    assert (told.effect, told.ships) == ("mutiny", (SHIP,))
    assert not [
        line
        for line in broken_invariants(state, found.state, found.events)
        if "without an event" in line or "CPs" in line
    ]


def test_questions_of_earlier_turns_wait_for_the_game_master_still() -> None:
    state = ruled_by_default(frozen(play_month(world("destroyer"), 3)))
    turn = TurnState(replace(state, turn=state.turn + 1), (), ScriptedDice(()))
    apply_default_rulings(turn)
    assert [q.settled_turn for q in turn.questions] == [0]


@pytest.mark.rule("CW-1.0-10", "CW-11.0-11")
def test_a_meeting_and_a_remark_are_settled_by_the_book_and_others_never() -> None:
    state = world("destroyer")
    kinds: tuple[QuestionKind, ...] = ("encounter", "dependence")
    for kind in kinds:
        state = amend(state, AnswerByTheBook(kind), "").state
    turn = TurnState(state, (), ScriptedDice(()))
    turn.put_question("encounter", ("humans",), "They met.", "CW-1.0-10", "Ask each.", choices=("They part.",))
    turn.put_question("encounter", ("humans",), "A gate is blocked.", "CW-4.0-22", "Ask whether it may pass.")
    turn.put_question("dependence", ("humans",), "It leans on them.", "CW-11.0-11", "Keep it in mind.")
    turn.put_question("catastrophe", ("humans",), "A storm.", "CW-4.0-16", "Lost.")
    apply_default_rulings(turn)
    assert [q.answer for q in turn.questions] == [
        "By default ruling: They part.",
        "",
        "By default ruling: Keep it in mind.",
        "",
    ]
    assert [e.kind for e in turn.events if isinstance(e, QuestionRaised)] == ["encounter", "catastrophe"]


def test_the_switch_is_a_ruling_that_everybody_is_told_of_and_can_be_turned_back() -> None:
    done = amend(world("destroyer"), AnswerByTheBook("stress"), "less to do")
    assert done.state.settings.rulings == {DEFAULT_RULING_RULES["stress"]: DEFAULT_RULING}
    assert [(e.text, e.seen_by) for e in done.events if isinstance(e, Amended)] == [
        ("Failed stress checks are answered by default rulings from now on.", ("*",))
    ]
    back = amend(done.state, AnswerByTheBook("stress", on=False), "").state
    assert not rules_by_default(back.settings, "stress")
    assert back.settings.rulings == {}
    with pytest.raises(GameError, match="always asks you"):
        amend(done.state, AnswerByTheBook("catastrophe"), "")


def asked(number: int, *units: str, choice: str = "damage", kind: QuestionKind = "stress") -> Question:
    return Question(
        f"Q{number}",
        1,
        kind,
        ("humans",),
        "It failed.",
        "CW-4.3-21",
        "damage.",
        choices=(choice,),
        subjects=units,
    )


@pytest.mark.rule("CW-4.3-21")
def test_accepting_all_of_a_kind_tells_an_owner_once_what_one_effect_does() -> None:
    state = world("destroyer", "destroyer", "scout")
    questions = (asked(1, SHIP), asked(2, "humans/DD02"), asked(3, "humans/SC01"), asked(4, kind="catastrophe"))
    done = amend(replace(state, questions=questions), AcceptAll("stress"), "")
    assert [ship.damage for ship in done.state.ships.values()] == [1, 1, 1]
    assert [q.settled_turn for q in done.state.questions] == [1, 1, 1, 0]
    mine = [e for e in done.events if isinstance(e, Amended) and e.seen_by == ("humans",)]
    assert len(mine) == 1
    assert all(name in mine[0].text for name in ("DD01", "DD02", "SC01"))
    with pytest.raises(GameError, match="No open question of the kind"):
        amend(done.state, AcceptAll("stress"), "")


@pytest.mark.rule("CW-4.3-21")
def test_accepting_all_is_as_accepting_one_after_the_other() -> None:
    state = world("destroyer", "destroyer", "scout")
    questions = (
        asked(1, "humans/DD02", choice="mutiny"), asked(2, SHIP), asked(3, "humans/SC01"), asked(4, SHIP),
        asked(5, "humans/SC01", choice="mutiny"), asked(6, "humans/SC01"),
    )  # fmt: skip
    done = amend(replace(state, questions=questions), AcceptAll("stress"), "").state
    assert {key: ship.damage for key, ship in done.ships.items()} == {SHIP: 2}
    assert all(question.settled_turn for question in done.questions)


def test_accepting_all_leaves_open_what_cannot_be_done_and_forgives_what_is_gone() -> None:
    state = replace(world("destroyer"), colonies={})
    questions = (asked(1, "humans/XX09"), asked(2, SHIP, choice="return"))
    done = amend(replace(state, questions=questions), AcceptAll("stress"), "")
    assert [q.answer for q in done.state.questions] == ["damage", ""]
    assert done.state.ships == state.ships
