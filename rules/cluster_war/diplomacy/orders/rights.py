"""Rights between empires (CW-4.3)."""

from dataclasses import dataclass

from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import RightKind, SideId


@dataclass(frozen=True, slots=True)
class GrantRights(Order):
    """Let another empire draw supplies at the own colonies, munitions too, or land CPs there (CW-4.3-06, CW-4.3-09)."""

    side: SideId
    kind: RightKind


@dataclass(frozen=True, slots=True)
class RevokeRights(Order):
    """Take such a right back."""

    side: SideId
    kind: RightKind
