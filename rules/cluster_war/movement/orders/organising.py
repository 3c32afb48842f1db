"""Orders that split, join and name fleets (CW-4.1)."""

from dataclasses import dataclass

from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import (
    FleetId,
    ShipId,
)


@dataclass(frozen=True, slots=True)
class SplitFleet(Order):
    """Detach ships as a new task force, at the turn's start. `new` is the id the new fleet gets."""

    fleet: FleetId
    ships: tuple[ShipId, ...]
    name: str
    new: FleetId = ""


@dataclass(frozen=True, slots=True)
class MergeFleets(Order):
    """Join a fleet to another in the same hex, at the turn's start."""

    fleet: FleetId
    into: FleetId


@dataclass(frozen=True, slots=True)
class RenameFleet(Order):
    """Give a fleet a name and, if wished, standing orders in plain words (CW-4.1-11, CW-4.1-12)."""

    fleet: FleetId
    name: str
    standing: str = ""
