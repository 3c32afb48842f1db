"""Between empires: trade, offers, rights."""

from typing import Literal

from rules.cluster_war.model.state.names import RightKind, SideId, TradeLevel
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
