"""Step 6 of a turn: each side's spending orders, in the order of its sheet."""

from rules.cluster_war.colonies import expand, settle
from rules.cluster_war.construction import continue_build, order_facility, start_build
from rules.cluster_war.draft import Draft
from rules.cluster_war.lookups import attempt
from rules.cluster_war.orders import BuildFacility, BuildUnits, ContinueBuild, ExpandColony, SettleInGrid


def spend_orders(draft: Draft) -> None:
    """Growth, settling in the grid, facilities and builds; what cannot be paid fails and costs nothing (CW-5.0-19)."""
    for signed in draft.orders:
        with attempt(draft, signed):
            match signed.order:
                case ExpandColony():
                    expand(draft, signed, signed.order)
                case SettleInGrid():
                    settle(draft, signed, signed.order)
                case BuildFacility():
                    order_facility(draft, signed, signed.order)
                case BuildUnits():
                    start_build(draft, signed, signed.order)
                case ContinueBuild():
                    continue_build(draft, signed, signed.order)
                case _:
                    pass
