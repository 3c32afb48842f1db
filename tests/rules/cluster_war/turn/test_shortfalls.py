"""Interrupted income, raids, cuts by priority, and resources that units and research cannot do without (5.0)."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cluster_war.chapters.colonies.amendments import HinderColony
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony, MineWorld
from rules.cluster_war.chapters.diplomacy.amendments import RaidCps, SetTreasury
from rules.cluster_war.chapters.industry.base_orders import Assemble
from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.industry.facility_orders import BuildFacility
from rules.cluster_war.chapters.industry.refit_orders import RefitUnits
from rules.cluster_war.chapters.logistics.cargo_orders import LoadCargo
from rules.cluster_war.chapters.research.project_orders import StartProject
from rules.cluster_war.model.economy.income import income
from rules.cluster_war.model.economy.supply import (
    held_by_draft,
    held_by_view,
    is_connected,
    needed_by_design,
    needed_by_technology,
)
from rules.cluster_war.model.events.colonies import BudgetClosed, PrioritiesSet, SpendingCut
from rules.cluster_war.model.events.industry import BuildHalted, BuildStarted, FacilityBuilt, UnitsDelivered
from rules.cluster_war.model.events.research import ResearchRolled
from rules.cluster_war.model.holdings.order_kind import DEFAULT_PRIORITIES, Priorities, cut_order
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Task
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import GameError, IllegalOrderError, changed
from tests.rules.cluster_war.build import with_colony
from tests.rules.cluster_war.yard import HOME, YARD, empire, failures, fleet, plan, rich, told, turn

SHEET: tuple[Order, ...] = (
    BuildUnits(HOME, "destroyer", 2, 20),
    BuildFacility(HOME, "factory", 20),
    StartProject("Lasers", "0303", 1, 300),
    BuildUnits(HOME, "way", 1, 0),
)
"""200 for ships, 40 for infrastructure, 300 for research, 60 for a base: 600 in all."""


def short_by(cps: int, **more: object) -> GameState:
    """An empire that can pay all of SHEET but `cps` of it."""
    state = empire(treasury=0, shipyard_bays=40, **more)  # type: ignore[arg-type] # facilities of a colony
    hurt = changed(state.colonies[HOME], size=600 - cps)
    return changed(state, colonies={**state.colonies, HOME: hurt})


@pytest.mark.rule("CW-5.0-24")
def test_strikes_limit_production_and_blockades_cut_a_colony_off() -> None:
    state = with_colony(empire(rich("0304", 200)), "humans", "0304", 2, 100)
    struck = amend(state, HinderColony("0304-2", 40), "a general strike").state
    assert income(struck, "humans").production == 1060
    blocked = amend(state, HinderColony("0304-2", 0, blockaded=True), "a blockade").state
    assert income(blocked, "humans").production == 1000
    assert not is_connected(blocked, "humans", "0304-2")
    assert turn(blocked).state.colonies["0304-2"].store == 100
    free = amend(turn(blocked).state, HinderColony("0304-2", 0), "it is over").state
    assert income(free, "humans").unusual == 100
    besieged = amend(state, HinderColony(HOME, 0, blockaded=True), "at the gates").state
    assert income(besieged, "humans").production == 1000
    assert not is_connected(besieged, "humans", "0304-2")


@pytest.mark.rule("CW-5.0-24")
def test_raiders_steal_or_destroy_what_is_there_and_no_more() -> None:
    state = empire(treasury=70)
    stolen = amend(state, RaidCps("humans", 100, by="vermin"), "a raid").state
    assert stolen.sides["humans"].treasury == 0
    assert stolen.income == {"vermin": 70}
    assert income(stolen, "vermin").unusual == 70
    burnt = amend(state, RaidCps("humans", 30), "a raid").state
    assert (burnt.sides["humans"].treasury, burnt.income) == (40, {})


@pytest.mark.rule("CW-5.0-24")
@pytest.mark.parametrize(
    "amendment",
    [
        HinderColony("9999-1"),
        HinderColony(HOME, 101),
        RaidCps("elves", 5),
        RaidCps("humans", 0),
        RaidCps("humans", 5, "elves"),
    ],
)
def test_what_is_not_there_cannot_be_hindered_or_raided(amendment: Amendment) -> None:
    with pytest.raises(GameError):
        amend(empire(), amendment, "why")


@pytest.mark.rule("CW-5.0-25")
def test_the_treasury_absorbs_losses_before_anything_is_cut() -> None:
    state = short_by(100)
    saved = changed(state, sides={**state.sides, "humans": changed(state.sides["humans"], treasury=100)})
    done = turn(saved, *SHEET)
    assert told(done, SpendingCut) == []
    assert done.state.sides["humans"].treasury == 0


@pytest.mark.rule("CW-5.0-25", "CW-5.0-19")
@pytest.mark.parametrize(
    ("missing", "cuts"),
    [
        (1, [(3, "research", 300, 299)]),
        (300, [(3, "research", 300, 0)]),
        (301, [(3, "research", 300, 199), (1, "ships", 200, 0)]),
        (540, [(3, "research", 300, 20), (1, "ships", 200, 0), (4, "bases", 60, 0)]),
        (560, [(3, "research", 300, 0), (1, "ships", 200, 0), (4, "bases", 60, 0)]),
        (599, [(3, "research", 300, 1), (1, "ships", 200, 0), (4, "bases", 60, 0), (2, "infrastructure", 40, 0)]),
    ],
)
def test_research_falls_first_then_construction_then_industry(
    missing: int, cuts: list[tuple[int, str, int, int]]
) -> None:
    done = turn(short_by(missing), *SHEET)
    assert [(e.number, e.line, e.cps, e.kept) for e in told(done, SpendingCut)] == cuts
    assert all(e.cause.rule == "CW-5.0-25" and e.seen_by == ("humans",) for e in told(done, SpendingCut))
    assert failures(done) == []
    closed = next(e for e in told(done, BudgetClosed) if e.side == "humans")
    spent = 600 - sum(cps - kept for _, _, cps, kept in cuts)
    assert closed.carried == 600 - missing - spent >= 0


@pytest.mark.rule("CW-5.0-26")
def test_a_sides_own_priorities_say_where_the_cuts_fall() -> None:
    wished = Priorities(("bases", "infrastructure"))
    text = plan(short_by(0), wished).text
    assert text.startswith("If CPs run short, cuts fall in this order: base construction, infrastructure, research")
    done = turn(short_by(80), *SHEET, wished)
    assert [e.lines for e in told(done, PrioritiesSet)] == [("bases", "infrastructure")]
    cuts = told(done, SpendingCut)
    assert [(e.number, e.line) for e in cuts] == [(4, "bases"), (2, "infrastructure")]
    assert {e.cause.rule for e in cuts} == {"CW-5.0-26"}
    assert [e.success is not None for e in told(done, ResearchRolled)] == [True]
    assert len(told(done, BuildStarted)) == 1


@pytest.mark.rule("CW-5.0-25", "CW-5.0-26")
def test_the_last_order_of_a_line_is_cut_first_and_what_fits_again_is_given_back() -> None:
    ships = [
        BuildUnits(HOME, "destroyer", 1, 10),
        BuildUnits(HOME, "hulk", 1, 10),
        BuildUnits(HOME, "destroyer", 3, 10),
    ]
    state = short_by(160)
    done = turn(state, *ships)
    assert told(done, SpendingCut) == []
    broke = changed(state, colonies={**state.colonies, HOME: changed(state.colonies[HOME], size=200)})
    cut = turn(broke, *ships)
    assert [(e.number, e.cps) for e in told(cut, SpendingCut)] == [(3, 300)]
    assert cut.state.sides["humans"].treasury == 60


@pytest.mark.rule("CW-5.0-25", "CW-5.0-26")
def test_research_takes_what_is_left_after_a_large_cut() -> None:
    wished = Priorities(("research", "bases"))
    done = turn(short_by(0), StartProject("Lasers", "0303", 1, 300), BuildUnits(HOME, "way", 9, 0), wished)
    assert [(e.number, e.cps, e.kept) for e in told(done, SpendingCut)] == [(1, 300, 60)]
    more = turn(short_by(0), StartProject("Lasers", "0303", 1, 300), BuildUnits(HOME, "way", 11, 0), wished)
    assert [(e.number, e.cps, e.kept) for e in told(more, SpendingCut)] == [(2, 660, 0)]
    assert more.state.sides["humans"].treasury == 300


@pytest.mark.rule("CW-5.0-25")
def test_the_campaign_may_set_another_order_of_cuts() -> None:
    settings = Settings(rulings={"CW-5.0-25": "colonies, ships"})
    assert cut_order((), settings)[:3] == ("colonies", "ships", "research")
    assert cut_order(("ground",), settings)[:2] == ("ground", "colonies")
    assert cut_order((), Settings()) == DEFAULT_PRIORITIES
    assert set(cut_order(("ships",), settings)) == set(DEFAULT_PRIORITIES)
    done = turn(short_by(150, settings=settings), *SHEET)
    assert [e.line for e in told(done, SpendingCut)] == ["ships"]


@pytest.mark.rule("CW-5.0-26")
@pytest.mark.parametrize("lines", [(), ("ships", "ships"), ("swords",)])
def test_priorities_name_lines_of_the_budget(lines: tuple[str, ...]) -> None:
    with pytest.raises(IllegalOrderError):
        plan(empire(), Priorities(lines))
    assert len(failures(turn(empire(), Priorities(lines)))) == 1


@pytest.mark.rule("CW-5.0-25")
def test_orders_written_before_a_raid_are_cut_after_it() -> None:
    state = empire(treasury=0, shipyard_bays=40)
    orders = (BuildUnits(HOME, "cruiser", 4, 40), StartProject("Lasers", "0303", 1, 60))
    for order in orders:
        plan(state, order)
    struck = amend(state, HinderColony(HOME, 50), "a general strike").state
    done = turn(struck, *orders)
    assert [(e.number, e.kept) for e in told(done, SpendingCut)] == [(1, 0)]
    assert done.state.sides["humans"].treasury == 440


ALONE: tuple[Callable[[int], Order], ...] = (
    lambda cps: StartProject(f"Project {cps}", "0303", 1, cps),
    lambda cps: BuildUnits(HOME, "destroyer", 1 + cps % 3, 5),
    lambda cps: BuildFacility(HOME, "lab", 1 + cps % 90),
    lambda cps: BuildUnits(HOME, "way", 1 + cps % 3, 0),
)
"""Orders that neither make room for one another nor stand in each other's way."""
TANGLED: tuple[Callable[[int], Order], ...] = (
    *ALONE,
    lambda cps: LoadCargo("humans-F1", cps % 81),
    lambda cps: ExpandColony("0304-2", cps),
    lambda cps: RefitUnits(HOME, "dd2", (f"humans/DD0{1 + cps % 2}",)),
)


