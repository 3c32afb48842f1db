"""Yards that work by the week, sending ships off, and hull templates (6.0)."""

import pytest

from rules.cluster_war.chapters.industry.amendments import AddTemplate
from rules.cluster_war.chapters.industry.building_orders import BuildUnits, ContinueBuild, SendBuild
from rules.cluster_war.chapters.industry.construction import weeks_left
from rules.cluster_war.chapters.industry.drawings import (
    HULL_STEPS,
    check_template,
    owned_templates,
    template_of,
    template_technology,
)
from rules.cluster_war.chapters.industry.yards import work_yards
from rules.cluster_war.chapters.logistics.amendments import RepairShips
from rules.cluster_war.chapters.research.project_orders import StartProject
from rules.cluster_war.model.events.industry import BuildHalted, UnitsDelivered
from rules.cluster_war.model.events.movement import FleetDeparted
from rules.cluster_war.model.holdings.order_kind import TurnHoldings
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Build, Design, Leg
from rules.cluster_war.turn.gm.amend import amend
from rules.values import GameError, IllegalOrderError, WrongPhaseError, changed
from tests.rules.cluster_war.build import draft_of, with_colony
from tests.rules.cluster_war.yard import HOME, YARD, Rigged, empire, failures, fleet, plan, rich, told, turn

WEEKLY = Settings(weekly_construction=True)


@pytest.mark.rule("CW-6.0-07")
@pytest.mark.parametrize(
    ("hull", "bays", "weeks"), [(50, 40, 5), (40, 40, 4), (10, 40, 1), (11, 40, 2), (20, 20, 4), (1, 1, 4)]
)
def test_weeks_are_hull_by_a_quarter_of_the_bays_rounded_up(hull: int, bays: int, weeks: int) -> None:
    assert weeks_left(Build("B1", "humans", HOME, "x", 1, 0, 0, hull, bays, 1)) == weeks


@pytest.mark.rule("CW-6.0-07")
def test_fifty_hull_in_forty_bays_is_there_after_five_weeks_and_moves_in_the_second() -> None:
    state = empire(shipyard_bays=40, settings=WEEKLY)
    order = BuildUnits(HOME, "cruiser", 1, 40)
    assert "ready after week 1 of turn 2" in plan(state, order).text
    first = turn(state, order)
    assert first.state.builds["humans-B1"].hull_left == 10
    send = SendBuild("humans-B1", (Leg("0306"),))
    assert plan(first.state, send).text == "1 × Cruiser leave for 0306 as soon as they are built."
    second = turn(first.state, send)
    delivered = told(second, UnitsDelivered)
    assert [(e.week, e.ships, e.cause.rule) for e in delivered] == [(5, ("humans/CA01",), "CW-6.0-07")]
    left = [e for e in told(second, FleetDeparted) if e.fleet == delivered[0].fleet]
    assert [(e.week, e.to) for e in left] == [(5, "0306")]
    assert failures(second) == []


@pytest.mark.rule("CW-6.0-07")
def test_quarters_add_up_from_week_to_week_and_month_to_month() -> None:
    state = empire(shipyard_bays=6, settings=WEEKLY)
    first = turn(state, BuildUnits(HOME, "scout", 1, 3))
    build = first.state.builds["humans-B1"]
    assert (build.hull_left, build.quarters) == (7, 0)
    more = turn(first.state, ContinueBuild("humans-B1", 6))
    assert more.state.builds["humans-B1"].hull_left == 1
    done = turn(more.state)
    assert [e.week for e in told(done, UnitsDelivered)] == [9]
    without = turn(empire(shipyard_bays=6), BuildUnits(HOME, "scout", 1, 3))
    assert without.state.builds["humans-B1"].hull_left == 7


@pytest.mark.rule("CW-6.0-07")
def test_forces_and_bases_take_their_month_all_the_same() -> None:
    state = empire(training=25, light_industry=20, settings=WEEKLY)
    done = turn(
        state, BuildUnits(HOME, "militia", 1, 0), BuildUnits(HOME, "way", 1, 0), BuildUnits(HOME, "fighter", 1, 20)
    )
    assert [(e.design, e.week) for e in told(done, UnitsDelivered)] == [("fighter", 1), ("militia", 0), ("way", 0)]


@pytest.mark.rule("CW-6.0-07")
def test_a_ship_that_is_not_paid_for_stays_in_the_yard() -> None:
    state = empire(shipyard_bays=20, settings=WEEKLY)
    first = turn(state, BuildUnits(HOME, "scout", 1, 20, pay=0))
    assert told(first, UnitsDelivered) == []
    paid = turn(first.state, ContinueBuild("humans-B1", -1, 60))
    assert [e.week for e in told(paid, UnitsDelivered)] == [5]


def test_ships_built_by_the_month_can_be_sent_too_and_leave_as_the_next_begins() -> None:
    state = turn(empire(shipyard_bays=10), BuildUnits(HOME, "destroyer", 1, 10)).state
    done = turn(state, SendBuild("humans-B1", (Leg("0306"),)))
    assert failures(done) == []
    after = turn(done.state)
    assert [(e.week, e.to) for e in told(after, FleetDeparted)] == [(8, "0306")]


