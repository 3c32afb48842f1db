"""Where fleets could go: which goals are thought of, how many, in what order, and what is said of each (CW-4.0, CW-12.1)."""

from typing import Any

import pytest

from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.model.state.common import KnowledgeLevel
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Course, Leg, SurveyWork, Transit
from rules.cluster_war.model.state.sides import ColonySighting, KnownSystem
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.planning.suggestions import voyages
from rules.cluster_war.turn.planning.suggestions.meetings import Suggestion, picture
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed
from tests.rules.cluster_war.build import body, sheet, small, star, with_colony, with_fleet

ROW = tuple(f"10{row:02}" for row in range(2, 20))
HUNGRY = "; out of supply there"
"""Stars in one column, the fleet at 1010 among them."""


def row(*designs: str, **more: Any) -> GameState:
    """A fleet of the Humans at 1010, in a column of stars, far from their home."""
    state = small(systems=[star(h, body(1)) for h in ROW], turn=3)
    return with_fleet(state, "humans", "1010", *(designs or ("scout",)), name="Eyes", **more)


def seen(state: GameState, level: KnowledgeLevel, *hexes: str) -> View:
    """The Humans' view, who know these systems so well."""
    view = view_for(state, "humans")
    return changed(view, systems={**view.systems, **{h: KnownSystem(h, level, 2) for h in hexes}})


def with_supplies(view: View) -> View:
    """The same with supplies for years aboard each ship."""
    return changed(view, ships={key: changed(ship, supplies=99) for key, ship in view.ships.items()})


def near(view: View, goals: tuple[str, ...]) -> list[tuple[int, str]]:
    planned = picture(view, ())
    return list(voyages.nearest(planned, planned.fleets["humans-F1"], goals))


@pytest.mark.rule("CW-4.0-01")
def test_the_eight_nearest_goals_count_by_weeks_and_of_equals_the_first_by_number() -> None:
    view = view_for(row(), "humans")
    found = near(view, ROW)
    assert [h for _, h in found] == ["1009", "1011", "1008", "1012", "1007", "1013", "1006", "1014"]
    assert [w for w, _ in found] == [5, 5, 7, 7, 9, 9, 10, 10]
    assert near(view, ("1010",)) == []
    assert near(view, ("1019",)) == [(15, "1019")]
    assert near(view_for(row("hulk"), "humans"), ROW) == [], "without a drive it goes nowhere"


@pytest.mark.rule("CW-12.1-01", "CW-12.1-07")
def test_a_scout_looks_at_what_is_unknown_and_a_survey_ship_at_what_is_scouted_too() -> None:
    def looks(state: GameState, bound: tuple[str, ...] = ()) -> list[tuple[tuple[Any, ...], Suggestion]]:
        view = seen(changed(state), "scouted", "1009", "1010")
        view = changed(
            view,
            systems={**view.systems, "1008": KnownSystem("1008", "map", 2), "1012": KnownSystem("1012", "surveyed", 2)},
        )
        planned = picture(view, ())
        found = list(voyages.suggest_surveys(planned, planned.fleets["humans-F1"], bound))
        return found[:5]

    def move(hex_: str) -> MoveFleet:
        return MoveFleet("humans-F1", (Leg(hex_),))

    assert looks(row()) == [
        ((1, weeks, away, "Eyes", h), Suggestion(move(h), f"Eyes to {h} (G)", f"unexplored, {weeks} weeks{HUNGRY}"))
        for weeks, away, h in ((5, 1, "1011"), (7, 2, "1008"), (9, 3, "1007"), (9, 3, "1013"), (10, 4, "1006"))
    ]
    assert [one.order for _, one in looks(row(), ("1011", "1007"))] == [
        move(h) for h in ("1008", "1013", "1006", "1014", "1005")
    ]
    survey = looks(row("surveyor"))
    assert survey[0] == (
        (0, 0, 0, "Eyes", "1010"),
        Suggestion(SetMission("humans-F1", "survey"), "Eyes surveys 1010", "not yet surveyed, it is there"),
    )
    assert [(s[0], s[2], s[4], one.reason.partition(",")[0]) for s, one in survey[1:]] == [
        (1, 1, "1009", "not yet surveyed"),
        (1, 1, "1011", "unexplored"),
        (1, 2, "1008", "unexplored"),
        (1, 3, "1007", "unexplored"),
    ]
    assert looks(row("surveyor", mission="survey"))[0][0][0] == 1, "it does so already"
    assert looks(row("bay"))[0][0][0] == 1, "bays without sensors survey nothing"


