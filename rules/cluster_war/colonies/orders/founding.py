"""Orders that found colonies (CW-7.0, CW-18.0)."""

from dataclasses import dataclass

from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import (
    FleetId,
    HexId,
)


@dataclass(frozen=True, slots=True)
class FoundColony(Order):
    """Found a colony with `cps` from the fleet's cargo on the world, as soon as the fleet is there (CW-7.0-06)."""

    fleet: FleetId
    hex: HexId
    orbit: int
    cps: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class SettleInGrid(Order):
    """Found a colony inside the own supply grid straight from the pool, where the campaign allows it (CW-18.0-04)."""

    hex: HexId
    orbit: int
    cps: int
    name: str = ""