def hard_times(
    wished: list[tuple[Callable[[int], Order], int]], size: int, lines: list[str]
) -> tuple[int, list[SpendingCut]]:
    """The treasury after a turn with these orders and a home world of this size, and the cuts."""
    state = with_colony(empire(rich("0304", 300), treasury=0, shipyard_bays=60), "humans", "0304", 2, 10)
    state = fleet(fleet(state, "0303", "freighter"), "0303", "destroyer", "destroyer")
    state = changed(state, colonies={**state.colonies, HOME: changed(state.colonies[HOME], size=max(1, size))})
    done = turn(state, *[make(cps) for make, cps in wished], Priorities(tuple(lines)))
    return done.state.sides["humans"].treasury, told(done, SpendingCut)


def wishes(makers: tuple[Callable[[int], Order], ...]) -> st.SearchStrategy[list[tuple[Callable[[int], Order], int]]]:
    """Sheets of such orders, each with a number to make it of."""
    return st.lists(st.tuples(st.sampled_from(makers), st.integers(1, 400)), max_size=10)


@pytest.mark.rule("CW-5.0-25", "CW-5.0-19")
@given(wishes(TANGLED), st.integers(0, 900), st.permutations(DEFAULT_PRIORITIES))
def test_a_shortfall_never_leaves_a_debt(
    wished: list[tuple[Callable[[int], Order], int]], size: int, lines: list[str]
) -> None:
    treasury, cuts = hard_times(wished, size, lines)
    assert treasury >= 0
    assert all(0 <= e.kept < e.cps for e in cuts)
    assert len({e.number for e in cuts}) == len(cuts)


