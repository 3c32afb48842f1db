"""What happened between empires: rights and trade (chapter 11)."""

from dataclasses import dataclass

from rules.cluster_war.events.event import Event
from rules.cluster_war.state.names import RightKind, SideId


@dataclass(frozen=True, slots=True)
class RightsChanged(Event):
    """An empire granted another a right, or took it back."""

    side: SideId
    taker: SideId
    kind: RightKind
    granted: bool


@dataclass(frozen=True, slots=True)
class TradeOffered(Event):
    """An empire offered another a trade agreement."""

    side: SideId
    taker: SideId
    level: str


@dataclass(frozen=True, slots=True)
class TradeAgreed(Event):
    """Two empires agreed on a trade level; it brings income from the next turn."""

    sides: tuple[SideId, SideId]
    level: str


@dataclass(frozen=True, slots=True)
class TradeEnded(Event):
    """An empire ended an agreement, or withdrew or declined an offer (`offer`)."""

    side: SideId
    other: SideId
    offer: bool
