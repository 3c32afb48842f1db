"""What a governor hands back: its orders with their reasons, its aims in words, what it says, and what it keeps in mind."""

from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.unit_design.lines import UnitText
from rules.cluster_war.play.governors.memory import Memory
from rules.values import Value


class Reasoned(Value):
    """One order as a player's sheet has it, prices and ids filled in; what it does, by the rules' own preview; and why it is
    given, by which concern."""

    order: Order
    text: str
    reason: str
    concern: str


class Said(Value):
    """A sentence to another empire, and its occasion."""

    to: SideId
    occasion: str
    text: str


class Drawn(Value):
    """A design that it draws and hands in, of which kind ("war", "base"), as a player writes one; and why."""

    kind: str
    text: UnitText
    reason: str


class Plan(Value):
    """A turn of a governor's: orders in the order in which they can be entered one by one, each legal on top of those before
    it; `drawings` are handed in as a player's are; `aims` is its long-term plan in sentences; `said` is for those it is said to,
    `memory` for its next turn."""

    orders: tuple[Reasoned, ...]
    aims: tuple[str, ...]
    said: tuple[Said, ...]
    memory: Memory
    drawings: tuple[Drawn, ...] = ()
