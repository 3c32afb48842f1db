"""Plain words for the game master (CW-4.1)."""

from dataclasses import dataclass

from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import (
    FleetId,
)


@dataclass(frozen=True, slots=True)
class FreeText(Order):
    """Plain words for the GM to rule on (CW-4.1-10); `fleet` names the unit meant, if any."""

    text: str
    fleet: FleetId = ""


@dataclass(frozen=True, slots=True)
class Contingency(Order):
    """What the GM should do if something happens, or where shortfalls should fall (CW-4.1-11, CW-5.0-26)."""

    text: str
    fleet: FleetId = ""
