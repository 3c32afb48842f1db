"""Colony output, the pool and its stores, and the books."""

import pytest

from rules.cluster_war.model.economy.income import close_books, count_income, income
from rules.cluster_war.model.economy.yields import multiplier, output
from rules.cluster_war.model.events.colonies import BudgetClosed, IncomeCounted
from rules.cluster_war.model.holdings.order_kind import TurnHoldings
from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.sides import Race
from rules.values import IllegalOrderError, changed
from tests.rules.cluster_war.build import body, draft_of, side, small, star, with_colony

PLAIN = Settings()
RESOURCES = tables(PLAIN)


@pytest.mark.rule("CW-5.0-02")
@pytest.mark.parametrize(("size", "max_cp", "cps"), [(100, 200, 100), (200, 200, 200), (250, 200, 200), (0, 200, 0)])
def test_a_colony_yields_its_size_up_to_the_worlds_maximum(size: int, max_cp: int, cps: int) -> None:
    assert output(size, max_cp, (), PLAIN) == cps


@pytest.mark.rule("CW-5.0-04", "CW-5.0-02")
@pytest.mark.parametrize(("size", "max_cp", "cps"), [(100, 136, 200), (136, 136, 272), (300, 136, 272)])
def test_a_strategic_resource_doubles_output_even_beyond_the_maximum(size: int, max_cp: int, cps: int) -> None:
    assert output(size, max_cp, ("Heavy Metals",), PLAIN) == cps


@pytest.mark.rule("CW-5.0-06")
@pytest.mark.parametrize(("size", "max_cp", "cps"), [(100, 150, 500), (150, 150, 750), (200, 150, 750)])
def test_a_special_resource_multiplies_output_by_five(size: int, max_cp: int, cps: int) -> None:
    assert output(size, max_cp, ("Precious Gems",), PLAIN) == cps


@pytest.mark.rule("CW-5.0-07")
def test_of_several_resources_the_best_counts_alone() -> None:
    assert multiplier(("Heavy Metals", "Light Metals"), PLAIN) == 2
    assert multiplier(("Heavy Metals", "Neutronium", "Exotic Gasses"), PLAIN) == 5
    assert multiplier((), PLAIN) == 1


@pytest.mark.rule("CW-5.0-04", "CW-5.0-06")
def test_a_house_rule_may_set_what_resources_are_worth() -> None:
    cells = {"strategic": "3", "special": "4"}
    house = Settings(
        overrides={f"CW-TAB-INDUSTRY/times the output with a {k} resource/number": n for k, n in cells.items()}
    )
    assert [multiplier((name,), house) for name in ("Heavy Metals", "Neutronium")] == [3, 4]


@pytest.mark.rule("CW-5.0-03", "CW-5.0-04")
@pytest.mark.parametrize("resource", [*RESOURCES["CW-TAB-STRATEGIC"].keys, "Radioactive Materials"])
def test_every_strategic_resource_doubles(resource: str) -> None:
    assert len(RESOURCES["CW-TAB-STRATEGIC"].keys) == 14
    assert multiplier((resource,), PLAIN) == 2


@pytest.mark.rule("CW-5.0-05", "CW-5.0-06")
@pytest.mark.parametrize("resource", RESOURCES["CW-TAB-SPECIAL"].keys)
def test_every_special_resource_multiplies_by_five(resource: str) -> None:
    assert len(RESOURCES["CW-TAB-SPECIAL"].keys) == 11
    assert multiplier((resource,), PLAIN) == 5


@pytest.mark.rule("CW-5.0-09")
def test_all_connected_colonies_fill_one_pool() -> None:
    state = with_outpost("0503", size=40)
    assert income(state, "humans").production == 1_040
    assert income(state, "vermin").production == 1_000


