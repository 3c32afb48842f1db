"""The whole truth of a Cluster War campaign, as frozen values. Mappings are never changed in place: copy, then replace.

Places are hex numbers as printed ("2034", CW-2.0-01). Times are whole weeks since the campaign began: turn t runs from
week 4(t-1) to week 4t (CW-1.0-03); "at week w" is the end of the w-th week.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from rules.cluster_war.model.state import dealings
from rules.cluster_war.model.state.common import (
    SCHEMA,
    BaseId,
    BuildId,
    ColonyId,
    FleetId,
    HexId,
    ProjectId,
    Settings,
    ShipId,
    SideId,
)
from rules.cluster_war.model.state.holdings import Base, Build, Colony, Fleet, Project, Ship, Task
from rules.cluster_war.model.state.npr import Npr
from rules.cluster_war.model.state.places import Cluster, Scene, Strain, Weather
from rules.cluster_war.model.state.psionics import Minds
from rules.cluster_war.model.state.sides import Knowledge, Officer, Side, Signals
from rules.cluster_war.model.state.war import BattleRecord, BattleTerms, OfficerId, Surface
from rules.values import Value, changed, field

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


class Question(Value):
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


class GameState(Value):
    """Everything in a campaign. Mappings are by id; those by hex or by side say so."""

    turn: int
    """The turn whose orders are being taken."""
    settings: Settings
    """What this campaign plays by."""
    cluster: Cluster
    """The map: systems, links, and what has no place of its own."""
    sides: Mapping[SideId, Side]
    """The empires that players or governors lead."""
    colonies: Mapping[ColonyId, Colony]
    """All sides' colonies."""
    fleets: Mapping[FleetId, Fleet]
    """All sides' fleets, under way or not."""
    ships: Mapping[ShipId, Ship]
    """All sides' ships."""
    builds: Mapping[BuildId, Build]
    """Units under construction."""
    projects: Mapping[ProjectId, Project]
    """Research under way."""
    knowledge: Mapping[SideId, Knowledge]
    """What each side has found out."""
    trade: tuple[dealings.TradePartner, ...] = ()
    """Agreements of trade with empires that the game master runs (CW-11.0-01)."""
    income: Mapping[SideId, int] = field(default_factory=dict)
    """Unusual income that each side begins the turn with."""
    questions: tuple[Question, ...] = ()
    """What waits for the game master's word, and what had it."""
    peace: tuple[str, ...] = ()
    """Pairs of sides at peace, as "a|b"."""
    counters: Mapping[str, int] = field(default_factory=dict)
    """Numbers last given to ships, fleets and so on."""
    schema: int = field(default_factory=lambda: SCHEMA)
    """The form that the state is saved in; it is always written."""
    bases: Mapping[BaseId, Base] = field(default_factory=dict)
    """Bases that stand by themselves, at no colony (CW-6.4-01)."""
    strains: Mapping[str, Strain] = field(default_factory=dict)
    """What strip-mining and bombardment have done to worlds, by "hex-orbit"."""
    rights: tuple[dealings.Right, ...] = ()
    """What sides let each other do: draw supplies or munitions, or land aid."""
    pacts: tuple[dealings.Pact, ...] = ()
    """Agreements of trade in force."""
    offers: tuple[dealings.Offer, ...] = ()
    """Agreements of trade that wait for an answer."""
    trade_history: Mapping[SideId, tuple[dealings.TradeRecord, ...]] = field(default_factory=dict)
    """What each side's partners brought, turn by turn (CW-11.0-08)."""
    peace_offers: tuple[dealings.PeaceOffer, ...] = ()
    """Peace that waits for an answer."""
    truces: tuple[dealings.Truce, ...] = ()
    """Peace that ends by itself."""
    embassies: tuple[str, ...] = ()
    """Pairs of sides that have exchanged ambassadors or liaisons, as "a|b" (CW-13.0-06)."""
    tasks: tuple[Task, ...] = ()
    """What the game master has said about research."""
    nprs: Mapping[SideId, Npr] = field(default_factory=dict)
    """Races that the game master runs, by an id that no side has (CW-19.0-02)."""
    prepared: tuple[HexId, ...] = ()
    """Systems made ready for players to find (CW-19.0-03)."""
    battles: tuple[BattleRecord, ...] = ()
    """Battles that were fought, the oldest first."""
    terms: Mapping[HexId, BattleTerms] = field(default_factory=dict)
    """What the game master has set for battles of this turn, by hex."""
    officers: Mapping[OfficerId, Officer] = field(default_factory=dict)
    """All sides' flag officers (CW-17.1)."""
    surfaces: Mapping[ColonyId, Surface] = field(default_factory=dict)
    """Worlds that were invaded, by their colonies' ids (CW-9.3)."""
    weather: Mapping[HexId, Weather] = field(default_factory=dict)
    """What rages in hexes with storms or a hypermass (CW-14.0)."""
    signals: Signals = field(default_factory=Signals)
    """The game master's word on detection and communication, and news on its way (chapters 12 and 13)."""
    operations: Mapping[dealings.OperationId, dealings.Operation] = field(default_factory=dict)
    """All sides' intelligence operations (chapter 10)."""
    differences: tuple[dealings.Difference, ...] = ()
    """What the game master has set between two peoples (chapter 10)."""
    minds: Minds = field(default_factory=Minds)
    """What psionics do at the game master's word (CW-15.1)."""
    scenes: tuple[Scene, ...] = ()
    """What sides have met, the oldest first, and may answer (CW-12.1-04)."""

    def answered(self, question: str, answer: str) -> "GameState":
        """The state with a question settled by the GM's answer."""
        settled = (changed(q, answer=answer, settled_turn=self.turn) if q.id == question else q for q in self.questions)
        return changed(self, questions=tuple(settled))
