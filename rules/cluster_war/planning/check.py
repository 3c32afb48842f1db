"""One order against a side's sheet: what it would do, or why it cannot be given."""

from dataclasses import replace
from typing import assert_never

from rules.cluster_war.economy.orders.shortfalls import Priorities
from rules.cluster_war.holdings.planned import PlannedState
from rules.cluster_war.industry.orders.bases import Assemble, Dismantle, ReleaseBase, TowBase
from rules.cluster_war.industry.orders.building import BuildUnits, ContinueBuild, SendBuild
from rules.cluster_war.industry.orders.facilities import BuildFacility
from rules.cluster_war.industry.orders.factories import MakeMunitions, RetoolFactory
from rules.cluster_war.industry.orders.refits import RefitUnits, ScrapUnits
from rules.cluster_war.movement.orders.organising import SplitFleet
from rules.cluster_war.orders.order import Order, SignedOrder
from rules.cluster_war.orders.previews import Preview, Problem
from rules.cluster_war.planning.money_orders import (
    plan_facility,
)
from rules.cluster_war.planning.phases import phase
from rules.cluster_war.planning.works_orders import (
    plan_assemble,
    plan_build,
    plan_continue,
    plan_dismantle,
    plan_munitions,
    plan_priorities,
    plan_refit,
    plan_release,
    plan_retool,
    plan_scrap,
    plan_send,
    plan_tow,
)
from rules.cluster_war.registry.orders import KIND_OF
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
    match order:
        case BuildUnits():
            return plan_build(planned, order)
        case ContinueBuild():
            return plan_continue(planned, order)
        case BuildFacility():
            return plan_facility(planned, order)
        case _:
            raise TypeError(order)


def plan_works(planned: PlannedState, order: WorksOrder) -> Preview:
    """Apply one order to a yard, factory, base or mine."""
    match order:
        case SendBuild():
            return plan_send(planned, order)
        case RetoolFactory():
            return plan_retool(planned, order)
        case MakeMunitions():
            return plan_munitions(planned, order)
        case RefitUnits():
            return plan_refit(planned, order)
        case ScrapUnits():
            return plan_scrap(planned, order)
        case Dismantle():
            return plan_dismantle(planned, order)
        case Assemble():
            return plan_assemble(planned, order)
        case TowBase():
            return plan_tow(planned, order)
        case ReleaseBase():
            return plan_release(planned, order)
        case Priorities():
            return plan_priorities(planned, order)
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
