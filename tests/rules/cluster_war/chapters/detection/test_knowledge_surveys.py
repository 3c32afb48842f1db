"""Surveys: gear, weeks of work, staying, results."""

import pytest

from rules.cluster_war.chapters.detection.sensors import sight
from rules.cluster_war.chapters.detection.surveys import BASE_WEEKS, survey_week, survey_weeks
from rules.cluster_war.chapters.movement.move_orders import MoveFleet, enter_moves
from rules.cluster_war.chapters.movement.organising_orders import MergeFleets, SetMission
from rules.cluster_war.chapters.movement.under_way import move_week
from rules.cluster_war.model.events.detection import SurveyAborted, SurveyProgressed, SystemLearned
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.holdings.order_kind import Phase
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg, SurveyWork
from rules.cluster_war.model.state.sides import KnownSystem
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn.shortfalls import carry_out
from rules.values import IllegalOrderError, changed
from tests.rules.cluster_war.build import body, change_fleet, draft_of, frozen, sheet, small, star, with_fleet

PLAIN = Settings()
WORLDS = star("0505", body(1, "9321", 12), body(3, "5555", 230, resources=("Heavy Metals",)))
NEBULA = star("0506", codes=("Neb",))


def play_month(state: GameState, *orders: Order) -> tuple[GameState, tuple[Event, ...]]:
    """A month of moving and surveying by the humans."""
    turn: TurnState = draft_of(state, *sheet("humans", *orders, turn=state.turn))
    carry_out(Phase.ORGANISE, Phase.MISSION)(turn)
    enter_moves(turn)
    for week in range(turn.first_week + 1, turn.first_week + 5):
        move_week(turn, week)
        survey_week(turn, week)
    return frozen(turn), tuple(turn.events)


def learned(events: tuple[Event, ...]) -> list[tuple[str, int]]:
    """Surveys finished: hex and week."""
    return [(e.hex, e.week) for e in events if isinstance(e, SystemLearned) and e.level == "surveyed"]


@pytest.mark.rule("CW-12.1-12")
@pytest.mark.parametrize(
    ("lrs", "bays", "expected"),
    [(1, 1, 4), (3, 1, 2), (1, 2, 2), (5, 1, 1), (3, 2, 1), (1, 3, 1), (2, 1, 4), (4, 1, 2), (9, 5, 1), (99, 99, 1)],
)
def test_a_survey_takes_four_weeks_halved_by_more_gear_and_at_least_one(lrs: int, bays: int, expected: int) -> None:
    assert survey_weeks(lrs, bays, PLAIN) == expected


