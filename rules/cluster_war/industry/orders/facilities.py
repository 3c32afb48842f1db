"""The order that builds facilities (CW-18.0-03)."""

from dataclasses import dataclass
from typing import Literal

from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import (
    ColonyId,
)


@dataclass(frozen=True, slots=True)
class BuildFacility(Order):
    """Have a colony's people build a facility: shipyard bays, a factory, a heavy plant, a training base, labs
    (CW-18.0-03, CW-TAB-FACILITIES); ready at the month's end."""

    colony: ColonyId
    facility: Literal["shipyard", "factory", "heavy", "training", "lab"]
    amount: int
