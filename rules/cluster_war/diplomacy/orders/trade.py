"""Trade agreements (CW-11.0)."""

from dataclasses import dataclass

from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import SideId, TradeLevel


@dataclass(frozen=True, slots=True)
class OfferTrade(Order):
    """Offer another empire a trade agreement; two equal offers make one at once (CW-11.0-02)."""

    side: SideId
    level: TradeLevel


@dataclass(frozen=True, slots=True)
class AcceptTrade(Order):
    """Accept what another empire has offered; income comes from the next turn."""

    side: SideId


@dataclass(frozen=True, slots=True)
class EndTrade(Order):
    """End an agreement, withdraw an own offer and decline theirs: either side may at any time (CW-11.0-02)."""

    side: SideId
