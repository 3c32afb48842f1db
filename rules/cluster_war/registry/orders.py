"""What a player may order: a row for each kind. `planning.check` takes orders in, `turn` carries them out."""

from collections.abc import Mapping
from typing import Any, Final

from rules.cluster_war.colonies.orders import founding, growth, mining
from rules.cluster_war.diplomacy.orders import rights, trade
from rules.cluster_war.economy.orders.shortfalls import Priorities
from rules.cluster_war.holdings.order_kind import OrderKind
from rules.cluster_war.industry.orders.bases import Assemble, Dismantle, ReleaseBase, TowBase
from rules.cluster_war.industry.orders.building import BuildUnits, ContinueBuild, SendBuild
from rules.cluster_war.industry.orders.facilities import BuildFacility
from rules.cluster_war.industry.orders.factories import MakeMunitions, RetoolFactory
from rules.cluster_war.industry.orders.refits import RefitUnits, ScrapUnits
from rules.cluster_war.logistics.orders import aid, cargo, craft, munitions, supplies
from rules.cluster_war.movement.orders import free_text, missions, moving, organising
from rules.cluster_war.orders.order import Order
from rules.cluster_war.research.orders import projects, transfers

ROWS: Final[tuple[OrderKind[Any] | type[Order], ...]] = (
    *moving.KINDS,
    *organising.KINDS,
    *missions.KINDS,
    *cargo.KINDS,
    *founding.KINDS,
    *growth.KINDS,
    BuildUnits,
    ContinueBuild,
    BuildFacility,
    *projects.KINDS,
    *free_text.KINDS,
    SendBuild,
    RetoolFactory,
    MakeMunitions,
    RefitUnits,
    ScrapUnits,
    Dismantle,
    Assemble,
    TowBase,
    ReleaseBase,
    *mining.KINDS,
    Priorities,
    *supplies.KINDS,
    *munitions.KINDS,
    *craft.KINDS,
    *rights.KINDS,
    *trade.KINDS,
    *aid.KINDS,
    *transfers.KINDS,
)
"""Every kind of order: a row each, or its class as long as it has none."""

KINDS: Final[tuple[OrderKind[Any], ...]] = tuple(row for row in ROWS if isinstance(row, OrderKind))
KIND_OF: Final[Mapping[type[Order], OrderKind[Any]]] = {kind.type: kind for kind in KINDS}
ORDER_TYPES: Final[tuple[type[Order], ...]] = tuple(row.type if isinstance(row, OrderKind) else row for row in ROWS)
