"""The game master's word on operations: chances, results, impossible ones, peoples and kinds (CW-10.0-04, 06, 09)."""

import pytest

from render.campaign.report.explanations import explain
from render.campaign.report.lines import format_event
from rules.cluster_war.chapters.espionage.amendments import ForbidKind, RuleOperation, SetDifference
from rules.cluster_war.model.events.diplomacy import OperationEnded, OperationRolled, OperationWeighed
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.dealings import Difference
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.gm.rulings import AcceptAll, Settle
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import EVERYONE, GameError, changed
from tests.rules.cluster_war.chapters.espionage.spying import GOAL, H, V, met, play, running, told, with_operation
from tests.rules.cluster_war.chapters.espionage.test_outcomes import FUND


def waiting(face: int = 60, kind: str = "fleets", step: int = 1) -> GameState:
    """A step that is done and waits for the game master's word."""
    state, _ = play(with_operation(met(Settings()), running(kind, step=step)), face, FUND)
    return state


def ruled(state: GameState, amendment: Amendment) -> tuple[GameState, tuple[Event, ...]]:
    done = amend(state, amendment, "They were lucky")
    return done.state, done.events


def said(events: tuple[Event, ...]) -> str:
    return next(e.result for e in events if isinstance(e, OperationWeighed))


@pytest.mark.rule("CW-10.0-04")
def test_the_game_master_lets_the_dice_decide() -> None:
    state, events = ruled(waiting(41), RuleOperation("humans-S1"))
    assert (said(events), state.operations["humans-S1"].step) == ("success", 2)
    assert [q.settled_turn for q in state.questions] == [2]
    state, events = ruled(waiting(42), RuleOperation("humans-S1"))
    assert (said(events), state.operations["humans-S1"].cps) == ("failure", 1025)


@pytest.mark.rule("CW-10.0-02", "CW-10.0-04")
@pytest.mark.parametrize(
    ("face", "chance", "result"), [(60, 60, "success"), (30, 20, "failure"), (100, 99, "catastrophe")]
)
def test_the_game_master_replaces_the_chance_before_the_die_is_shown(face: int, chance: int, result: str) -> None:
    _, events = ruled(waiting(face), RuleOperation("humans-S1", chance))
    weighed = next(e for e in events if isinstance(e, OperationWeighed))
    assert (weighed.chance, weighed.result, weighed.cause.override) == (chance, result, "They were lucky")
    assert V not in {side for event in events for side in event.seen_by} or result == "catastrophe"


@pytest.mark.rule("CW-10.0-04")
def test_the_game_master_sets_the_result_and_adds_words() -> None:
    state, events = ruled(waiting(), RuleOperation("humans-S1", result="success", words="A clerk talks."))
    assert state.operations["humans-S1"].step == 2
    assert [(e.success, e.text) for e in told(events, OperationRolled, H)] == [(True, "A clerk talks.")]
    state, events = ruled(waiting(97), RuleOperation("humans-S1", result="failure"))
    assert state.operations["humans-S1"].running
    assert all(V not in e.seen_by for e in events)


@pytest.mark.rule("CW-10.0-04")
@pytest.mark.parametrize(
    "word",
    [
        RuleOperation("humans-S1", 20),
        RuleOperation("humans-S1", result="failure"),
        RuleOperation("humans-S1", result="success", words="A clerk talks."),
        RuleOperation("humans-S1", result="catastrophe"),
        RuleOperation("humans-S1", result="impossible"),
        Settle("Q1", "20"),
        Settle("Q1", "success"),
    ],
)
def test_why_the_game_master_judged_so_is_kept_from_the_side_whose_operation_it_is(word: Amendment) -> None:
    state, events = ruled(waiting(30), word)
    assert next(e for e in events if isinstance(e, OperationWeighed)).cause.override == "They were lucky"
    mine = [e for e in events if H in e.seen_by]
    assert mine, "it does hear what came of it"
    assert not any("lucky" in repr(event) for event in mine)
    view = view_for(state, H)
    why = [explain(format_event(event, view), [event], view) for event in mine]
    assert not any("lucky" in text for text in why)
    rolled = [text for text, event in zip(why, mine, strict=True) if isinstance(event, OperationRolled)]
    assert all("game master" in text for text in rolled), "that it was their word, it does hear"


@pytest.mark.rule("CW-10.0-06")
def test_the_game_master_marks_an_operation_as_impossible_at_any_time() -> None:
    for state in (waiting(), with_operation(met(), running(step=1))):
        after, events = ruled(state, RuleOperation("humans-S1", result="impossible"))
        assert after.operations["humans-S1"].outcome == "impossible"
        assert "never succeed" in told(events, OperationEnded, H)[0].text
        with pytest.raises(GameError, match="ended in turn"):
            ruled(after, RuleOperation("humans-S1"))


