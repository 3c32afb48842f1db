"""Orders of supply and munitions, small craft and aid (chapters 4 and 5)."""

from typing import TypeAlias

from rules.cluster_war.logistics.orders.aid import GiftCps
from rules.cluster_war.logistics.orders.craft import LandCraft, TakeCraft
from rules.cluster_war.logistics.orders.munitions import LoadMunitions, UnloadMunitions
from rules.cluster_war.logistics.orders.supplies import LoadSupplies, TransferSupplies, UnloadSupplies

SupportOrder: TypeAlias = (
    LoadSupplies | UnloadSupplies | TransferSupplies | LoadMunitions | UnloadMunitions | TakeCraft | LandCraft | GiftCps
)
