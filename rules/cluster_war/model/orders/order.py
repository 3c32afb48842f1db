"""What every order is, and what planning answers: a preview of one order, a forecast of the whole sheet."""

from collections.abc import Mapping

from rules.cluster_war.model.state.common import BudgetLine, SideId
from rules.cluster_war.model.state.view import Income
from rules.values import Value, field


class Order(Value, tag=True):
    """What a player may order; each kind is a frozen class of its own, in its chapter."""


class SignedOrder(Value):
    """An order on a side's sheet: `id` is unique in the game, `number` its place on the sheet as the player sees it."""

    id: str
    side: SideId
    number: int
    order: Order


class Note(Value):
    """A sentence for the player and the rule behind it ("" when no rule decided); it warns unless it only `informs`. One that
    `asks` tells of a partner whom the order strikes: it is given by a yes to that."""

    text: str
    rule: str = ""
    informs: bool = False
    asks: bool = False


class OrderPreview(Value):
    """One order before it is given: the order with ids and prices filled in, what it costs and when it is done.

    `cost` is in CPs from the pool under `line`; `left` is what the pool would hold with the whole sheet;
    `arrives` is an absolute week, for moves; `waits` says until when an order stays on the sheet that this turn is too early
    for, "" of one that it is not.
    """

    order: Order
    text: str
    cost: int = 0
    line: BudgetLine | None = None
    left: int = 0
    arrives: int | None = None
    notes: tuple[Note, ...] = ()
    waits: str = ""


class OrderProblem(Value):
    """An order on the sheet that would not work now, and why."""

    order_id: str
    number: int
    text: str
    rule: str = ""


class Lapse(Value):
    """CPs of work, in a research project or an operation, that are lost if it gets none this turn."""

    name: str
    cps: int
    rule: str


class Forecast(Value):
    """What the sheet would do if the deadline came now. `missing` is what still wants the player's attention, `lapses` the work
    among it that would be lost, `waiting` what orders that stay on the sheet wait for, by their ids."""

    income: Income
    spent: Mapping[BudgetLine, int]
    left: int
    effects: tuple[Note, ...]
    missing: tuple[Note, ...]
    problems: tuple[OrderProblem, ...]
    waiting: Mapping[str, str] = field(default_factory=dict)
    lapses: tuple[Lapse, ...] = ()