@pytest.mark.rule("CW-5.0-25")
@given(wishes(ALONE), st.integers(0, 900), st.permutations(DEFAULT_PRIORITIES))
def test_no_more_is_cut_than_must_be(
    wished: list[tuple[Callable[[int], Order], int]], size: int, lines: list[str]
) -> None:
    treasury, cuts = hard_times(wished, size, lines)
    assert all(e.cps - e.kept > treasury for e in cuts)
    if any(e.line == "research" for e in cuts):
        assert treasury == 0


@pytest.mark.rule("CW-5.0-08")
def test_research_and_building_need_the_special_resource_at_hand() -> None:
    assert needed_by_technology("resistant armor", Settings()) == "Neutronium"
    poor = empire(rich("0304", 100))
    poor = changed(poor, tasks=(Task("Resistant Armor", 3),))
    with pytest.raises(IllegalOrderError, match="Neutronium, and you have no source of it"):
        plan(poor, StartProject("Resistant Armor", "0303", 4, 100))
    assert len(failures(turn(poor, StartProject("Plates", "0303", 4, 100, "Resistant Armor")))) == 1
    order = BuildUnits(HOME, "hard", 1, 0)
    state = empire(rich("0304", 100, "Neutronium"), shipyard_bays=20)
    with pytest.raises(IllegalOrderError, match="Hard Ship needs Neutronium"):
        plan(state, order)
    assert failures(turn(state, order)) == ["Hard Ship needs Neutronium, and you have no source of it."]
    settled = with_colony(state, "humans", "0304", 2, 5)
    assert plan(settled, order).cost == 150
    assert failures(turn(settled, order)) == []
    with pytest.raises(IllegalOrderError, match="Neutronium"):
        plan(fleet(state, "0303", "destroyer"), RefitUnits(HOME, "hard", ("humans/DD01",)))


