"""What happened, in the past tense. Every event carries its cause and who may see it; reports are built from these."""

from typing import Final, TypeAlias, get_args

from rules.cluster_war.events.colonies import ColonyFounded, ColonyGrew, MiningSet, WorldRecovered, WorldStrained
from rules.cluster_war.events.detection import (
    BaseSighted,
    ColonySighted,
    FleetSighted,
    RiftDetected,
    SurveyAborted,
    SurveyProgressed,
    SystemLearned,
)
from rules.cluster_war.events.diplomacy import RightsChanged, TradeAgreed, TradeEnded, TradeOffered
from rules.cluster_war.events.economy import BudgetClosed, DependenceNoticed, IncomeCounted, PrioritiesSet, SpendingCut
from rules.cluster_war.events.industry import (
    BaseAssembled,
    BaseTowed,
    BuildHalted,
    BuildProgressed,
    BuildStarted,
    CrashFlawShown,
    FacilityBuilt,
    FactoryRetooled,
    MunitionsMade,
    PartsLoaded,
    RefitStarted,
    UnitsDelivered,
    UnitsRefitted,
    UnitsScrapped,
)
from rules.cluster_war.events.logistics import (
    AidLanded,
    CargoLoaded,
    CargoUnloaded,
    CraftLanded,
    CraftTaken,
    FleetRearmed,
    StoresMoved,
    StressChecked,
    StressEased,
    StressRose,
    SuppliesUsed,
)
from rules.cluster_war.events.movement import (
    CraftRunDry,
    FleetArrived,
    FleetDeparted,
    FleetLost,
    FleetPassed,
    FleetRenamed,
    FleetsMerged,
    FleetsMet,
    FleetSplit,
    MissionSet,
    ShipsPickedUp,
)
from rules.cluster_war.events.research import (
    LevelGained,
    MaterialGiven,
    ResearchLapsed,
    ResearchRolled,
    TechnologyGiven,
    TransferPaid,
)
from rules.cluster_war.events.turn import Amended, Narrated, OrderFailed, QuestionRaised
from rules.cluster_war.state.names import SideId

EmpireEvent: TypeAlias = (
    OrderFailed
    | IncomeCounted
    | BudgetClosed
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
)

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

WorksEvent: TypeAlias = (
    BuildHalted
    | FactoryRetooled
    | MunitionsMade
    | RefitStarted
    | UnitsRefitted
    | UnitsScrapped
    | PartsLoaded
    | BaseAssembled
    | BaseTowed
    | BaseSighted
    | MiningSet
    | WorldStrained
    | WorldRecovered
    | SpendingCut
    | PrioritiesSet
    | CrashFlawShown
)

TravelEvent: TypeAlias = FleetPassed | RiftDetected | FleetLost | CraftRunDry

SupportEvent: TypeAlias = (
    StoresMoved
    | FleetRearmed
    | SuppliesUsed
    | StressRose
    | StressEased
    | StressChecked
    | CraftTaken
    | CraftLanded
    | RightsChanged
    | TradeOffered
    | TradeAgreed
    | TradeEnded
    | AidLanded
    | TechnologyGiven
    | TransferPaid
    | MaterialGiven
    | LevelGained
    | DependenceNoticed
)

Event: TypeAlias = EmpireEvent | FleetEvent | WorksEvent | TravelEvent | SupportEvent

EVENT_TYPES: Final[tuple[type[Event], ...]] = get_args(Event)


def may_see(event: Event, side: SideId) -> bool:
    """Whether a side may see an event. The GM's reader does not ask."""
    return side in event.seen_by or "*" in event.seen_by
