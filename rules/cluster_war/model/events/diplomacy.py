"""What happened between empires: rights and trade (chapter 11)."""

from rules.cluster_war.model.events.event import Event, SideEvent
from rules.cluster_war.model.state.names import RightKind, SideId


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


class AmbassadorsSent(SideEvent):
    """An empire sent ambassadors to another, which may have been the answer to theirs (`exchanged`), or recalled them."""

    taker: SideId
    exchanged: bool
    recalled: bool
