"""What governors do in peace, each concern on a prepared view and through a real turn."""

import pytest

from rules.cluster_war.chapters.colonies.founding_orders import FoundColony, SettleInGrid
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.industry.building_orders import BuildUnits, ContinueBuild
from rules.cluster_war.chapters.logistics.cargo_orders import LoadCargo
from rules.cluster_war.chapters.logistics.supply_orders import LoadSupplies
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.chapters.officers.officer_orders import AssignOfficer, RecruitOfficer
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.model.events.colonies import ColonyFounded, ColonyGrew
from rules.cluster_war.model.events.diplomacy import AmbassadorsSent, TradeOffered
from rules.cluster_war.model.events.industry import BuildStarted, FacilityBuilt
from rules.cluster_war.model.events.logistics import CargoLoaded
from rules.cluster_war.model.events.movement import FleetDeparted, FleetSplit
from rules.cluster_war.model.state.dealings import Offer, Pact, Right
from rules.cluster_war.model.state.holdings import Build, Project
from rules.cluster_war.model.state.places import Scene
from rules.cluster_war.model.state.sides import Officer
from rules.cluster_war.play.governors.concerns.build import build, research
from rules.cluster_war.play.governors.concerns.diplomacy import diplomacy, staff
from rules.cluster_war.play.governors.concerns.expansion import free_worlds, grow, propose_works, settle
from rules.cluster_war.play.governors.concerns.explore import encounters, explore
from rules.cluster_war.play.governors.situation import GovernorMemory
from rules.values import changed
from tests.rules.cluster_war.build import with_colony
from tests.rules.cluster_war.play.governors.kit import (
    DESIGNS,
    ENEMY,
    FAR,
    NEAR,
    fleet,
    looked,
    month,
    situation_of,
    world,
)


def orders_of(found: object) -> list[object]:
    """All orders of proposals."""
    return [order for proposal in found for order in proposal.orders]  # type: ignore[attr-defined] # an iterable of proposals


def test_scouts_go_to_different_unknown_stars_and_survey_ships_survey() -> None:
    state = fleet(fleet(fleet(world(), "One", "0303", "SC"), "Two", "0303", "SC"), "Bay", "0303", "SV")
    moves = [o for o in orders_of(explore(situation_of(state))) if isinstance(o, MoveFleet)]
    goals = [move.legs[-1].to for move in moves]
    assert len(set(goals)) == len(goals) == 3
    assert set(goals) == {FAR, ENEMY, "0210"}
    plan, _, events = month(state)
    assert sum(isinstance(e, FleetDeparted) and e.side == "humans" for e in events) >= 3
    assert any(isinstance(one.order, SetMission) and one.order.mission == "survey" for one in plan.orders)


def test_survey_ships_in_one_fleet_part_and_leave_in_the_same_month() -> None:
    plan, _, events = month(fleet(world(), "Bays", "0303", "SV", "SV"))
    assert any(isinstance(e, FleetSplit) for e in events)
    assert sum(isinstance(one.order, MoveFleet) for one in plan.orders) == 2


@pytest.mark.rule("CW-4.3-02")
def test_tired_crews_go_home() -> None:
    state = fleet(world(), "Bay", FAR, "SV")
    state = changed(state, ships={k: changed(s, stress=60) for k, s in state.ships.items()})
    orders = orders_of(explore(situation_of(state)))
    assert [o.legs[-1].to for o in orders if isinstance(o, MoveFleet)] == ["0303"]


def test_freighters_take_colonists_supplies_and_their_way_to_the_best_world() -> None:
    state = fleet(world(), "Haul", "0303", "FF")
    best = free_worlds(situation_of(state))[0]
    assert (best.hex, best.joins) == (NEAR, True)
    orders = orders_of(settle(situation_of(state)))
    assert {type(o) for o in orders} == {LoadCargo, LoadSupplies, MoveFleet}
    _, _, events = month(state)
    assert any(isinstance(e, CargoLoaded) for e in events)


