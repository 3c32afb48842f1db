"""What one side may see: built from what is allowed, never by deleting. The GM's view has `side` "" and holds all."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from rules.changes import quickly_made
from rules.cluster_war.state.dealings import Offer, Pact, Right, TradeRecord
from rules.cluster_war.state.encounters import Scene
from rules.cluster_war.state.espionage import Difference, Operation, OperationId
from rules.cluster_war.state.game import Question
from rules.cluster_war.state.holdings import Base, Build, Colony, Project, Task
from rules.cluster_war.state.knowledge import (
    BaseSighting,
    ColonySighting,
    DesignSighting,
    FleetSighting,
    KnownSystem,
    LastHeard,
    SeenWeather,
)
from rules.cluster_war.state.minds import Minds
from rules.cluster_war.state.names import (
    BaseId,
    BuildId,
    ColonyId,
    FleetId,
    HexId,
    ProjectId,
    ShipId,
    SideId,
)
from rules.cluster_war.state.npr import Npr
from rules.cluster_war.state.officers import Officer
from rules.cluster_war.state.places import Link, Strain
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.sides import Side
from rules.cluster_war.state.signals import Signals
from rules.cluster_war.state.surface import Front
from rules.cluster_war.state.units import Fleet, Ship
from rules.cluster_war.state.war import OfficerId, WarSign
from rules.sides import Flag


@quickly_made
@dataclass(frozen=True, slots=True)
class Yield:
    """What one place makes this turn: a colony's people, or so many mining stations of a colony, base or fleet (`who`).
    `pooled` is false where the CPs stay there, cut off from the grid (CW-5.0-10)."""

    who: str
    hex: HexId
    orbit: int
    cps: int
    pooled: bool
    stations: int = 0


@dataclass(frozen=True, slots=True)
class Income:
    """What can be spent this turn (CW-18.0-09). `trade_lines` are (partner, CPs); `yields` that go to the pool come to
    `production`, but for what Low Industry costs, and for `handicap`, the part of it that a handicap gives or takes."""

    production: int
    trade: int
    unusual: int
    treasury: int
    trade_lines: tuple[tuple[str, int], ...] = ()
    yields: tuple[Yield, ...] = ()
    handicap: int = 0

    @property
    def available(self) -> int:
        return self.production + self.trade + self.unusual + self.treasury


@dataclass(frozen=True, slots=True)
class Asked:
    """Plain words of this side's own that still wait for the game master's answer, and the turn they were given in."""

    turn: int
    text: str


NO_INCOME: Final = Income(production=0, trade=0, unusual=0, treasury=0)


@dataclass(frozen=True, slots=True)
class View:
    """One side's sight of the campaign before orders are given for `turn`.

    `objects` is the cluster map everyone has (CW-12.1-01): object codes by hex. `colonies`, `fleets`, `ships`, `builds`
    and `projects` are the side's own (all sides' for the GM). `grid` is the side's supply grid, `sighted` the hexes in
    view now, `seen` the week each hex was last in view. `grids` is filled for the GM alone, by side.
    `counters` are the side's own, for ids of new fleets and projects ("fleet", "project").
    `peace` are the sides it has made peace with, `embassies` those it has exchanged ambassadors with; `rights`, `pacts`
    and `offers` are those it is a party to, `tasks` what it was told about research, `trade_history` its own lines.
    `links` are the jump lines and wormholes it knows (CW-4.0-19).
    `others` are the races the game master runs that the side has met; `nprs` is filled for the GM alone, whose
    `foreign_fleets` and `foreign_colonies` are theirs.
    Foreign fleets are keyed by the observer's own contact names ("C3"), never by their owner's ids.
    `officers` are its flag officers, without what luck the game master has in store for them.
    `foreign_designs` are those met in battle (CW-9.7-02).
    `fronts` are the worlds with a surface that the side holds or has forces on, `signs` the places of war it knows of, as
    "kind/hex"; `weather` what it has seen of storms and the like (CW-14.0). `vanished` are own ships not heard of any more. Of
    `signals` a side sees the ambassadors it has sent, or is sent, alone. `operations` are the side's own intelligence operations
    without what only the game master knows of them, `differences` between peoples are filled for the GM alone. `minds` are
    its own ghosts, disguises, silences and holds, for the GM all. `scenes` are its own.
    """

    side: SideId
    turn: int
    columns: int
    rows: int
    settings: Settings
    flags: Mapping[SideId, Flag]
    objects: Mapping[HexId, tuple[str, ...]]
    systems: Mapping[HexId, KnownSystem]
    colonies: Mapping[ColonyId, Colony]
    fleets: Mapping[FleetId, Fleet]
    ships: Mapping[ShipId, Ship]
    builds: Mapping[BuildId, Build]
    projects: Mapping[ProjectId, Project]
    foreign_fleets: Mapping[str, FleetSighting]
    foreign_colonies: Mapping[ColonyId, ColonySighting]
    sighted: frozenset[HexId]
    seen: Mapping[HexId, int]
    counters: Mapping[str, int]
    me: Side | None = None
    grid: frozenset[HexId] = frozenset()
    income: Income = NO_INCOME
    sides: Mapping[SideId, Side] = field(default_factory=dict)
    grids: Mapping[SideId, frozenset[HexId]] = field(default_factory=dict)
    questions: tuple[Question, ...] = ()
    met: tuple[SideId, ...] = ()
    links: tuple[Link, ...] = ()
    bases: Mapping[BaseId, Base] = field(default_factory=dict)
    foreign_bases: Mapping[str, BaseSighting] = field(default_factory=dict)
    strains: Mapping[str, Strain] = field(default_factory=dict)
    peace: tuple[SideId, ...] = ()
    rights: tuple[Right, ...] = ()
    pacts: tuple[Pact, ...] = ()
    offers: tuple[Offer, ...] = ()
    trade_history: Mapping[SideId, tuple[TradeRecord, ...]] = field(default_factory=dict)
    embassies: tuple[SideId, ...] = ()
    tasks: tuple[Task, ...] = ()
    others: Mapping[SideId, Flag] = field(default_factory=dict)
    nprs: Mapping[SideId, Npr] = field(default_factory=dict)
    asked: tuple[Asked, ...] = ()
    foreign_designs: Mapping[str, DesignSighting] = field(default_factory=dict)
    officers: Mapping[OfficerId, Officer] = field(default_factory=dict)
    fronts: Mapping[ColonyId, Front] = field(default_factory=dict)
    signs: Mapping[str, WarSign] = field(default_factory=dict)
    weather: Mapping[HexId, SeenWeather] = field(default_factory=dict)
    vanished: tuple[LastHeard, ...] = ()
    signals: Signals = field(default_factory=Signals)
    operations: Mapping[OperationId, Operation] = field(default_factory=dict)
    differences: tuple[Difference, ...] = ()
    minds: Minds = field(default_factory=Minds)
    scenes: tuple[Scene, ...] = ()

    @property
    def all_flags(self) -> Mapping[SideId, Flag]:
        """The sides' flags, and those of the races met that the game master runs."""
        return {**self.flags, **self.others}

    @property
    def is_gm(self) -> bool:
        return self.side == ""
