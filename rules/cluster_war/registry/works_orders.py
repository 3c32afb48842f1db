"""Orders to mines (7.1)."""

from typing import TypeAlias

from rules.cluster_war.colonies.orders.mining import MineWorld, StripMine

WorksOrder: TypeAlias = MineWorld | StripMine