@pytest.mark.rule("CW-7.0-06")
def test_who_is_there_with_colonists_founds() -> None:
    state = fleet(world(), "Haul", NEAR, "FF")
    state = changed(state, ships={k: changed(s, cargo=100) for k, s in state.ships.items()})
    assert any(isinstance(o, FoundColony) for o in orders_of(settle(situation_of(state))))
    _, after, events = month(state)
    founded = [e for e in events if isinstance(e, ColonyFounded)]
    assert {e.colony for e in founded} == {f"{NEAR}-1", f"{NEAR}-2"}
    assert f"{NEAR}-1" in after.colonies


def test_worlds_inside_the_grid_are_settled_from_the_pool_where_that_is_allowed() -> None:
    state = with_colony(world(colony_freighters="outside-grid"), "humans", NEAR, 2, 10)
    assert [type(o) for o in orders_of(settle(situation_of(state)))] == [SettleInGrid]
    _, after, _ = month(state)
    assert f"{NEAR}-1" in after.colonies


@pytest.mark.rule("CW-5.0-21")
def test_the_cheapest_growth_comes_first_and_what_pays_back_too_late_is_left() -> None:
    state = with_colony(with_colony(world(), "humans", NEAR, 1, 10), "humans", NEAR, 2, 10)
    grown = [o.colony for o in orders_of(grow(situation_of(state))) if isinstance(o, ExpandColony)]
    assert grown.index(f"{NEAR}-1") < grown.index(f"{NEAR}-2")
    _, _, events = month(state)
    assert any(isinstance(e, ColonyGrew) and e.colony == f"{NEAR}-1" and e.after > 100 for e in events)


def test_yards_build_what_is_lacking_and_pay_what_is_owed() -> None:
    state = fleet(world(), "Haul", "0303", "FF")
    owed = Build("humans-B1", "humans", "0303-3", "DD", 1, 112, 12, 10, 20, 1)
    state = changed(state, builds={owed.id: owed}, counters={**state.counters, "build/humans": 1})
    found = orders_of(build(situation_of(state)))
    assert ContinueBuild("humans-B1", -1, 100) in found
    assert {"SC", "SV"} <= {o.design for o in found if isinstance(o, BuildUnits)}
    _, _, events = month(state)
    assert {e.design for e in events if isinstance(e, BuildStarted)} >= {"SC", "SV"}


def test_a_colony_where_enemies_are_gets_a_base_before_all_else() -> None:
    state = fleet(world(vermin=50), "Fangs", "0303", "DD", side="vermin")
    found = situation_of(looked(state), memory=GovernorMemory(foe="vermin", since=2, grudges={"vermin": 9}))
    bases = [p for p in build(found) if any(isinstance(o, BuildUnits) and o.design == "FT" for o in p.orders)]
    assert bases
    assert bases[0].line == "duty"


def test_facilities_that_would_be_used() -> None:
    rich = changed(world(), colonies={"0303-3": changed(world().colonies["0303-3"], size=1000)})
    found = {p.orders[0].facility for p in propose_works(situation_of(rich))}  # type: ignore[attr-defined] # facilities all
    assert found >= {"shipyard"}
    _, _, events = month(world(treasury=20_000), "builder")
    assert any(isinstance(e, FacilityBuilt) for e in events)


@pytest.mark.rule("CW-8.0-17")
def test_a_project_with_cps_in_it_is_never_let_lapse() -> None:
    running = Project("humans-P1", "humans", "Advanced Armor", "0303", 3, cps=300, technology="Advanced Armor")
    state = changed(world(treasury=0), projects={running.id: running})
    found = list(research(situation_of(state)))
    assert {p.line for p in found if p.orders[0] == FundProject("humans-P1", 10)} == {"duty"}
    plan, _, _ = month(state, "hermit", "easy")
    assert any(isinstance(one.order, FundProject) for one in plan.orders)


