"""Orders to factories (CW-6.1)."""

from dataclasses import dataclass

from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import ColonyId


@dataclass(frozen=True, slots=True)
class RetoolFactory(Order):
    """Change `amount` of a place's light industry to another product line; it stands still this turn (CW-6.1-09).

    `old` is the line given up, "" for whichever stands idle.
    """

    colony: ColonyId
    amount: int
    line: str
    old: str = ""


@dataclass(frozen=True, slots=True)
class MakeMunitions(Order):
    """Have factories make munitions for so many CPs, into the place's stock (CW-6.1-11)."""

    colony: ColonyId
    cps: int
