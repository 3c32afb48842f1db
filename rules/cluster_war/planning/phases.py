"""When in the turn an order takes effect."""

from rules.cluster_war.colonies.orders.founding import FoundColony, SettleInGrid
from rules.cluster_war.colonies.orders.growth import ExpandColony
from rules.cluster_war.colonies.orders.mining import MineWorld, StripMine
from rules.cluster_war.holdings.order_kind import Phase
from rules.cluster_war.logistics.orders.aid import GiftCps
from rules.cluster_war.logistics.orders.cargo import LoadCargo, UnloadCargo
from rules.cluster_war.logistics.orders.craft import LandCraft, TakeCraft
from rules.cluster_war.logistics.orders.munitions import LoadMunitions, UnloadMunitions
from rules.cluster_war.logistics.orders.supplies import LoadSupplies, TransferSupplies, UnloadSupplies
from rules.cluster_war.movement.orders.free_text import Contingency, FreeText
from rules.cluster_war.movement.orders.missions import SetMission
from rules.cluster_war.movement.orders.moving import MoveFleet
from rules.cluster_war.orders.order import Order
from rules.cluster_war.registry.orders import KIND_OF
from rules.cluster_war.registry.support_orders import SupportOrder


def phase(order: Order) -> int:
    """When in the turn an order takes effect; the sheet is walked in this order, and by number within it."""
    if (kind := KIND_OF.get(type(order))) is not None:
        return PLANNED[kind.phase]
    if isinstance(order, SupportOrder):
        return support_phase(order)
    match order:
        case SetMission():
            return 1
        case UnloadCargo():
            return 2
        case LoadCargo():
            return 3
        case ExpandColony() | SettleInGrid() | MineWorld() | StripMine():
            return 4
        case MoveFleet():
            return 6
        case FoundColony():
            return 7
        case FreeText() | Contingency():
            return 8
        case _:
            raise TypeError(order)


PLANNED = dict(zip(Phase, (0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8), strict=True))
"""What is planned together, in the order of the sheet."""


def support_phase(order: SupportOrder) -> int:
    """When in the turn an order of supply takes effect, in `phase`'s numbers."""
    match order:
        case UnloadSupplies() | UnloadMunitions() | LandCraft() | GiftCps():
            return 2
        case LoadSupplies() | TransferSupplies() | LoadMunitions() | TakeCraft():
            return 3
