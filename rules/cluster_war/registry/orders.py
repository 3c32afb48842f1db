"""What a player may order: a row and a class for each order. `planning.check` takes them in, `turn` resolves them."""

from collections.abc import Mapping
from typing import Any, Final

from rules.cluster_war.colonies.orders.founding import FoundColony, SettleInGrid
from rules.cluster_war.colonies.orders.growth import ExpandColony
from rules.cluster_war.colonies.orders.mining import MineWorld, StripMine
from rules.cluster_war.diplomacy.orders import rights, trade
from rules.cluster_war.diplomacy.orders.rights import GrantRights, RevokeRights
from rules.cluster_war.diplomacy.orders.trade import AcceptTrade, EndTrade, OfferTrade
from rules.cluster_war.holdings.order_kind import OrderKind
from rules.cluster_war.holdings.orders import shortfalls
from rules.cluster_war.holdings.orders.shortfalls import Priorities
from rules.cluster_war.industry.orders import bases, building, facilities, factories, refits, scrapping, towing
from rules.cluster_war.industry.orders.bases import Assemble, Dismantle
from rules.cluster_war.industry.orders.building import BuildUnits, ContinueBuild, SendBuild
from rules.cluster_war.industry.orders.facilities import BuildFacility
from rules.cluster_war.industry.orders.factories import MakeMunitions, RetoolFactory
from rules.cluster_war.industry.orders.refits import RefitUnits
from rules.cluster_war.industry.orders.scrapping import ScrapUnits
from rules.cluster_war.industry.orders.towing import ReleaseBase, TowBase
from rules.cluster_war.logistics.orders.aid import GiftCps
from rules.cluster_war.logistics.orders.cargo import LoadCargo, UnloadCargo
from rules.cluster_war.logistics.orders.craft import LandCraft, TakeCraft
from rules.cluster_war.logistics.orders.munitions import LoadMunitions, UnloadMunitions
from rules.cluster_war.logistics.orders.supplies import LoadSupplies, TransferSupplies, UnloadSupplies
from rules.cluster_war.movement.orders import organising
from rules.cluster_war.movement.orders.free_text import Contingency, FreeText
from rules.cluster_war.movement.orders.missions import SetMission
from rules.cluster_war.movement.orders.moving import MoveFleet
from rules.cluster_war.movement.orders.organising import MergeFleets, RenameFleet, SplitFleet
from rules.cluster_war.orders.order import Order
from rules.cluster_war.research.orders import projects, transfers
from rules.cluster_war.research.orders.projects import FundProject, StartProject
from rules.cluster_war.research.orders.transfers import GiveMaterial, PayTransfer, ShareData, TransferTechnology

KINDS: Final[tuple[OrderKind[Any], ...]] = (
    *organising.KINDS,
    *building.KINDS,
    *facilities.KINDS,
    *factories.KINDS,
    *refits.KINDS,
    *scrapping.KINDS,
    *bases.KINDS,
    *towing.KINDS,
    *shortfalls.KINDS,
    *projects.KINDS,
    *rights.KINDS,
    *trade.KINDS,
    *transfers.KINDS,
)
"""Every kind of order, a row each."""

KIND_OF: Final[Mapping[type[Order], OrderKind[Any]]] = {kind.type: kind for kind in KINDS}
VERBS: Final[Mapping[str, OrderKind[Any]]] = {kind.verb: kind for kind in KINDS}
ORDER_TYPES: Final[tuple[type[Order], ...]] = (
    MoveFleet,
    SplitFleet,
    MergeFleets,
    RenameFleet,
    SetMission,
    LoadCargo,
    UnloadCargo,
    FoundColony,
    SettleInGrid,
    ExpandColony,
    BuildUnits,
    ContinueBuild,
    BuildFacility,
    StartProject,
    FundProject,
    FreeText,
    Contingency,
    SendBuild,
    RetoolFactory,
    MakeMunitions,
    RefitUnits,
    ScrapUnits,
    Dismantle,
    Assemble,
    TowBase,
    ReleaseBase,
    MineWorld,
    StripMine,
    Priorities,
    LoadSupplies,
    UnloadSupplies,
    TransferSupplies,
    LoadMunitions,
    UnloadMunitions,
    TakeCraft,
    LandCraft,
    GrantRights,
    RevokeRights,
    OfferTrade,
    AcceptTrade,
    EndTrade,
    GiftCps,
    ShareData,
    TransferTechnology,
    PayTransfer,
    GiveMaterial,
)
"""Every class of order; saved games know them by name."""
