"""Orders to mine and strip-mine (CW-7.1)."""

from dataclasses import dataclass

from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import FleetId


@dataclass(frozen=True, slots=True)
class MineWorld(Order):
    """Set a fleet's mining stations to work on a world in its hex, strip-mining it if wished; orbit 0 ends it
    (CW-7.1-01). What they collect counts from the next turn."""

    fleet: FleetId
    orbit: int
    strip: bool = False


@dataclass(frozen=True, slots=True)
class StripMine(Order):
    """Have a colony or mining base strip-mine its world from the next turn, or stop (CW-7.1-05)."""

    place: str
    on: bool = True
