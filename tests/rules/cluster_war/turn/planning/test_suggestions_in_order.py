"""Which fleets are thought of, in what order, and how many suggestions are tried before a star is given up."""

from collections.abc import Sequence
from typing import Any

import pytest

from rules.cluster_war.chapters.combat.battle_orders import SetEngagement
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.holdings import Course, Fleet, Leg, Transit
from rules.cluster_war.model.state.sides import BaseSighting, FleetSighting
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import Engagement
from rules.cluster_war.turn.planning.suggestions import meetings
from rules.cluster_war.turn.planning.suggestions.meetings import (
    MOST_ADVISED,
    MOST_SUGGESTIONS,
    MOST_TRIED,
    Suggestion,
    picture,
    rank_suggestions,
    weeks_text,
)
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed
from tests.rules.cluster_war.build import sheet, small, with_fleet

WEEK = 8
"""The first week of the third month: weeks are counted from the campaign's beginning, four to a month (CW-1.0-09)."""


def plain() -> View:
    """An unarmed fleet, "Ants", and two armed ones, "Bees" of 40 hull spaces and "crows" of 20, at one place."""
    state = small(turn=3)
    state = with_fleet(state, "humans", "0505", "freighter", name="Ants")
    state = with_fleet(state, "humans", "0505", "destroyer", "destroyer", name="Bees")
    state = with_fleet(state, "humans", "0505", "destroyer", name="crows")
    return view_for(state, "humans")


def at(view: View, fleet: str = "humans-F2", **more: object) -> tuple[PlannedState, Fleet]:
    """The picture with one fleet changed."""
    fleets = {**view.fleets, fleet: changed(view.fleets[fleet], **more)}  # type: ignore[arg-type] # Fleet's own fields
    planned = picture(changed(view, fleets=fleets), ())
    return planned, planned.fleets[fleet]


@pytest.mark.rule("CW-4.1-06", "CW-9.0-14")
@pytest.mark.parametrize(
    ("more", "hex_"),
    [
        ({}, "0505"),
        ({"course": Course(("0506", "0507", "0508"), (9, 10, 11))}, "0508"),
        ({"course": Course(("0506", "0507", "0508"), (10, 11, WEEK + 4))}, "0508"),
        ({"course": Course(("0506", "0507", "0508"), (10, 11, WEEK + 5))}, ""),
        ({"transit": Transit("0505", "0707", 5, WEEK + 4)}, "0707"),
        ({"transit": Transit("0505", "0707", 5, WEEK + 5)}, ""),
        ({"transit": Transit("0505", "0707", 5, WEEK + 1), "route": (Leg("0909"),)}, ""),
    ],
)
def test_a_fleet_is_thought_of_where_it_will_be_at_the_months_end(more: dict[str, Any], hex_: str) -> None:
    planned, fleet = at(plain(), **more)
    assert planned.first_week == WEEK
    assert meetings.ends_at(planned, fleet) == hex_


@pytest.mark.rule("CW-9.0-14")
def test_who_is_seen_counts_with_fleets_and_bases_for_a_month_and_not_at_peace() -> None:
    view = plain()
    fleets = {
        "C1": FleetSighting("C1", "vermin", "0505", 2, 30, WEEK - 4),
        "C2": FleetSighting("C2", "vermin", "0505", 2, 7, WEEK - 5),
        "C3": FleetSighting("C3", "vermin", "0506", 2, 11, WEEK),
        "C4": FleetSighting("C4", "oolab", "0505", 1, 13, WEEK),
    }
    bases = {"0505-0/vermin": BaseSighting("vermin", "0505", 0, 2, 40, WEEK)}
    seen = changed(view, foreign_fleets=fleets, foreign_bases=bases)
    assert meetings.foes_at(picture(seen, ()), "0505") == {"vermin": 70, "oolab": 13}
    assert meetings.foes_at(picture(changed(seen, peace=("oolab",)), ()), "0505") == {"vermin": 70}


def advice(view: View, hull: int, orders: Sequence[SignedOrder] = ()) -> dict[str, SetEngagement]:
    """What fleets at 0505, where so many hull spaces of vermin were seen, are advised, by fleet."""
    seen = changed(view, foreign_fleets={"C1": FleetSighting("C1", "vermin", "0505", 1, hull, WEEK)})
    found = [one.order for one in meetings.advice(picture(seen, orders))]
    return {order.fleet: order for order in found if isinstance(order, SetEngagement)}


