"""Orders before the deadline: previews, refusals in clear sentences, and the forecast of a sheet."""

import pickle
from collections.abc import Callable
from fractions import Fraction

import pytest

from rules.cluster_war.chapters.colonies.founding_orders import FoundColony, SettleInGrid
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.industry.facility_orders import BuildFacility
from rules.cluster_war.chapters.logistics.cargo_orders import LoadCargo, UnloadCargo
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import MergeFleets, RenameFleet, SetMission, SplitFleet
from rules.cluster_war.chapters.movement.request_orders import Contingency, FreeText
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.model.orders.order import Order, OrderPreview, SignedOrder
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg, Project, Transit
from rules.cluster_war.model.state.sides import KnownBody, KnownSystem
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.check import check, forecast
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import GameError, IllegalOrderError, NotYoursError, WrongPhaseError, changed
from tests.rules.cluster_war.build import DICE, body, change_fleet, sheet, small, star, with_fleet

HOME = "0303-3"


def position(treasury: int = 0, settings: Settings | None = None) -> GameState:
    """Humans with 1000 CPs a turn, freighters and scouts at home, and a surveyed world two hexes away."""
    systems = [star("0505", body(1, "5555", 73), body(2, "4455", 389))]
    state = small(systems=systems, settings=settings)
    state = with_fleet(state, "humans", "0303", "freighter", "freighter", name="Convoy")
    state = with_fleet(state, "humans", "0303", "scout", "surveyor", name="Scouts")
    state = with_fleet(state, "vermin", "1818", "destroyer", name="Swarm")
    home = changed(state.colonies[HOME], shipyard_bays=40, light_industry=20, training=50)
    human = changed(state.sides["humans"], treasury=treasury)
    known = {
        "0505": KnownSystem(
            "0505", "surveyed", 1, (KnownBody(1, "5555", "", 73, ()), KnownBody(2, "4455", "", 389, ()))
        ),
        "0303": KnownSystem("0303", "surveyed", 1, (KnownBody(3, "5555", "", 1200, ()),), (), "Sol"),
    }
    knowledge = {**state.knowledge, "humans": changed(state.knowledge["humans"], systems=known)}
    return changed(
        state,
        colonies={**state.colonies, HOME: home},
        sides={**state.sides, "humans": human},
        knowledge=knowledge,
    )


@pytest.fixture
def view() -> View:
    return view_for(position(), "humans")


def give(view: View, *orders: Order) -> tuple[SignedOrder, ...]:
    """A sheet as the umpire keeps it: each order as `check` filled it in."""
    kept: tuple[SignedOrder, ...] = ()
    for order in orders:
        filled = check(view, kept, order).order
        kept = (
            *kept,
            *(changed(s, number=len(kept) + 1, id=f"humans-1-{len(kept) + 1}") for s in sheet("humans", filled)),
        )
    return kept


@pytest.mark.rule("CW-4.1-04", "CW-4.1-05", "CW-4.0-03")
def test_a_move_is_previewed_leg_by_leg_at_the_slowest_ships_speed(view: View) -> None:
    preview = check(view, (), MoveFleet("humans-F1", (Leg("0306"), Leg("0505"))))
    assert preview.arrives == 12 + 10
    assert "(12 weeks, ETA turn 4)" in preview.text
    assert "(10 weeks, ETA turn 6, week 2)" in preview.text


def refusal(view: View, order: Order, *before: Order) -> GameError:
    with pytest.raises(GameError) as caught:
        check(view, give(view, *before), order)
    return caught.value


