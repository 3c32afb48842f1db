"""Travel by second stage drives: arrivals, routes, ships taken along."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cluster_war.chapters.movement.move_orders import MoveFleet, enter_moves
from rules.cluster_war.chapters.movement.organising_orders import SplitFleet
from rules.cluster_war.chapters.movement.travel_time import eta, is_on_map
from rules.cluster_war.chapters.movement.under_way import move_week
from rules.cluster_war.model.events.detection import SurveyAborted
from rules.cluster_war.model.events.movement import FleetArrived, FleetDeparted, ShipsPickedUp
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.holdings.order_kind import Phase
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg, SurveyWork, Transit
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn.shortfalls import carry_out
from rules.values import changed
from tests.rules.cluster_war.build import change_fleet, draft_of, frozen, sheet, small, with_fleet


def go(fleet: str, *hexes: str, wait: int = 0, pick_up: tuple[str, ...] = ()) -> MoveFleet:
    """A move along these hexes; the ships are picked up at the last."""
    legs = [Leg(h) for h in hexes]
    legs[-1] = changed(legs[-1], pick_up=pick_up)
    return MoveFleet(fleet, tuple(legs), wait)


def play_month(turn: TurnState) -> TurnState:
    """Moves of one whole turn."""
    enter_moves(turn)
    for week in range(turn.first_week + 1, turn.first_week + 5):
        move_week(turn, week)
    return turn


def told(turn: TurnState, kind: type) -> list[object]:
    """Events of one class."""
    return [e for e in turn.events if isinstance(e, kind)]


@pytest.mark.rule("CW-1.0-06")
@pytest.mark.parametrize("bad", ["2101", "0121", "0001x", "", "1", "99999", "\u0661\u0661\u0661\u0661", "0000"])
def test_a_move_off_the_map_fails_and_nothing_moves(bad: str) -> None:
    state = with_fleet(small(), "humans", "0505", "scout")
    month = play_month(draft_of(state, *sheet("humans", go("humans-F1", "0506", bad))))
    assert not is_on_map(state.cluster, bad)
    assert month.fleets == state.fleets
    (event,) = month.events
    assert isinstance(event, OrderFailed)
    assert event.cause.rule == "CW-1.0-06"
    assert event.seen_by == ("humans",)


@pytest.mark.rule("CW-4.1-06", "CW-4.1-04", "CW-4.0-01", "CW-13.0-03")
def test_a_fleet_leaves_at_once_is_nowhere_and_arrives_when_due() -> None:
    state = with_fleet(small(turn=4), "humans", "0101", "freighter", name="1st Fleet")
    month = play_month(draft_of(state, *sheet("humans", go("humans-F1", "0104"), turn=4)))
    (left,) = month.events
    assert isinstance(left, FleetDeparted)
    assert (left.origin, left.to, left.week, left.arrives) == ("0101", "0104", 12, 24)
    assert left.cause.order == "humans-4-1"
    assert left.cause.rule == "CW-4.0-01"
    assert left.seen_by == ("humans",)
    assert eta(left.arrives) == "turn 7"
    for turn in (5, 6):
        assert month.fleets["humans-F1"].transit == Transit("0101", "0104", 12, 24)
        month = play_month(draft_of(frozen(month)))
        assert month.turn == turn
    (here,) = month.events
    assert isinstance(here, FleetArrived)
    assert (here.hex, here.week, here.seen_by) == ("0104", 24, ("humans",))
    assert month.fleets["humans-F1"].hex == "0104"
    assert month.fleets["humans-F1"].transit is None


@pytest.mark.rule("CW-4.0-04")
def test_a_fleet_in_ftl_space_cannot_be_redirected() -> None:
    state = with_fleet(small(), "humans", "0101", "freighter")
    flying = frozen(play_month(draft_of(state, *sheet("humans", go("humans-F1", "0104")))))
    month = play_month(draft_of(flying, *sheet("humans", go("humans-F1", "0101"), turn=2)))
    (event,) = month.events
    assert isinstance(event, OrderFailed)
    assert event.cause.rule == "CW-4.0-04"
    assert month.fleets == flying.fleets


def test_a_fleet_may_wait_some_weeks_before_it_leaves() -> None:
    state = with_fleet(small(), "humans", "0101", "scout")
    turn = draft_of(state, *sheet("humans", go("humans-F1", "0102", wait=2)))
    enter_moves(turn)
    for week in (1, 2):
        move_week(turn, week)
        assert turn.fleets["humans-F1"].transit is None
    move_week(turn, 3)
    assert turn.fleets["humans-F1"].transit == Transit("0101", "0102", 2, 7)


@pytest.mark.rule("CW-4.1-05", "CW-4.1-04", "CW-4.1-08")
def test_the_rule_books_route_of_two_legs_arrives_in_turn_6_week_2() -> None:
    state = with_fleet(small(), "humans", "0109", "destroyer", "freighter")
    month = play_month(draft_of(state, *sheet("humans", go("humans-F1", "0112", "0311"))))
    events = list(month.events)
    while month.turn < 6:
        month = play_month(draft_of(frozen(month)))
        events += month.events
    steps = [(e.week, e.origin, e.to) for e in events if isinstance(e, FleetDeparted)]
    ends = [(e.week, e.hex) for e in events if isinstance(e, FleetArrived)]
    assert steps == [(0, "0109", "0112"), (12, "0112", "0311")]
    assert ends == [(12, "0112"), (22, "0311")]
    assert eta(22) == "turn 6, week 2"
    assert {e.cause.order for e in events} == {"humans-1-1"}


def test_a_fleet_is_at_its_waypoint_at_the_weeks_end_and_may_be_sent_elsewhere_between_turns() -> None:
    state = with_fleet(small(), "humans", "0109", "freighter")
    month = play_month(draft_of(state, *sheet("humans", go("humans-F1", "0112", "0311"))))
    for _ in range(2):
        month = play_month(draft_of(frozen(month)))
    waiting = month.fleets["humans-F1"]
    assert (waiting.hex, waiting.transit, waiting.route) == ("0112", None, (Leg("0311"),))
    month = play_month(draft_of(frozen(month), *sheet("humans", go("humans-F1", "0113"), turn=4)))
    moving = month.fleets["humans-F1"]
    assert moving.transit == Transit("0112", "0113", 12, 19)
    assert moving.route == ()


@pytest.mark.rule("CW-4.1-07", "CW-4.0-03")
def test_a_freighter_waiting_there_joins_on_arrival_and_slows_the_next_leg() -> None:
    state = with_fleet(small(), "humans", "0101", "scout", name="1st Fleet")
    state = with_fleet(state, "humans", "0104", "freighter", name="Depot")
    route = MoveFleet("humans-F1", (Leg("0104", ("humans/FF01",)), Leg("0107")))
    month = play_month(draft_of(state, *sheet("humans", route)))
    for _ in range(2):
        month = play_month(draft_of(frozen(month)))
    fleet = month.fleets["humans-F1"]
    assert fleet.ships == ("humans/SC01", "humans/FF01")
    assert fleet.transit == Transit("0104", "0107", 9, 21)
    assert "humans-F2" not in month.fleets
    (picked,) = told(month, ShipsPickedUp)
    assert isinstance(picked, ShipsPickedUp)
    assert (picked.hex, picked.ships, picked.seen_by) == ("0104", ("humans/FF01",), ("humans",))


@pytest.mark.rule("CW-4.1-07")
def test_a_ship_named_the_short_way_is_found_and_one_not_there_stops_nobody() -> None:
    state = with_fleet(small(), "humans", "0101", "scout")
    state = with_fleet(state, "humans", "0102", "freighter")
    state = with_fleet(state, "vermin", "0102", "destroyer")
    route = go("humans-F1", "0102", pick_up=("FF01", "DD01", "vermin/DD01"))
    month = play_month(draft_of(state, *sheet("humans", route)))
    month = play_month(draft_of(frozen(month)))
    assert month.fleets["humans-F1"].ships == ("humans/SC01", "humans/FF01")
    assert month.fleets["vermin-F1"].ships == ("vermin/DD01",)
    fails = [e for e in month.events if isinstance(e, OrderFailed)]
    assert [e.reason.split(" was")[0] for e in fails] == ["DD01", "DD01"]
    assert {e.cause.rule for e in fails} == {"CW-4.1-07"}


def test_two_fleets_cannot_both_take_one_ship() -> None:
    state = with_fleet(small(), "humans", "0101", "scout")
    state = with_fleet(state, "humans", "0103", "scout")
    state = with_fleet(state, "humans", "0102", "freighter", "freighter")
    orders = sheet("humans", *(go(f, "0102", pick_up=("humans/FF01",)) for f in ("humans-F1", "humans-F2")))
    month = play_month(draft_of(state, *orders))
    month = play_month(draft_of(frozen(month)))
    assert month.fleets["humans-F1"].ships == ("humans/SC01", "humans/FF01")
    assert month.fleets["humans-F2"].ships == ("humans/SC02",)
    assert month.fleets["humans-F3"].ships == ("humans/FF02",)
    assert len(told(month, OrderFailed)) == 1


def test_fleets_that_arrive_in_one_week_can_join_even_to_the_last_ship() -> None:
    state = with_fleet(small(), "humans", "0101", "scout")
    state = with_fleet(state, "humans", "0103", "scout")
    orders = sheet("humans", go("humans-F1", "0102", pick_up=("SC02",)), go("humans-F2", "0102"))
    month = play_month(draft_of(frozen(play_month(draft_of(state, *orders)))))
    assert set(month.fleets) == {"humans-F1"}
    assert month.fleets["humans-F1"].ships == ("humans/SC01", "humans/SC02")


def test_a_leg_to_where_the_fleet_is_picks_up_at_once() -> None:
    state = with_fleet(small(), "humans", "0101", "scout")
    state = with_fleet(state, "humans", "0101", "freighter")
    month = play_month(draft_of(state, *sheet("humans", go("humans-F1", "0101", pick_up=("FF01",)))))
    assert month.fleets["humans-F1"].ships == ("humans/SC01", "humans/FF01")
    assert month.fleets["humans-F1"].transit is None
    assert not told(month, FleetDeparted)


@pytest.mark.rule("CW-4.0-03")
def test_a_ship_without_drive_neither_moves_nor_is_taken_along() -> None:
    state = with_fleet(small(), "humans", "0101", "scout", "hulk")
    month = play_month(draft_of(state, *sheet("humans", go("humans-F1", "0102"))))
    assert month.fleets == state.fleets
    assert len(told(month, OrderFailed)) == 1
    state = with_fleet(with_fleet(small(), "humans", "0101", "scout"), "humans", "0102", "hulk")
    month = play_month(draft_of(state, *sheet("humans", go("humans-F1", "0102", pick_up=("HK01",)))))
    month = play_month(draft_of(frozen(month)))
    assert month.fleets["humans-F1"].ships == ("humans/SC01",)
    assert month.fleets["humans-F2"].ships == ("humans/HK01",)


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (go("humans-F1", "0101"), "CW-4.1-03"),
        (MoveFleet("humans-F1", ()), "CW-4.1-08"),
        (go("humans-F1", "0102", wait=4), "CW-1.0-03"),
        (go("vermin-F1", "0102"), ""),
        (go("humans-F99", "0102"), ""),
    ],
)
def test_what_cannot_be_done_is_told_to_the_giver_alone_and_changes_nothing(order: MoveFleet, rule: str) -> None:
    state = with_fleet(with_fleet(small(), "humans", "0101", "scout"), "vermin", "1010", "scout")
    month = play_month(draft_of(state, *sheet("humans", order)))
    (event,) = month.events
    assert isinstance(event, OrderFailed)
    assert (event.cause.rule, event.cause.order, event.seen_by) == (rule, "humans-1-1", ("humans",))
    assert month.fleets == state.fleets


def test_a_foreign_fleet_and_one_that_never_was_are_refused_in_the_same_words() -> None:
    state = with_fleet(with_fleet(small(), "humans", "0101", "scout"), "vermin", "1010", "scout")
    reasons = []
    for base in (state, with_fleet(small(), "humans", "0101", "scout")):
        month = play_month(draft_of(base, *sheet("humans", go("vermin-F1", "0102"))))
        reasons.append(month.events)
    assert reasons[0] == reasons[1]


def test_of_two_movement_orders_for_one_fleet_the_first_holds() -> None:
    state = with_fleet(small(), "humans", "0101", "scout")
    month = play_month(draft_of(state, *sheet("humans", go("humans-F1", "0102"), go("humans-F1", "0105"))))
    transit = month.fleets["humans-F1"].transit
    assert transit is not None
    assert transit.to == "0102"
    assert len(told(month, OrderFailed)) == 1


def test_a_task_force_split_off_this_turn_can_move_this_turn() -> None:
    state = with_fleet(small(), "humans", "0101", "scout", "destroyer")
    orders = sheet(
        "humans",
        SplitFleet("humans-F1", ("humans/SC01",), "Eyes", "humans-F2"),
        go("humans-F2", "0102"),
    )
    turn = draft_of(state, *orders)
    carry_out(Phase.ORGANISE)(turn)
    play_month(turn)
    assert turn.fleets["humans-F2"].transit is not None
    assert turn.fleets["humans-F1"].transit is None


@pytest.mark.rule("CW-12.1-11")
def test_leaving_loses_survey_work() -> None:
    work = SurveyWork("0101", 0, 1)
    state = with_fleet(small(), "humans", "0101", "surveyor", mission="survey", survey=work)
    month = play_month(draft_of(state, *sheet("humans", go("humans-F1", "0102"))))
    assert month.fleets["humans-F1"].survey is None
    (lost,) = told(month, SurveyAborted)
    assert isinstance(lost, SurveyAborted)
    assert (lost.hex, lost.seen_by) == ("0101", ("humans",))


@settings(max_examples=50)
@given(st.data())
def test_no_ship_is_ever_lost_or_doubled_by_moving(data: st.DataObject) -> None:
    hexes = st.sampled_from(["0505", "0506", "0606", "0507"])
    state: GameState = small()
    for _ in range(4):
        kinds = data.draw(st.lists(st.sampled_from(["scout", "freighter", "hulk"]), min_size=1, max_size=3))
        state = with_fleet(state, "humans", data.draw(hexes), *kinds)
    for turn in range(1, 4):
        orders = [
            MoveFleet(
                fleet,
                tuple(
                    Leg(data.draw(hexes), tuple(data.draw(st.lists(st.sampled_from(sorted(state.ships)), max_size=2))))
                    for _ in range(data.draw(st.integers(1, 2)))
                ),
                data.draw(st.integers(0, 3)),
            )
            for fleet in sorted(state.fleets)
        ]
        month = play_month(draft_of(state, *sheet("humans", *orders, turn=turn)))
        state = frozen(month)
        aboard = [ship for fleet in state.fleets.values() for ship in fleet.ships]
        assert sorted(aboard) == sorted(state.ships)
        assert all(fleet.ships for fleet in state.fleets.values())


def test_a_ship_that_lost_its_drive_on_the_way_ends_the_route() -> None:
    state = with_fleet(small(), "humans", "0101", "scout")
    state = change_fleet(state, "humans-F1", route=(Leg("0103"),), order="humans-1-1")
    ship = changed(state.ships["humans/SC01"], design="hulk")
    month = play_month(draft_of(changed(state, ships={"humans/SC01": ship})))
    assert month.fleets["humans-F1"].route == ()
    (event,) = month.events
    assert isinstance(event, OrderFailed)
    assert event.cause.order == "humans-1-1"
