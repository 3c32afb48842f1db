"""A random legal player: each turn some of what the bot suggests, drawn by chance, with as many CPs as chance has it."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from rules.cluster_war.chapters.colonies.founding_orders import SettleInGrid
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.logistics.cargo_orders import LoadCargo
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.planning.suggestions import dealings, sieges, voyages, works
from rules.cluster_war.turn.planning.suggestions.meetings import Suggestion
from rules.values import GameError, changed

Suggesting = Callable[[View, Sequence[SignedOrder]], tuple[Suggestion, ...]]
LISTS: Final[tuple[Suggesting, ...]] = (
    voyages.explore,
    works.colonies,
    works.colonies,
    works.build,
    works.research,
    dealings.treaties,
    sieges.war,
)
ORDERS: Final = 10
"""So many orders are tried each turn."""


def random_sheet(view: View, chance: Random) -> tuple[SignedOrder, ...]:
    """A side's orders for a month, all legal."""
    sheet: tuple[SignedOrder, ...] = ()
    haulers = [f for f in view.fleets.values() if f.transit is None]
    for number in range(1, ORDERS + 1):
        if chance.random() < 0.15 and haulers:
            order: Any = LoadCargo(chance.choice(haulers).id, chance.randint(1, 200))
        else:
            found = chance.choice(LISTS)(view, sheet)
            if not found:
                continue
            order = chance.choice(found).order
        if isinstance(order, ExpandColony | SettleInGrid | FundProject | StartProject):
            order = changed(order, cps=chance.randint(1, max(1, order.cps)))
        try:
            preview = check(view, sheet, order)
        except GameError:
            continue
        signed = SignedOrder(f"{view.side}-{view.turn}-R{number}", view.side, number, preview.order)
        sheet = (*sheet, signed)
    return sheet
