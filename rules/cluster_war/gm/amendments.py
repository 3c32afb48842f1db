"""What the GM may change in a draft or between turns; each becomes an `Amended` or `Narrated` event with its reason."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from rules.cluster_war.gm.amendments_support import SupportAmendment
from rules.cluster_war.gm.amendments_works import WorksAmendment
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.names import ColonyId, DesignId, FleetId, HexId, KnowledgeLevel, LinkKind, ShipId, SideId
from rules.cluster_war.state.npr import Npr
from rules.cluster_war.state.places import StarSystem


@dataclass(frozen=True, slots=True)
class PlaceFleet:
    """Put a fleet into a hex at once; any transit, route and survey work ends."""

    fleet: FleetId
    hex: HexId


@dataclass(frozen=True, slots=True)
class CreateShips:
    """Create ships of one of the side's designs in a hex, in a new fleet or an existing one there."""

    side: SideId
    design: DesignId
    count: int
    hex: HexId
    fleet: str = ""


@dataclass(frozen=True, slots=True)
class RemoveShips:
    """Remove ships (lost, captured, retired); an empty fleet disappears."""

    ships: tuple[ShipId, ...]


@dataclass(frozen=True, slots=True)
class SetTreasury:
    """Set a side's treasury; never below zero (CW-5.0-19)."""

    side: SideId
    cps: int


@dataclass(frozen=True, slots=True)
class GrantIncome:
    """Unusual income for the coming turn: raiding, extortion, gifts (CW-18.0-08)."""

    side: SideId
    cps: int


@dataclass(frozen=True, slots=True)
class GrantKnowledge:
    """Let a side know a system as if scouted or surveyed."""

    side: SideId
    hex: HexId
    level: KnowledgeLevel


@dataclass(frozen=True, slots=True)
class GrantSuccess:
    """A free research success for a project (CW-8.0-06)."""

    side: SideId
    project: str


@dataclass(frozen=True, slots=True)
class ChangeWorld:
    """Change a world's STEP code, maximum CPs or resources; None leaves a part as it is."""

    hex: HexId
    orbit: int
    step: str | None = None
    max_cp: int | None = None
    resources: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class SetColony:
    """Set a colony's size, or remove it with size 0."""

    colony: ColonyId
    size: int


@dataclass(frozen=True, slots=True)
class AddDesign:
    """Add a design to a side's roster (CW-18.0-16). `drawn` is one drawn in full; then the other fields repeat it."""

    side: SideId
    name: str
    kind: Literal["ship", "small_craft", "ground", "base"]
    hull: int
    cost: int
    drive: str = "0"
    lrs: int = 0
    survey_bays: int = 0
    cargo_bays: int = 0
    science_stations: int = 0
    ftl: str = "second-stage"
    ftl_levels: int = 0
    ftl_doubled: bool = False
    bridge: bool = True
    hangar: int = 0
    mining: int = 0
    racks: int = 0
    drawn: Design | None = None


@dataclass(frozen=True, slots=True)
class SetTrade:
    """Set a trade agreement with an empire the GM runs; level "none" ends it (CW-11.0-01)."""

    side: SideId
    name: str
    gross: int
    level: Literal["none", "limited", "full"]


@dataclass(frozen=True, slots=True)
class SetPeace:
    """Declare two sides at peace or hostile; fleets at peace do not count as an encounter."""

    a: SideId
    b: SideId
    at_peace: bool


@dataclass(frozen=True, slots=True)
class Narrate:
    """Write a narrative for one side, or for all with side "*"."""

    side: SideId
    text: str


@dataclass(frozen=True, slots=True)
class Settle:
    """Answer an open question; the answer is told to the sides named in `tell`."""

    question: str
    answer: str
    tell: tuple[SideId, ...] = ()


@dataclass(frozen=True, slots=True)
class AddLink:
    """Draw a line on the jump map, a wormhole, a wormhole that a base of `side` holds open, or a gate (CW-B-56)."""

    a: HexId
    b: HexId
    kind: LinkKind = "jump"
    side: SideId = ""


@dataclass(frozen=True, slots=True)
class RemoveLink:
    """Take a line off the map (CW-B-56)."""

    a: HexId
    b: HexId
    kind: LinkKind = "jump"


@dataclass(frozen=True, slots=True)
class SetNpr:
    """Make a race that the game master runs, or put a whole profile in place of the one with its id (CW-19.0-16)."""

    npr: Npr


@dataclass(frozen=True, slots=True)
class RemoveNpr:
    """Take a race out of the game; nobody remembers it."""

    npr: SideId


@dataclass(frozen=True, slots=True)
class AdvanceNprs:
    """What a pseudo-turn made of races (CW-19.0-20): each as it is now, and what happened to it, line by line."""

    nprs: tuple[Npr, ...]
    lines: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class PrepareSystem:
    """Mark a system as ready for players to find; with `system`, its contents as the dice made them (CW-19.0-03)."""

    hex: HexId
    system: StarSystem | None = None


CoreAmendment: TypeAlias = (
    PlaceFleet
    | CreateShips
    | RemoveShips
    | SetTreasury
    | GrantIncome
    | GrantKnowledge
    | GrantSuccess
    | ChangeWorld
    | SetColony
    | AddDesign
    | SetTrade
    | SetPeace
    | Narrate
    | Settle
    | AddLink
    | RemoveLink
    | SetNpr
    | RemoveNpr
    | AdvanceNprs
    | PrepareSystem
)

Amendment: TypeAlias = CoreAmendment | SupportAmendment | WorksAmendment

AMENDMENT_TYPES: Final[tuple[type[Amendment], ...]] = get_args(Amendment)