@pytest.mark.rule("CW-12.1-12")
def test_the_formula_reproduces_the_printed_survey_times() -> None:
    rows = tables(PLAIN)["CW-12.1-T01"].rows
    assert len(rows) == 6
    for lrs, bays, weeks in ((int(a), int(b), int(c)) for a, b, c in rows):
        assert weeks == max(1, BASE_WEEKS // 2 ** ((lrs - 1) // 2 + bays - 1))


def test_a_house_rule_changes_a_printed_survey_time() -> None:
    assert survey_weeks(1, 1, Settings(overrides={"CW-12.1-T01/1/1/weeks": "6"})) == 6


@pytest.mark.rule("CW-12.0-05", "CW-12.1-07")
@pytest.mark.parametrize(("lrs", "bays"), [(0, 1), (1, 0), (0, 0)])
def test_no_survey_without_sensors_and_a_bay(lrs: int, bays: int) -> None:
    with pytest.raises(IllegalOrderError, match="at least one LRS and one survey bay") as caught:
        survey_weeks(lrs, bays, PLAIN)
    assert caught.value.rule == "CW-12.0-05"


@pytest.mark.rule("CW-12.1-08", "CW-12.1-12", "CW-1.0-03")
def test_a_survey_of_a_month_shows_maximum_cps_and_resources() -> None:
    state = with_fleet(small(systems=[WORLDS]), "humans", "0505", "surveyor")
    after, events = play_month(state, SetMission("humans-F1", "survey"))
    assert learned(events) == [("0505", 4)]
    (event,) = [e for e in events if isinstance(e, SystemLearned)]
    assert (event.bodies, event.best_cp, event.seen_by) == (2, 230, ("humans",))
    assert event.cause.modifiers[0].value == 4
    known = after.knowledge["humans"].systems["0505"]
    assert [(b.max_cp, b.resources) for b in known.bodies] == [(12, ()), (230, ("Heavy Metals",))]
    assert (after.fleets["humans-F1"].mission, after.fleets["humans-F1"].survey) == ("none", None)
    assert after.knowledge["vermin"] == state.knowledge["vermin"]


@pytest.mark.rule("CW-12.1-07")
def test_sensors_and_bay_may_be_in_two_hulls_of_one_task_force_but_not_in_two_fleets() -> None:
    joined = with_fleet(small(systems=[WORLDS]), "humans", "0505", "scout", "bay")
    assert learned(play_month(joined, SetMission("humans-F1", "survey"))[1]) == [("0505", 4)]
    apart = with_fleet(with_fleet(small(systems=[WORLDS]), "humans", "0505", "scout"), "humans", "0505", "bay")
    events = play_month(apart, SetMission("humans-F1", "survey"), SetMission("humans-F2", "survey"))[1]
    assert [type(e) for e in events] == [OrderFailed, OrderFailed]
    events = play_month(apart, MergeFleets("humans-F1", "humans-F2"), SetMission("humans-F2", "survey"))[1]
    assert learned(events) == [("0505", 4)]


@pytest.mark.rule("CW-12.0-03", "CW-12.1-10", "CW-12.1-12")
def test_work_starts_with_the_week_after_arrival_and_goes_on_over_the_turn() -> None:
    state = with_fleet(small(systems=[WORLDS]), "humans", "0503", "surveyor")
    state, events = play_month(state, SetMission("humans-F1", "survey"), MoveFleet("humans-F1", (Leg("0505"),)))
    state, events = play_month(state)
    assert learned(events) == []
    state, events = play_month(state)  # arrival at the end of week 8, of nothing more
    assert learned(events) == [("0505", 12)]


def test_progress_is_told_at_each_turns_end() -> None:
    state = with_fleet(small(systems=[WORLDS]), "humans", "0504", "surveyor")
    state, _ = play_month(state, SetMission("humans-F1", "survey"), MoveFleet("humans-F1", (Leg("0505"),)))
    state, events = play_month(state)  # one hex at 3G takes 6 weeks: two weeks of work are done
    (progress,) = [e for e in events if isinstance(e, SurveyProgressed)]
    assert (progress.hex, progress.left, progress.seen_by) == ("0505", 2, ("humans",))
    assert state.fleets["humans-F1"].survey == SurveyWork("0505", 6, 2)
    assert learned(play_month(state)[1]) == [("0505", 10)]


@pytest.mark.rule("CW-12.1-11", "CW-12.1-10")
def test_leaving_early_loses_everything_and_a_later_survey_starts_from_zero() -> None:
    tables_slow = Settings(overrides={"CW-12.1-T01/1/1/weeks": "6"})
    state = with_fleet(small(systems=[WORLDS], settings=tables_slow), "humans", "0505", "surveyor")
    state, _ = play_month(state, SetMission("humans-F1", "survey"))
    assert state.fleets["humans-F1"].survey == SurveyWork("0505", 0, 4)
    there_and_back = MoveFleet("humans-F1", (Leg("0506"), Leg("0505")))
    state, events = play_month(state, there_and_back)
    assert [e.hex for e in events if isinstance(e, SurveyAborted)] == ["0505"]
    finished: list[tuple[str, int]] = []
    while not finished:
        state, events = play_month(state)
        finished = learned(events)
    assert finished == [("0505", 4 + 6 + 6 + 6)]


def test_a_waypoint_is_not_surveyed() -> None:
    state = with_fleet(small(systems=[WORLDS]), "humans", "0505", "surveyor", mission="survey")
    state = change_fleet(state, "humans-F1", route=(Leg("0506"),))
    turn = draft_of(state)
    survey_week(turn, 1)
    assert turn.fleets == state.fleets


@pytest.mark.rule("CW-12.1-12")
def test_more_gear_that_joins_shortens_what_is_left() -> None:
    work_done = SurveyWork("0505", 0, 1)
    state = with_fleet(small(systems=[WORLDS]), "humans", "0505", "surveyor", mission="survey", survey=work_done)
    state = with_fleet(state, "humans", "0505", "bay")
    assert learned(play_month(state, MergeFleets("humans-F2", "humans-F1"))[1]) == [("0505", 1)]


@pytest.mark.rule("CW-12.1-07")
def test_when_the_gear_is_gone_the_mission_ends_and_the_owner_hears_of_it() -> None:
    state = with_fleet(small(systems=[WORLDS]), "humans", "0505", "scout", mission="survey")
    state = change_fleet(state, "humans-F1", survey=SurveyWork("0505", 0, 3))
    after, events = play_month(state)
    assert [type(e) for e in events] == [SurveyAborted, OrderFailed]
    assert after.fleets["humans-F1"].mission == "none"


@pytest.mark.rule("CW-12.0-03")
def test_there_must_be_something_to_survey() -> None:
    state = with_fleet(small(), "humans", "0505", "surveyor")
    after, events = play_month(state, SetMission("humans-F1", "survey"))
    fails = [e for e in events if isinstance(e, OrderFailed)]
    assert [e.cause.rule for e in fails] == ["CW-12.0-03"]
    assert after.fleets["humans-F1"].mission == "none"


def test_a_nebula_can_be_surveyed_too() -> None:
    state = with_fleet(small(systems=[NEBULA]), "humans", "0506", "surveyor")
    events = play_month(state, SetMission("humans-F1", "survey"))[1]
    (event,) = [e for e in events if isinstance(e, SystemLearned)]
    assert (event.bodies, event.best_cp) == (0, 0)


def test_what_is_surveyed_is_not_surveyed_again() -> None:
    state = with_fleet(small(systems=[WORLDS]), "humans", "0505", "surveyor", mission="survey")
    known = changed(state.knowledge["humans"], systems={"0505": KnownSystem("0505", "surveyed", 1)})
    state = changed(state, knowledge={**state.knowledge, "humans": known})
    after, events = play_month(state)
    assert events == ()
    assert after.fleets["humans-F1"].mission == "none"
    assert after.knowledge["humans"] == known


@pytest.mark.rule("CW-12.1-13")
def test_sensors_also_detect_and_survey_bays_do_nothing_but_survey() -> None:
    bays = with_fleet(small(systems=[WORLDS], homes=False), "humans", "0505", "bay", "bay")
    assert sight(bays, "humans") == {"0505"}
    assert play_month(bays, SetMission("humans-F1", "survey"))[0].knowledge == bays.knowledge
    assert len(sight(with_fleet(bays, "humans", "0505", "surveyor"), "humans")) == 7
