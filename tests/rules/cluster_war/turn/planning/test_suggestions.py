"""What a side could sensibly order: suggestions from its own view and sheet, each legal, each with its reason."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

import pytest

from rules.cluster_war.chapters.colonies.founding_orders import FoundColony, SettleInGrid
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.diplomacy.contact import SendAmbassadors
from rules.cluster_war.chapters.diplomacy.treaty_orders import AcceptTrade, OfferTrade
from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.logistics.supply_orders import LoadSupplies
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.dealings import Offer
from rules.cluster_war.model.state.holdings import Project
from rules.cluster_war.model.state.sides import KnownBody
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.planning.suggestions import dealings, voyages, works
from rules.cluster_war.turn.planning.suggestions.meetings import MOST_ADVISED, MOST_SUGGESTIONS, Suggestion
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import load_scenario
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed

ROOT = Path(__file__).parents[5]
Suggesting: TypeAlias = Callable[[View, Sequence[SignedOrder]], tuple[Suggestion, ...]]
ALL: tuple[Suggesting, ...] = (voyages.explore, works.build, works.research, works.colonies, dealings.treaties)


@pytest.fixture(scope="module")
def view() -> View:
    """The Humans at the beginning of the small duel."""
    scenario = load_scenario(ROOT / "scenarios" / "duel_small.toml")
    return view_for(new_game(scenario, bytes(32)), "humans")


def sheet(view: View, *orders: Order) -> tuple[SignedOrder, ...]:
    return tuple(SignedOrder(f"o{n}", view.side, n, order) for n, order in enumerate(orders, 1))


def stars(found: Sequence[Suggestion]) -> list[Suggestion]:
    return [one for one in found if one.starred]


@pytest.mark.parametrize("suggest", ALL)
def test_three_at_most_are_advised_they_come_first_and_the_rules_allow_them(view: View, suggest: Suggesting) -> None:
    found = suggest(view, ())
    assert len(found) <= MOST_SUGGESTIONS
    assert len(stars(found)) <= MOST_ADVISED
    assert [one.starred for one in found] == sorted((one.starred for one in found), reverse=True)
    for one in stars(found):
        on_it: tuple[SignedOrder, ...] = ()
        for order in one.orders:
            seen = check(view, on_it, order)
            assert all(note.informs for note in seen.notes), "what is advised carries no warning"
            on_it = sheet(view, *(signed.order for signed in on_it), order)
        assert one.reason
        assert one.label


@pytest.mark.rule("CW-12.1-01")
@pytest.mark.rule("CW-4.0-01")
def test_three_scouts_are_sent_to_three_unknown_stars_the_nearest_first(view: View) -> None:
    found = voyages.explore(view, ())
    best = stars(found)
    moves = [one.order for one in best if isinstance(one.order, MoveFleet)]
    assert len({move.fleet for move in moves}) == len({move.legs[-1].to for move in moves}) == MOST_ADVISED
    assert {view.fleets[move.fleet].name for move in moves} == {"Lantern One", "Lantern Two", "Lantern Three"}
    for one, move in zip(best, moves, strict=True):
        to = move.legs[-1].to
        assert to not in view.systems or view.systems[to].level == "map"
        arrives = check(view, (), move).arrives
        assert arrives is not None
        weeks = arrives - (view.turn - 1) * 4
        (points,) = (order.points for order in one.orders if isinstance(order, LoadSupplies))
        assert one.reason == f"unexplored, {weeks} week{'' if weeks == 1 else 's'}; takes {points} supply points along"


def test_a_fleet_that_is_sent_and_a_star_that_is_reached_are_not_suggested_again(view: View) -> None:
    first = stars(voyages.explore(view, ()))[0].order
    assert isinstance(first, MoveFleet)
    after = [one.order for one in voyages.explore(view, sheet(view, first)) if isinstance(one.order, MoveFleet)]
    assert after
    assert all(move.fleet != first.fleet and move.legs[-1].to != first.legs[-1].to for move in after)
    assert first.fleet not in {fleet.id for fleet in voyages.free_fleets(view, sheet(view, first))}


@pytest.mark.rule("CW-12.1-07")
def test_a_survey_ship_at_a_scouted_star_is_told_to_survey_it(view: View) -> None:
    survey = next(f for f in view.fleets.values() if f.name == "Meridian Survey")
    here = next(h for h, known in view.systems.items() if h != survey.hex and known.bodies)
    known = {**view.systems, here: changed(view.systems[here], level="scouted")}
    there = changed(view, systems=known, fleets={**view.fleets, survey.id: changed(survey, hex=here)})
    orders = [one.order for one in stars(voyages.explore(there, ()))]
    assert SetMission(survey.id, "survey") in orders


def test_destinations_of_a_fleet_begin_with_the_unknown_the_own_and_the_known(view: View) -> None:
    fleet = next(f for f in view.fleets.values() if f.name == "Home Fleet")
    found = voyages.destinations(view, (), fleet.id)
    kinds = [one.reason.partition(",")[0] for one in found[:3]]
    assert kinds == ["unexplored", "your colony", "known"]
    assert not stars(found), "it has no holds, and would lack supplies on each of these ways"
    assert all(isinstance(one.order, MoveFleet) and one.order.fleet == fleet.id for one in found)
    assert voyages.destinations(view, (), "nobody") == ()


@pytest.mark.rule("CW-6.0-03")
def test_what_is_built_fits_an_idle_yard_and_the_money_left(view: View) -> None:
    assert view.me is not None
    for one in works.build(view, ()):
        assert isinstance(one.order, BuildUnits)
        assert view.me.designs[one.order.design].cost <= view.income.available
    poor = changed(view, income=changed(view.income, production=9, treasury=0))
    assert works.build(poor, ()) == ()
    idle = {key: changed(c, shipyard_bays=0, heavy_industry=0) for key, c in view.colonies.items()}
    dry = works.build(changed(view, colonies=idle), ())
    assert all(isinstance(one.order, BuildUnits) and view.me.designs[one.order.design].kind != "ship" for one in dry)


@pytest.mark.rule("CW-8.0-17")
def test_a_project_that_would_lose_its_cps_comes_first_and_only_until_it_is_funded(view: View) -> None:
    home = max(view.colonies.values(), key=lambda c: c.size)
    running = {
        "p1": Project("p1", "humans", "Ray", home.hex, 2),
        "p2": Project("p2", "humans", "Web", home.hex, 2, cps=50, spent=50),
    }
    there = changed(view, projects=running)
    orders = [one.order for one in works.research(there, ())]
    assert orders[:2] == [FundProject("p2", works.USUAL_PROJECT_CPS), FundProject("p1", works.USUAL_PROJECT_CPS)]
    assert "loses 50 CPs" in works.research(there, ())[0].reason
    assert FundProject("p2", works.USUAL_PROJECT_CPS) not in [
        one.order for one in works.research(there, sheet(there, FundProject("p2", 25)))
    ]


@pytest.mark.rule("CW-8.0-04")
def test_new_research_takes_the_successes_that_are_left_and_the_place_with_most_labs(view: View) -> None:
    new = [one.order for one in works.research(view, ()) if isinstance(one.order, StartProject)]
    assert new
    assert {order.hex for order in new} == {works.research_places(view)[0]}
    assert all(order.steps > 1 for order in new)
    assert not [o for o in works.research(view, sheet(view, new[0])) if o.order == new[0]]


@pytest.mark.rule("CW-5.0-21")
def test_colonies_grow_where_it_is_cheapest_and_takes_most(view: View) -> None:
    found = works.colonies(view, ())
    grown = [one.order for one in found if isinstance(one.order, ExpandColony)]
    assert grown
    assert [check(view, (), order).cost for order in grown[:3]] == [order.cps for order in grown[:3]]
    shares = [Fraction(one.reason.partition("×")[2].partition(" ")[0]) for one in found]
    assert shares == sorted(shares)
    assert found[0].reason.startswith(f"pays for itself in {-(-shares[0] // 1)} months; ")


@pytest.mark.rule("CW-18.0-04")
def test_worlds_in_the_grid_are_settled_where_the_campaign_allows_it(view: View) -> None:
    assert not [one for one in works.colonies(view, ()) if isinstance(one.order, SettleInGrid)]
    allowed = changed(view, settings=changed(view.settings, colony_freighters="outside-grid"))
    found = [one.order for one in works.colonies(allowed, ()) if isinstance(one.order, SettleInGrid)]
    assert found
    assert all(check(allowed, (), order).cost > 0 for order in found[:3])
    assert found[0] not in [one.order for one in works.colonies(allowed, sheet(allowed, found[0]))]


@pytest.mark.rule("CW-7.0-06")
def test_cps_aboard_found_a_colony_where_the_fleet_is(view: View) -> None:
    fleet = next(f for f in view.fleets.values() if f.name == "First Caravan")
    home = view.systems[fleet.hex]
    world = KnownBody(9, "5555", "", 200, ())
    systems = {**view.systems, fleet.hex: changed(home, level="surveyed", bodies=(*home.bodies, world))}
    ships = {**view.ships, fleet.ships[0]: changed(view.ships[fleet.ships[0]], cargo=60)}
    loaded = changed(view, systems=systems, ships=ships)
    first = works.colonies(loaded, ())[0]
    assert isinstance(first.order, FoundColony)
    assert first.order.fleet == fleet.id
    assert "60 CPs aboard" in first.reason


@pytest.mark.rule("CW-13.0-06")
@pytest.mark.rule("CW-11.0-02")
def test_dealings_are_with_those_in_contact_and_an_offer_comes_first(view: View) -> None:
    assert dealings.treaties(view, ()) == ()
    met = changed(view, embassies=("dominators",))
    assert [one.order for one in stars(dealings.treaties(met, ()))][:2] == [
        OfferTrade("dominators", "limited"),
        OfferTrade("dominators", "full"),
    ]
    offered = changed(met, offers=(Offer("dominators", "humans", "full", 1),))
    assert dealings.treaties(offered, ())[0].order == AcceptTrade("dominators")


@pytest.mark.rule("CW-13.0-06", "CW-13.0-08")
def test_ambassadors_are_the_way_to_deal_with_those_who_were_met_and_are_out_of_contact(view: View) -> None:
    ambassadors = SendAmbassadors("dominators")
    met = changed(view, met=("dominators",))
    (only,) = dealings.treaties(met, ())
    assert (only.order, only.starred) == (ambassadors, True)
    assert only.reason == "you have met, and ambassadors are regular contact"
    offered = dealings.treaties(changed(met, offers=(Offer("dominators", "humans", "full", 1),)), ())
    assert [one.order for one in offered] == [ambassadors]
    assert offered[0].reason == "they offer full trade, for which you need regular contact"
    theirs = changed(met, signals=changed(met.signals, envoys=("dominators>humans",)))
    assert dealings.treaties(theirs, ())[0].reason == "theirs wait for yours"
    mine = changed(met, signals=changed(met.signals, envoys=("humans>dominators",)))
    assert dealings.treaties(mine, ()) == ()
    assert ambassadors not in [one.order for one in dealings.treaties(changed(met, embassies=("dominators",)), ())]


def test_nothing_is_suggested_that_a_side_does_not_see(view: View) -> None:
    """A view is all that suggestions are made from: systems it does not hold are named by number alone."""
    unknown = [one for one in voyages.explore(view, ()) if one.reason.startswith("unexplored")]
    for one in unknown:
        assert isinstance(one.order, MoveFleet)
        hex_ = one.order.legs[-1].to
        assert hex_ not in view.systems or view.systems[hex_].level == "map"
        assert hex_ in one.label
