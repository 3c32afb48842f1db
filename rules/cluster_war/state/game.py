"""The whole truth of a Cluster War campaign, as frozen values. Mappings are never changed in place: copy, then replace.

Places are hex numbers as printed ("2034", CW-2.0-01). Times are whole weeks since the campaign began: turn t runs from
week 4(t-1) to week 4t (CW-1.0-03); "at week w" is the end of the w-th week.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rules.changes import changed, quickly_made
from rules.cluster_war.state.dealings import Offer, Pact, Right, TradePartner, TradeRecord
from rules.cluster_war.state.encounters import Scene
from rules.cluster_war.state.espionage import Difference, Operation, OperationId
from rules.cluster_war.state.holdings import Base, Build, Colony, Project, Task
from rules.cluster_war.state.knowledge import Knowledge
from rules.cluster_war.state.minds import Minds
from rules.cluster_war.state.names import (
    SCHEMA,
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
from rules.cluster_war.state.places import Cluster, Strain, Weather
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.sides import Side
from rules.cluster_war.state.signals import Signals
from rules.cluster_war.state.surface import Surface
from rules.cluster_war.state.units import Fleet, Ship
from rules.cluster_war.state.war import BattleRecord, BattleTerms, OfficerId

QuestionKind: TypeAlias = Literal[
    "encounter",
    "free-text",
    "catastrophe",
    "first-entry",
    "contingency",
    "stress",
    "technology",
    "dependence",
    "raid",
    "bombardment",
    "psionics",
    "operation",
    "scene",
]


@quickly_made
@dataclass(frozen=True, slots=True)
class Question:
    """Something that waits for the GM's word: an encounter, a free-text order, a catastrophe.

    `sides` are those concerned (for the GM's eye); `suggestion` is the default the rules offer, `choices` the words of
    `StressEffect` and the like that may answer it, the default first; `subjects` the units meant.
    """

    id: str
    turn: int
    kind: QuestionKind
    sides: tuple[SideId, ...]
    text: str
    rule: str
    suggestion: str = ""
    hex: HexId = ""
    answer: str = ""
    settled_turn: int = 0
    choices: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything. `turn` is the turn whose orders are being taken; `counters` number ships, fleets and so on.

    `embassies` are pairs of sides that have exchanged ambassadors or liaisons, as "a|b" (CW-13.0-06), as in `peace`.
    `nprs` are the races that the game master runs, by an id that no side has (CW-19.0-02); `prepared` the
    systems made ready for players to find (CW-19.0-03); `battles` are those that were fought, the oldest first; `terms` what the
    game master has set for battles of a turn, by hex; `officers` are all sides' flag officers (CW-17.1), `surfaces` the worlds
    that were invaded, by their colonies' ids (CW-9.3); `weather` is what rages in hexes with storms or a hypermass (CW-14.0);
    `signals` the game master's word on detection and communication, and news on its way (chapters 12 and 13); `operations` are
    all sides' intelligence operations, `differences` what the game master has set between two peoples (chapter 10);
    `minds` what psionics do at the game master's word (CW-15.1). `scenes` are what sides have met, the oldest first, and may
    answer (CW-12.1-04).
    """

    turn: int
    settings: Settings
    cluster: Cluster
    sides: Mapping[SideId, Side]
    colonies: Mapping[ColonyId, Colony]
    fleets: Mapping[FleetId, Fleet]
    ships: Mapping[ShipId, Ship]
    builds: Mapping[BuildId, Build]
    projects: Mapping[ProjectId, Project]
    knowledge: Mapping[SideId, Knowledge]
    trade: tuple[TradePartner, ...] = ()
    income: Mapping[SideId, int] = field(default_factory=dict)
    questions: tuple[Question, ...] = ()
    peace: tuple[str, ...] = ()
    counters: Mapping[str, int] = field(default_factory=dict)
    schema: int = SCHEMA
    bases: Mapping[BaseId, Base] = field(default_factory=dict)
    strains: Mapping[str, Strain] = field(default_factory=dict)
    rights: tuple[Right, ...] = ()
    pacts: tuple[Pact, ...] = ()
    offers: tuple[Offer, ...] = ()
    trade_history: Mapping[SideId, tuple[TradeRecord, ...]] = field(default_factory=dict)
    embassies: tuple[str, ...] = ()
    tasks: tuple[Task, ...] = ()
    nprs: Mapping[SideId, Npr] = field(default_factory=dict)
    prepared: tuple[HexId, ...] = ()
    battles: tuple[BattleRecord, ...] = ()
    terms: Mapping[HexId, BattleTerms] = field(default_factory=dict)
    officers: Mapping[OfficerId, Officer] = field(default_factory=dict)
    surfaces: Mapping[ColonyId, Surface] = field(default_factory=dict)
    weather: Mapping[HexId, Weather] = field(default_factory=dict)
    signals: Signals = field(default_factory=Signals)
    operations: Mapping[OperationId, Operation] = field(default_factory=dict)
    differences: tuple[Difference, ...] = ()
    minds: Minds = field(default_factory=Minds)
    scenes: tuple[Scene, ...] = ()

    def answered(self, question: str, answer: str) -> "GameState":
        """The state with a question settled by the GM's answer."""
        settled = (changed(q, answer=answer, settled_turn=self.turn) if q.id == question else q for q in self.questions)
        return changed(self, questions=tuple(settled))
