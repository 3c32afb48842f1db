"""One short sentence for each event, and the section of the report it belongs to."""

from typing import Final, Literal, TypeAlias, assert_never

from render.campaign.report.names import colony_name, design_name, fleet_name, own_tail, place, ship_names, side_name
from render.campaign.report.support import support_section, support_sentence
from render.campaign.report.travel import travel_sentence
from render.campaign.report.works import works_sentence
from render.campaign.weeks import moment
from render.canvas.safe_text import count, listed, paragraphs, plain
from rules.cluster_war.events.all import Event, SupportEvent, TravelEvent, WorksEvent
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
from rules.cluster_war.events.economy import BudgetClosed, IncomeCounted, PrioritiesSet, SpendingCut
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
from rules.cluster_war.events.logistics import CargoLoaded, CargoUnloaded
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
from rules.cluster_war.events.research import ResearchLapsed, ResearchRolled
from rules.cluster_war.events.turn import Amended, Narrated, OrderFailed, QuestionRaised
from rules.cluster_war.state.view import View

Section: TypeAlias = Literal[
    "gm", "failed", "money", "encounters", "fleets", "discoveries", "colonies", "building", "research"
]
SECTIONS: Final[tuple[tuple[Section, str], ...]] = (
    ("gm", "Word from the game master"),
    ("failed", "Orders that could not be carried out"),
    ("money", "Money"),
    ("encounters", "Encounters"),
    ("fleets", "Fleets"),
    ("discoveries", "Discoveries"),
    ("colonies", "Colonies"),
    ("building", "Building"),
    ("research", "Research"),
)
_FACILITIES: Final = {
    "shipyard": "shipyard bays",
    "factory": "light industry",
    "heavy": "heavy industry",
    "training": "training capacity",
    "lab": "science stations",
}
BUDGET: Final = (
    ("ships", "Ship construction"),
    ("infrastructure", "Infrastructure"),
    ("bases", "Base construction"),
    ("ground", "Ground forces"),
    ("colonies", "New colonies"),
    ("research", "Research"),
)


def section_of(event: Event) -> Section:
    """Where in the report an event is told."""
    if isinstance(event, SupportEvent):
        return support_section(event)
    match event:
        case Narrated() | Amended() | QuestionRaised():
            return "gm"
        case OrderFailed():
            return "failed"
        case IncomeCounted() | BudgetClosed():
            return "money"
        case FleetsMet() | FleetSighted() | ColonySighted():
            return "encounters"
        case FleetSplit() | FleetsMerged() | FleetRenamed() | MissionSet() | FleetDeparted() | FleetArrived():
            return "fleets"
        case ShipsPickedUp() | CargoLoaded() | CargoUnloaded():
            return "fleets"
        case SystemLearned() | SurveyProgressed() | SurveyAborted():
            return "discoveries"
        case ColonyFounded() | ColonyGrew() | FacilityBuilt():
            return "colonies"
        case BuildStarted() | BuildProgressed() | UnitsDelivered():
            return "building"
        case ResearchRolled() | ResearchLapsed():
            return "research"
        case FleetPassed() | CraftRunDry() | FleetLost():
            return "fleets"
        case RiftDetected():
            return "encounters"
        case SpendingCut() | PrioritiesSet():
            return "money"
        case BaseSighted():
            return "encounters"
        case BaseTowed() | PartsLoaded() | CrashFlawShown():
            return "fleets"
        case MiningSet() | WorldStrained() | WorldRecovered() | FactoryRetooled():
            return "colonies"
        case BuildHalted() | MunitionsMade() | RefitStarted() | UnitsRefitted() | UnitsScrapped() | BaseAssembled():
            return "building"
        case _:
            assert_never(event)


def sentence(event: Event, view: View) -> str:
    """An event in one short sentence (several lines only for the game master's own words); markup neutralised."""
    told = _sentence(event, view)
    return f"{told} (The game master decided this.)" if event.cause.override else told