@pytest.mark.rule("CW-5.0-10", "CW-7.0-11")
def test_a_cut_off_colony_keeps_its_cps_and_only_it_can_spend_them() -> None:
    state = with_outpost("1010", size=40, store=7)
    assert income(state, "humans").production == 1_000
    draft = draft_of(state)
    count_income(draft)
    outpost = draft.colonies["1010-1"]
    assert draft.purse["humans"] == 1_000
    assert outpost.store == 47
    TurnHoldings(draft, "humans").spend("infrastructure", 47, outpost)
    assert draft.colonies["1010-1"].store == 0
    assert draft.purse["humans"] == 1_000
    with pytest.raises(IllegalOrderError, match="has only 0 CPs of its own; this needs 1"):
        TurnHoldings(draft, "humans").spend("infrastructure", 1, outpost)
    with pytest.raises(IllegalOrderError, match="you have 1000 left to spend"):
        TurnHoldings(draft, "humans").spend("infrastructure", 1_001, draft.colonies["0303-3"])


def test_a_store_joins_the_pool_once_the_colony_is_connected_again() -> None:
    state = with_outpost("0503", size=40, store=30)
    assert income(state, "humans").unusual == 30
    draft = draft_of(state)
    count_income(draft)
    assert draft.purse["humans"] == 1_070
    assert draft.colonies["0503-1"].store == 0


@pytest.mark.rule("CW-5.0-14", "CW-18.0-09")
def test_available_is_production_treasury_trade_and_unusual_income() -> None:
    state = changed(small(), income={"humans": 25})
    state = with_treasury(state, 226)
    counted = income(state, "humans")
    assert (counted.production, counted.treasury, counted.unusual, counted.trade) == (1_000, 226, 25, 0)
    draft = draft_of(state)
    count_income(draft)
    assert draft.purse["humans"] == counted.available == 1_251
    event = next(e for e in draft.events if isinstance(e, IncomeCounted) and e.side == "humans")
    assert sum(m.value for m in event.cause.modifiers) == 1_251
    assert event.seen_by == ("humans",)


@pytest.mark.rule("CW-5.0-18", "CW-18.0-11")
def test_what_is_left_becomes_the_treasury() -> None:
    draft = draft_of(with_treasury(small(), 2_400))
    count_income(draft)
    assert draft.purse["humans"] == 3_400
    TurnHoldings(draft, "humans").spend("ships", 3_174)
    close_books(draft)
    assert draft.sides["humans"].treasury == 226
    closed = next(e for e in draft.events if isinstance(e, BudgetClosed) and e.side == "humans")
    assert (closed.ships, closed.carried) == (3_174, 226)


@pytest.mark.rule("CW-5.0-18")
def test_the_treasury_accumulates_without_loss() -> None:
    state = small()
    for turn in (1, 2, 3):
        draft = draft_of(changed(state, turn=turn))
        count_income(draft)
        close_books(draft)
        state = draft.freeze(turn + 1, {})
        assert state.sides["humans"].treasury == 1_000 * turn


@pytest.mark.rule("CW-5.0-19", "CW-18.0-10")
@pytest.mark.parametrize(("held", "cost"), [(200, 201), (3_400, 3_401), (0, 1)])
def test_spending_more_than_there_is_is_refused(held: int, cost: int) -> None:
    draft = draft_of(small())
    draft.purse["humans"] = held
    with pytest.raises(IllegalOrderError, match=f"needs {cost} CPs and you have {held} left to spend") as refused:
        TurnHoldings(draft, "humans").spend("ships", cost)
    assert refused.value.rule == "CW-5.0-19"
    assert draft.purse["humans"] == held
    assert draft.spent["humans"]["ships"] == 0


def test_a_negative_amount_is_refused() -> None:
    draft = draft_of(small())
    with pytest.raises(IllegalOrderError, match="cannot be negative"):
        TurnHoldings(draft, "humans").spend("ships", -1)


