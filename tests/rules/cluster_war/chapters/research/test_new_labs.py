"""What is built in a month helps its research from the next on: facilities, bases and ships (CW-8.0-11, CW-19.0-18)."""

import pytest

from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.industry.facility_orders import BuildFacility
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.model.events.research import ResearchRolled
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.holdings import Design
from rules.values import changed
from tests.rules.cluster_war.yard import HOME, YARD, empire, failures, plan, told, turn

LABS = {
    "station": Design("station", "Research Station", "base", 10, 30, science_stations=4, prefix="RS"),
    "vessel": Design("vessel", "Science Ship", "ship", 10, 40, science_stations=4, prefix="SC"),
}
START = StartProject("Beams", "0303", 3, 400)


@pytest.mark.rule("CW-8.0-11", "CW-19.0-18", "CW-A-53")
@pytest.mark.parametrize(
    "build",
    [BuildFacility(HOME, "lab", 4), BuildUnits(HOME, "station", 1, 0), BuildUnits(HOME, "vessel", 1, 10)],
    ids=["facility", "base", "ship"],
)
def test_labs_help_from_the_turn_after_they_are_built_as_the_preview_says(build: Order) -> None:
    state = empire(shipyard_bays=20)
    sides = {key: changed(s, designs={**YARD, **LABS}) for key, s in state.sides.items()}
    state = changed(state, sides=sides)
    assert "16% this turn (16% for the CPs, +0 from labs)" in plan(state, START, build).text
    first = turn(state, build, START)
    assert failures(first) == []
    assert [e.chance for e in told(first, ResearchRolled)] == [16]
    fund = FundProject("humans-P1", 1)
    assert "20% this turn (16% for the CPs, +4 from labs)" in plan(first.state, fund).text
    assert [e.chance for e in told(turn(first.state, fund), ResearchRolled)] == [20]