def _sentence(event: Event, view: View) -> str:
    if isinstance(event, SupportEvent):
        return support_sentence(event, view)
    if isinstance(event, WorksEvent):
        return works_sentence(event, view)
    if isinstance(event, TravelEvent):
        return travel_sentence(event, view)
    match event:
        case OrderFailed():
            return plain(event.reason, 400)
        case IncomeCounted() | BudgetClosed():
            return _money(event)
        case FleetsMet() | FleetSighted() | ColonySighted():
            return _contact(event, view)
        case FleetSplit() | FleetsMerged() | FleetRenamed() | MissionSet() | FleetDeparted() | FleetArrived():
            return _fleet(event, view)
        case ShipsPickedUp() | CargoLoaded() | CargoUnloaded():
            return _load(event, view)
        case SystemLearned() | SurveyProgressed() | SurveyAborted():
            return _discovery(event, view)
        case ColonyFounded() | ColonyGrew() | FacilityBuilt():
            return _colony(event, view)
        case BuildStarted() | BuildProgressed() | UnitsDelivered():
            return _building(event, view)
        case ResearchRolled() | ResearchLapsed():
            return _research(event)
        case QuestionRaised():
            where = f" ({place(view, event.hex)})" if event.hex else ""
            return f"Put before the game master{where}: {plain(event.text, 600)}"
        case Narrated() | Amended():
            return paragraphs(event.text)
        case _:
            assert_never(event)


def _money(event: IncomeCounted | BudgetClosed) -> str:
    match event:
        case IncomeCounted():
            total = event.production + event.trade + event.unusual + event.treasury
            parts = [f"{event.production} production"]
            parts += [f"{event.trade} trade"] if event.trade else []
            parts += [f"{event.unusual} unusual income"] if event.unusual else []
            return f"{total} CPs to spend: {listed([*parts, f'{event.treasury} from the treasury'])}."
        case BudgetClosed():
            spent = sum(int(getattr(event, key)) for key, _ in BUDGET)
            return f"{spent} CPs spent, {event.carried} carried over into the treasury."
        case _:
            assert_never(event)


def _contact(event: FleetsMet | FleetSighted | ColonySighted, view: View) -> str:
    match event:
        case FleetsMet():
            own = [fleet_name(view, fleet) for fleet in event.fleets if fleet in view.fleets]
            others = [side_name(view, side) for side in event.sides if side != view.side]
            at = f"at {place(view, event.hex)}, {moment(event.week)}"
            met = f"{listed(own)} met {listed(others)}" if own else f"{listed(others)} met"
            return f"Encounter {at}: {met}. The game master settles it."
        case FleetSighted():
            ships = f"{count(event.ships, 'ship')}, {count(event.hull, 'hull space')}"
            seen = f"at {place(view, event.hex)}, {moment(event.week)}"
            return f"A fleet of {side_name(view, event.owner)} sighted {seen}: {ships}."
        case ColonySighted():
            seen = f"at {place(view, event.hex)}, orbit {event.orbit}, {moment(event.week)}"
            return f"A colony of {side_name(view, event.owner)} sighted {seen}."
        case _:
            assert_never(event)


def _fleet(
    event: FleetSplit | FleetsMerged | FleetRenamed | MissionSet | FleetDeparted | FleetArrived, view: View
) -> str:
    match event:
        case FleetSplit():
            new = fleet_name(view, event.new, event.name)
            return f"{new} detached from {fleet_name(view, event.fleet)}: {ship_names(event.ships)}."
        case FleetsMerged():
            into = fleet_name(view, event.into)
            return f"{fleet_name(view, event.fleet)} joined {into} at {place(view, event.hex)}."
        case FleetRenamed():
            return f"Fleet {plain(own_tail(event.fleet))} is now called {plain(event.name)}."
        case MissionSet():
            name = fleet_name(view, event.fleet)
            return f"{name} has no mission now." if event.mission == "none" else f"{name}: mission {event.mission}."
        case FleetDeparted():
            way = f"left {place(view, event.origin)} for {place(view, event.to)}"
            return f"{fleet_name(view, event.fleet, event.name)} {way}, due {moment(event.arrives)}."
        case FleetArrived():
            name = fleet_name(view, event.fleet, event.name)
            return f"{name} arrived at {place(view, event.hex)}, {moment(event.week)}."
        case _:
            assert_never(event)