@pytest.mark.parametrize(
    ("order", "rule", "says"),
    [
        (MoveFleet("humans-F1", (Leg("9999"),)), "CW-1.0-06", "2020"),
        (MoveFleet("humans-F1", (Leg("O3O6"),)), "CW-1.0-06", "0101"),
        (MoveFleet("humans-F1", (Leg("0303"),)), "CW-4.1-03", "not a move"),
        (MoveFleet("humans-F1", ()), "CW-4.1-08", "1 to 12"),
        (SetMission("humans-F1", "survey"), "CW-12.1-07", "0 LRS and 0 survey bays"),
        (SplitFleet("humans-F1", ("humans/FF01", "humans/FF02"), "All"), "CW-4.1-12", "all of Convoy"),
        (SplitFleet("humans-F1", ("humans/SC01",), "X"), "CW-4.1-02", "SC01 is not in Convoy"),
        (MergeFleets("humans-F1", "humans-F1"), "CW-4.1-07", "itself"),
        (RenameFleet("humans-F1", "x" * 61), "CW-4.1-12", "60"),
        (LoadCargo("humans-F1", 161), "CW-5.1-03", "room for 160"),
        (LoadCargo("humans-F1", 0), "CW-5.0-19", "at least 1"),
        (UnloadCargo("humans-F1", 10, HOME), "CW-5.1-03", "Only 0"),
        (FoundColony("humans-F1", "0505", 1, 73), "CW-7.0-06", "load more"),
        (FoundColony("humans-F1", "0707", 1, 73), "CW-12.1-09", "not surveyed"),
        (FoundColony("humans-F1", "0505", 9, 73), "CW-2.1-01", "1, 2"),
        (SettleInGrid("0505", 1, 73), "CW-7.0-06", "freighters"),
        (ExpandColony(HOME, 0), "CW-5.0-19", "at least 1"),
        (BuildUnits(HOME, "destroyer", 11, 0), "CW-5.0-19", "needs 1100 CPs and you have 1000"),
        (BuildUnits(HOME, "destroyer", 1, 41), "CW-6.0-03", "40 shipyard bays free"),
        (BuildUnits(HOME, "destroyer", 0, 0), "CW-6.0-03", "1 to 200"),
        (BuildFacility(HOME, "factory", 30), "CW-6.1-07", "steps of 20"),
        (StartProject("Psi", "0505", 2, 100), "CW-8.0-01", "no colony and no science station"),
        (StartProject("Psi", "0303", 0, 100), "CW-8.0-02", "1 to 20"),
        (StartProject("Psi", "0303", 2, 0), "CW-8.0-01", "at least 1 CP"),
        (FreeText("  "), "CW-4.1-10", "1 to 1500"),
        (FreeText("x" * 1501), "CW-4.1-10", "1 to 1500"),
    ],
)
def test_a_refusal_names_the_rule_and_what_would_be_right(view: View, order: Order, rule: str, says: str) -> None:
    error = refusal(view, order)
    assert error.rule == rule
    assert says in str(error)


@pytest.mark.parametrize(
    "order",
    [
        MoveFleet("vermin-F1", (Leg("0306"),)),
        RenameFleet("vermin-F1", "Mine now"),
        ExpandColony("1818-3", 10),
        FundProject("vermin-P1", 10),
        SplitFleet("humans-F1", ("vermin/DD01",), "X"),
    ],
)
def test_what_is_another_sides_is_unknown_rather_than_forbidden(view: View, order: Order) -> None:
    error = refusal(view, order)
    assert isinstance(error, NotYoursError)
    assert "Swarm" not in str(error)


@pytest.mark.rule("CW-5.0-19")
def test_an_order_that_takes_the_money_of_another_names_the_order_it_would_break(view: View) -> None:
    kept = give(view, StartProject("Psi", "0303", 2, 900))
    with pytest.raises(IllegalOrderError, match="break order 1") as caught:
        check(view, kept, LoadCargo("humans-F1", 120))
    assert caught.value.rule == "CW-5.0-19"


@pytest.mark.parametrize(
    ("first", "second", "says"),
    [
        (
            MoveFleet("humans-F1", (Leg("0304"),)),
            MoveFleet("humans-F1", (Leg("0306"),)),
            "Convoy already has a movement order; change that order instead: /orders change number:1.",
        ),
        (
            StartProject("Psi", "0303", 1, 5),
            StartProject("psi", "0303", 1, 5),
            "Your sheet already starts psi; change that order instead: /orders change number:1.",
        ),
    ],
)
def test_a_fleet_moves_once_a_turn_and_a_project_is_started_once(
    view: View, first: Order, second: Order, says: str
) -> None:
    error = refusal(view, second, first)
    assert isinstance(error, WrongPhaseError)
    assert str(error) == says


