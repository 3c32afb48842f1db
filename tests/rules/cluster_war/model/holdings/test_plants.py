"""Heavy plants bought and put to work by orders (CW-A-30)."""

import pytest

from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.industry.facility_orders import BuildFacility, RetoolFactory
from rules.cluster_war.model.events.industry import FacilityBuilt, UnitsDelivered
from tests.rules.cluster_war.yard import HOME, empire, failures, told, turn


@pytest.mark.rule("CW-A-30")
def test_a_plant_of_120_cps_makes_twenty_hull_a_turn_of_whatever_is_asked_for_without_retooling() -> None:
    first = turn(empire(), BuildFacility(HOME, "heavy", 20), BuildUnits(HOME, "mega", 1, 20))
    assert [(e.facility, e.amount, e.cps) for e in told(first, FacilityBuilt)] == [("heavy", 20, 120)]
    assert failures(first) == ["Humans 0303 has 0 heavy industry free this turn; this needs 20."]
    asked = BuildUnits(HOME, "mega", 1, 10), BuildUnits(HOME, "ocean", 1, 10)
    second = turn(first.state, *asked, BuildUnits(HOME, "mega", 1, 1), RetoolFactory(HOME, 20, "vehicles"))
    assert failures(second) == [
        "Humans 0303 has 0 heavy industry free this turn; this needs 1.",
        "Humans 0303 has 0 light industry that could be re-tooled now, not 20.",
    ]
    state, delivered = second.state, told(second, UnitsDelivered)
    for _ in range(3):
        done = turn(state)
        state, delivered = done.state, [*delivered, *told(done, UnitsDelivered)]
    assert sorted(e.design for e in delivered) == ["mega", "ocean"], "80 hull spaces in four turns"
    assert state.turn == first.state.turn + 4
