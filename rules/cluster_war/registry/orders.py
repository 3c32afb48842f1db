"""What a player may order: one small class per order, in a union. `plan.check` takes them in, `turn` resolves them."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias, get_args

from rules.cluster_war.colonies.orders.founding import FoundColony, SettleInGrid
from rules.cluster_war.colonies.orders.growth import ExpandColony
from rules.cluster_war.holdings.order_kind import OrderKind
from rules.cluster_war.industry.orders.building import BuildUnits, ContinueBuild
from rules.cluster_war.industry.orders.facilities import BuildFacility
from rules.cluster_war.logistics.orders.cargo import LoadCargo, UnloadCargo
from rules.cluster_war.movement.orders import organising
from rules.cluster_war.movement.orders.free_text import Contingency, FreeText
from rules.cluster_war.movement.orders.missions import SetMission
from rules.cluster_war.movement.orders.moving import MoveFleet
from rules.cluster_war.movement.orders.organising import MergeFleets, RenameFleet, SplitFleet
from rules.cluster_war.orders.order import Order
from rules.cluster_war.registry.support_orders import SupportOrder
from rules.cluster_war.registry.works_orders import WorksOrder
from rules.cluster_war.research.orders.projects import FundProject, StartProject

FrameOrder: TypeAlias = (
    MoveFleet
    | SplitFleet
    | MergeFleets
    | RenameFleet
    | SetMission
    | LoadCargo
    | UnloadCargo
    | FoundColony
    | SettleInGrid
    | ExpandColony
    | BuildUnits
    | ContinueBuild
    | BuildFacility
    | StartProject
    | FundProject
    | FreeText
    | Contingency
)

KINDS: Final[tuple[OrderKind[Any], ...]] = (*organising.KINDS,)
"""Every kind of order, a row each."""

KIND_OF: Final[Mapping[type[Order], OrderKind[Any]]] = {kind.type: kind for kind in KINDS}
VERBS: Final[Mapping[str, OrderKind[Any]]] = {kind.verb: kind for kind in KINDS}
ORDER_TYPES: Final[tuple[type[Order], ...]] = (*get_args(FrameOrder), *get_args(WorksOrder), *get_args(SupportOrder))
