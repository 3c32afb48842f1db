"""What a side saw or found: foreign fleets, colonies and bases, rifts, systems (chapter 12)."""

from dataclasses import dataclass

from rules.cluster_war.events.event import Event
from rules.cluster_war.state.names import FleetId, HexId, KnowledgeLevel, SideId


@dataclass(frozen=True, slots=True)
class BaseSighted(Event):
    """`side` saw foreign bases in an orbit, or in deep space with orbit 0."""

    side: SideId
    owner: SideId
    hex: HexId
    orbit: int
    bases: int
    hull: int
    week: int


@dataclass(frozen=True, slots=True)
class FleetSighted(Event):
    """`side` saw a foreign fleet."""

    side: SideId
    owner: SideId
    hex: HexId
    ships: int
    hull: int
    week: int


@dataclass(frozen=True, slots=True)
class ColonySighted(Event):
    side: SideId
    owner: SideId
    hex: HexId
    orbit: int
    week: int


@dataclass(frozen=True, slots=True)
class SystemLearned(Event):
    """A side now knows a system at `level`: scouted or surveyed (CW-12.1-06, CW-12.1-08)."""

    side: SideId
    hex: HexId
    level: KnowledgeLevel
    bodies: int
    best_cp: int
    week: int


@dataclass(frozen=True, slots=True)
class SurveyProgressed(Event):
    """Survey work went on without finishing; `left` weeks remain with the present gear."""

    side: SideId
    fleet: FleetId
    hex: HexId
    left: int


@dataclass(frozen=True, slots=True)
class SurveyAborted(Event):
    """The surveyors left early; all work is lost (CW-12.1-11)."""

    side: SideId
    fleet: FleetId
    hex: HexId


@dataclass(frozen=True, slots=True)
class RiftDetected(Event):
    """`side` detected the rift of somebody's jump drives: the entry, or the exit where ships are due (CW-4.0-09)."""

    side: SideId
    hex: HexId
    exit: bool
    week: int
    due: int
