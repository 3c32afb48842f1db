"""The order to move (CW-4.0, CW-4.1)."""

from dataclasses import dataclass

from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import (
    FleetId,
)
from rules.cluster_war.state.units import Leg


@dataclass(frozen=True, slots=True)
class MoveFleet(Order):
    """Send a fleet along waypoints by its drive; each leg is looked up by itself (CW-4.1-05).

    `wait` is how many weeks into the turn it leaves (0 to 3). `push` drives a foldspace or wormhole drive beyond its
    rating (CW-4.0-08, CW-4.0-21); `by` is "wormhole" to pass one that is there, or an own base's, instead.
    """

    fleet: FleetId
    legs: tuple[Leg, ...]
    wait: int = 0
    push: bool = False
    by: str = ""
