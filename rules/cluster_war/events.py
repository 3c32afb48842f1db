"""What happened, in the past tense. Every event carries its cause and who may see it; reports are built from these."""

from dataclasses import dataclass
from typing import TypeAlias

from rules.cluster_war.events_support import SUPPORT_EVENTS, SupportEvent
from rules.cluster_war.events_travel import CraftRunDry, FleetLost, FleetPassed, RiftDetected, TravelEvent
from rules.cluster_war.events_works import (
    BaseAssembled,
    BaseSighted,
    BaseTowed,
    BuildHalted,
    CrashFlawShown,
    FactoryRetooled,
    MiningSet,
    MunitionsMade,
    PartsLoaded,
    PrioritiesSet,
    RefitStarted,
    SpendingCut,
    UnitsRefitted,
    UnitsScrapped,
    WorksEvent,
    WorldRecovered,
    WorldStrained,
)
from rules.cluster_war.state import (
    BuildId,
    ColonyId,
    DesignId,
    FleetId,
    HexId,
    KnowledgeLevel,
    MissionKind,
    ProjectId,
    ShipId,
    SideId,
)
from rules.events import Cause

SeenBy: TypeAlias = tuple[SideId, ...]
"""Sides that may see an event; the GM sees all. `("*",)` is everyone, `()` the GM alone."""


@dataclass(frozen=True, slots=True)
class OrderFailed:
    """An order that was legal when given could not be carried out; nothing was lost by it."""

    side: SideId
    reason: str
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class IncomeCounted:
    """What a side had to spend this turn (CW-18.0-09): production, trade, unusual income, last turn's treasury."""

    side: SideId
    production: int
    trade: int
    unusual: int
    treasury: int
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class BudgetClosed:
    """A side's spending by line (CW-TAB-BUDGET-LINES) and what is carried over (CW-5.0-18)."""

    side: SideId
    ships: int
    infrastructure: int
    bases: int
    ground: int
    colonies: int
    research: int
    carried: int
    cause: Cause
    seen_by: SeenBy


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


@dataclass(frozen=True, slots=True)
class ColonyFounded:
    side: SideId
    colony: ColonyId
    name: str
    hex: HexId
    orbit: int
    size: int
    cps: int
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class ColonyGrew:
    side: SideId
    colony: ColonyId
    before: int
    after: int
    cps: int
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class BuildStarted:
    side: SideId
    build: BuildId
    colony: ColonyId
    design: DesignId
    count: int
    price: int
    paid: int
    turns: int
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class BuildProgressed:
    side: SideId
    build: BuildId
    hull_left: int
    unpaid: int
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class UnitsDelivered:
    """Finished units: ships by id in `ships` (they form or join `fleet`), others as a count held at the colony.

    `week` is set where yards deliver by the week (CW-6.0-07).
    """

    side: SideId
    build: BuildId
    colony: ColonyId
    design: DesignId
    count: int
    ships: tuple[ShipId, ...]
    fleet: FleetId
    cause: Cause
    seen_by: SeenBy
    week: int = 0


@dataclass(frozen=True, slots=True)
class FacilityBuilt:
    side: SideId
    colony: ColonyId
    facility: str
    amount: int
    cps: int
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class ResearchRolled:
    """A project's roll: `chance` in percent after bonuses; the roll is in the cause (CW-8.0-14)."""

    side: SideId
    project: ProjectId
    name: str
    step: int
    steps: int
    cps: int
    chance: int
    success: bool
    catastrophe: bool
    finished: bool
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class ResearchLapsed:
    """A project got nothing this turn and lost the CPs of its step (CW-8.0-17)."""

    side: SideId
    project: ProjectId
    name: str
    lost: int
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class QuestionRaised:
    """Something waits for the GM: see `GameState.questions`."""

    question: str
    kind: str
    text: str
    hex: HexId
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class Narrated:
    """The GM's words."""

    text: str
    cause: Cause
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class Amended:
    """The GM changed something; `text` says what in a sentence fit for those who may see it."""

    text: str
    cause: Cause
    seen_by: SeenBy


Event: TypeAlias = (
    OrderFailed
    | IncomeCounted
    | BudgetClosed
    | FleetSplit
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
    | ColonyFounded
    | ColonyGrew
    | BuildStarted
    | BuildProgressed
    | UnitsDelivered
    | FacilityBuilt
    | ResearchRolled
    | ResearchLapsed
    | QuestionRaised
    | Narrated
    | Amended
    | WorksEvent
    | TravelEvent
    | SupportEvent
)

EVENT_TYPES: tuple[type[Event], ...] = (
    OrderFailed,
    IncomeCounted,
    BudgetClosed,
    FleetSplit,
    FleetsMerged,
    FleetRenamed,
    MissionSet,
    FleetDeparted,
    FleetArrived,
    ShipsPickedUp,
    FleetsMet,
    FleetSighted,
    ColonySighted,
    SystemLearned,
    SurveyProgressed,
    SurveyAborted,
    CargoLoaded,
    CargoUnloaded,
    ColonyFounded,
    ColonyGrew,
    BuildStarted,
    BuildProgressed,
    UnitsDelivered,
    FacilityBuilt,
    ResearchRolled,
    ResearchLapsed,
    QuestionRaised,
    Narrated,
    Amended,
    BuildHalted,
    FactoryRetooled,
    MunitionsMade,
    RefitStarted,
    UnitsRefitted,
    UnitsScrapped,
    PartsLoaded,
    BaseAssembled,
    BaseTowed,
    BaseSighted,
    MiningSet,
    WorldStrained,
    WorldRecovered,
    SpendingCut,
    PrioritiesSet,
    CrashFlawShown,
    FleetPassed,
    RiftDetected,
    FleetLost,
    CraftRunDry,
    *SUPPORT_EVENTS,
)


def may_see(event: Event, side: SideId) -> bool:
    """Whether a side may see an event. The GM's reader does not ask."""
    return side in event.seen_by or "*" in event.seen_by
