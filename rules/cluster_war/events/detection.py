"""What a side saw or found: foreign fleets, colonies and bases, rifts, systems (chapter 12)."""

from dataclasses import dataclass

from rules.changes import quickly_made
from rules.cluster_war.events.event import Event, FleetEvent, SideEvent
from rules.cluster_war.state.names import BaseId, Emissions, FleetId, HexId, KnowledgeLevel, ShipId, SideId


@dataclass(frozen=True, slots=True)
class BaseSighted(SideEvent):
    """`side` saw foreign bases in an orbit, or in deep space with orbit 0."""

    owner: SideId
    hex: HexId
    orbit: int
    bases: int
    hull: int
    week: int


@quickly_made
@dataclass(frozen=True, slots=True)
class FleetSighted(SideEvent):
    """`side` saw a foreign fleet."""

    owner: SideId
    hex: HexId
    ships: int
    hull: int
    week: int


@quickly_made
@dataclass(frozen=True, slots=True)
class ColonySighted(SideEvent):
    owner: SideId
    hex: HexId
    orbit: int
    week: int


@quickly_made
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


@dataclass(frozen=True, slots=True)
class CloakTried(Event):
    """A side had a cloaked fleet of another's in view, and saw so many of its ships or none: for the game master alone
    (CW-12.0-09, CW-12.0-11)."""

    observer: SideId
    fleet: FleetId
    hex: HexId
    week: int
    seen: int
    hidden: int


@dataclass(frozen=True, slots=True)
class EmissionsSet(FleetEvent):
    """A fleet switched on active sensors or ECM, or nothing (CW-12.0-12); `lost` is whether it fell silent because nothing that
    it emitted with works any more."""

    emissions: Emissions
    lost: bool = False


@dataclass(frozen=True, slots=True)
class BaseEmissionsSet(SideEvent):
    """A base that stands by itself did what `EmissionsSet` says of a fleet (CW-12.0-12)."""

    base: BaseId
    emissions: Emissions
    lost: bool = False


@dataclass(frozen=True, slots=True)
class ShipsVanished(FleetEvent):
    """Ships are not heard of any more: where and when they last were, and no reason (CW-12.0-02)."""

    name: str
    hex: HexId
    week: int
    ships: tuple[ShipId, ...]


@dataclass(frozen=True, slots=True)
class NewsCame(SideEvent):
    """News from a hex beyond the supply grid came home, sent at the end of a week (CW-13.0-02); what it says follows."""

    hex: HexId
    sent: int
    week: int


@dataclass(frozen=True, slots=True)
class StarChanged(SideEvent):
    """A side saw that what its map shows in a hex is not there any more, or is another thing (CW-12.1-02)."""

    hex: HexId
    codes: tuple[str, ...]
    week: int
