"""What happened to fleets: how they were organised, their moves and meetings (chapter 4)."""

from rules.cluster_war.model.events.event import Event, FleetEvent
from rules.cluster_war.model.state.common import FleetId, HexId, MissionKind, ShipId, SideId


class FleetSplit(FleetEvent):
    new: FleetId
    name: str
    ships: tuple[ShipId, ...]


class FleetsMerged(FleetEvent):
    into: FleetId
    hex: HexId


class FleetRenamed(FleetEvent):
    name: str


class MissionSet(FleetEvent):
    mission: MissionKind


class FleetDeparted(FleetEvent):
    """A fleet entered FTL space at `week` and is due at `arrives` (weeks since the campaign began)."""

    name: str
    origin: HexId
    to: HexId
    week: int
    arrives: int


class FleetArrived(FleetEvent):
    name: str
    hex: HexId
    week: int


class ShipsPickedUp(FleetEvent):
    hex: HexId
    ships: tuple[ShipId, ...]


class FleetsMet(Event):
    """Fleets of sides not at peace are in one hex: the GM settles it (CW-1.0-10)."""

    hex: HexId
    week: int
    fleets: tuple[FleetId, ...]
    sides: tuple[SideId, ...]


class FleetPassed(FleetEvent):
    """A fleet that is seen on its way entered a hex, and goes on to `to` (CW-4.0-11, CW-4.0-18)."""

    name: str
    hex: HexId
    to: HexId
    week: int


class FleetLost(FleetEvent):
    """A fleet was destroyed with all its ships by its own drive (CW-4.0-08)."""

    name: str
    ships: tuple[ShipId, ...]
    hex: HexId
    week: int


class CraftRunDry(FleetEvent):
    """Small craft outside hangars will be out of supply from `week` on, on a trip without tender (CW-4.2-03)."""

    ships: tuple[ShipId, ...]
    week: int
