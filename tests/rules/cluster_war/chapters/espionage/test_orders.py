"""Operations begun, paid, changed and called off, and what is refused (CW-10.0-01 to 08)."""

import pytest

from rules.cluster_war.chapters.espionage.order_checks import (
    ChangeOperation,
    FundOperation,
    StartCounter,
    StartOperation,
    StopOperation,
)
from rules.cluster_war.model.events.diplomacy import OperationEnded, OperationLapsed, OperationRolled
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.npr import Npr
from rules.cluster_war.model.state.sides import Knowledge, Officer, Post
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.notation import format_order, names_of, parse_order
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import GameError, changed
from tests.rules.cluster_war.build import sheet
from tests.rules.cluster_war.chapters.espionage.spying import (
    BY_DEFAULT,
    GOAL,
    H,
    V,
    met,
    play,
    running,
    told,
    with_operation,
)

START = StartOperation(V, "fleets", GOAL, 500, name="Nightfall")


def refused(state: GameState, order: Order) -> GameError:
    """Why a sheet with this order does not take it; the month must refuse it as well, for the same reason."""
    with pytest.raises(GameError) as found:
        check(view_for(state, H), (), order)
    _, events = play(state, 50, order)
    failed = told(events, OrderFailed, H)
    assert [(e.reason, e.cause.rule) for e in failed] == [(str(found.value), found.value.rule or "")]
    return found.value


@pytest.mark.rule("CW-10.0-01", "CW-10.0-02", "CW-10.0-03")
def test_any_empire_runs_operations_and_counter_intelligence_and_pays_for_them() -> None:
    state, events = play(
        met(), 90, START, StartCounter(150), others=(StartOperation(H, "budget", "read their books", 75),)
    )
    mine, watch, theirs = state.operations["humans-S1"], state.operations["humans-S2"], state.operations["vermin-S1"]
    assert (mine.target, mine.kind, mine.goal, mine.step, mine.cps, mine.spent) == (V, "fleets", GOAL, 1, 500, 500)
    assert (watch.kind, watch.target, watch.cps) == ("counter", "", 150)
    assert (theirs.target, theirs.cps) == (H, 75)
    assert state.sides[H].treasury == met().sides[H].treasury + 1000 - 650
    first = told(events, OperationRolled, H)[0]
    assert (first.step, first.cps, first.success) == ("planning", 500, False)


@pytest.mark.rule("CW-10.0-02")
def test_an_operation_takes_a_success_in_planning_then_recon_then_execution() -> None:
    state, events = play(met(), 1, START)
    steps = [told(events, OperationRolled, H)[0]]
    while state.operations["humans-S1"].running:
        state, events = play(state, 1, FundOperation("humans-S1", 500))
        steps += told(events, OperationRolled, H)
    assert [(e.step, e.success, e.finished) for e in steps] == [
        ("planning", True, False),
        ("recon", True, False),
        ("execution", True, True),
    ]
    assert (state.turn, state.operations["humans-S1"].outcome) == (4, "success")


@pytest.mark.rule("CW-10.0-02")
def test_cps_of_a_step_gather_and_are_lost_when_it_goes_unfunded() -> None:
    state, _ = play(met(), 90, START)
    state, events = play(state, 90, FundOperation("humans-S1", 200))
    assert told(events, OperationRolled, H)[0].cps == 700
    assert told(events, OperationRolled, H)[0].chance == 28
    state, events = play(state, 90)
    assert [e.lost for e in told(events, OperationLapsed, H)] == [700]
    assert (state.operations["humans-S1"].cps, state.operations["humans-S1"].step) == (0, 1)


@pytest.mark.rule("CW-10.0-03")
@pytest.mark.parametrize("goal", ["", "   ", "fleets"])
def test_without_a_goal_there_is_no_operation(goal: str) -> None:
    wrong = refused(met(), changed(START, goal=goal))
    assert wrong.rule == "CW-10.0-03"
    assert "specific goal" in str(wrong)


@pytest.mark.rule("CW-10.0-03")
def test_without_cps_there_is_no_operation() -> None:
    assert refused(met(), changed(START, cps=0)).rule == "CW-10.0-03"
    assert refused(met(), StartCounter(0)).rule == "CW-10.0-03"


