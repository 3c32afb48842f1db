"""One order against a side's sheet: what it would do, or why it cannot be given."""

from collections.abc import Iterator
from dataclasses import replace

from rules.cluster_war.holdings.order_kind import Phase
from rules.cluster_war.holdings.planned import PlannedState
from rules.cluster_war.movement.orders.organising import SplitFleet
from rules.cluster_war.orders.order import Order, Preview, Problem, SignedOrder
from rules.cluster_war.registry.orders import KIND_OF
from rules.cluster_war.state.view import View
from rules.errors import GameError, IllegalOrderError

NEW = "(new)"


def _turn_order(signed: SignedOrder) -> tuple[Phase, int]:
    """When an order is planned: dealings and what organises fleets together, then by phase, and by number on the sheet."""
    return max(KIND_OF[type(signed.order)].phase, Phase.ORGANISE), signed.number


def _picture(view: View, sheet: tuple[SignedOrder, ...]) -> PlannedState:
    """The picture before any order, the ids of the sheet's new task forces kept for them."""
    return PlannedState(view, [s.order.new for s in sheet if isinstance(s.order, SplitFleet) and s.order.new])


def _walk(planned: PlannedState, sheet: tuple[SignedOrder, ...]) -> Iterator[tuple[SignedOrder, Preview | GameError]]:
    """Apply orders to the picture in the turn's order: each one's preview, or why it cannot be; then it leaves no mark of
    what it would have ordered."""
    for signed in sorted(sheet, key=_turn_order):
        before = set(planned.ordered)
        try:
            yield signed, KIND_OF[type(signed.order)].plan(planned, signed.order)
        except GameError as error:
            planned.ordered = before
            yield signed, error


def plan_sheet(
    view: View, sheet: tuple[SignedOrder, ...]
) -> tuple[PlannedState, dict[str, Preview], tuple[Problem, ...]]:
    """Walk a whole sheet in the turn's order: the picture after it, each order's preview, and what would fail."""
    planned = _picture(view, sheet)
    previews: dict[str, Preview] = {}
    problems: list[Problem] = []
    for signed, made in _walk(planned, sheet):
        if isinstance(made, GameError):
            problems.append(Problem(signed.id, signed.number, str(made), made.rule or ""))
        else:
            previews[signed.id] = made
    return planned, previews, tuple(problems)


def check(view: View, sheet: tuple[SignedOrder, ...], order: Order) -> Preview:
    """What an order would do on top of a sheet, filled in and priced; raises GameError naming the rule if it is illegal.

    Also refused is an order that would break another one on the sheet, for instance by spending its CPs.
    """
    _, previews, _ = plan_sheet(view, sheet)
    new = SignedOrder(NEW, view.side, max((s.number for s in sheet), default=0) + 1, order)
    planned = _picture(view, sheet)
    for signed, made in _walk(planned, (*sheet, new)):
        if isinstance(made, GameError):
            if signed is new:
                raise made
            if signed.id in previews:
                raise IllegalOrderError(
                    f"That would break order {signed.number} on your sheet: {made}", rule=made.rule or ""
                ) from made
        else:
            previews[signed.id] = made
    return replace(previews[NEW], left=planned.purse)