@pytest.mark.rule("CW-5.0-08")
def test_a_resource_comes_from_colonies_mines_and_allies_inside_the_grid() -> None:
    state = empire(rich("0304", 100, "Neutronium"), rich("0909", 100, "Exotic Gasses"))
    assert held(state) == set()
    mining = fleet(state, "0304", "digger")
    assert held(turn(mining, MineWorld("humans-F1", 2)).state) == {"Neutronium"}
    far = with_colony(state, "humans", "0909", 2, 5)
    assert held(far) == set()
    given_ = changed(state.sides["humans"], materials=("Magnetic Monopoles",))
    assert held(changed(state, sides={**state.sides, "humans": given_})) == {"Special Magnetic Materials"}


def held(state: GameState) -> set[str]:
    """The humans' resources; what they know is what is."""
    known = held_by_view(view_for(state, "humans"))
    assert known == held_by_draft(state, "humans")
    return set(known)


@pytest.mark.rule("CW-5.0-08", "CW-5.0-27")
def test_jump_drives_need_monopoles_where_the_campaign_says_so() -> None:
    jumper = changed(YARD["destroyer"], ftl="jump")
    assert needed_by_design(jumper, Settings()) == ()
    assert needed_by_design(jumper, Settings(monopoles=True)) == ("Special Magnetic Materials",)
    assert needed_by_design(YARD["destroyer"], Settings(monopoles=True)) == ()


@pytest.mark.rule("CW-5.0-27")
def test_the_loss_of_the_only_source_stops_production_until_there_is_another() -> None:
    state = with_colony(empire(rich("0304", 100, "Neutronium"), shipyard_bays=5), "humans", "0304", 2, 5)
    first = turn(state, BuildUnits(HOME, "hard", 1, 5))
    assert first.state.builds["humans-B1"].hull_left == 15
    lost = {k: c for k, c in first.state.colonies.items() if k != "0304-2"}
    second = turn(changed(first.state, colonies=lost), BuildUnits(HOME, "scout", 1, 5))
    assert [(e.build, e.resource) for e in told(second, BuildHalted)] == [("humans-B1", "Neutronium")]
    assert second.state.builds["humans-B1"].hull_left == 15
    back = changed(second.state, colonies={**second.state.colonies, "0304-2": state.colonies["0304-2"]})
    assert turn(back).state.builds["humans-B1"].hull_left == 10
    station = fleet(state, "0303", "freighter", cargo=60)
    assert failures(turn(station, Assemble("humans-F1", "way"))) == []


@pytest.mark.rule("CW-5.0-25")
def test_a_gm_may_lower_a_treasury_and_the_sheet_is_cut_to_it() -> None:
    state = amend(empire(treasury=500), SetTreasury("humans", 0), "a miscount").state
    done = turn(state, BuildUnits(HOME, "way", 17, 0), BuildUnits(HOME, "militia", 1, 0))
    assert [(e.number, e.cps) for e in told(done, SpendingCut)] == [(1, 1020)]
    assert told(done, UnitsDelivered) == []
    assert told(done, FacilityBuilt) == []