@pytest.mark.rule("CW-9.0-13", "CW-9.0-14")
@pytest.mark.parametrize(
    ("hull", "stance"),
    [(39, "attack"), (40, "attack"), (41, "defend"), (89, "defend"), (90, "evade"), (91, "evade")],
)
def test_half_as_much_again_makes_the_stronger(hull: int, stance: str) -> None:
    """Sixty hull spaces of armed ships are there; unarmed ones do not count."""
    told = advice(plain(), hull)
    assert {key: order.stance for key, order in told.items() if key} == {
        "humans-F1": "evade",
        "humans-F2": stance,
        "humans-F3": stance,
    }
    assert told["humans-F2"].pursue is (stance == "attack")
    assert told["humans-F2"].withdraw_at == meetings.CAUTION_LOSS_PERCENT == 50
    assert told["humans-F1"].withdraw_at == 0
    assert told[""].stance == "defend"


def test_a_fleet_that_does_so_already_is_advised_nothing_and_the_others_still_are() -> None:
    view = plain()
    now = changed(view.fleets["humans-F2"], engagement=Engagement("attack", 50, pursue=True))
    told = advice(changed(view, fleets={**view.fleets, now.id: now}), 30)
    assert set(told) == {"", "humans-F1", "humans-F3"}


def test_every_armed_fleet_is_offered_its_orders_as_they_are_by_name_whoever_comes_before_it() -> None:
    view = plain()
    now = changed(view.fleets["humans-F2"], engagement=Engagement("evade", 30))
    view = changed(view, fleets={**view.fleets, now.id: now})
    found = meetings.battle_orders(view, ())
    orders = [one.order for one in found]
    assert orders == [
        SetEngagement("", "defend", 50),
        SetEngagement("humans-F2", "evade", 30),
        SetEngagement("humans-F3", "defend", 50),
    ]
    assert [one.starred for one in found] == [True, False, False]
    assert [one.label for one in found][1:] == ["Orders for Bees", "Orders for crows"]
    assert [one.reason.rpartition("armed hull ")[2] for one in found][1:] == ["40", "20"]
    given = sheet("humans", SetEngagement("humans-F2", "attack"))
    assert [one.order for one in meetings.battle_orders(view, given)] == [orders[0], orders[2]]


def test_a_fleet_that_is_advised_is_not_listed_again() -> None:
    view = plain()
    seen = changed(view, foreign_fleets={"C1": FleetSighting("C1", "vermin", "0505", 1, 30, WEEK)})
    told = [one.order.fleet for one in meetings.battle_orders(seen, ()) if isinstance(one.order, SetEngagement)]
    assert sorted(told) == ["", "humans-F1", "humans-F2", "humans-F3"]


def some(*orders: Order) -> list[Suggestion]:
    return [Suggestion(order, f"{n}", "because") for n, order in enumerate(orders)]


GOOD = SetMission("humans-F1", "scout")
BAD = SetMission("humans-F9", "scout")


def test_what_is_refused_is_left_out_and_three_are_starred() -> None:
    view = plain()
    found = rank_suggestions(view, (), some(BAD, GOOD, GOOD, BAD, GOOD, GOOD, BAD))
    assert [(one.label, one.starred) for one in found] == [
        ("1", True), ("2", True), ("4", True), ("5", False), ("6", False),
    ]  # fmt: skip
    assert MOST_ADVISED == 3


def test_a_star_is_given_up_after_twelve_were_tried_and_the_list_ends_at_twenty_five() -> None:
    view = plain()
    found = rank_suggestions(view, (), some(*[BAD] * MOST_TRIED, GOOD))
    assert [(one.label, one.starred) for one in found] == [("12", False)]
    assert [one.starred for one in rank_suggestions(view, (), some(*[BAD] * (MOST_TRIED - 1), GOOD))] == [True]
    assert (MOST_TRIED, MOST_SUGGESTIONS) == (12, 25)
    assert [one.label for one in rank_suggestions(view, (), some(*[GOOD] * 30))] == [str(n) for n in range(25)]


def test_of_two_that_are_not_apart_one_is_starred() -> None:
    found = rank_suggestions(
        plain(), (), some(GOOD, GOOD, BAD, GOOD), lambda one, other: int(one.label) - int(other.label) > 1
    )
    assert [(one.label, one.starred) for one in found] == [("0", True), ("3", True), ("1", False)]


@pytest.mark.parametrize(("weeks", "text"), [(0, "0 weeks"), (1, "1 week"), (2, "2 weeks")])
def test_weeks_are_counted_in_words(weeks: int, text: str) -> None:
    assert weeks_text(weeks) == text


def test_a_fleet_with_orders_for_battle_on_the_sheet_meets_nobody_in_the_advice() -> None:
    assert set(advice(plain(), 30, sheet("humans", SetEngagement("humans-F2", "attack")))) == {
        "",
        "humans-F1",
        "humans-F3",
    }