@pytest.mark.rule("CW-10.0-02")
def test_a_chance_that_is_set_before_stands_for_the_next_roll_alone() -> None:
    state, events = ruled(with_operation(met(), running(step=1)), RuleOperation("humans-S1", 80))
    assert all(event.seen_by == () for event in events)
    state, events = play(state, 80, FUND)
    assert said(events) == "success"
    state, events = play(state, 80, FUND)
    assert said(events) == "failure"
    with pytest.raises(GameError, match="No die is cast"):
        ruled(state, RuleOperation("humans-S1", result="success"))
    with pytest.raises(GameError, match="no operation"):
        ruled(state, RuleOperation("humans-S9"))


@pytest.mark.rule("CW-10.0-04")
@pytest.mark.parametrize(
    ("answer", "result", "text"),
    [
        ("The dice decide", "failure", ""),
        ("75: They bribed a guard.", "success", "They bribed a guard."),
        ("75%", "success", ""),
        ("Success. They are in", "success", "They are in"),
        ("failure", "failure", ""),
    ],
)
def test_an_answer_to_the_question_decides(answer: str, result: str, text: str) -> None:
    state, events = ruled(waiting(), Settle("Q1", answer))
    assert (said(events), state.questions[0].answer, state.questions[0].settled_turn) == (result, answer, 2)
    assert told(events, OperationRolled, H)[0].text == text


@pytest.mark.rule("CW-10.0-04")
def test_an_answer_that_decides_nothing_is_refused() -> None:
    with pytest.raises(GameError, match="Begin with a chance"):
        ruled(waiting(), Settle("Q1", "They are very clever"))
    with pytest.raises(GameError, match="0 to 99"):
        ruled(waiting(), Settle("Q1", "150"))


@pytest.mark.rule("CW-10.0-04")
def test_all_steps_are_left_to_the_dice_at_once() -> None:
    state = with_operation(met(Settings()), running(step=1), running(id="humans-S2", name="Other", step=1))
    state, _ = play(state, 41, FUND, changed(FUND, operation="humans-S2"))
    state, events = ruled(state, AcceptAll("operation"))
    assert [one.step for one in state.operations.values()] == [2, 2]
    assert [bool(q.settled_turn) for q in state.questions] == [True, True]
    assert len(told(events, OperationRolled, H)) == 2


@pytest.mark.rule("CW-10.0-04", "CW-10.0-06")
def test_what_a_free_operation_brings_is_the_game_masters_word_or_another_question() -> None:
    state, events = ruled(
        waiting(60, "other", 3), RuleOperation("humans-S1", result="success", words="The priests doubt.")
    )
    assert told(events, OperationRolled, H)[0].text == "The priests doubt."
    assert [q.kind for q in state.questions if not q.settled_turn] == []
    state, events = ruled(waiting(60, "other", 3), Settle("Q1", "success"))
    open_ = [q for q in state.questions if not q.settled_turn]
    assert [(q.id, q.kind, GOAL in q.text) for q in open_] == [("Q2", "free-text", True)]


@pytest.mark.rule("CW-10.0-09")
def test_the_game_master_sets_what_lies_between_two_peoples() -> None:
    state, events = ruled(met(), SetDifference(V, H, 30, "Recruit locals: they breathe methane."))
    assert state.differences == (Difference(H, V, 30, "Recruit locals: they breathe methane."),)
    assert [event.seen_by for event in events] == [()]
    state, _ = ruled(state, SetDifference(H, V, 10))
    assert state.differences == (Difference(H, V, 10),)
    assert ruled(state, SetDifference(H, V, on=False))[0].differences == ()
    with pytest.raises(GameError):
        ruled(state, SetDifference(H, H, 10))


@pytest.mark.rule("CW-10.0-06")
def test_the_game_master_marks_kinds_as_impossible_for_all_to_know() -> None:
    state, events = ruled(met(), ForbidKind("leader"))
    state, _ = ruled(state, ForbidKind("unrest"))
    assert state.settings.rulings["CW-10.0-06"] == "leader; unrest"
    assert [event.seen_by for event in events] == [(EVERYONE,)]
    state, _ = ruled(state, ForbidKind("leader", on=False))
    state, _ = ruled(state, ForbidKind("unrest", on=False))
    assert "CW-10.0-06" not in state.settings.rulings
    with pytest.raises(GameError, match="no kind"):
        ruled(state, ForbidKind("mindreading"))