def test_an_order_to_send_ships_that_are_not_ready_is_given_back() -> None:
    state = turn(empire(shipyard_bays=5), BuildUnits(HOME, "destroyer", 1, 5)).state
    send = SendBuild("humans-B1", (Leg("0306"),))
    assert [n.rule for n in plan(state, send).notes] == ["CW-6.0-07"]
    assert failures(turn(state, send)) == ["The ships have not left the yard yet; send them when they do."]
    with pytest.raises(WrongPhaseError, match="already sends these ships"):
        plan(state, send, send)
    joined = turn(
        fleet(empire(shipyard_bays=5), "0303", "scout", name="Guard"), BuildUnits(HOME, "scout", 1, 5, fleet="Guard")
    )
    assert failures(turn(joined.state, send)) == ["The ships joined a fleet that was there, and stay with it."]
    with pytest.raises(IllegalOrderError, match="Say where"):
        plan(state, SendBuild("humans-B1", ()))


@pytest.mark.rule("CW-6.0-01", "CW-6.6-08")
def test_a_design_is_laid_out_on_a_hull_its_side_owns() -> None:
    side = empire().sides["humans"]
    assert ("ship", 50) in {(t.kind, t.hull) for t in owned_templates(side).values()}
    check_template(side, YARD["cruiser"])
    battleship = Design("bb", "Battleship", "ship", 80, 500)
    with pytest.raises(
        IllegalOrderError, match="no ship hull of 80 spaces for Battleship: research it first, 1 success"
    ):
        check_template(side, battleship)
    check_template(side, Design("f", "Fighter", "small_craft", 3, 8))
    given = amend(empire(), AddTemplate("humans", "Battleship", "ship", 80, ("Drive 3G", "Bridge")), "agreed").state
    check_template(given.sides["humans"], battleship)
    assert given.sides["humans"].templates["Battleship"].fixed == ("Drive 3G", "Bridge")


@pytest.mark.rule("CW-6.0-02", "CW-6.6-08")
def test_a_new_hull_is_one_success_of_research() -> None:
    technology = template_technology("Battleship", "ship", 80)
    assert HULL_STEPS == 1
    found = template_of(technology)
    assert found is not None
    assert (found.name, found.kind, found.hull) == ("Battleship", "ship", 80)
    assert template_of("Lasers") is None
    done = turn(empire(), StartProject("Great hulls", "0303", HULL_STEPS, 400, technology), dice=Rigged("research/"))
    assert done.state.sides["humans"].templates["Battleship"] == found
    check_template(done.state.sides["humans"], Design("bb", "Battleship", "ship", 80, 500))


@pytest.mark.rule("CW-6.0-01")
def test_templates_and_repairs_are_for_what_is_there() -> None:
    with pytest.raises(GameError, match="no side"):
        amend(empire(), AddTemplate("elves", "Barge", "ship", 10), "why")
    with pytest.raises(GameError, match="at least 1 hull space"):
        amend(empire(), AddTemplate("humans", "Barge", "ship", 0), "why")
    with pytest.raises(GameError, match="no ship"):
        amend(empire(), RepairShips(("humans/DD99",)), "why")
    state = fleet(empire(), "0303", "destroyer")
    broken = changed(state.ships["humans/DD01"], faults=("shields buckle",))
    state = changed(state, ships={broken.id: broken})
    assert amend(state, RepairShips((broken.id,)), "in dock").state.ships[broken.id].faults == ()


@pytest.mark.rule("CW-5.0-27", "CW-6.0-07")
def test_work_that_wants_a_resource_stands_still_every_week_and_that_is_told_once_a_month() -> None:
    mine = with_colony(
        empire(rich("0304", 100, "Neutronium"), shipyard_bays=5, settings=WEEKLY), "humans", "0304", 2, 5
    )
    first = turn(mine, BuildUnits(HOME, "hard", 1, 5))
    assert (first.state.builds["humans-B1"].hull_left, told(first, BuildHalted)) == (15, [])
    lost = {key: colony for key, colony in first.state.colonies.items() if key != "0304-2"}
    second = turn(changed(first.state, colonies=lost))
    assert second.state.builds["humans-B1"].hull_left == 15
    assert [(e.build, e.resource) for e in told(second, BuildHalted)] == [("humans-B1", "Neutronium")]


@pytest.mark.rule("CW-6.0-03")
def test_a_yard_that_lost_more_bays_than_were_free_builds_nothing_and_undoes_nothing() -> None:
    first = turn(empire(shipyard_bays=10), BuildUnits(HOME, "cruiser", 1, 10))
    left = first.state.builds["humans-B1"].hull_left
    turn_state = draft_of(first.state)
    TurnHoldings(turn_state, "humans").use(HOME, "shipyard", 6)  # for repairs, before the yard was bombed
    turn_state.colonies[HOME] = changed(turn_state.colonies[HOME], shipyard_bays=2)
    work_yards(turn_state)
    assert turn_state.builds["humans-B1"].hull_left == left == 40
