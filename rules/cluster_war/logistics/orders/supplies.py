"""Orders on supply points (CW-4.3, CW-5.2)."""

from dataclasses import dataclass

from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import BaseId, FleetId


@dataclass(frozen=True, slots=True)
class LoadSupplies(Order):
    """Fill cargo bays with supply points: free in the own grid and where supply rights hold (CW-4.3-15); from an own
    depot's store elsewhere (CW-5.2-07)."""

    fleet: FleetId
    points: int


@dataclass(frozen=True, slots=True)
class UnloadSupplies(Order):
    """Give supply points from cargo bays to an own base in the hex, or back where they cost nothing with base ""."""

    fleet: FleetId
    points: int
    base: BaseId = ""


@dataclass(frozen=True, slots=True)
class TransferSupplies(Order):
    """Hand supply points to another own fleet in the same hex (CW-4.3-14)."""

    fleet: FleetId
    points: int
    into: FleetId
