"""Fleets and task forces: counting, splitting, joining, naming, missions."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cluster_war.chapters.movement.fleets import (
    FleetStrength,
    by_hex,
    force_of,
    new_fleet_id,
    present,
    put_fleet,
    size_in,
    size_of,
)
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import MergeFleets, RenameFleet, SetMission, SplitFleet
from rules.cluster_war.model.events.detection import SurveyAborted
from rules.cluster_war.model.events.movement import FleetRenamed, FleetsMerged, FleetSplit, MissionSet
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.holdings.order_kind import Phase
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import short_id
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg, SurveyWork, Transit
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn.shortfalls import carry_out
from rules.values import changed
from tests.rules.cluster_war.build import change_fleet, draft_of, sheet, small, with_fleet

AWAY = Transit("0101", "0104", 0, 12)


def arranged(state: GameState, *orders: Order) -> TurnState:
    """The state after the humans' orders for their fleets and missions."""
    turn = draft_of(state, *sheet("humans", *orders))
    carry_out(Phase.ORGANISE, Phase.MISSION)(turn)
    return turn


def failure(turn: TurnState) -> OrderFailed:
    """The one thing that failed, told to the humans alone."""
    (event,) = turn.events
    assert isinstance(event, OrderFailed)
    assert event.seen_by == ("humans",)
    return event


def test_a_fleet_counts_what_its_ships_have() -> None:
    state = with_fleet(small(), "humans", "0505", "scout", "surveyor", "freighter")
    assert force_of(state, state.fleets["humans-F1"]) == FleetStrength(3, 60, 2, 1, 4, 0, Fraction(2))


def test_a_fleet_is_counted_again_when_its_ships_change_or_are_refitted() -> None:
    turn = draft_of(with_fleet(small(), "humans", "0505", "scout", "freighter"))
    key = "humans-F1"
    before = turn.fleets[key]
    assert size_in(turn, before) == size_of(turn, before)
    put_fleet(turn, changed(before, ships=before.ships[1:]))
    assert size_in(turn, turn.fleets[key]) == size_of(turn, turn.fleets[key]) != size_of(turn, before)
    put_fleet(turn, before)
    scout, freighter = before.ships
    turn.ships[freighter], turn.refits = changed(turn.ships[freighter], design="scout"), object()
    assert size_in(turn, before) == (2, 2 * turn.sides["humans"].designs[turn.ships[scout].design].hull)


@pytest.mark.rule("CW-4.1-06")
def test_a_fleet_in_transit_is_in_no_hex() -> None:
    state = with_fleet(small(), "humans", "0101", "scout")
    state = with_fleet(state, "vermin", "0101", "scout", transit=AWAY)
    assert {h: [f.id for f in fs] for h, fs in present(state.fleets.values()).items()} == {"0101": ["humans-F1"]}
    assert len(by_hex(state.fleets.values())["0101"]) == 2


@pytest.mark.rule("CW-4.1-10", "CW-4.1-12", "CW-4.1-13")
def test_named_ships_leave_as_a_task_force_with_its_own_name() -> None:
    state = with_fleet(small(), "humans", "0505", "destroyer", "destroyer", "scout", name="1st Fleet")
    month = arranged(state, SplitFleet("humans-F1", ("DD02", "humans/SC01"), "Eyes", "humans-F2"))
    assert month.fleets["humans-F1"].ships == ("humans/DD01",)
    eyes = month.fleets["humans-F2"]
    assert (eyes.name, eyes.hex, eyes.ships) == ("Eyes", "0505", ("humans/DD02", "humans/SC01"))
    assert month.counters["fleet/humans"] == 2
    (event,) = month.events
    assert isinstance(event, FleetSplit)
    assert (event.new, event.ships, event.seen_by) == ("humans-F2", eyes.ships, ("humans",))
    assert short_id(eyes.ships[0]) == "DD02"