@pytest.mark.rule("CW-10.0-03")
def test_what_has_to_be_aimed_at_a_place_says_which() -> None:
    wrong = refused(met(), changed(START, kind="survey"))
    assert (wrong.rule, str(wrong)) == ("CW-10.0-03", "Say on which hex it is aimed.")
    with pytest.raises(GameError):
        check(view_for(met(), H), (), changed(START, kind="survey", subject="9999"))


@pytest.mark.rule("CW-10.0-05")
def test_an_empire_never_contacted_cannot_be_spied_upon() -> None:
    state = met()
    state = changed(state, knowledge={**state.knowledge, H: Knowledge()})
    wrong = refused(state, START)
    assert wrong.rule == "CW-10.0-05"
    assert "never been in contact with Vermin" in str(wrong)
    assert refused(met(), changed(START, target=H)).rule == "CW-10.0-05"
    with pytest.raises(GameError, match="There is no empire"):
        check(view_for(state, H), (), changed(START, target="nobody"))


@pytest.mark.rule("CW-10.0-07")
@pytest.mark.parametrize(
    "goal",
    [
        "read their order sheet",
        "learn their orders of the coming month",
        "find out what they will do",
        "know whom they intend to fight",
        "see their future colonies",
    ],
)
def test_nothing_shows_orders_that_are_to_come(goal: str) -> None:
    wrong = refused(met(), changed(START, kind="other", goal=goal))
    assert wrong.rule == "CW-10.0-07"
    assert refused(with_operation(met(), running(step=1)), ChangeOperation("humans-S1", goal)).rule == "CW-10.0-07"


@pytest.mark.rule("CW-10.0-07")
@pytest.mark.parametrize(
    "goal",
    [
        "map the defences along their borders",
        "count the standing orders in their archives",
        "learn about their future weapons",
        "find out what they did next, turn by turn",
        "photograph their recorders and foreordering dashboards",
    ],
)
def test_what_is_or_was_may_be_asked_whatever_its_words_sound_like(goal: str) -> None:
    preview = check(view_for(met(), H), (), changed(START, kind="other", goal=goal))
    assert isinstance(preview.order, StartOperation)
    assert preview.order.goal == goal


@pytest.mark.rule("CW-10.0-03")
def test_an_aim_that_would_not_count_is_refused_and_not_dropped() -> None:
    with pytest.raises(GameError, match="aimed at nothing of its own") as wrong:
        check(view_for(met(), H), (), changed(START, kind="mole", subject="their chancellery"))
    assert "their chancellery" in str(wrong.value)
    assert check(view_for(met(), H), (), changed(START, kind="mole", subject=" ")).cost == 500


@pytest.mark.rule("CW-10.0-07")
def test_no_kind_of_operation_asks_for_orders() -> None:
    for kind in ("orders", "plans", "future"):
        assert refused(met(), changed(START, kind=kind)).rule == "CW-10.0-06"


@pytest.mark.rule("CW-10.0-08")
def test_nothing_removes_a_player() -> None:
    wrong = refused(met(), changed(START, kind="leader", goal="eliminate the player of the Vermin"))
    assert (wrong.rule, "successor" in str(wrong)) == ("CW-10.0-08", True)


@pytest.mark.rule("CW-10.0-06")
def test_almost_anything_may_be_asked_but_what_the_game_master_has_marked_as_impossible() -> None:
    free = changed(START, kind="other", goal="teach their priests to doubt")
    assert check(view_for(met(), H), (), free).cost == 500
    never = Settings(rulings={**BY_DEFAULT.rulings, "CW-10.0-06": "leader; other"})
    wrong = refused(met(never), free)
    assert (wrong.rule, "never succeed" in str(wrong)) == ("CW-10.0-06", True)
    assert refused(with_operation(met(never), running("leader")), FundOperation("humans-S1", 100)).rule == "CW-10.0-06"


@pytest.mark.rule("CW-10.0-03")
def test_another_goal_is_planned_anew_and_another_head_is_not() -> None:
    state = with_operation(met(), running(step=2))
    state = changed(state, officers={"humans/O1": Officer("humans/O1", H, "Talon", 1, 1, 1, 1)})
    change = ChangeOperation("humans-S1", officer="humans/O1", approach="locals")
    state, _ = play(state, 90, change, FundOperation("humans-S1", 25))
    one = state.operations["humans-S1"]
    assert (one.step, one.officer, one.approach, one.goal) == (2, "humans/O1", "locals", GOAL)
    state, _ = play(state, 90, ChangeOperation("humans-S1", goal="find their yards"), FundOperation("humans-S1", 25))
    assert (state.operations["humans-S1"].step, state.operations["humans-S1"].goal) == (1, "find their yards")
    assert "Say what to change" in str(refused(state, ChangeOperation("humans-S1")))


