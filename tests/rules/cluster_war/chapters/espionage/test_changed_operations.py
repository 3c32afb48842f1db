"""An operation that is changed: what is left empty stays, what is new is planned anew, and how it is told (CW-10.0)."""

import pytest

from rules.cluster_war.chapters.espionage.order_checks import (
    ChangeOperation,
    FundOperation,
    StartOperation,
    StopOperation,
)
from rules.cluster_war.model.events.diplomacy import OperationEnded
from rules.cluster_war.model.state.dealings import Operation
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.sides import Officer
from rules.cluster_war.play.notation import format_order, names_of, parse_order
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import Cause, GameError, changed
from tests.rules.cluster_war.build import sheet
from tests.rules.cluster_war.chapters.espionage.spying import GOAL, H, V, met, play, running, told, with_operation

TALON = Officer("humans-O1", H, "Talon", 1, 1, 1, 1)
NIGHT = "humans-S1"


def state(officer: str = "") -> GameState:
    """An operation in its last step but one, aimed at the Vermin's home, and an officer in the pool."""
    one = running(step=2, subject="1818", funded_turn=1, officer=officer)
    return with_operation(met(officers={TALON.id: TALON}), one, changed(running("mole"), id="humans-S2", name="Dawn"))


def after(order: ChangeOperation) -> Operation:
    """The operation as a month without luck leaves it, with money for the month."""
    done, _ = play(state(), 100, order, FundOperation(NIGHT, 10))
    return done.operations[NIGHT]


@pytest.mark.rule("CW-10.0-03")
@pytest.mark.parametrize(
    ("order", "text", "note"),
    [
        (ChangeOperation(NIGHT, "find  their yards"), "Nightfall: the goal is find their yards.", True),
        (ChangeOperation(NIGHT, subject="0303"), "Nightfall: it is aimed at 0303.", True),
        (ChangeOperation(NIGHT, approach="locals"), "Nightfall: by way of locals.", False),
        (ChangeOperation(NIGHT, officer=TALON.id), "Nightfall: headed by Talon.", False),
        (
            ChangeOperation(NIGHT, "find their yards", "0303", "locals", TALON.id),
            "Nightfall: the goal is find their yards, it is aimed at 0303, by way of locals, headed by Talon.",
            True,
        ),
    ],
)
def test_what_is_changed_is_said_and_planned_anew_only_where_goal_or_subject_are_new(
    order: ChangeOperation, text: str, *, note: bool
) -> None:
    preview = check(view_for(state(), H), (), order)
    assert preview.text == text
    assert [(n.text, n.rule) for n in preview.notes] == [("It is planned anew.", "CW-10.0-02")] * note
    assert preview.cost == 0
    done = after(order)
    assert (done.goal, done.subject, done.approach, done.officer) == (
        " ".join(order.goal.split()) or GOAL,
        order.subject or "1818",
        order.approach or "agents",
        order.officer,
    )
    assert done.step == (1 if note else 2)


@pytest.mark.rule("CW-10.0-03")
def test_who_heads_it_may_be_taken_away_and_what_changes_nothing_is_refused() -> None:
    headed = state(officer=TALON.id)
    view = view_for(headed, H)
    assert check(view, (), ChangeOperation(NIGHT, officer="nobody")).text == "Nightfall: headed by nobody."
    done, _ = play(headed, 100, ChangeOperation(NIGHT, officer="nobody"), FundOperation(NIGHT, 10))
    assert done.operations[NIGHT].officer == ""
    for order in (
        ChangeOperation(NIGHT),
        ChangeOperation(NIGHT, GOAL),
        ChangeOperation(NIGHT, subject="1818"),
        ChangeOperation(NIGHT, approach="agents"),
        ChangeOperation(NIGHT, officer=TALON.id),
    ):
        with pytest.raises(GameError, match="Say what to change"):
            check(view, (), order)
    with pytest.raises(GameError, match="already changes Nightfall"):
        check(view, sheet(H, ChangeOperation(NIGHT, approach="locals")), ChangeOperation(NIGHT, "find their yards"))
    with pytest.raises(GameError, match="heads Nightfall already"):
        check(view, (), ChangeOperation("humans-S2", officer=TALON.id))


@pytest.mark.rule("CW-10.0-02")
def test_what_is_called_off_is_over_and_its_side_alone_is_told() -> None:
    begun = state()
    preview = check(view_for(begun, H), (), StopOperation(NIGHT))
    assert preview.text == "Call off Nightfall: the 1000 CPs spent on it are gone."
    done, events = play(begun, 100, StopOperation(NIGHT), FundOperation("humans-S2", 10))
    assert done.operations[NIGHT] == changed(
        begun.operations[NIGHT], cps=0, finished_turn=begun.turn, outcome="stopped"
    )
    cause = Cause("CW-10.0-02", f"{H}-{begun.turn}-1")
    ended = OperationEnded(H, NIGHT, "Nightfall", V, "You have called it off.", cause=cause, seen_by=(H,))
    assert [e for e in told(events, OperationEnded, H) if e.operation == NIGHT] == [ended]
    assert told(events, OperationEnded, V) == []
    with pytest.raises(GameError, match="already funds Nightfall"):
        check(view_for(begun, H), sheet(H, FundOperation(NIGHT, 10)), StopOperation(NIGHT))


@pytest.mark.parametrize(
    ("order", "line"),
    [
        (ChangeOperation(NIGHT, "find their yards"), 'redirect "Nightfall" for "find their yards"'),
        (ChangeOperation(NIGHT, subject="0303"), 'redirect "Nightfall" on "0303"'),
        (ChangeOperation(NIGHT, approach="agents"), 'redirect "Nightfall" by agents'),
        (ChangeOperation(NIGHT, approach="locals"), 'redirect "Nightfall" by locals'),
        (ChangeOperation(NIGHT, officer="nobody"), 'redirect "Nightfall" under nobody'),
        (ChangeOperation(NIGHT, officer=TALON.id), 'redirect "Nightfall" under "Talon"'),
        (
            ChangeOperation(NIGHT, "find their yards", "0303", "locals", TALON.id),
            'redirect "Nightfall" for "find their yards" on "0303" by locals under "Talon"',
        ),
        (
            StartOperation(V, "fleets", GOAL, 200, "1818", "Dusk", "locals", TALON.id),
            f'spy "Vermin" fleets with 200 for "{GOAL}" on "1818" as "Dusk" by locals under "Talon"',
        ),
        (StartOperation(V, "fleets", GOAL, 200), f'spy "Vermin" fleets with 200 for "{GOAL}"'),
    ],
)
def test_a_line_holds_what_is_said_and_nothing_else(order: ChangeOperation | StartOperation, line: str) -> None:
    names = names_of(view_for(state(), H))
    assert format_order(order, names) == line
    assert parse_order(line, names) == order
