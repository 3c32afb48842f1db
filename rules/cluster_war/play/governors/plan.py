"""What concerns propose, what a governor hands back for a turn, and what it keeps in mind for the next."""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from rules.cluster_war.chapters.colonies.founding_orders import SettleInGrid
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import HexId, SideId
from rules.cluster_war.model.unit_design.sheet import UnitText
from rules.values import Value, changed, field


class Memory(Value):
    """All of it is plain words and numbers. `turn` is the last turn governed. `grudges` are points held against sides, which
    fade; `greeted` are those it has spoken to, `thanked` those it has thanked, `warned` when it last warned a side. `foe` is
    whom it is at war with ("" for nobody), since turn `since`, for the `cause` in words. `committed` is the hull that it had
    over or on its way to enemies' worlds, by hex, `rebuffs` what it takes to be there since it lost a battle. `best` is the
    most that it ever made in a turn; `beaten` is the turn in which it gave in, 0 for never. `probed` is when it last sent ships
    to see how well a side holds its worlds, `truces` when it last made peace with a side, `drawn` when it last
    drew a design of a kind."""

    turn: int = 0
    grudges: Mapping[SideId, int] = field(default_factory=dict)
    greeted: tuple[SideId, ...] = ()
    thanked: tuple[SideId, ...] = ()
    warned: Mapping[SideId, int] = field(default_factory=dict)
    foe: SideId = ""
    since: int = 0
    cause: str = ""
    committed: Mapping[HexId, int] = field(default_factory=dict)
    rebuffs: Mapping[HexId, int] = field(default_factory=dict)
    best: int = 0
    beaten: int = 0
    probed: Mapping[SideId, int] = field(default_factory=dict)
    truces: Mapping[SideId, int] = field(default_factory=dict)
    drawn: Mapping[str, int] = field(default_factory=dict)


Line: TypeAlias = Literal["duty", "grow", "settle", "explore", "fleet", "research", "works", "free"]
"""What a proposal is paid from: what cannot wait, one of the shares of a nature, or nothing."""
Divisible: TypeAlias = ExpandColony | SettleInGrid | FundProject | StartProject
"""Orders that can be given with fewer CPs."""


class Proposal(Value):
    """Orders that are given together or not at all. `weight` compares proposals of one line, the greatest first; `uses` are
    things that only one proposal of a turn may have ("fleet/humans-F3"). One with a `least` may be given with fewer CPs."""

    concern: str
    orders: tuple[Order, ...]
    reason: str
    weight: int
    line: Line = "free"
    cost: int = 0
    uses: frozenset[str] = field(default_factory=frozenset)
    least: int = 0

    @property
    def key(self) -> str:
        """What tells it from others of its concern, the same each time it is made."""
        return f"{self.concern}/{'+'.join(sorted(self.uses))}/{type(self.orders[0]).__name__}"


def using(*things: str) -> frozenset[str]:
    """What a proposal uses."""
    return frozenset(things)


def with_cps(proposal: Proposal, cps: int) -> Proposal:
    """The same with fewer CPs: its first order that can be divided gets them."""
    orders = list(proposal.orders)
    for place, order in enumerate(orders):
        if isinstance(order, Divisible):
            orders[place] = changed(order, cps=cps)
            break
    return changed(proposal, orders=tuple(orders), cost=cps)


def best_first(found: Iterable[Proposal], most: int | None = None) -> list[Proposal]:
    """By weight, equal ones by key; the first `most` of them."""
    ranked = sorted(found, key=lambda p: -p.weight)
    if most is not None and len(ranked) > most:
        least = ranked[most - 1].weight if most else 0
        ranked = [p for p in ranked if p.weight >= least]  # keys take their time, and decide among equals alone
    return sorted(ranked, key=lambda p: (-p.weight, p.key))[:most]


class ReasonedOrder(Value):
    """One order as a player's sheet has it, prices and ids filled in; what it does, by the rules' own preview; and why it is
    given, by which concern."""

    order: Order
    text: str
    reason: str
    concern: str


class AiMessage(Value):
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

    orders: tuple[ReasonedOrder, ...]
    aims: tuple[str, ...]
    said: tuple[AiMessage, ...]
    memory: Memory
    drawings: tuple[Drawn, ...] = ()
