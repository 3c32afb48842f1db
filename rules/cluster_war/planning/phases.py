"""When in the turn an order takes effect."""

from rules.cluster_war.economy.orders.shortfalls import Priorities
from rules.cluster_war.holdings.order_kind import Phase
from rules.cluster_war.industry.orders.bases import Assemble, Dismantle, ReleaseBase, TowBase
from rules.cluster_war.industry.orders.building import BuildUnits, ContinueBuild, SendBuild
from rules.cluster_war.industry.orders.facilities import BuildFacility
from rules.cluster_war.industry.orders.factories import MakeMunitions, RetoolFactory
from rules.cluster_war.industry.orders.refits import RefitUnits, ScrapUnits
from rules.cluster_war.orders.order import Order
from rules.cluster_war.registry.orders import KIND_OF


def phase(order: Order) -> int:
    """When in the turn an order takes effect; the sheet is walked in this order, and by number within it."""
    if (kind := KIND_OF.get(type(order))) is not None:
        return PLANNED[kind.phase]
    match order:
        case BuildFacility() | BuildUnits() | ContinueBuild():
            return 4
        case RetoolFactory() | MakeMunitions() | RefitUnits() | ScrapUnits() | SendBuild() | Priorities():
            return 4
        case Dismantle() | Assemble() | TowBase() | ReleaseBase():
            return 4
        case _:
            raise TypeError(order)


PLANNED = dict(zip(Phase, (0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8), strict=True))
"""What is planned together, in the order of the sheet."""