@pytest.mark.parametrize(
    "order",
    [
        SplitFleet("humans-F1", ("DD09",), "X"),
        SplitFleet("humans-F1", (), "X"),
        SplitFleet("humans-F1", ("DD01", "DD02"), "X"),
        SplitFleet("humans-F1", ("vermin/DD01",), "X"),
        SplitFleet("vermin-F1", ("vermin/DD01",), "X"),
        MergeFleets("humans-F1", "humans-F1"),
        MergeFleets("humans-F1", "humans-F2"),
        MergeFleets("humans-F1", "vermin-F1"),
        MergeFleets("humans-F3", "humans-F1"),
        RenameFleet("vermin-F1", "Mine"),
        SetMission("vermin-F1", "scout"),
    ],
)
def test_what_cannot_be_done_changes_nothing(order: Order) -> None:
    state = with_fleet(small(), "humans", "0505", "destroyer", "destroyer")
    state = with_fleet(state, "humans", "0506", "scout")
    state = with_fleet(state, "humans", "0505", "scout", transit=AWAY)
    state = with_fleet(state, "vermin", "0505", "destroyer")
    month = arranged(state, order)
    assert failure(month).cause.order == "humans-1-1"
    assert month.fleets == state.fleets
    assert month.counters == state.counters


@pytest.mark.rule("CW-4.1-06")
def test_a_fleet_in_transit_can_neither_split_nor_join_but_may_be_renamed() -> None:
    state = with_fleet(small(), "humans", "0101", "scout", "destroyer", transit=AWAY)
    assert failure(arranged(state, SplitFleet("humans-F1", ("SC01",), "X"))).cause.rule == "CW-4.1-06"
    assert arranged(state, RenameFleet("humans-F1", "Lost Ones")).fleets["humans-F1"].name == "Lost Ones"


def test_joined_fleets_are_one_and_the_other_vanishes() -> None:
    state = with_fleet(small(), "humans", "0505", "destroyer")
    state = with_fleet(state, "humans", "0505", "scout", name="Eyes", standing="run from trouble")
    month = arranged(state, MergeFleets("humans-F1", "humans-F2"))
    assert set(month.fleets) == {"humans-F2"}
    joined = month.fleets["humans-F2"]
    assert (joined.name, joined.ships, joined.standing) == (
        "Eyes",
        ("humans/SC01", "humans/DD01"),
        "run from trouble",
    )
    (event,) = month.events
    assert isinstance(event, FleetsMerged)
    assert (event.into, event.hex) == ("humans-F2", "0505")


@pytest.mark.rule("CW-12.1-10")
def test_survey_work_goes_on_when_the_surveyors_join_another_fleet_in_the_system() -> None:
    work = SurveyWork("0505", 0, 2)
    state = with_fleet(small(), "humans", "0505", "surveyor", mission="survey", survey=work)
    state = with_fleet(state, "humans", "0505", "destroyer")
    state = with_fleet(state, "humans", "0505", "destroyer", mission="patrol")
    joined = arranged(state, MergeFleets("humans-F1", "humans-F2")).fleets["humans-F2"]
    assert (joined.mission, joined.survey) == ("survey", work)
    month = arranged(state, MergeFleets("humans-F1", "humans-F3"))
    assert (month.fleets["humans-F3"].mission, month.fleets["humans-F3"].survey) == ("patrol", None)
    assert [type(e) for e in month.events] == [SurveyAborted, FleetsMerged]


@pytest.mark.rule("CW-4.1-11", "CW-4.1-12")
def test_a_fleet_gets_a_name_and_standing_orders_that_stay() -> None:
    state = with_fleet(small(), "humans", "0505", "surveyor", "freighter")
    words = "keep the survey cruiser and the freighter in reserve"
    month = arranged(state, RenameFleet("humans-F1", "1st Fleet", words), RenameFleet("humans-F1", "Home Fleet"))
    fleet = month.fleets["humans-F1"]
    assert (fleet.name, fleet.standing) == ("Home Fleet", words)
    assert all(isinstance(e, FleetRenamed) for e in month.events)


@pytest.mark.rule("CW-18.0-06")
@pytest.mark.parametrize("mission", ["none", "scout", "survey", "patrol", "blockade", "reserve"])
def test_each_mission_can_be_set(mission: str) -> None:
    state = with_fleet(small(), "humans", "0505", "surveyor")
    month = arranged(state, SetMission("humans-F1", mission))  # type: ignore[arg-type] # one of MissionKind's words
    assert month.fleets["humans-F1"].mission == mission
    (event,) = month.events
    assert isinstance(event, MissionSet)
    assert event.mission == mission


