"""Orders to yards, factories, bases and mines, and where shortfalls should fall (chapters 5 to 7)."""

from typing import TypeAlias

from rules.cluster_war.economy.orders.shortfalls import Priorities
from rules.cluster_war.industry.orders.bases import Assemble, Dismantle, ReleaseBase, TowBase
from rules.cluster_war.industry.orders.building import SendBuild
from rules.cluster_war.industry.orders.factories import MakeMunitions, RetoolFactory
from rules.cluster_war.industry.orders.refits import RefitUnits, ScrapUnits

WorksOrder: TypeAlias = (
    SendBuild
    | RetoolFactory
    | MakeMunitions
    | RefitUnits
    | ScrapUnits
    | Dismantle
    | Assemble
    | TowBase
    | ReleaseBase
    | Priorities
)
