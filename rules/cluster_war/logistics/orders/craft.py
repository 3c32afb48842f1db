"""Orders that take small craft and ground forces along and land them (CW-4.2, CW-6.5)."""

from dataclasses import dataclass

from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import DesignId, FleetId


@dataclass(frozen=True, slots=True)
class TakeCraft(Order):
    """Take small craft or ground forces held at an own colony or base along with a fleet: craft flying or in crates
    (CW-5.1-03), battalions in barracks with their gear (CW-6.5-22), aerospace ones in hangars unless `crated`."""

    fleet: FleetId
    place: str
    design: DesignId
    count: int
    crated: bool = False


@dataclass(frozen=True, slots=True)
class LandCraft(Order):
    """Leave a fleet's small craft or ground forces at an own colony or base, crated ones first (CW-4.3-05, CW-6.5-22)."""

    fleet: FleetId
    place: str
    design: DesignId
    count: int
