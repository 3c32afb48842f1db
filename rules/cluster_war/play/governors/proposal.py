"""What a concern proposes: orders that belong together, what they cost, how much they are worth to it, and why."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from rules.cluster_war.chapters.colonies.founding_orders import SettleInGrid
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.research.orders.projects import FundProject, StartProject
from rules.cluster_war.model.orders.order import Order
from rules.values import Value, changed, field

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
