"""What a side saw or found: foreign fleets, colonies and bases, rifts, systems (chapter 12)."""

from rules.cluster_war.model.events.event import Event, FleetEvent, SideEvent
from rules.cluster_war.model.state.common import BaseId, Emissions, FleetId, HexId, KnowledgeLevel, ShipId, SideId


class BaseSighted(SideEvent):
    """`side` saw foreign bases in an orbit, or in deep space with orbit 0."""

    owner: SideId
    hex: HexId
    orbit: int
    bases: int
    hull: int
    week: int


class FleetSighted(SideEvent):
    """`side` saw a foreign fleet."""

    owner: SideId
    hex: HexId
    ships: int
    hull: int
    week: int


class ColonySighted(SideEvent):
    owner: SideId
    hex: HexId
    orbit: int
    week: int


class SystemLearned(SideEvent):
    """A side now knows a system at `level`: scouted or surveyed (CW-12.1-06, CW-12.1-08)."""

    hex: HexId
    level: KnowledgeLevel
    bodies: int
    best_cp: int
    week: int


class SurveyProgressed(FleetEvent):
    """Survey work went on without finishing; `left` weeks remain with the present gear."""

    hex: HexId
    left: int


class SurveyAborted(FleetEvent):
    """The surveyors left early; all work is lost (CW-12.1-11)."""

    hex: HexId


class RiftDetected(SideEvent):
    """`side` detected the rift of somebody's jump drives: the entry, or the exit where ships are due (CW-4.0-09)."""

    hex: HexId
    exit: bool
    week: int
    due: int


class CloakTried(Event):
    """A side had a cloaked fleet of another's in view, and saw so many of its ships or none: for the game master alone
    (CW-12.0-09, CW-12.0-11)."""

    observer: SideId
    fleet: FleetId
    hex: HexId
    week: int
    seen: int
    hidden: int


class EmissionsSet(FleetEvent):
    """A fleet switched on active sensors or ECM, or nothing (CW-12.0-12); `lost` is whether it fell silent because nothing that
    it emitted with works any more."""

    emissions: Emissions
    lost: bool = False


class BaseEmissionsSet(SideEvent):
    """A base that stands by itself did what `EmissionsSet` says of a fleet (CW-12.0-12)."""

    base: BaseId
    emissions: Emissions
    lost: bool = False


class ShipsVanished(FleetEvent):
    """Ships are not heard of any more: where and when they last were, and no reason (CW-12.0-02)."""

    name: str
    hex: HexId
    week: int
    ships: tuple[ShipId, ...]


class NewsCame(SideEvent):
    """News from a hex beyond the supply grid came home, sent at the end of a week (CW-13.0-02); what it says follows."""

    hex: HexId
    sent: int
    week: int


class StarChanged(SideEvent):
    """A side saw that what its map shows in a hex is not there any more, or is another thing (CW-12.1-02)."""

    hex: HexId
    codes: tuple[str, ...]
    week: int
