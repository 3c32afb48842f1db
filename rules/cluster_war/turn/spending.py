"""Step 6 of a turn: each side's spending orders and its orders to yards, bases and mines, in the order of its sheet."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.cluster_war.colonies.founding import expand, settle
from rules.cluster_war.colonies.mining import mine_order, strip_order
from rules.cluster_war.colonies.orders.founding import SettleInGrid
from rules.cluster_war.colonies.orders.growth import ExpandColony
from rules.cluster_war.colonies.orders.mining import MineWorld, StripMine
from rules.cluster_war.holdings.order_kind import Phase, Together
from rules.cluster_war.registry.orders import KINDS
from rules.cluster_war.working.lookups import attempt
from rules.cluster_war.working.turn_state import TurnState

STEPS: Final[Mapping[type, Callable[[TurnState, Any, Any], None]]] = {
    ExpandColony: expand,
    SettleInGrid: settle,
    MineWorld: mine_order,
    StripMine: strip_order,
    **{k.type: k.carry_out for k in KINDS if k.phase is Phase.SPEND and not isinstance(k.carry_out, Together)},
}
"""By order: what carries it out, or raises a GameError with nothing changed."""


def spend_orders(month: TurnState) -> None:
    """Growth, settling, facilities, builds, refits, bases, mines; what cannot be paid fails and costs nothing (CW-5.0-19)."""
    for signed in month.orders:
        step = STEPS.get(type(signed.order))
        if step is not None:
            with attempt(month, signed):
                step(month, signed, signed.order)
