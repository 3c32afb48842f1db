"""What happened to fleets under way by other drives than the second stage drive (4.0, 4.2)."""

from dataclasses import dataclass
from typing import TypeAlias

from rules.cluster_war.state.names import FleetId, HexId, SeenBy, ShipId, SideId
from rules.events import Cause

"""Sides that may see an event, as in `events`."""


@dataclass(frozen=True, slots=True)
class FleetPassed:
    """A fleet that is seen on its way entered a hex, and goes on to `to` (CW-4.0-11, CW-4.0-18)."""

    side: SideId
    fleet: FleetId
    name: str
    hex: HexId
    to: HexId
    week: int
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class RiftDetected:
    """`side` detected the rift of somebody's jump drives: the entry, or the exit where ships are due (CW-4.0-09)."""

    side: SideId
    hex: HexId
    exit: bool
    week: int
    due: int
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class FleetLost:
    """A fleet was destroyed with all its ships by its own drive (CW-4.0-08)."""

    side: SideId
    fleet: FleetId
    name: str
    ships: tuple[ShipId, ...]
    hex: HexId
    week: int
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class CraftRunDry:
    """Small craft outside hangars will be out of supply from `week` on, on a trip without tender (CW-4.2-03)."""

    side: SideId
    fleet: FleetId
    ships: tuple[ShipId, ...]
    week: int
    cause: Cause
    seen_by: SeenBy


TravelEvent: TypeAlias = FleetPassed | RiftDetected | FleetLost | CraftRunDry
