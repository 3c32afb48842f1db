"""What happened at home: money, colonies, construction, research, and the game master's word."""

from dataclasses import dataclass
from typing import TypeAlias

from rules.cluster_war.state.names import BuildId, ColonyId, DesignId, FleetId, HexId, ProjectId, SeenBy, ShipId, SideId
from rules.events import Cause


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
