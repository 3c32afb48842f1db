"""What weather and terrain did to fleets, and what was seen of storms (14.0)."""

from collections.abc import Mapping

from rules.cluster_war.model.events.event import FleetEvent, SideEvent
from rules.cluster_war.model.state.common import DesignId, FleetId, HexId, ShipId
from rules.values import field


class TerrainBraved(FleetEvent):
    """Ships of a fleet came through terrain without harm: of what `kind` ("ION"), and how many had to roll. `spared` are those of
    them that it struck and found nothing to hurt on, each with why, in words."""

    name: str
    hex: HexId
    week: int
    kind: str
    ships: int
    spared: tuple[str, ...] = ()


class ShipStruck(FleetEvent):
    """Terrain harmed a ship: by which effect of its table, and what came of it in words. `lost` is a ship that is gone."""

    name: str
    ship: ShipId
    hex: HexId
    week: int
    kind: str
    effect: str
    harm: str
    lost: bool = False


class HoldsBroken(FleetEvent):
    """What a ship carried broke loose and is lost: CPs of goods, munitions, supply points, units in crates and parts."""

    name: str
    ship: ShipId
    hex: HexId
    week: int
    cps: int = 0
    munitions: int = 0
    supplies: int = 0
    units: Mapping[DesignId, int] = field(default_factory=dict)
    parts: Mapping[str, int] = field(default_factory=dict)


class ShipsWrecked(FleetEvent):
    """Ships of a fleet are lost to terrain, with all aboard."""

    name: str
    ships: tuple[ShipId, ...]
    hex: HexId
    week: int


class BattlefieldSwept(SideEvent):
    """A pulsar's beam swept a battlefield: ships of the side whose crews died, and those that were damaged."""

    hex: HexId
    week: int
    dead: tuple[ShipId, ...]
    hurt: tuple[ShipId, ...]


class StormSeen(SideEvent):
    """A side saw what a storm's force is in a turn; `was` is the last that it knew of, -1 for nothing. It was seen at the end of
    `week`, or (0) as the turn began."""

    hex: HexId
    kind: str
    force: int
    turn: int
    was: int = -1
    week: int = 0


class StormAhead(FleetEvent):
    """A storm on the way of a fleet has another force now; `chance` is in percent that a ship of it is harmed there."""

    name: str
    hex: HexId
    kind: str
    force: int
    was: int
    chance: int


class CrewsCompleted(SideEvent):
    """New crews came aboard ships at a colony of their own."""

    hex: HexId
    fleets: tuple[FleetId, ...]
    ships: tuple[ShipId, ...]
