"""Between empires: trade, offers, rights, and intelligence operations (chapters 10 and 11)."""

from typing import Final, Literal, TypeAlias

from rules.cluster_war.model.state.common import HexId, RightKind, SideId, TradeLevel
from rules.cluster_war.model.state.war import OfficerId
from rules.values import Value


class TradePartner(Value):
    """An agreement with an empire the GM runs: its gross production and the level (CW-11.0-01)."""

    side: SideId
    name: str
    gross: int
    level: Literal["limited", "full"]


class Pact(Value):
    """A trade agreement between two players' empires: one level for both, since a turn (CW-11.0-02)."""

    a: SideId
    b: SideId
    level: TradeLevel
    since: int


class Offer(Value):
    """A trade agreement that one empire has offered another, until it is accepted, changed or withdrawn."""

    giver: SideId
    taker: SideId
    level: TradeLevel
    turn: int


class PeaceOffer(Value):
    """Peace that one empire has offered another in a turn: for so many `turns`, 0 for good."""

    giver: SideId
    taker: SideId
    turns: int
    turn: int


class Truce(Value):
    """Peace of two empires that ends by itself: `until` is the first turn without it."""

    a: SideId
    b: SideId
    until: int


DeedKind: TypeAlias = Literal[
    "contact", "ambassadors", "trade", "trade ended", "peace", "truce", "peace ended", "truce over", "threat", "gift",
    "attack", "battle", "raid", "fire", "landing", "conquest", "blockade",
]  # fmt: skip
BLOWS: Final[frozenset[DeedKind]] = frozenset(
    {"attack", "battle", "raid", "fire", "landing", "conquest", "blockade", "peace ended"}
)
"""Deeds by which two empires are at war."""
BONDS: Final[frozenset[DeedKind]] = frozenset({"trade", "peace", "truce"})
"""Deeds that end that."""


class Deed(Value):
    """What passed between a side and another empire, as the side was told of it: whose deed it was ("" for both's, or where the
    side does not know), in which turn first and last, where, and of what more is said: a level of trade, CPs, a world."""

    kind: DeedKind
    other: SideId
    by: SideId
    turn: int
    last: int
    hex: HexId = ""
    what: str = ""


class TradeRecord(Value):
    """What a partner brought in a turn, kept for good (CW-11.0-08), and whether the empire depended on it (CW-11.0-11)."""

    turn: int
    partner: str
    level: TradeLevel
    cps: int
    dependent: bool = False


class Right(Value):
    """What one empire lets another do: draw supplies at its colonies (CW-4.3-06), munitions too (CW-4.3-09), or land
    CPs there as aid."""

    giver: SideId
    taker: SideId
    kind: RightKind


OperationId: TypeAlias = str
Approach: TypeAlias = Literal["agents", "locals"]
Outcome: TypeAlias = Literal["", "success", "stopped", "caught", "impossible", "over"]

OPERATION_STEPS: Final = ("planning", "recon", "execution")
"""The steps of an operation, as discovery, research and deployment are of a project (CW-10.0-02)."""
COUNTER_INTELLIGENCE: Final = "counter"
"""The kind of counter-intelligence, which has no target."""
MOLE: Final = "mole"


class Operation(Value):
    """An intelligence operation: whose, against whom, of which kind and with what goal (CW-10.0-03); counter-intelligence has
    no target. `subject` is what it is aimed at: a hex, a design, a technology, an officer.

    `cps` are gathered in the present `step`; all else of money and turns is as in a research project. By `approach` it works
    with its own agents or with locals (CW-10.0-09); `officer` is who heads it.
    `outcome` says how it ended. `until` is the first turn in which what it did is over: a net of counter-intelligence, unrest
    that took `points` per cent of the output of the colony `place`.

    `roll` is the die of this month while it waits for the game master's word, `noticed` the last turn in which its target
    noticed something, `chance` what the game master has set for the next roll (-1: nothing); no player reads these.
    """

    id: OperationId
    side: SideId
    target: SideId
    kind: str
    name: str
    goal: str = ""
    subject: str = ""
    approach: Approach = "agents"
    officer: OfficerId = ""
    step: int = 1
    cps: int = 0
    spent: int = 0
    started_turn: int = 0
    funded_turn: int = 0
    finished_turn: int = 0
    outcome: Outcome = ""
    place: str = ""
    points: int = 0
    until: int = 0
    roll: int = 0
    noticed: int = 0
    chance: int = -1

    @property
    def running(self) -> bool:
        """Whether it has not ended."""
        return not self.finished_turn

    @property
    def step_name(self) -> str:
        """The present step in words."""
        return OPERATION_STEPS[min(self.step, len(OPERATION_STEPS)) - 1]


class Difference(Value):
    """What the game master has set for operations between two peoples, in the order of their ids: points that the difference
    between them takes off, and a note of the approach that would work (CW-10.0-09)."""

    a: SideId
    b: SideId
    points: int
    note: str = ""
