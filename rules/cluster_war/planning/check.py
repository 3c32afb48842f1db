"""One order against a side's sheet: what it would do, or why it cannot be given."""

from dataclasses import replace

from rules.cluster_war.holdings.order_kind import Phase
from rules.cluster_war.holdings.planned import PlannedState
from rules.cluster_war.movement.orders.organising import SplitFleet
from rules.cluster_war.orders.order import Order, Preview, Problem, SignedOrder
from rules.cluster_war.registry.orders import KIND_OF
from rules.cluster_war.state.names import FleetId
from rules.cluster_war.state.view import View
from rules.errors import GameError, IllegalOrderError

NEW = "(new)"


def _turn_order(signed: SignedOrder) -> tuple[Phase, int]:
    """When an order is planned: dealings and what organises fleets together, then by phase, and by number on the sheet."""
    return max(KIND_OF[type(signed.order)].phase, Phase.ORGANISE), signed.number


def _plan(planned: PlannedState, order: Order) -> Preview:
    """Apply one order to the picture; one that cannot be leaves no mark of what it would have ordered."""
    before = set(planned.ordered)
    try:
        preview: Preview = KIND_OF[type(order)].plan(planned, order)
    except GameError:
        planned.ordered = before
        raise
    return preview


def _reserved(sheet: tuple[SignedOrder, ...]) -> list[FleetId]:
    """The ids that new task forces of the sheet have."""
    return [s.order.new for s in sheet if isinstance(s.order, SplitFleet) and s.order.new]


def plan_sheet(
    view: View, sheet: tuple[SignedOrder, ...]
) -> tuple[PlannedState, dict[str, Preview], tuple[Problem, ...]]:
    """Walk a whole sheet in the turn's order: the picture after it, each order's preview, and what would fail."""
    planned = PlannedState(view, _reserved(sheet))
    previews: dict[str, Preview] = {}
    problems: list[Problem] = []
    for signed in sorted(sheet, key=_turn_order):
        try:
            previews[signed.id] = _plan(planned, signed.order)
        except GameError as error:
            problems.append(Problem(signed.id, signed.number, str(error), error.rule or ""))
    return planned, previews, tuple(problems)


def check(view: View, sheet: tuple[SignedOrder, ...], order: Order) -> Preview:
    """What an order would do on top of a sheet, filled in and priced; raises GameError naming the rule if it is illegal.

    Also refused is an order that would break another one on the sheet, for instance by spending its CPs.
    """
    _, _, before = plan_sheet(view, sheet)
    broken = {p.order_id for p in before}
    number = max((s.number for s in sheet), default=0) + 1
    planned = PlannedState(view, _reserved(sheet))
    mine: Preview | None = None
    for signed in sorted((*sheet, SignedOrder(NEW, view.side, number, order)), key=_turn_order):
        try:
            preview = _plan(planned, signed.order)
        except GameError as error:
            if signed.id == NEW:
                raise
            if signed.id not in broken:
                raise IllegalOrderError(
                    f"That would break order {signed.number} on your sheet: {error}", rule=error.rule or ""
                ) from error
            continue
        if signed.id == NEW:
            mine = preview
    if mine is None:
        raise GameError("That order could not be read.")
    return replace(mine, left=planned.purse)
