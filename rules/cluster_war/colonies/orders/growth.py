"""The order that makes a colony grow (CW-5.0)."""

from dataclasses import dataclass

from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import (
    ColonyId,
)


@dataclass(frozen=True, slots=True)
class ExpandColony(Order):
    """Spend CPs on the growth of an own colony at its colonization multiple (CW-5.0-21; line Infrastructure)."""

    colony: ColonyId
    cps: int