@pytest.mark.rule("CW-4.0-04", "CW-4.1-06")
def test_a_fleet_in_ftl_space_takes_no_orders_to_turn_back() -> None:
    state = change_fleet(position(), "humans-F1", transit=Transit("0303", "0306", 0, 12))
    error = refusal(view_for(state, "humans"), MoveFleet("humans-F1", (Leg("0304"),)))
    assert error.rule == "CW-4.0-04"
    assert "cannot be called back" in str(error)


def test_a_fleet_at_a_waypoint_may_give_up_the_rest_of_its_route() -> None:
    state = change_fleet(position(), "humans-F1", route=(Leg("0306"),))
    stay = check(view_for(state, "humans"), (), MoveFleet("humans-F1", (Leg("0303"),)))
    assert stay.text == "Convoy gives up the rest of its route and stays at 0303 Humans 0303 (Sol)."
    after = adjudicate(state, sheet("humans", stay.order), DICE).state
    assert (after.fleets["humans-F1"].hex, after.fleets["humans-F1"].route) == ("0303", ())
    assert after.fleets["humans-F1"].transit is None


@pytest.mark.rule("CW-7.0-02", "CW-7.0-04", "CW-5.1-03")
def test_a_colony_is_previewed_with_its_size_and_full_price(view: View) -> None:
    before = (LoadCargo("humans-F1", 100), MoveFleet("humans-F1", (Leg("0505"),)))
    preview = check(view, give(view, *before), FoundColony("humans-F1", "0505", 2, 100, "Norway"))
    assert "size 66 of 389 at ×1.5 (all of it would cost 584)" in preview.text
    assert preview.waits == "This order stays on your sheet until Convoy is there: it lands in turn 4."


def test_a_task_force_made_on_the_sheet_can_be_ordered_and_keeps_its_id(view: View) -> None:
    kept = give(
        view,
        SplitFleet("humans-F2", ("SC01",), "Eyes"),
        MoveFleet("humans-F3", (Leg("0306"),)),
    )
    first = kept[0].order
    assert isinstance(first, SplitFleet)
    assert (first.new, first.ships) == ("humans-F3", ("humans/SC01",))
    assert forecast(view, kept).problems == ()
    again = check(view, kept[1:], SplitFleet("humans-F1", ("FF01",), "Cargo")).order
    assert isinstance(again, SplitFleet)
    assert again.new == "humans-F3"  # without the first split on the sheet its number is free again
    both = check(view, kept, SplitFleet("humans-F1", ("FF01",), "Cargo")).order
    assert isinstance(both, SplitFleet)
    assert both.new == "humans-F4"


@pytest.mark.rule("CW-6.0-06", "CW-6.1-03")
def test_building_shows_price_time_and_what_is_left(view: View) -> None:
    preview = check(view, (), BuildUnits(HOME, "surveyor", 2, 40))
    assert (preview.cost, preview.line, preview.left) == (300, "ships", 700)
    assert "ready at the end of turn 2" in preview.text


@pytest.mark.rule("CW-5.0-18")
def test_the_forecast_sums_the_sheet_by_budget_line() -> None:
    view = view_for(position(treasury=400), "humans")
    plan = forecast(
        view, give(view, LoadCargo("humans-F1", 80), StartProject("Psi", "0303", 3, 200), BuildFacility(HOME, "lab", 2))
    )
    assert plan.income.available == 1400
    assert {k: v for k, v in plan.spent.items() if v} == {"colonies": 80, "research": 200, "infrastructure": 6}
    assert plan.left == 1400 - 286
    assert any("1114 CPs go into the treasury" in note.text for note in plan.effects)


@pytest.mark.rule("CW-8.0-17")
def test_a_project_left_without_money_is_missing_from_the_sheet() -> None:
    project = Project("humans-P1", "humans", "Psi", "0303", 3, cps=400)
    view = view_for(changed(position(), projects={"humans-P1": project}), "humans")
    assert any("would lose the 400" in note.text for note in forecast(view, ()).missing)
    funded = give(view, FundProject("humans-P1", 1))
    assert forecast(view, funded).missing == ()