@pytest.mark.rule("CW-10.0-04")
def test_an_officer_heads_one_operation_from_the_pool() -> None:
    state = with_operation(met(), running(officer="humans/O1"))
    officers = {
        "humans/O1": Officer("humans/O1", H, "Talon", 1, 1, 1, 1),
        "humans/O2": Officer("humans/O2", H, "Claw", 1, 1, 1, 1, post=Post("aboard", "humans/DD01")),
    }
    state = changed(state, officers=officers)
    assert "heads Nightfall already" in str(refused(state, StartCounter(100, officer="humans/O1")))
    with pytest.raises(GameError, match="has a post"):
        check(view_for(state, H), (), StartCounter(100, officer="humans/O2"))
    with pytest.raises(GameError, match="You have no officer"):
        check(view_for(state, H), (), StartCounter(100, officer="vermin/O1"))


@pytest.mark.rule("CW-10.0-02")
def test_an_operation_is_called_off_and_its_cps_are_gone() -> None:
    state, events = play(with_operation(met(), running()), 1, StopOperation("humans-S1"))
    one = state.operations["humans-S1"]
    assert (one.outcome, one.finished_turn, one.cps) == ("stopped", 1, 0)
    assert [e.text for e in told(events, OperationEnded, H)] == ["You have called it off."]
    assert told(events, OperationRolled, H) == []
    assert "ended in turn 1" in str(refused(state, FundOperation("humans-S1", 10)))
    assert refused(met(), FundOperation("vermin-S1", 10)).rule is None


@pytest.mark.rule("CW-3.1-25")
def test_a_peaceful_people_does_no_harm() -> None:
    state = met()
    humans = state.sides[H]
    gentle = changed(humans, race=changed(humans.race, attitude="Pacifism"))
    state = changed(state, sides={**state.sides, H: gentle})
    assert refused(state, changed(START, kind="sabotage")).rule == "CW-3.1-25"
    assert check(view_for(state, H), (), START).cost == 500


@pytest.mark.rule("CW-10.0-03")
def test_two_operations_of_one_name_and_twice_the_same_funds_are_refused() -> None:
    state = with_operation(met(), running())
    with pytest.raises(GameError, match="already run an operation called Nightfall"):
        check(view_for(state, H), (), START)
    given = sheet(H, FundOperation("humans-S1", 10))
    with pytest.raises(GameError, match="already funds Nightfall"):
        check(view_for(state, H), given, FundOperation("humans-S1", 10))


@pytest.mark.rule("CW-10.0-01")
def test_races_of_the_game_master_are_targets_by_their_names() -> None:
    hive = Npr("hive", "The Hive", "1010", 500)
    state = changed(met(), nprs={"hive": hive})
    state = changed(state, knowledge={**state.knowledge, H: Knowledge(met=("hive", V))})
    names = names_of(view_for(state, H))
    order = parse_order('spy "The Hive" budget with 100 for "read their books"', names)
    assert order == StartOperation("hive", "budget", "read their books", 100)
    assert format_order(order, names) == 'spy "The Hive" budget with 100 for "read their books"'


def test_a_side_sees_its_own_operations_without_the_die_and_the_game_masters_word() -> None:
    state = with_operation(met(), running(roll=42, chance=7, noticed=1), running(id="vermin-S1", side=V, target=H))
    mine: View = view_for(state, H)
    assert set(mine.operations) == {"humans-S1"}
    assert (mine.operations["humans-S1"].roll, mine.operations["humans-S1"].chance) == (0, -1)
    assert mine.operations["humans-S1"].noticed == 0
    assert gm_view(state).operations == state.operations


@pytest.mark.rule("CW-10.0-02")
def test_who_names_no_operation_of_theirs_hears_of_their_own_that_run_alone() -> None:
    done = running(id="humans-S2", name="Old", outcome="stopped", finished_turn=1)
    theirs = running(id="vermin-S1", side=V, target=H, name="Poison")
    second = running(id="humans-S3", name="Dawn")
    said = str(refused(with_operation(met(), running(), done, theirs, second), FundOperation("humans-S9", 10)))
    assert "Your operations: Nightfall, Dawn" in said
    assert "Old" not in said
    assert "Poison" not in said
