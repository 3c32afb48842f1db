"""What is checked and done for each player every turn (CW-19.0-18), and convoys in danger (CW-5.1-07)."""

import pytest

from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.industry.facility_orders import BuildFacility
from rules.cluster_war.chapters.logistics.amendments import RemoveShips
from rules.cluster_war.chapters.research.project_orders import StartProject
from rules.cluster_war.model.events.colonies import BudgetClosed, SpendingCut
from rules.cluster_war.model.events.detection import SystemLearned
from rules.cluster_war.model.events.industry import FacilityBuilt, UnitsDelivered
from rules.cluster_war.model.events.movement import FleetArrived, FleetsMet
from rules.cluster_war.model.events.research import ResearchRolled
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.state.holdings import Transit
from rules.cluster_war.model.state.sides import Knowledge
from rules.cluster_war.turn.gm.amend import amend
from rules.values import changed
from tests.rules.cluster_war.build import with_fleet
from tests.rules.cluster_war.yard import HOME, empire, fleet, rich, told, turn


@pytest.mark.rule("CW-19.0-18", "CW-19.0-19")
def test_a_turn_checks_spending_and_yards_rolls_research_places_units_and_returns_what_was_found() -> None:
    state = fleet(empire(rich("0304", 90), shipyard_bays=40, treasury=0), "0303", "scout", name="Scouts")
    under_way = changed(state.fleets["humans-F1"], transit=Transit("0303", "0304", -3, 2), mission="scout")
    state = changed(state, fleets={under_way.id: under_way})
    state = changed(state, knowledge={**state.knowledge, "humans": Knowledge()})
    state = with_fleet(state, "vermin", "0304", "destroyer")
    done = turn(
        state,
        BuildUnits(HOME, "destroyer", 2, 40),
        BuildUnits(HOME, "scout", 1, 1),
        BuildFacility(HOME, "lab", 5),
        StartProject("Lasers", "0303", 1, 900),
    )
    assert [(e.number, e.line, e.kept) for e in told(done, SpendingCut)] == [(4, "research", 785)]
    assert [e.reason for e in told(done, OrderFailed)] == [
        "Humans 0303 has 0 shipyard bays free this turn; this needs 1."
    ]
    kinds = [type(e) for e in done.events]
    for kind in (FacilityBuilt, FleetArrived, SystemLearned, FleetsMet, UnitsDelivered, ResearchRolled, BudgetClosed):
        assert kind in kinds
    closed = next(e for e in told(done, BudgetClosed) if e.side == "humans")
    assert (closed.ships, closed.infrastructure, closed.research, closed.carried) == (200, 15, 785, 0)
    assert done.state.fleets["humans-F1"].hex == "0304"
    assert done.state.colonies[HOME].science_stations == 5


@pytest.mark.rule("CW-5.1-07")
def test_a_convoy_that_meets_an_enemy_may_be_destroyed_with_all_it_carries() -> None:
    state = fleet(empire(), "0909", "freighter", cargo=80, name="Convoy")
    met = turn(with_fleet(state, "vermin", "0909", "destroyer"))
    assert {(e.hex, e.sides) for e in told(met, FleetsMet)} == {("0909", ("humans", "vermin"))}
    assert any(q.kind == "encounter" and q.hex == "0909" for q in met.state.questions)
    lost = amend(met.state, RemoveShips(("humans/FF01",)), "caught by a destroyer").state
    assert lost.ships.keys() == {"vermin/DD01"}
    assert "humans-F1" not in lost.fleets
