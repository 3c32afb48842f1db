"""The orders of intelligence as a side gives them (CW-10.0)."""

from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.dealings import Approach, OperationId
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.war import OfficerId


class StartOperation(Order):
    """Begin an operation against another empire and fund its planning (CW-10.0-03). `subject` is what it is aimed at, as its
    kind has it; `approach` whether with own agents or with locals; `officer` heads it."""

    target: SideId
    kind: str
    goal: str
    cps: int
    subject: str = ""
    name: str = ""
    approach: Approach = "agents"
    officer: OfficerId = ""


class StartCounter(Order):
    """Begin to spin a net of counter-intelligence and fund its planning (CW-10.0-01)."""

    cps: int
    name: str = ""
    officer: OfficerId = ""


class FundOperation(Order):
    """Give CPs to a running operation; unfunded for a turn it loses its step's CPs (CW-10.0-02)."""

    operation: OperationId
    cps: int


class ChangeOperation(Order):
    """Give a running operation another goal or subject, which is planned anew, another approach, or another head ("nobody" for
    none). What is left empty stays as it is."""

    operation: OperationId
    goal: str = ""
    subject: str = ""
    approach: Approach | None = None
    officer: str = ""


class StopOperation(Order):
    """Call an operation off; what was spent on it is gone."""

    operation: OperationId
