"""What happened to money: income, budgets and where it fell short (chapters 5 and 11)."""

from dataclasses import dataclass

from rules.cluster_war.events.event import Event
from rules.cluster_war.state.names import SideId


@dataclass(frozen=True, slots=True)
class IncomeCounted(Event):
    """What a side had to spend this turn (CW-18.0-09): production, trade, unusual income, last turn's treasury."""

    side: SideId
    production: int
    trade: int
    unusual: int
    treasury: int


@dataclass(frozen=True, slots=True)
class BudgetClosed(Event):
    """A side's spending by line (CW-TAB-BUDGET-LINES) and what is carried over (CW-5.0-18)."""

    side: SideId
    ships: int
    infrastructure: int
    bases: int
    ground: int
    colonies: int
    research: int
    carried: int


@dataclass(frozen=True, slots=True)
class SpendingCut(Event):
    """A shortfall: an order was dropped, or given less (`kept`), because the CPs were not there (CW-5.0-25)."""

    side: SideId
    number: int
    line: str
    cps: int
    kept: int


@dataclass(frozen=True, slots=True)
class PrioritiesSet(Event):
    """A side's own word on where shortfalls should fall (CW-5.0-26)."""

    side: SideId
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DependenceNoticed(Event):
    """So many percent of an empire's income come from one partner abroad (CW-11.0-11)."""

    side: SideId
    partner: str
    percent: int