@pytest.mark.rule("CW-12.1-01")
def test_free_fleets_are_those_that_nothing_sends_away_without_a_mission_first_then_by_name() -> None:
    state = row(mission="patrol")
    for name in ("beta", "Alpha", "Gamma"):
        state = with_fleet(state, "humans", "1010", "scout", name=name)
    state = with_fleet(state, "humans", "1010", "scout", name="A1", mission="scout")
    view = view_for(state, "humans")

    def free(view: View, *orders: Any) -> list[str]:
        return [f.name for f in voyages.free_fleets(view, sheet("humans", *orders, turn=3))]

    assert free(view) == ["Alpha", "beta", "Gamma", "A1", "Eyes"]
    assert free(view, MoveFleet("humans-F3", (Leg("1011"),))) == ["beta", "Gamma", "A1", "Eyes"]
    for more in (
        {"transit": Transit("1010", "1011", 8, 13)},
        {"course": Course(("1011",), (13,))},
        {"route": (Leg("1011"),)},
        {"survey": SurveyWork("1010", 8, 0)},
    ):
        fleets = {**view.fleets, "humans-F2": changed(view.fleets["humans-F2"], **more)}
        assert free(changed(view, fleets=fleets)) == ["Alpha", "Gamma", "A1", "Eyes"]


@pytest.mark.rule("CW-4.1-06")
def test_where_a_fleet_could_go_begins_with_the_nearest_of_each_kind_then_all_by_weeks() -> None:
    state = with_colony(with_colony(row(), "humans", "1016", 1, 50), "humans", "1018", 1, 50)
    view = seen(state, "surveyed", "1005", "1006", "1016")
    view = changed(
        view, systems={**view.systems, "1003": KnownSystem("1003", "scouted", 2), "1004": KnownSystem("1004", "map", 2)}
    )
    found = voyages.destinations(view, (), "humans-F1")
    places = [one.order.legs[-1].to for one in found if isinstance(one.order, MoveFleet)]
    assert places[:3] == ["1009", "1016", "1006"]
    assert [one.reason.rpartition(",")[0] for one in found[:3]] == [
        "unexplored", "your colony", "known, and you have no colony there",
    ]  # fmt: skip
    assert places[3:] == ["1011", "1008", "1012", "1007", "1013", "1014", "1005", "1015", "1003", "1018", "0303"]
    weeks = [int(one.reason.rpartition(", ")[2].split()[0]) for one in found[3:]]
    theirs = changed(view, foreign_colonies={"1006-1": ColonySighting("1006-1", "vermin", "1006", 1, 0, size=40)})
    assert voyages.destinations(theirs, (), "humans-F1")[2].reason.startswith("a colony of Vermin, ")
    assert weeks == sorted(weeks)
    moving = {**view.fleets, "humans-F1": changed(view.fleets["humans-F1"], transit=Transit("1010", "1011", 8, 13))}
    assert voyages.destinations(changed(view, fleets=moving), (), "humans-F1") == ()


def test_a_star_that_a_fleet_is_or_will_be_at_is_spoken_for() -> None:
    state = row()
    state = with_fleet(state, "humans", "1010", "scout", name="Way", transit=Transit("1010", "1012", 8, 15))
    state = with_fleet(state, "humans", "1010", "scout", name="Seen", course=Course(("1011", "1013"), (13, 18)))
    state = with_fleet(state, "humans", "1010", "scout", name="Sent")
    orders = sheet("humans", MoveFleet("humans-F4", (Leg("1014"), Leg("1015"))), turn=3)
    planned = picture(view_for(state, "humans"), orders)
    assert voyages.bound_for(planned) == {"1012", "1013", "1015"}


def test_two_voyages_are_apart_if_fleet_and_star_are_others() -> None:
    state = with_fleet(row(), "humans", "1010", "scout", name="Ears")
    found = voyages.explore(with_supplies(view_for(state, "humans")), ())
    assert [(one.label, one.starred) for one in found[:3]] == [
        ("Ears to 1009 (G)", True), ("Eyes to 1011 (G)", True), ("Ears to 1011 (G)", False),
    ]  # fmt: skip