def test_orders_that_no_longer_work_are_problems_and_never_raise() -> None:
    view = view_for(position(), "humans")
    kept = give(view, MoveFleet("humans-F1", (Leg("0306"),)))
    gone = view_for(changed(position(), fleets={}), "humans")
    plan = forecast(gone, kept)
    assert [p.number for p in plan.problems] == [1]
    assert "Order 1 would fail" in plan.missing[0].text


@pytest.mark.rule("CW-18.0-04")
def test_a_campaign_may_settle_inside_the_grid_without_freighters() -> None:
    view = view_for(position(settings=Settings(colony_freighters="outside-grid")), "humans")
    error = refusal(view, SettleInGrid("0505", 1, 73))
    assert error.rule == "CW-18.0-04"
    near = view_for(position(settings=Settings(colony_freighters="outside-grid", grid_radius=3)), "humans")
    preview = check(near, (), SettleInGrid("0505", 1, 73))
    assert (preview.cost, preview.line) == (73, "colonies")


@pytest.mark.rule("CW-8.0-10", "CW-8.0-11")
def test_research_is_previewed_with_its_chance(view: View) -> None:
    preview: OrderPreview = check(view, (), StartProject("Psi", "0303", 3, 200))
    assert "8% this turn (8% for the CPs, +0 from labs)" in preview.text


@pytest.mark.rule("CW-5.0-19")
def test_what_is_left_to_spend_counts_the_research_on_the_sheet(view: View) -> None:
    kept = give(view, StartProject("Psi", "0303", 3, 200))
    with pytest.raises(IllegalOrderError, match="This needs 1100 CPs and you have 800 left") as refused:
        check(view, kept, BuildUnits(HOME, "destroyer", 11, 0))
    again = pickle.loads(pickle.dumps(refused.value))  # our own bytes; workers send errors so
    assert str(again) == str(refused.value)


def test_words_reach_the_gm_trimmed(view: View) -> None:
    preview = check(view, (), Contingency("  If attacked, withdraw. ", "humans-F2"))
    assert preview.order == Contingency("If attacked, withdraw.", "humans-F2")
    assert preview.text == "If it happens about Scouts: If attacked, withdraw."


def test_the_game_master_has_no_sheet(view: View) -> None:
    gm = changed(view, me=None, side="")
    with pytest.raises(WrongPhaseError, match="/gm"):
        check(gm, (), FreeText("hello"))


@pytest.mark.parametrize("change", [lambda v: changed(v, foreign_colonies={}), lambda v: v])
def test_a_sheet_never_depends_on_the_order_of_mappings(view: View, change: Callable[[View], View]) -> None:
    shuffled = change(changed(view, fleets=dict(reversed(list(view.fleets.items())))))
    order = MoveFleet("humans-F1", (Leg("0306"),))
    assert check(shuffled, (), order) == check(view, (), order)
    assert Fraction(2) == view.me.designs["freighter"].drive if view.me else False


@pytest.mark.rule("CW-4.1-07")
def test_a_ship_that_is_to_be_picked_up_and_is_not_there_yet_is_named() -> None:
    state = with_fleet(small(), "humans", "0505", "scout", "scout", name="Eyes")
    state = with_fleet(with_fleet(state, "humans", "0506", "destroyer"), "humans", "0707", "freighter", "freighter")
    state = with_fleet(state, "humans", "0506", "scout", transit=Transit("0506", "0909", 0, 20))
    state = with_fleet(state, "humans", "0504", "bay")

    def notes(*ships: str) -> list[str]:
        route = MoveFleet("humans-F1", (Leg("0506", ships), Leg("0508")))
        return [n.text for n in check(view_for(state, "humans"), (), route).notes if n.rule == "CW-4.1-07"]

    there, gone = ("humans/DD01", "humans/SC02"), ("humans/FF01", "humans/FF02", "humans/SC03")
    assert notes() == notes(*there) == notes(there[0]) == []
    text = "{} must have reached 0506 by then, or Eyes goes on without."
    assert notes(gone[0]) == [text.format("FF01")]
    assert notes("humans/ST01") == [text.format("ST01")]
    assert notes(*there, *gone) == [text.format("FF01, FF02, SC03")]
