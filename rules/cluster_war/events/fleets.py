"""What happened to fleets and what they found: moves, meetings, sightings, surveys, cargo."""

from dataclasses import dataclass
from typing import TypeAlias

from rules.cluster_war.state.names import ColonyId, FleetId, HexId, KnowledgeLevel, MissionKind, SeenBy, ShipId, SideId
from rules.events import Cause


@dataclass(frozen=True, slots=True)
class FleetSplit:
    side: SideId
    fleet: FleetId
    new: FleetId
    name: str
    ships: tuple[ShipId, ...]
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class FleetsMerged:
    side: SideId
    fleet: FleetId
    into: FleetId
    hex: HexId
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class FleetRenamed:
    side: SideId
    fleet: FleetId
    name: str
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class MissionSet:
    side: SideId
    fleet: FleetId
    mission: MissionKind
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class FleetDeparted:
    """A fleet entered FTL space at `week` and is due at `arrives` (weeks since the campaign began)."""

    side: SideId
    fleet: FleetId
    name: str
    origin: HexId
    to: HexId
    week: int
    arrives: int
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class FleetArrived:
    side: SideId
    fleet: FleetId
    name: str
    hex: HexId
    week: int
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class ShipsPickedUp:
    side: SideId
    fleet: FleetId
    hex: HexId
    ships: tuple[ShipId, ...]
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class FleetsMet:
    """Fleets of sides not at peace are in one hex: the GM settles it (CW-1.0-10)."""

    hex: HexId
    week: int
    fleets: tuple[FleetId, ...]
    sides: tuple[SideId, ...]
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class FleetSighted:
    """`side` saw a foreign fleet."""

    side: SideId
    owner: SideId
    hex: HexId
    ships: int
    hull: int
    week: int
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class ColonySighted:
    side: SideId
    owner: SideId
    hex: HexId
    orbit: int
    week: int
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class SystemLearned:
    """A side now knows a system at `level`: scouted or surveyed (CW-12.1-06, CW-12.1-08)."""

    side: SideId
    hex: HexId
    level: KnowledgeLevel
    bodies: int
    best_cp: int
    week: int
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class SurveyProgressed:
    """Survey work went on without finishing; `left` weeks remain with the present gear."""

    side: SideId
    fleet: FleetId
    hex: HexId
    left: int
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class SurveyAborted:
    """The surveyors left early; all work is lost (CW-12.1-11)."""

    side: SideId
    fleet: FleetId
    hex: HexId
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class CargoLoaded:
    side: SideId
    fleet: FleetId
    hex: HexId
    cps: int
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class CargoUnloaded:
    side: SideId
    fleet: FleetId
    colony: ColonyId
    cps: int
    to_pool: bool
    cause: Cause
    seen_by: SeenBy


FleetEvent: TypeAlias = (
    FleetSplit
    | FleetsMerged
    | FleetRenamed
    | MissionSet
    | FleetDeparted
    | FleetArrived
    | ShipsPickedUp
    | FleetsMet
    | FleetSighted
    | ColonySighted
    | SystemLearned
    | SurveyProgressed
    | SurveyAborted
    | CargoLoaded
    | CargoUnloaded
)
