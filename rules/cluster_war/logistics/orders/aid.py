"""Foreign aid (CW-5.1)."""

from dataclasses import dataclass

from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import ColonyId, FleetId


@dataclass(frozen=True, slots=True)
class GiftCps(Order):
    """Unload CPs as foreign aid at a colony of an empire that lets you (CW-TAB-FREIGHTER-USES/3)."""

    fleet: FleetId
    cps: int
    colony: ColonyId