def _load(event: ShipsPickedUp | CargoLoaded | CargoUnloaded, view: View) -> str:
    match event:
        case ShipsPickedUp():
            joined = f"{ship_names(event.ships)} joined {fleet_name(view, event.fleet)}"
            return f"{joined} at {place(view, event.hex)}."
        case CargoLoaded():
            return f"{fleet_name(view, event.fleet)} loaded {event.cps} CPs at {place(view, event.hex)}."
        case CargoUnloaded():
            where = "into the empire's pool" if event.to_pool else "into the colony's own store"
            at = colony_name(view, event.colony)
            return f"{fleet_name(view, event.fleet)} unloaded {event.cps} CPs at {at}, {where}."
        case _:
            assert_never(event)


def _discovery(event: SystemLearned | SurveyProgressed | SurveyAborted, view: View) -> str:
    match event:
        case SystemLearned():
            if event.level == "map":
                return f"{place(view, event.hex)} is on the map now."
            found = count(event.bodies, "world") if event.bodies else "no worlds"
            best = ""
            if event.level == "surveyed" and event.bodies:
                best = f", the best can hold {event.best_cp} CPs"
            return f"{place(view, event.hex)} {event.level}, {moment(event.week)}: {found}{best}."
        case SurveyProgressed():
            left = f"{count(event.left, 'week')} of work left"
            return f"{fleet_name(view, event.fleet)} goes on surveying {place(view, event.hex)}: {left}."
        case SurveyAborted():
            name = fleet_name(view, event.fleet)
            return f"{name} broke off the survey of {place(view, event.hex)}; the work is lost."
        case _:
            assert_never(event)


def _colony(event: ColonyFounded | ColonyGrew | FacilityBuilt, view: View) -> str:
    match event:
        case ColonyFounded():
            name = colony_name(view, event.colony, event.name)
            world = f"{place(view, event.hex)}, orbit {event.orbit}"
            return f"{name} founded at {world}: size {event.size} for {event.cps} CPs."
        case ColonyGrew():
            name = colony_name(view, event.colony)
            return f"{name} grew from size {event.before} to {event.after} for {event.cps} CPs."
        case FacilityBuilt():
            at = colony_name(view, event.colony)
            built = _FACILITIES.get(event.facility, plain(event.facility))
            return f"{at} now has {event.amount} more {built}, for {event.cps} CPs."
        case _:
            assert_never(event)


def _building(event: BuildStarted | BuildProgressed | UnitsDelivered, view: View) -> str:
    build = plain(own_tail(event.build))
    match event:
        case BuildStarted():
            what = f"{event.count} × {design_name(view, event.side, event.design)}"
            paid = f"{event.price} CPs" if event.paid >= event.price else f"{event.paid} of {event.price} CPs paid"
            at = colony_name(view, event.colony)
            return f"{build}: {what} started at {at}, {paid}, {count(event.turns, 'turn')}."
        case BuildProgressed():
            owed = f", {event.unpaid} CPs still to pay" if event.unpaid else ""
            return f"{build}: {count(event.hull_left, 'hull space')} left to build{owed}."
        case UnitsDelivered():
            what = f"{event.count} × {design_name(view, event.side, event.design)}"
            at = colony_name(view, event.colony)
            if event.ships:
                joined = f" They are in {fleet_name(view, event.fleet)}." if event.fleet else ""
                return f"{build}: {what} delivered at {at} ({ship_names(event.ships)}).{joined}"
            return f"{build}: {what} delivered and held at {at}."
        case _:
            assert_never(event)


def _research(event: ResearchRolled | ResearchLapsed) -> str:
    project = f"{plain(event.name)} ({plain(own_tail(event.project))})"
    match event:
        case ResearchRolled():
            step = f"step {event.step} of {event.steps}, {event.cps} CPs, chance {event.chance} %"
            if event.catastrophe:
                return f"{project}: a catastrophe in the laboratory ({step})."
            if event.finished:
                return f"{project}: finished! ({step})"
            return f"{project}: {'success' if event.success else 'no success yet'} ({step})."
        case ResearchLapsed():
            return f"{project}: not funded, so {event.lost} CPs of work in this step were lost."
        case _:
            assert_never(event)
