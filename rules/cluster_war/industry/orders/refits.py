"""Refits and scrapping (CW-6.6)."""

from dataclasses import dataclass

from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import ColonyId, DesignId, ShipId


@dataclass(frozen=True, slots=True)
class RefitUnits(Order):
    """Refit ships that are at a yard, or `count` units of design `old` held there, to another design (CW-6.6-01).

    The same design again mends crash-built units (CW-6.7-06). `capacity` is the bays a turn, 0 for all it needs.
    """

    colony: ColonyId
    design: DesignId
    ships: tuple[ShipId, ...] = ()
    old: DesignId = ""
    count: int = 0
    capacity: int = 0


@dataclass(frozen=True, slots=True)
class ScrapUnits(Order):
    """Scrap ships at a yard, or `count` units of a design held there, for half their CPs (CW-6.6-06).

    Ships made for it are scrapped where they are, with `colony` "" (CW-6.6-07).
    """

    colony: ColonyId
    ships: tuple[ShipId, ...] = ()
    design: DesignId = ""
    count: int = 0
