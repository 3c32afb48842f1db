"""One order against a side's sheet: what it would do, or why it cannot be given."""

from dataclasses import replace
from typing import assert_never

from rules.cluster_war.colonies.orders.founding import FoundColony, SettleInGrid
from rules.cluster_war.colonies.orders.growth import ExpandColony
from rules.cluster_war.colonies.orders.mining import MineWorld, StripMine
from rules.cluster_war.holdings.planned import PlannedState
from rules.cluster_war.logistics.orders.cargo import LoadCargo, UnloadCargo
from rules.cluster_war.movement.orders.free_text import Contingency, FreeText
from rules.cluster_war.movement.orders.missions import SetMission
from rules.cluster_war.movement.orders.moving import MoveFleet
from rules.cluster_war.movement.orders.organising import SplitFleet
from rules.cluster_war.orders.order import Order, SignedOrder
from rules.cluster_war.orders.previews import Preview, Problem
from rules.cluster_war.planning.fleet_orders import plan_mission, plan_move
from rules.cluster_war.planning.money_orders import (
    plan_expand,
    plan_found,
    plan_load,
    plan_settle,
    plan_unload,
)
from rules.cluster_war.planning.other_orders import plan_words
from rules.cluster_war.planning.phases import phase
from rules.cluster_war.planning.support_orders import plan_support
from rules.cluster_war.planning.works_orders import (
    plan_mine,
    plan_strip,
)
from rules.cluster_war.registry.orders import KIND_OF
from rules.cluster_war.registry.support_orders import SupportOrder
from rules.cluster_war.registry.works_orders import WorksOrder
from rules.cluster_war.state.names import FleetId
from rules.cluster_war.state.view import View
from rules.errors import GameError, IllegalOrderError

NEW = "(new)"


def plan_order(planned: PlannedState, order: Order) -> Preview:
    """Apply one order to the picture; raises GameError with the rule when it cannot be."""
    if (kind := KIND_OF.get(type(order))) is not None:
        return kind.plan(planned, order)
    if isinstance(order, WorksOrder):
        return plan_works(planned, order)
    if isinstance(order, SupportOrder):
        return plan_support(planned, order)
    match order:
        case MoveFleet():
            return plan_move(planned, order)
        case SetMission():
            return plan_mission(planned, order)
        case LoadCargo():
            return plan_load(planned, order)
        case UnloadCargo():
            return plan_unload(planned, order)
        case FoundColony():
            return plan_found(planned, order)
        case SettleInGrid():
            return plan_settle(planned, order)
        case ExpandColony():
            return plan_expand(planned, order)
        case FreeText() | Contingency():
            return plan_words(planned, order)
        case _:
            raise TypeError(order)


def plan_works(planned: PlannedState, order: WorksOrder) -> Preview:
    """Apply one order to a mine."""
    match order:
        case MineWorld():
            return plan_mine(planned, order)
        case StripMine():
            return plan_strip(planned, order)
        case _:
            assert_never(order)


def _reserved(sheet: tuple[SignedOrder, ...]) -> list[FleetId]:
    """The ids that new task forces of the sheet have."""
    return [s.order.new for s in sheet if isinstance(s.order, SplitFleet) and s.order.new]


def plan_sheet(
    view: View, sheet: tuple[SignedOrder, ...]
) -> tuple[PlannedState, dict[str, Preview], tuple[Problem, ...]]:
    """Walk a whole sheet in the turn's order: the picture after it, each order's preview, and what would fail."""
    planned = PlannedState(view, _reserved(sheet))
    previews: dict[str, Preview] = {}
    problems: list[Problem] = []
    for signed in sorted(sheet, key=lambda s: (phase(s.order), s.number)):
        try:
            previews[signed.id] = plan_order(planned, signed.order)
        except GameError as error:
            problems.append(Problem(signed.id, signed.number, str(error), error.rule or ""))
    return planned, previews, tuple(problems)


def check(view: View, sheet: tuple[SignedOrder, ...], order: Order) -> Preview:
    """What an order would do on top of a sheet, filled in and priced; raises GameError naming the rule if it is illegal.

    Also refused is an order that would break another one on the sheet, for instance by spending its CPs.
    """
    _, _, before = plan_sheet(view, sheet)
    broken = {p.order_id for p in before}
    number = max((s.number for s in sheet), default=0) + 1
    planned = PlannedState(view, _reserved(sheet))
    mine: Preview | None = None
    for signed in sorted(
        (*sheet, SignedOrder(NEW, view.side, number, order)), key=lambda s: (phase(s.order), s.number)
    ):
        try:
            preview = plan_order(planned, signed.order)
        except GameError as error:
            if signed.id == NEW:
                raise
            if signed.id not in broken:
                raise IllegalOrderError(
                    f"That would break order {signed.number} on your sheet: {error}", rule=error.rule or ""
                ) from error
            continue
        if signed.id == NEW:
            mine = preview
    if mine is None:
        raise GameError("That order could not be read.")
    return replace(mine, left=planned.purse)
