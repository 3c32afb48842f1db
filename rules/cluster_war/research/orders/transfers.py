"""Technology and materials between empires (CW-8.1)."""

from dataclasses import dataclass

from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import SideId, TechId


@dataclass(frozen=True, slots=True)
class ShareData(Order):
    """Give another empire the discovery and research of a technology, without fee (CW-8.1-01)."""

    side: SideId
    technology: TechId


@dataclass(frozen=True, slots=True)
class TransferTechnology(Order):
    """Give another empire a whole technology; it works when the fee is paid, here and now with `cover` (CW-8.1-02)."""

    side: SideId
    technology: TechId
    cover: bool = False


@dataclass(frozen=True, slots=True)
class PayTransfer(Order):
    """Pay the fee of a technology that another empire transferred (CW-8.1-02)."""

    technology: TechId


@dataclass(frozen=True, slots=True)
class GiveMaterial(Order):
    """Let another empire have a resource that you mine, for its research (CW-8.0-08)."""

    side: SideId
    material: str
