"""A suggested order with its reason, and the picture that suggestions are made on."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.planning.check import check, plan_sheet
from rules.values import GameError, Value, changed

MOST: Final = 25
"""Suggestions in one list."""
STARS: Final = 3
"""So many of them are advised."""
TRIED: Final = 12
"""So many of the best are tried before a star is given up: trying one walks the whole sheet."""


class Suggestion(Value):
    """An order that could be given now: what it is in a few words, why it is sensible, and whether it is advised."""

    order: Order
    label: str
    reason: str
    starred: bool = False


def picture(view: View, sheet: Sequence[SignedOrder]) -> PlannedState:
    """What is left to order with when the sheet is carried out."""
    planned, _, _ = plan_sheet(view, tuple(sheet), warn=False)
    return planned


def ranked(
    view: View,
    sheet: Sequence[SignedOrder],
    found: Iterable[Suggestion],
    is_apart: Callable[[Suggestion, Suggestion], bool] = lambda one, other: True,
) -> tuple[Suggestion, ...]:
    """The best first, which `found` gives in order: three of them starred, of those that the rules allow on top of the sheet
    and that are apart from those starred before (two ships to one star are not); then the others, 25 in all.

    What the rules refuse is left out, as far as it was tried.
    """
    stars: list[Suggestion] = []
    others: list[Suggestion] = []
    tried = 0
    for one in found:
        if len(stars) == STARS or tried == TRIED or not all(is_apart(one, star) for star in stars):
            others.append(one)
            continue
        tried += 1
        if _is_allowed(view, sheet, one.order):
            stars.append(changed(one, starred=True))
    return (*stars, *others)[:MOST]


def _is_allowed(view: View, sheet: Sequence[SignedOrder], order: Order) -> bool:
    try:
        check(view, tuple(sheet), order)
    except GameError:
        return False
    return True


def weeks_text(weeks: int) -> str:
    """A span in words."""
    return "1 week" if weeks == 1 else f"{weeks} weeks"
