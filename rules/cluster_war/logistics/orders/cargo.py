"""Orders that load and unload CPs (CW-5.0, CW-5.1)."""

from dataclasses import dataclass

from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import (
    ColonyId,
    FleetId,
)


@dataclass(frozen=True, slots=True)
class LoadCargo(Order):
    """Load CPs from the pool at an own colony's hex into the fleet's cargo bays (CW-5.0-11; line New Colonies)."""

    fleet: FleetId
    cps: int


@dataclass(frozen=True, slots=True)
class UnloadCargo(Order):
    """Unload CPs from the fleet at an own colony: into the pool, or into its store if cut off (CW-5.0-10)."""

    fleet: FleetId
    cps: int
    colony: ColonyId
