"""Orders to yards: build, go on building, send what is built (CW-6.0, CW-6.1)."""

from dataclasses import dataclass

from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import (
    BuildId,
    ColonyId,
    CrashKind,
    DesignId,
)
from rules.cluster_war.state.units import Leg


@dataclass(frozen=True, slots=True)
class BuildUnits(Order):
    """Start building `count` units of a design at a colony, with `capacity` bays or ratings a turn, paying `pay` CPs.

    `pay` of -1 means the full price (CW-6.1-03). `fleet` names the fleet that new ships join or form ("" = a new one).
    `colony` may be an own base with yards. `crash` halves the time for twice the price, or for low quality (CW-6.7-01);
    `at_yard` has small craft built in shipyard bays instead of a factory.
    """

    colony: ColonyId
    design: DesignId
    count: int
    capacity: int
    pay: int = -1
    fleet: str = ""
    crash: CrashKind = ""
    at_yard: bool = False


@dataclass(frozen=True, slots=True)
class ContinueBuild(Order):
    """Change what a running build gets: its capacity a turn, and CPs paid towards its price (CW-5.0-16)."""

    build: BuildId
    capacity: int
    pay: int = 0


@dataclass(frozen=True, slots=True)
class SendBuild(Order):
    """Where ships under construction go as soon as they leave the yard (CW-6.0-07): a route for their new fleet."""

    build: BuildId
    legs: tuple[Leg, ...]
