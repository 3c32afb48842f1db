"""How far standing orders have come after a turn: what they gave, whether it came about, and which of them are over."""

from collections.abc import Collection, Mapping, Sequence

from rules.cluster_war.chapters.espionage.orders.order_types import FundOperation
from rules.cluster_war.chapters.research.orders.projects import FundProject, StartProject
from rules.cluster_war.model.events.espionage import OperationRolled
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.research import ResearchRolled
from rules.cluster_war.model.events.turn import OrderFailed, OrderWaits
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.standing_orders.goals import FundResearch
from rules.cluster_war.play.standing_orders.lines import StandingOrder
from rules.values import changed


def progressed(
    standing: Sequence[StandingOrder],
    laid: Mapping[str, int],
    given: Collection[SignedOrder],
    happened: Collection[Event],
) -> tuple[StandingOrder, ...]:
    """The standing orders after a turn. `laid` are the orders that came of them, by id, with their numbers; `given` are those of
    the side that stood to the end; `happened` is what the side may see of the turn."""
    stood = {number: [one for one in given if laid.get(one.id) == number] for number in set(laid.values())}
    undone = {e.cause.order for e in happened if isinstance(e, OrderFailed | OrderWaits)}
    after: list[StandingOrder] = []
    for one in standing:
        orders = stood.get(one.number, [])
        if not orders or one.ended:
            after.append(one)
            continue
        success = any(_came_about(order, happened, undone) for order in orders)
        after.append(changed(one, given=one.given + 1, succeeded=one.succeeded + int(success)))
    return tuple(after)


def _came_about(signed: SignedOrder, happened: Collection[Event], undone: Collection[str | None]) -> bool:
    """Whether an order succeeded: what pays for dice when they do, any other when it was carried out."""
    order = signed.order
    if isinstance(order, FundProject):
        return any(isinstance(e, ResearchRolled) and e.project == order.project and e.success for e in happened)
    if isinstance(order, StartProject):
        return any(isinstance(e, ResearchRolled) and e.name == order.name and e.success for e in happened)
    if isinstance(order, FundOperation):
        return any(isinstance(e, OperationRolled) and e.operation == order.operation and e.success for e in happened)
    return signed.id not in undone


def ended(standing: Sequence[StandingOrder], view: View) -> tuple[StandingOrder, ...]:
    """Those of the standing orders that are over as a turn begins say so; a side's own view tells."""
    return tuple(one if one.ended else changed(one, ended=_why_over(one, view)) for one in standing)


def _why_over(one: StandingOrder, view: View) -> str:
    until = one.until
    if until.turn and view.turn > until.turn:
        return f"turn {until.turn} is over"
    if until.times and one.given >= until.times:
        return "it was given once" if until.times == 1 else f"it was given {until.times} times"
    if until.successes and one.succeeded >= until.successes:
        return "it has succeeded" if until.successes == 1 else f"it has succeeded {until.successes} times"
    if isinstance(one.does, FundResearch):
        project = view.projects.get(one.does.project)
        if project is not None and project.finished_turn:
            return f"{project.name} is finished"
    return ""