@pytest.mark.rule("CW-5.0-20")
def test_technologies_that_have_nothing_to_do_with_cps_leave_output_alone() -> None:
    state = small()
    clever = changed(state.sides["humans"], technologies=("Taxation", "Armor Technology", "Accounting"))
    assert income(changed(state, sides={**state.sides, "humans": clever}), "humans").production == 1_000


@pytest.mark.rule("CW-5.0-22", "CW-5.0-23")
def test_a_conquered_colony_yields_for_its_conqueror_and_moves_no_treasury() -> None:
    state = with_treasury(with_outpost("0503", size=40), 90)
    taken = changed(state.colonies["0503-1"], side="vermin")
    state = changed(state, colonies={**state.colonies, "0503-1": taken})
    draft = draft_of(state)
    count_income(draft)
    assert draft.purse["humans"] == 1_090
    assert draft.purse["vermin"] == 1_000
    assert draft.colonies["0503-1"].store == 40
    close_books(draft)
    assert draft.sides["humans"].treasury == 1_090
    assert draft.sides["vermin"].treasury == 1_000


@pytest.mark.rule("CW-3.1-67")
def test_low_industry_lowers_the_start_and_not_later_growth() -> None:
    assert income(low_industry(PLAIN), "humans").production == 1_000


@pytest.mark.parametrize(("size", "left"), [(1_000, 750), (100, 0)])
def test_a_campaign_may_let_low_industry_cost_250_cps_every_turn(size: int, left: int) -> None:
    state = low_industry(Settings(rulings={"CW-3.1-67": "every-turn"}))
    home = changed(state.colonies["0303-3"], size=size)
    state = changed(state, colonies={**state.colonies, "0303-3": home})
    assert income(state, "humans").production == left
    assert income(state, "vermin").production == 1_000
    draft = draft_of(state)
    count_income(draft)
    event = next(e for e in draft.events if isinstance(e, IncomeCounted) and e.side == "humans")
    assert sum(m.value for m in event.cause.modifiers) == left == draft.purse["humans"]


def with_outpost(hex_: str, size: int, store: int = 0) -> GameState:
    """The humans at home and on a world of at most 200 CPs."""
    state = small(systems=[star(hex_, body(1, "5555", 200))])
    return with_colony(state, "humans", hex_, 1, size, store=store)


@pytest.mark.rule("CW-5.0-14")
@pytest.mark.parametrize(("percent", "given"), [(75, -276), (100, 0), (125, 275), (150, 550)])
def test_a_handicap_changes_production_alone_and_has_a_line_of_its_own(percent: int, given: int) -> None:
    settings = changed(PLAIN, handicaps={"humans": percent, "vermin": 400})
    state = small(settings=settings, systems=[star("0101", body(1, "5555", 200))])
    state = changed(with_colony(state, "humans", "0101", 1, 101), income={"humans": 40})
    state = with_treasury(state, 7)
    counted = income(state, "humans")
    assert (counted.production, counted.handicap) == (1101 + given, given)
    assert (counted.unusual, counted.treasury, counted.available) == (40, 7, 1148 + given)
    draft = draft_of(state)
    count_income(draft)
    told = next(e for e in draft.events if isinstance(e, IncomeCounted) and e.side == "humans")
    lines = {m.reason: m.value for m in told.cause.modifiers}
    assert lines.get("Handicap", 0) == given
    assert "Low Industry" not in lines
    assert sum(lines.values()) == told.production + told.unusual + told.treasury == 1148 + given


def with_treasury(state: GameState, cps: int) -> GameState:
    """The state with a treasury for the humans."""
    return changed(state, sides={**state.sides, "humans": changed(state.sides["humans"], treasury=cps)})


def low_industry(settings: Settings) -> GameState:
    """The humans as a race with Low Industry."""
    state = small(settings=settings)
    race = Race("Humans", "5555", disadvantages=("Low Industry",))
    return changed(state, sides={**state.sides, "humans": side("humans", race=race)})
