"""Orders that open and fund research (CW-8.0)."""

from dataclasses import dataclass

from rules.cluster_war.orders.order import Order
from rules.cluster_war.state.names import (
    HexId,
    ProjectId,
)


@dataclass(frozen=True, slots=True)
class StartProject(Order):
    """Open a research project and fund it (CW-8.0-01). `steps` successes are needed (CW-TAB-RD-DIFFICULTY).

    An `incremental` one brings a level of its technology with every two of them (CW-8.0-09).
    """

    name: str
    hex: HexId
    steps: int
    cps: int
    technology: str = ""
    incremental: bool = False


@dataclass(frozen=True, slots=True)
class FundProject(Order):
    """Give CPs to a running project; unfunded for a turn it loses its step's CPs (CW-8.0-17)."""

    project: ProjectId
    cps: int
