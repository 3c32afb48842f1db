"""Step 6 of a turn: each side's spending orders and its orders to yards, bases and mines, in the order of its sheet."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.cluster_war.holdings.order_kind import Phase, Together
from rules.cluster_war.industry.bases import assemble_order, dismantle_order, release_order, tow_order
from rules.cluster_war.industry.construction import continue_build, order_facility, start_build
from rules.cluster_war.industry.factories import order_munitions, order_retooling
from rules.cluster_war.industry.orders.bases import Assemble, Dismantle, ReleaseBase, TowBase
from rules.cluster_war.industry.orders.building import BuildUnits, ContinueBuild
from rules.cluster_war.industry.orders.facilities import BuildFacility
from rules.cluster_war.industry.orders.factories import MakeMunitions, RetoolFactory
from rules.cluster_war.industry.orders.refits import RefitUnits, ScrapUnits
from rules.cluster_war.industry.refits import scrap_units, start_refit
from rules.cluster_war.registry.orders import KIND_OF
from rules.cluster_war.working.lookups import attempt
from rules.cluster_war.working.turn_state import TurnState

STEPS: Final[Mapping[type, Callable[[TurnState, Any, Any], None]]] = {
    BuildFacility: order_facility,
    BuildUnits: start_build,
    ContinueBuild: continue_build,
    RetoolFactory: order_retooling,
    MakeMunitions: order_munitions,
    RefitUnits: start_refit,
    ScrapUnits: scrap_units,
    Dismantle: dismantle_order,
    Assemble: assemble_order,
    TowBase: tow_order,
    ReleaseBase: release_order,
}
"""By order: what carries it out, or raises a GameError with nothing changed."""


def spend_orders(month: TurnState) -> None:
    """Growth, settling, facilities, builds, refits, bases, mines; what cannot be paid fails and costs nothing (CW-5.0-19)."""
    for signed in month.orders:
        kind = KIND_OF.get(type(signed.order))
        step = STEPS.get(type(signed.order))
        if kind is not None and kind.phase == Phase.SPEND and not isinstance(kind.carry_out, Together):
            step = kind.carry_out
        if step is not None:
            with attempt(month, signed):
                step(month, signed, signed.order)