def test_research_begins_with_what_is_laid_down() -> None:
    found = [o for o in orders_of(research(situation_of(world()))) if isinstance(o, StartProject)]
    assert found
    assert all(o.technology for o in found)


def test_strangers_in_contact_are_offered_trade_and_ambassadors_by_those_who_like_it() -> None:
    state = fleet(world(vermin=50), "Call", ENEMY, "SC")
    plan, after, events = month(state, "trader")
    assert any(isinstance(e, TradeOffered) and e.side == "humans" for e in events)
    assert any(isinstance(e, AmbassadorsSent) for e in events)
    assert {one.occasion for one in plan.said} == {"first contact"}
    assert after.offers
    assert orders_of(diplomacy(situation_of(state, "hermit"))) != orders_of(diplomacy(situation_of(state, "trader")))


def test_treaties_end_with_whom_it_comes_to_war() -> None:
    state = fleet(world(vermin=50), "Call", ENEMY, "SC")
    state = changed(
        state,
        pacts=(Pact("humans", "vermin", "full", 1),),
        rights=(Right("humans", "vermin", "supply"),),
        embassies=("humans|vermin",),
    )
    memory = GovernorMemory(foe="vermin", since=2, grudges={"vermin": 12})
    _, after, _ = month(state, "builder", memory=memory)
    assert (after.pacts, after.rights, after.embassies) == ((), (), ())


def test_an_offer_is_taken_by_who_wants_it() -> None:
    state = fleet(world(vermin=50), "Call", ENEMY, "SC")
    state = changed(state, offers=(Offer("vermin", "humans", "full", 2),))
    _, after, _ = month(state, "trader")
    assert [p.level for p in after.pacts] == ["full"]


@pytest.mark.rule("CW-12.1-04")
def test_what_was_met_is_answered_the_cautious_by_caution_the_bold_by_the_odds() -> None:
    scene = Scene("humans-E1", "humans", NEAR, "civilization", "humans-F1", 2, 7)
    state = changed(fleet(world(encounters="played"), "One", NEAR, "SC"), scenes=(scene,))
    bold, careful = (orders_of(encounters(situation_of(state, c))) for c in ("raider", "hermit"))
    assert bold[0].choice != careful[0].choice  # type: ignore[attr-defined] # AnswerScene
    plan, after, _ = month(state, "raider")
    assert any(one.concern == "encounters" for one in plan.orders)
    assert after.scenes[0].closed


def test_officers_get_posts_and_more_are_trained_for_more_ships() -> None:
    talon = Officer("humans-O1", "humans", "Talon", 3, 3, 3, 3)
    state = fleet(world(flag_officers=True), "Line", "0303", *["DD"] * 20)
    flagged = changed(DESIGNS["DD"], layout={**DESIGNS["DD"].layout, "Flag bridge": 1})
    layouts = {**DESIGNS, "DD": flagged}
    side = changed(state.sides["humans"], designs=layouts)
    state = changed(state, sides={**state.sides, "humans": side}, officers={talon.id: talon})
    found = orders_of(staff(situation_of(state)))
    assert any(isinstance(o, AssignOfficer) and o.officer == talon.id for o in found)
    assert any(isinstance(o, RecruitOfficer) for o in found)
    _, after, _ = month(state)
    assert after.officers[talon.id].post is not None


def test_where_cps_pile_up_another_warship_is_laid_down_however_many_there_are() -> None:
    def laid_down(treasury: int) -> list[BuildUnits]:
        armada = fleet(world(treasury=treasury), "Armada", "0303", *["DD"] * 200)
        home = changed(armada.colonies["0303-3"], shipyard_bays=400)
        armada = changed(armada, colonies={**armada.colonies, home.id: home})
        return [
            o for o in orders_of(build(situation_of(armada))) if isinstance(o, BuildUnits) and o.design in {"DD", "TR"}
        ]

    assert not laid_down(1000)
    assert {order.count for order in laid_down(60_000)} == {1}
