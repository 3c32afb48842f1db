"""What happened between empires: rights, trade, and intelligence operations with those they were aimed at (chapters 10 and
11)."""

from rules.cluster_war.model.events.event import Event, SideEvent
from rules.cluster_war.model.state.common import HexId, RightKind, SideId
from rules.cluster_war.model.state.dealings import DeedKind, OperationId
from rules.cluster_war.model.state.war import OfficerId


class RightsChanged(SideEvent):
    """An empire granted another a right, or took it back."""

    taker: SideId
    kind: RightKind
    granted: bool


class TradeOffered(SideEvent):
    """An empire offered another a trade agreement."""

    taker: SideId
    level: str


class TradeAgreed(Event):
    """Two empires agreed on a trade level; it brings income from the next turn."""

    sides: tuple[SideId, SideId]
    level: str


class TradeEnded(SideEvent):
    """An empire ended an agreement, or withdrew or declined an offer (`offer`)."""

    other: SideId
    offer: bool


class PeaceOffered(SideEvent):
    """An empire offered another peace, for so many `turns`, 0 for good."""

    taker: SideId
    turns: int


class PeaceAgreed(Event):
    """Two empires have peace from the next turn; `until` is the first turn without it, 0 for good."""

    sides: tuple[SideId, SideId]
    until: int


class PeaceEnded(SideEvent):
    """An empire ended the peace with another, or withdrew or declined an `offer` of it."""

    other: SideId
    offer: bool


class TruceOver(Event):
    """The time of a truce is over."""

    sides: tuple[SideId, SideId]


class Threatened(SideEvent):
    """An empire threatened another with war."""

    taker: SideId


class TradeBroken(SideEvent):
    """An agreement of trade is over, because one empire struck its partner, which knows of it: how, and where."""

    other: SideId
    level: str
    deed: DeedKind
    hex: HexId


class AmbassadorsSent(SideEvent):
    """An empire sent ambassadors to another, which may have been the answer to theirs (`exchanged`), or recalled them."""

    taker: SideId
    exchanged: bool
    recalled: bool


class OperationAwaited(SideEvent):
    """A step of an operation is done, and the game master judges what comes of it (CW-10.0-04)."""

    operation: OperationId
    name: str
    target: SideId
    step: str
    cps: int
    chance: int


class OperationRolled(SideEvent):
    """How a step of an operation came out, as its own side reads it: `chance` is what it could know of; the die stays with the
    game master, since it would tell what the other side does against it. `text` is what a finished one brought."""

    operation: OperationId
    name: str
    target: SideId
    step: str
    cps: int
    chance: int
    success: bool
    finished: bool
    text: str = ""


class OperationEnded(SideEvent):
    """An operation is over without success: called off, impossible, or its agents are caught; `text` says which."""

    operation: OperationId
    name: str
    target: SideId
    text: str


class OperationLapsed(SideEvent):
    """An operation got nothing this turn and lost the CPs of its step."""

    operation: OperationId
    name: str
    lost: int


class OperationWeighed(Event):
    """For the game master alone: a step's whole chance with all modifiers in the cause, the die, and what came of it."""

    side: SideId
    operation: OperationId
    name: str
    target: SideId
    step: str
    chance: int
    roll: int
    result: str


class IntrusionNoticed(SideEvent):
    """Agents of others were noticed: nobody knows whose, or what they are after."""


class AgentsCaught(SideEvent):
    """Agents of another empire were caught: whose, of what kind of operation, and after a catastrophe its goal."""

    by: SideId
    kind: str
    goal: str = ""


class MischiefDone(SideEvent):
    """Something was set back by nobody knows whom, as its owner sees it, and the CPs of cargo and of munitions that are gone."""

    hex: HexId
    text: str
    cargo: int = 0
    munitions: int = 0


class LeaderKilled(SideEvent):
    """An officer, or with `officer` "" the head of government, was killed; a successor is there (CW-10.0-08)."""

    officer: OfficerId
    name: str
    successor: str


class CounterStands(SideEvent):
    """A net of counter-intelligence works until a turn."""

    operation: OperationId
    name: str
    until: int
