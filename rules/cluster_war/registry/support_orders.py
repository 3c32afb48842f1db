"""Orders of supply and munitions, small craft, rights between empires, trade, aid and technology (chapters 4, 8, 11)."""

from typing import TypeAlias

from rules.cluster_war.diplomacy.orders.rights import GrantRights, RevokeRights
from rules.cluster_war.diplomacy.orders.trade import AcceptTrade, EndTrade, OfferTrade
from rules.cluster_war.logistics.orders.aid import GiftCps
from rules.cluster_war.logistics.orders.craft import LandCraft, TakeCraft
from rules.cluster_war.logistics.orders.munitions import LoadMunitions, UnloadMunitions
from rules.cluster_war.logistics.orders.supplies import LoadSupplies, TransferSupplies, UnloadSupplies
from rules.cluster_war.research.orders.transfers import GiveMaterial, PayTransfer, ShareData, TransferTechnology

SupportOrder: TypeAlias = (
    LoadSupplies
    | UnloadSupplies
    | TransferSupplies
    | LoadMunitions
    | UnloadMunitions
    | TakeCraft
    | LandCraft
    | GrantRights
    | RevokeRights
    | OfferTrade
    | AcceptTrade
    | EndTrade
    | GiftCps
    | ShareData
    | TransferTechnology
    | PayTransfer
    | GiveMaterial
)
