"""Step 6 of a turn: each side's spending orders and its orders to yards, bases and mines, in the order of its sheet."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.cluster_war.bases import assemble_order, dismantle_order, release_order, tow_order
from rules.cluster_war.colonies import expand, settle
from rules.cluster_war.construction import continue_build, order_facility, start_build
from rules.cluster_war.draft import Draft
from rules.cluster_war.factories import order_munitions, order_retooling
from rules.cluster_war.lookups import attempt
from rules.cluster_war.mining import mine_order, strip_order
from rules.cluster_war.orders import BuildFacility, BuildUnits, ContinueBuild, ExpandColony, SettleInGrid
from rules.cluster_war.orders_works import (
    Assemble,
    Dismantle,
    MakeMunitions,
    MineWorld,
    RefitUnits,
    ReleaseBase,
    RetoolFactory,
    ScrapUnits,
    StripMine,
    TowBase,
)
from rules.cluster_war.refits import scrap_units, start_refit

STEPS: Final[Mapping[type, Callable[[Draft, Any, Any], None]]] = {
    ExpandColony: expand,
    SettleInGrid: settle,
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
    MineWorld: mine_order,
    StripMine: strip_order,
}
"""By order: what carries it out, or raises a GameError with nothing changed."""


def spend_orders(draft: Draft) -> None:
    """Growth, settling, facilities, builds, refits, bases, mines; what cannot be paid fails and costs nothing (CW-5.0-19)."""
    for signed in draft.orders:
        step = STEPS.get(type(signed.order))
        if step is not None:
            with attempt(draft, signed):
                step(draft, signed, signed.order)
