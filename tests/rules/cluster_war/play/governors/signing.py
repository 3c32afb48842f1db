"""A governor's plan as the sheet that whoever seats it makes of it."""

from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.play.governors.situation import GovernorPlan


def signed(plan: GovernorPlan, side: SideId, turn: int, after: int = 0) -> tuple[SignedOrder, ...]:
    """A plan's orders as a sheet, numbered from `after` + 1."""
    return tuple(
        SignedOrder(f"{side}-{turn}-G{number}", side, number, one.order)
        for number, one in enumerate(plan.orders, after + 1)
    )
