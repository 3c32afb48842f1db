"""The order that gives a fleet its mission (CW-18.0-06)."""

from dataclasses import dataclass

from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import (
    FleetId,
    MissionKind,
)


@dataclass(frozen=True, slots=True)
class SetMission(Order):
    """Set what a fleet does where it is, or where it arrives (CW-18.0-06); a survey runs until done (CW-12.1-10)."""

    fleet: FleetId
    mission: MissionKind
