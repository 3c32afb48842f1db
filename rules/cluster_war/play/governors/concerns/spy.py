"""Intelligence, where the campaign judges it by the book: a net of one's own, and eyes and hands among the enemy (10.0)."""

from collections.abc import Iterator
from typing import Final

from rules.cluster_war.chapters.espionage.orders.order_types import FundOperation, StartCounter, StartOperation
from rules.cluster_war.model.state.by_the_book import by_the_book
from rules.cluster_war.play.governors.known import Known
from rules.cluster_war.play.governors.proposal import Proposal, using
from rules.cluster_war.turn.planning.suggestions.spying import net, new_ones, under_way

CONCERN: Final = "spy"
RICH: Final = 1200
"""CPs a turn from which somebody thinks of secrets."""
AGAINST: Final = ("fleets", "sabotage-yard", "mole")
"""What is begun against an enemy, one at a time."""


def spy(known: Known) -> Iterator[Proposal]:
    """CPs for what runs; a net, once others are known; one operation against whom the empire is at war with."""
    if not by_the_book(known.settings, "operation"):
        return
    planned = known.planned
    for found in under_way(planned):
        order = found.order
        if isinstance(order, FundOperation):
            why = f"{found.label}: {found.reason}"
            uses = using(f"operation/{order.operation}")
            yield Proposal(CONCERN, (order,), why, 320, "research", order.cps, uses)
    if known.income < RICH or not known.view.met:
        return
    for found in net(planned):
        order_ = found.order
        if isinstance(order_, StartCounter):
            yield Proposal(CONCERN, (order_,), found.reason, 310, "research", order_.cps, using("operation/net"))
    busy = any(one.running and one.target for one in known.view.operations.values())
    for found in new_ones(planned) if known.memory.foe and not busy else ():
        begun = found.order
        if isinstance(begun, StartOperation) and begun.target == known.memory.foe and begun.kind in AGAINST:
            uses = using("operation/new")
            yield Proposal(CONCERN, (begun,), f"{found.label}: {found.reason}", 330, "research", begun.cps, uses)
