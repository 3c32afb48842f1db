"""What a side saw or found: foreign fleets, colonies and bases, rifts, systems (chapter 12)."""

from dataclasses import dataclass

from rules.cluster_war.events.event import FleetEvent, SideEvent
from rules.cluster_war.state.names import HexId, KnowledgeLevel, SideId


@dataclass(frozen=True, slots=True)
class BaseSighted(SideEvent):
    """`side` saw foreign bases in an orbit, or in deep space with orbit 0."""

    owner: SideId
    hex: HexId
    orbit: int
    bases: int
    hull: int
    week: int


@dataclass(frozen=True, slots=True)
class FleetSighted(SideEvent):
    """`side` saw a foreign fleet."""

    owner: SideId
    hex: HexId
    ships: int
    hull: int
    week: int


@dataclass(frozen=True, slots=True)
class ColonySighted(SideEvent):
    owner: SideId
    hex: HexId
    orbit: int
    week: int


@dataclass(frozen=True, slots=True)
class SystemLearned(SideEvent):
    """A side now knows a system at `level`: scouted or surveyed (CW-12.1-06, CW-12.1-08)."""

    hex: HexId
    level: KnowledgeLevel
    bodies: int
    best_cp: int
    week: int


@dataclass(frozen=True, slots=True)
class SurveyProgressed(FleetEvent):
    """Survey work went on without finishing; `left` weeks remain with the present gear."""

    hex: HexId
    left: int


@dataclass(frozen=True, slots=True)
class SurveyAborted(FleetEvent):
    """The surveyors left early; all work is lost (CW-12.1-11)."""

    hex: HexId


@dataclass(frozen=True, slots=True)
class RiftDetected(SideEvent):
    """`side` detected the rift of somebody's jump drives: the entry, or the exit where ships are due (CW-4.0-09)."""

    hex: HexId
    exit: bool
    week: int
    due: int
