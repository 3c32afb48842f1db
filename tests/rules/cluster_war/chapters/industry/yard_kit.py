"""A colony with yards, a month of building there, and what came of it."""

from collections.abc import Mapping

from rules.cluster_war.chapters.industry.facility_orders import open_facilities
from rules.cluster_war.chapters.industry.yards import work_yards
from rules.cluster_war.model.events.industry import BuildProgressed, UnitsDelivered
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.holdings.order_kind import Phase
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn.shortfalls import carry_out
from rules.values import changed
from tests.rules.cluster_war.build import DESIGNS, draft_of, sheet, small

HOME = "0303-3"
MORE: Mapping[str, Design] = {
    d.id: d
    for d in (
        Design("cruiser", "Cruiser", "ship", 50, 233, prefix="CA"),
        Design("tender", "Tender", "ship", 6, 20, prefix="TN"),
        Design("monitor", "Monitor", "ship", 10, 30, prefix="MO"),
        Design("fighter", "Fighter", "small_craft", 5, 10),
        Design("gunboat", "Gunboat", "small_craft", 10, 25),
        Design("marines", "Space Marines", "ground", 1, 23),
        Design("tanks", "Medium Tank", "ground", 2, 19),
        Design(
            "fortress",
            "Fortress",
            "base",
            300,
            900,
            shipyard_bays=10,
            science_stations=4,
            training=25,
            light_industry=20,
        ),
        Design("works", "Works", "facility", 20, 40),
    )
}


MORE_AND: Mapping[str, Design] = {**DESIGNS, **MORE}


def with_yard(**facilities: object) -> GameState:
    """The humans' home world with these facilities, and the designs above."""
    state = small()
    home = changed(state.colonies[HOME], **facilities)  # type: ignore[arg-type] # keywords are Colony's own fields
    sides = {key: changed(s, designs=MORE_AND) for key, s in state.sides.items()}
    return changed(state, colonies={**state.colonies, HOME: home}, sides=sides)


def play_month(state: GameState, *orders: Order) -> TurnState:
    """Spending, the yards' work and the opening of facilities, for the humans with 1000 CPs."""
    turn = draft_of(state, *sheet("humans", *orders, turn=state.turn))
    carry_out(Phase.SPEND)(turn)
    work_yards(turn)
    open_facilities(turn)
    return turn


def delivered(turn: TurnState) -> list[tuple[str, int]]:
    """What left the yards."""
    return [(e.design, e.count) for e in turn.events if isinstance(e, UnitsDelivered)]


def progress(turn: TurnState) -> list[BuildProgressed]:
    """What is still in the yards."""
    return [e for e in turn.events if isinstance(e, BuildProgressed)]


def failures(turn: TurnState) -> list[str]:
    """What the humans are told could not be done."""
    return [e.reason for e in turn.events if isinstance(e, OrderFailed) and e.seen_by == ("humans",)]