def test_an_unknown_mission_is_refused() -> None:
    state = with_fleet(small(), "humans", "0505", "surveyor")
    order = SetMission("humans-F1", "conquer")  # type: ignore[arg-type] # what an old saved order might hold
    assert failure(arranged(state, order)).cause.rule == "CW-18.0-06"


@pytest.mark.rule("CW-12.1-07", "CW-12.0-05")
def test_a_survey_needs_lrs_and_survey_bay_in_the_task_force_not_in_one_hull() -> None:
    state = with_fleet(small(), "humans", "0505", "scout", "bay")
    assert arranged(state, SetMission("humans-F1", "survey")).fleets["humans-F1"].mission == "survey"
    for lacking in ("scout", "bay", "destroyer"):
        state = with_fleet(small(), "humans", "0505", lacking)
        month = arranged(state, SetMission("humans-F1", "survey"))
        assert failure(month).cause.rule == "CW-12.1-07"
        assert month.fleets["humans-F1"].mission == "none"


def test_a_fleet_on_its_way_may_get_its_survey_gear_there() -> None:
    state = with_fleet(small(), "humans", "0505", "scout")
    move = MoveFleet("humans-F1", (Leg("0506", ("humans/ST01",)),))
    assert arranged(state, SetMission("humans-F1", "survey"), move).fleets["humans-F1"].mission == "survey"


@pytest.mark.rule("CW-12.1-11")
def test_another_mission_ends_a_survey_and_loses_its_work() -> None:
    state = with_fleet(small(), "humans", "0505", "surveyor", mission="survey", survey=SurveyWork("0505", 0, 3))
    month = arranged(state, SetMission("humans-F1", "patrol"))
    assert month.fleets["humans-F1"].survey is None
    assert [type(e) for e in month.events] == [SurveyAborted, MissionSet]


def test_new_fleet_ids_are_the_wished_ones_or_never_used_before() -> None:
    state = with_fleet(small(), "humans", "0505", "scout", "scout", "scout", "scout")
    turn = draft_of(state)
    odd = ("vermin-F9", "humans-F1", "humans-F07", "humans-Fx", "humans-F99999", "F2", "humans-F-3")
    assert [new_fleet_id(turn, "humans", wish) for wish in odd] == [f"humans-F{n}" for n in range(2, 9)]
    assert new_fleet_id(turn, "humans", "humans-F12") == "humans-F12"
    assert new_fleet_id(turn, "humans") == "humans-F13"


@given(st.data())
def test_ships_are_neither_lost_nor_doubled_and_no_fleet_is_empty(data: st.DataObject) -> None:
    state = small()
    for _ in range(3):
        kinds = data.draw(st.lists(st.sampled_from(["scout", "freighter"]), min_size=1, max_size=3))
        state = with_fleet(state, "humans", data.draw(st.sampled_from(["0505", "0506"])), *kinds)
    fleets = st.sampled_from([f"humans-F{n}" for n in range(1, 8)])
    ships = st.lists(st.sampled_from(sorted(state.ships)), max_size=3).map(tuple)
    splits = st.builds(SplitFleet, fleets, ships, st.just("New"), st.one_of(st.just(""), fleets))
    orders = data.draw(st.lists(st.one_of(splits, st.builds(MergeFleets, fleets, fleets)), max_size=8))
    month = arranged(state, *orders)
    aboard = [ship for fleet in month.fleets.values() for ship in fleet.ships]
    assert sorted(aboard) == sorted(state.ships)
    assert all(fleet.ships and key == fleet.id for key, fleet in month.fleets.items())


def test_a_split_fleet_leaves_the_survey_to_those_who_stay() -> None:
    work = SurveyWork("0505", 0, 1)
    state = with_fleet(small(), "humans", "0505", "surveyor", "destroyer")
    state = change_fleet(state, "humans-F1", mission="survey", survey=work)
    month = arranged(state, SplitFleet("humans-F1", ("DD01",), "Guards"))
    assert month.fleets["humans-F1"].survey == work
    assert (month.fleets["humans-F2"].mission, month.fleets["humans-F2"].survey) == ("none", None)
