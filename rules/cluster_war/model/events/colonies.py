"""What happened to money, to colonies and to the worlds they work (chapters 5, 7 and 11)."""

from rules.cluster_war.model.events.event import SideEvent
from rules.cluster_war.model.state.common import ColonyId, HexId


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


class ColonyFounded(SideEvent):
    colony: ColonyId
    name: str
    hex: HexId
    orbit: int
    size: int
    cps: int


class ColonyGrew(SideEvent):
    colony: ColonyId
    before: int
    after: int
    cps: int


class MiningSet(SideEvent):
    """A fleet, base or colony works a world from the next turn, or stops (CW-7.1-01, CW-7.1-05)."""

    who: str
    hex: HexId
    orbit: int
    strip: bool
    stopped: bool


class WorldStrained(SideEvent):
    """A month of strip-mining: the world's stress, and whether the check against it failed (CW-7.1-06)."""

    hex: HexId
    orbit: int
    stress: int
    harmed: bool


class WorldRecovered(SideEvent):
    """A world left alone is again as it was before strip-mining harmed it (CW-7.1-09)."""

    hex: HexId
    orbit: int
    step: str
