"""What happened to money: income, budgets and where it fell short (chapters 5 and 11)."""

from rules.cluster_war.model.events.event import SideEvent


class IncomeCounted(SideEvent):
    """What a side had to spend this turn (CW-18.0-09): production, trade, unusual income, last turn's treasury."""

    production: int
    trade: int
    unusual: int
    treasury: int


class BudgetClosed(SideEvent):
    """A side's spending by line (CW-TAB-BUDGET-LINES) and what is carried over (CW-5.0-18)."""

    ships: int
    infrastructure: int
    bases: int
    ground: int
    colonies: int
    research: int
    carried: int


class SpendingCut(SideEvent):
    """A shortfall: an order was dropped, or given less (`kept`), because the CPs were not there (CW-5.0-25)."""

    number: int
    line: str
    cps: int
    kept: int


class PrioritiesSet(SideEvent):
    """A side's own word on where shortfalls should fall (CW-5.0-26)."""

    lines: tuple[str, ...]


class DependenceNoticed(SideEvent):
    """So many percent of an empire's income come from one partner abroad (CW-11.0-11)."""

    partner: str
    percent: int
