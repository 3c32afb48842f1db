"""The rule book's turn example (section 18), resolved by the rules from the scenario that holds it."""

from pathlib import Path
from typing import TypeVar

import pytest

from rules.cluster_war.chapters.colonies.founding_orders import FoundColony, founding_size
from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.logistics.cargo_orders import LoadCargo
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.research.project_orders import StartProject
from rules.cluster_war.model.economy.holds import bays_needed, cargo_capacity
from rules.cluster_war.model.economy.income import income
from rules.cluster_war.model.events.colonies import BudgetClosed, ColonyFounded, IncomeCounted
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.industry import BuildStarted, UnitsDelivered
from rules.cluster_war.model.events.logistics import CargoLoaded
from rules.cluster_war.model.events.research import ResearchRolled
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.model.worlds.step_codes import colony_cost, multiple
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import load_scenario
from rules.dice import ScriptedDice
from rules.values import Adjudication
from tests.rules.cluster_war.build import sheet
from tests.used_up import assert_used_up

SCENARIO = Path(__file__).parents[4] / "scenarios" / "bland_star.toml"
HOME = "2525-3"
TOPICS = ("Better Beams", "Deep Mines", "Quiet Drives", "Long Eyes")
Happened = TypeVar("Happened", bound=Event)


@pytest.fixture(scope="module")
def start() -> GameState:
    """The empire at the beginning of its turn 7."""
    return new_game(load_scenario(SCENARIO), bytes(32))


@pytest.fixture(scope="module")
def done(start: GameState) -> Adjudication[GameState, Event]:
    """The turn, resolved; the four research rolls all miss. The first four dice are those of the side's secret word."""
    dice = ScriptedDice([1, 2, 3, 4, 99, 98, 97, 96])
    resolved = adjudicate(start, sheet("bse", *orders(start), turn=7), dice)
    assert_used_up(dice)
    return resolved


def orders(start: GameState) -> tuple[Order, ...]:
    """The orders of the example."""
    first, second = fleet(start, "First Convoy"), fleet(start, "Second Convoy")
    return (
        BuildUnits(HOME, "CA", 1, 40),
        BuildUnits(HOME, "FI", 40, 200),
        BuildUnits(HOME, "SPM", 8, 0),
        BuildUnits(HOME, "LB", 1, 0),
        LoadCargo(first, 73),
        LoadCargo(second, 584),
        FoundColony(first, "2525", 4, 73, "Beige"),
        MoveFleet(second, (Leg("2526"),)),
        FoundColony(second, "2526", 2, 584, "Ecru"),
        *(StartProject(topic, "2525", 2, 200) for topic in TOPICS),
    )


@pytest.mark.rule("CW-18.0-27", "CW-18.0-09")
def test_step_1_there_are_3400_cps(start: GameState, done: Adjudication[GameState, Event]) -> None:
    counted = income(start, "bse")
    assert (counted.production, counted.treasury) == (2_000, 400)
    assert [cps for _, cps in counted.trade_lines] == [500, 300, 200]
    assert counted.available == 3_400
    told = only(done, IncomeCounted)[0]
    assert told.production + told.treasury + told.trade + told.unusual == 3_400


@pytest.mark.rule("CW-18.0-28")
def test_step_2_construction_costs_1717(done: Adjudication[GameState, Event]) -> None:
    assert [e.price for e in only(done, BuildStarted)] == [233, 400, 184, 900]
    closed = only(done, BudgetClosed)[0]
    assert (closed.ships, closed.ground, closed.bases) == (633, 184, 900)
    assert closed.ships + closed.ground + closed.bases == 1_717


@pytest.mark.rule("CW-18.0-29")
def test_step_3_fighters_marines_and_the_base_are_ready_after_one_turn(done: Adjudication[GameState, Event]) -> None:
    turns = {e.design: e.turns for e in only(done, BuildStarted)}
    assert (turns["FI"], turns["SPM"], turns["LB"]) == (1, 1, 1)
    assert {(e.design, e.count) for e in only(done, UnitsDelivered)} >= {("FI", 40), ("SPM", 8), ("LB", 1)}


@pytest.mark.rule("CW-18.0-30", "CW-18.0-31")
def test_steps_4_and_5_the_colonies_cost_73_and_584(start: GameState) -> None:
    race = start.sides["bse"].race
    near, far = (multiple(race, step, start.settings) for step in ("5555", "4455"))
    assert (colony_cost(73, near), colony_cost(389, far)) == (73, 584)
    assert founding_size(584, far, 389) == (389, 584)
    assert 3_400 - 1_717 - colony_cost(73, near) - colony_cost(389, far) == 1_026


@pytest.mark.rule("CW-18.0-32")
def test_step_6_what_was_hauled_there_in_turn_7_yields_in_turn_8(
    start: GameState, done: Adjudication[GameState, Event]
) -> None:
    founded = {e.name: (e.size, e.cps) for e in only(done, ColonyFounded)}
    assert founded == {"Beige": (73, 73), "Ecru": (389, 584)}
    assert only(done, OrderFailed) == []
    assert income(start, "bse").production == 2_000
    assert income(done.state, "bse").production == 2_000 + 73 + 389


@pytest.mark.rule("CW-18.0-33")
def test_step_7_four_projects_of_200_cps_have_8_percent_doubled_at_most(done: Adjudication[GameState, Event]) -> None:
    rolled = only(done, ResearchRolled)
    assert [e.name for e in rolled] == list(TOPICS)
    assert [e.cause.modifiers[0].value for e in rolled] == [8] * 4
    assert [e.chance for e in rolled] == [16] * 4
    assert only(done, BudgetClosed)[0].research == 800


@pytest.mark.rule("CW-18.0-34", "CW-18.0-11", "CW-5.0-18")
def test_step_8_the_226_cps_left_are_the_treasury_of_turn_8(done: Adjudication[GameState, Event]) -> None:
    closed = only(done, BudgetClosed)[0]
    assert (closed.colonies, closed.infrastructure, closed.carried) == (657, 0, 226)
    assert done.state.sides["bse"].treasury == 226
    assert income(done.state, "bse").treasury == 226


@pytest.mark.rule("CW-18.0-35", "CW-5.1-06")
def test_step_9_the_freight_fills_4_and_30_bays(start: GameState, done: Adjudication[GameState, Event]) -> None:
    loaded = only(done, CargoLoaded)
    assert [(e.cps, bays_needed(e.cps)) for e in loaded] == [(73, 4), (584, 30)]
    convoy = start.fleets[fleet(start, "Second Convoy")]
    ships = [start.ships[s] for s in convoy.ships]
    assert (len(ships), cargo_capacity(start.sides["bse"].designs, ships)) == (8, 640)


def fleet(state: GameState, name: str) -> str:
    """The id of a fleet by its name."""
    return next(f.id for f in state.fleets.values() if f.name == name)


def only(done: Adjudication[GameState, Event], kind: type[Happened]) -> list[Happened]:
    """The events of one kind, in order."""
    return [e for e in done.events if isinstance(e, kind)]
