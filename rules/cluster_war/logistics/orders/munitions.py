"""Orders on munitions (CW-4.3)."""

from dataclasses import dataclass

from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import FleetId


@dataclass(frozen=True, slots=True)
class LoadMunitions(Order):
    """Load munitions for so many CPs from the stock of a colony or base into cargo bays, to be hauled (CW-4.3-09)."""

    fleet: FleetId
    cps: int
    place: str


@dataclass(frozen=True, slots=True)
class UnloadMunitions(Order):
    """Unload hauled munitions into the stock of an own colony or base, or with place "" into the magazines of the ships
    in the hex (CW-4.3-10)."""

    fleet: FleetId
    cps: int
    place: str = ""
