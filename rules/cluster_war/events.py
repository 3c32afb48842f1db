"""What happened, in the past tense. Every event carries its cause and who may see it; reports are built from these."""

from typing import TypeAlias

from rules.cluster_war.events_empire import (
    Amended,
    BudgetClosed,
    BuildProgressed,
    BuildStarted,
    ColonyFounded,
    ColonyGrew,
    FacilityBuilt,
    IncomeCounted,
    Narrated,
    OrderFailed,
    QuestionRaised,
    ResearchLapsed,
    ResearchRolled,
    UnitsDelivered,
)
from rules.cluster_war.events_fleets import (
    CargoLoaded,
    CargoUnloaded,
    ColonySighted,
    FleetArrived,
    FleetDeparted,
    FleetRenamed,
    FleetSighted,
    FleetsMerged,
    FleetsMet,
    FleetSplit,
    MissionSet,
    ShipsPickedUp,
    SurveyAborted,
    SurveyProgressed,
    SystemLearned,
)
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
from rules.cluster_war.state.names import SideId

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
