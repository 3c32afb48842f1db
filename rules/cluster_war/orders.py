"""What a player may order: one small class per order, in a union. `plan.check` takes them in, `turn` resolves them."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from rules.cluster_war.orders_support import SupportOrder
from rules.cluster_war.orders_works import (
    WorksOrder,
)
from rules.cluster_war.state.names import (
    BuildId,
    ColonyId,
    CrashKind,
    DesignId,
    FleetId,
    HexId,
    MissionKind,
    ProjectId,
    ShipId,
    SideId,
)
from rules.cluster_war.state.units import Leg


@dataclass(frozen=True, slots=True)
class MoveFleet:
    """Send a fleet along waypoints by its drive; each leg is looked up by itself (CW-4.1-05).

    `wait` is how many weeks into the turn it leaves (0 to 3). `push` drives a foldspace or wormhole drive beyond its
    rating (CW-4.0-08, CW-4.0-21); `by` is "wormhole" to pass one that is there, or an own base's, instead.
    """

    fleet: FleetId
    legs: tuple[Leg, ...]
    wait: int = 0
    push: bool = False
    by: str = ""


@dataclass(frozen=True, slots=True)
class SplitFleet:
    """Detach ships as a new task force, at the turn's start. `new` is the id the new fleet gets."""

    fleet: FleetId
    ships: tuple[ShipId, ...]
    name: str
    new: FleetId = ""


@dataclass(frozen=True, slots=True)
class MergeFleets:
    """Join a fleet to another in the same hex, at the turn's start."""

    fleet: FleetId
    into: FleetId


@dataclass(frozen=True, slots=True)
class RenameFleet:
    """Give a fleet a name and, if wished, standing orders in plain words (CW-4.1-11, CW-4.1-12)."""

    fleet: FleetId
    name: str
    standing: str = ""


@dataclass(frozen=True, slots=True)
class SetMission:
    """Set what a fleet does where it is, or where it arrives (CW-18.0-06); a survey runs until done (CW-12.1-10)."""

    fleet: FleetId
    mission: MissionKind


@dataclass(frozen=True, slots=True)
class LoadCargo:
    """Load CPs from the pool at an own colony's hex into the fleet's cargo bays (CW-5.0-11; line New Colonies)."""

    fleet: FleetId
    cps: int


@dataclass(frozen=True, slots=True)
class UnloadCargo:
    """Unload CPs from the fleet at an own colony: into the pool, or into its store if cut off (CW-5.0-10)."""

    fleet: FleetId
    cps: int
    colony: ColonyId


@dataclass(frozen=True, slots=True)
class FoundColony:
    """Found a colony with `cps` from the fleet's cargo on the world, as soon as the fleet is there (CW-7.0-06)."""

    fleet: FleetId
    hex: HexId
    orbit: int
    cps: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class SettleInGrid:
    """Found a colony inside the own supply grid straight from the pool, where the campaign allows it (CW-18.0-04)."""

    hex: HexId
    orbit: int
    cps: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class ExpandColony:
    """Spend CPs on the growth of an own colony at its colonization multiple (CW-5.0-21; line Infrastructure)."""

    colony: ColonyId
    cps: int


@dataclass(frozen=True, slots=True)
class BuildUnits:
    """Start building `count` units of a design at a colony, with `capacity` bays or ratings a turn, paying `pay` CPs.

    `pay` of -1 means the full price (CW-6.1-03). `fleet` names the fleet that new ships join or form ("" = a new one).
    `colony` may be an own base with yards. `crash` halves the time for twice the price, or for low quality (CW-6.7-01);
    `at_yard` has small craft built in shipyard bays instead of a factory.
    """

    colony: ColonyId
    design: DesignId
    count: int
    capacity: int
    pay: int = -1
    fleet: str = ""
    crash: CrashKind = ""
    at_yard: bool = False


@dataclass(frozen=True, slots=True)
class ContinueBuild:
    """Change what a running build gets: its capacity a turn, and CPs paid towards its price (CW-5.0-16)."""

    build: BuildId
    capacity: int
    pay: int = 0


@dataclass(frozen=True, slots=True)
class BuildFacility:
    """Have a colony's people build a facility: shipyard bays, a factory, a heavy plant, a training base, labs
    (CW-18.0-03, CW-TAB-FACILITIES); ready at the month's end."""

    colony: ColonyId
    facility: Literal["shipyard", "factory", "heavy", "training", "lab"]
    amount: int


@dataclass(frozen=True, slots=True)
class StartProject:
    """Open a research project and fund it (CW-8.0-01). `steps` successes are needed (CW-TAB-RD-DIFFICULTY).

    An `incremental` one brings a level of its technology with every two of them (CW-8.0-09).
    """

    name: str
    hex: HexId
    steps: int
    cps: int
    technology: str = ""
    incremental: bool = False


@dataclass(frozen=True, slots=True)
class FundProject:
    """Give CPs to a running project; unfunded for a turn it loses its step's CPs (CW-8.0-17)."""

    project: ProjectId
    cps: int


@dataclass(frozen=True, slots=True)
class FreeText:
    """Plain words for the GM to rule on (CW-4.1-10); `fleet` names the unit meant, if any."""

    text: str
    fleet: FleetId = ""


@dataclass(frozen=True, slots=True)
class Contingency:
    """What the GM should do if something happens, or where shortfalls should fall (CW-4.1-11, CW-5.0-26)."""

    text: str
    fleet: FleetId = ""


Order: TypeAlias = (
    MoveFleet
    | SplitFleet
    | MergeFleets
    | RenameFleet
    | SetMission
    | LoadCargo
    | UnloadCargo
    | FoundColony
    | SettleInGrid
    | ExpandColony
    | BuildUnits
    | ContinueBuild
    | BuildFacility
    | StartProject
    | FundProject
    | FreeText
    | Contingency
    | WorksOrder
    | SupportOrder
)

ORDER_TYPES: Final[tuple[type[Order], ...]] = get_args(Order)


@dataclass(frozen=True, slots=True)
class SignedOrder:
    """An order on a side's sheet: `id` is unique in the game, `number` its place on the sheet as the player sees it."""

    id: str
    side: SideId
    number: int
    order: Order
