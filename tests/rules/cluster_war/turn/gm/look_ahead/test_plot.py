"""Courses plotted ahead: where fleets will be, and where and when they meet (CW-19.0-22)."""

import pytest

from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.research.project_orders import StartProject
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Course, Leg, Transit
from rules.cluster_war.turn.gm.look_ahead import Meeting, first_meeting, meetings_ahead, plot
from rules.values import GameError, changed
from tests.rules.cluster_war.build import change_fleet, sheet, small, with_fleet
from tests.rules.cluster_war.chapters.npr.hive import HOME, hive, world


def two(state: GameState | None = None) -> GameState:
    """A destroyer of the Humans at 0505, one of the Vermin at 0905: both 4G, 5 weeks for one hex."""
    base = state or small()
    return with_fleet(with_fleet(base, "humans", "0505", "destroyer"), "vermin", "0905", "destroyer")


@pytest.mark.rule("CW-19.0-22")
def test_a_fleet_is_followed_leg_by_leg_through_turns() -> None:
    state = two()
    orders = sheet("humans", MoveFleet("humans-F1", (Leg("0506"), Leg("0507"))))
    track = plot(state, orders, 3)["humans-F1"]
    assert [s.week for s in track.spots] == list(range(13))
    assert "".join((s.hex and s.hex[-1]) or "-" for s in track.spots) == "5----6----777"
    assert state.fleets["humans-F1"].hex == "0505", "nothing has moved in truth"


@pytest.mark.rule("CW-19.0-22")
def test_two_fleets_meet_where_and_when_the_rules_bring_them() -> None:
    state = two()
    orders = (
        *sheet("humans", MoveFleet("humans-F1", (Leg("0705"),))),
        *sheet("vermin", MoveFleet("vermin-F1", (Leg("0705"),), 2)),
    )
    tracks = plot(state, orders, 4)
    met = first_meeting(tracks["humans-F1"], tracks["vermin-F1"])
    assert met is not None
    assert (met.hex, met.passing) == ("0705", False)
    assert met.week == tracks["vermin-F1"].spots.index(next(s for s in tracks["vermin-F1"].spots if s.hex == "0705"))
    assert meetings_ahead(state, tracks) == (Meeting("humans-F1", "vermin-F1", "0705", met.week, passing=False),)
    assert meetings_ahead(changed(state, peace=("humans|vermin",)), tracks) == ()


@pytest.mark.rule("CW-19.0-22")
def test_who_misses_is_not_met_and_who_is_together_now_is_no_news() -> None:
    state = two()
    orders = sheet("humans", MoveFleet("humans-F1", (Leg("0905"), Leg("0505"))))
    tracks = plot(state, orders, 12)
    assert first_meeting(tracks["humans-F1"], tracks["vermin-F1"]) is not None
    still = plot(state, (), 2)
    assert first_meeting(still["humans-F1"], still["vermin-F1"]) is None
    together = with_fleet(state, "humans", "0905", "scout")
    assert meetings_ahead(together, plot(together, (), 2)) == ()
    with pytest.raises(GameError, match="itself"):
        first_meeting(still["humans-F1"], still["humans-F1"])


@pytest.mark.rule("CW-19.0-22")
def test_fleets_under_way_are_followed_and_those_seen_passing_are_met_on_the_way() -> None:
    state = change_fleet(two(), "humans-F1", transit=Transit("0505", "0905", 0, 3))
    tracks = plot(state, (), 1)
    assert [s.hex for s in tracks["humans-F1"].spots] == ["", "", "", "0905", "0905"]
    state = change_fleet(
        with_fleet(two(), "vermin", "0507", "destroyer"),
        "humans-F1",
        route=(Leg("0508"),),
        course=Course(("0506", "0507", "0508"), (1, 1, 1)),
    )
    tracks = plot(state, (), 1)
    met = first_meeting(tracks["humans-F1"], tracks["vermin-F2"])
    assert met == Meeting("humans-F1", "vermin-F2", "0507", 1, passing=True)


@pytest.mark.rule("CW-19.0-22", "CW-19.0-21")
def test_races_of_the_game_masters_are_on_the_plot() -> None:
    state = with_fleet(world(hive()), "humans", "1011", "destroyer")
    tracks = plot(state, sheet("humans", MoveFleet("humans-F1", (Leg(HOME),))), 2)
    assert tracks["~hive/1"].name == "Guard"
    found = meetings_ahead(state, tracks)
    assert [(m.a, m.b, m.hex, m.week) for m in found] == [("humans-F1", "~hive/1", HOME, 5)]


@pytest.mark.parametrize("turns", [0, 25])
def test_no_such_plot(turns: int) -> None:
    with pytest.raises(GameError, match="Plot 1 to 24"):
        plot(two(), (), turns)


def test_other_orders_and_refused_moves_change_nothing() -> None:
    state = two()
    orders = sheet("humans", StartProject("X", "0303", 1, 5), MoveFleet("humans-F1", (Leg("9999"),)))
    assert {s.hex for s in plot(state, orders, 1)["humans-F1"].spots} == {"0505"}
