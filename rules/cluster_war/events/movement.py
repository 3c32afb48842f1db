"""What happened to fleets: how they were organised, their moves and meetings (chapter 4)."""

from dataclasses import dataclass

from rules.cluster_war.events.event import Event
from rules.cluster_war.state.names import FleetId, HexId, MissionKind, ShipId, SideId


@dataclass(frozen=True, slots=True)
class FleetSplit(Event):
    side: SideId
    fleet: FleetId
    new: FleetId
    name: str
    ships: tuple[ShipId, ...]


@dataclass(frozen=True, slots=True)
class FleetsMerged(Event):
    side: SideId
    fleet: FleetId
    into: FleetId
    hex: HexId


@dataclass(frozen=True, slots=True)
class FleetRenamed(Event):
    side: SideId
    fleet: FleetId
    name: str


@dataclass(frozen=True, slots=True)
class MissionSet(Event):
    side: SideId
    fleet: FleetId
    mission: MissionKind


@dataclass(frozen=True, slots=True)
class FleetDeparted(Event):
    """A fleet entered FTL space at `week` and is due at `arrives` (weeks since the campaign began)."""

    side: SideId
    fleet: FleetId
    name: str
    origin: HexId
    to: HexId
    week: int
    arrives: int


@dataclass(frozen=True, slots=True)
class FleetArrived(Event):
    side: SideId
    fleet: FleetId
    name: str
    hex: HexId
    week: int


@dataclass(frozen=True, slots=True)
class ShipsPickedUp(Event):
    side: SideId
    fleet: FleetId
    hex: HexId
    ships: tuple[ShipId, ...]


@dataclass(frozen=True, slots=True)
class FleetsMet(Event):
    """Fleets of sides not at peace are in one hex: the GM settles it (CW-1.0-10)."""

    hex: HexId
    week: int
    fleets: tuple[FleetId, ...]
    sides: tuple[SideId, ...]


@dataclass(frozen=True, slots=True)
class FleetPassed(Event):
    """A fleet that is seen on its way entered a hex, and goes on to `to` (CW-4.0-11, CW-4.0-18)."""

    side: SideId
    fleet: FleetId
    name: str
    hex: HexId
    to: HexId
    week: int


@dataclass(frozen=True, slots=True)
class FleetLost(Event):
    """A fleet was destroyed with all its ships by its own drive (CW-4.0-08)."""

    side: SideId
    fleet: FleetId
    name: str
    ships: tuple[ShipId, ...]
    hex: HexId
    week: int


@dataclass(frozen=True, slots=True)
class CraftRunDry(Event):
    """Small craft outside hangars will be out of supply from `week` on, on a trip without tender (CW-4.2-03)."""

    side: SideId
    fleet: FleetId
    ships: tuple[ShipId, ...]
    week: int
