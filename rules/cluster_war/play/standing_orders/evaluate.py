"""A side's standing orders at the start of a turn: the orders that they give, each with its reason; and how far they have come
after it.

Nothing but the side's view and its sheet is looked at, so that a fact which it does not know changes nothing. What a player
ordered by hand comes first: a standing order that does not go together with it gives nothing.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.cluster_war.chapters.espionage.order_checks import FundOperation
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.model.events.diplomacy import OperationRolled
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.research import ResearchRolled
from rules.cluster_war.model.events.turn import OrderFailed, OrderWaits
from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.common import FleetId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.governors.situation import Divisible
from rules.cluster_war.play.standing_orders import conditions, goal_kinds, goals
from rules.cluster_war.play.standing_orders.chain_kinds import Chain
from rules.cluster_war.play.standing_orders.chains import why_chain_over
from rules.cluster_war.play.standing_orders.lines import StandingOrder
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.planning.suggestions.meetings import ends_at, picture
from rules.values import GameError, IllegalOrderError, Value, changed, field

EVERY_TURN: Final = "every turn"
TAKEN_BACK: Final = "You took that order back in this turn."


class GivenOrder(Value):
    """An order that a standing order gives, filled in as on a sheet: what it does in a sentence, and why it is given."""

    standing: int
    order: Order
    text: str
    reason: str


class Evaluation(Value):
    """What a side's standing orders come to in a turn. `adopted` are those that ask for what stands on the sheet already, by its
    id; `waits` and `failed` say of each other one what it waits for, or why it could give nothing."""

    laid: tuple[GivenOrder, ...] = ()
    adopted: Mapping[str, int] = field(default_factory=dict)
    waits: Mapping[int, str] = field(default_factory=dict)
    failed: Mapping[int, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Sheet:
    """The sheet as it grows. `reserve` are CPs that no standing order may spend; `shunned` are orders that the side took back by
    hand in this turn, which do not come back."""

    view: View
    reserve: int
    shunned: tuple[Order, ...]
    entries: tuple[SignedOrder, ...]
    _planned: PlannedState | None = None

    @property
    def planned(self) -> PlannedState:
        if self._planned is None:
            self._planned = picture(self.view, self.entries)
        return self._planned

    def with_orders(self, orders: Iterable[Order]) -> tuple[tuple[SignedOrder, ...], list[tuple[Order, str]]]:
        """The sheet with these orders on top, and each as filled in with what it does. GameError: one cannot be given."""
        entries, made = self.entries, list[tuple[Order, str]]()
        for order in orders:
            preview = check(self.view, entries, order)
            if preview.order in self.shunned:
                raise IllegalOrderError(TAKEN_BACK)
            number = max((entry.number for entry in entries), default=0) + 1
            entries = (*entries, SignedOrder(f"{self.view.side}-S{number}", self.view.side, number, preview.order))
            made.append((preview.order, preview.text))
        return entries, made

    def take(self, wanted: goal_kinds.WantedOrders) -> list[tuple[Order, str]]:
        """Put orders that belong together onto the sheet, with fewer CPs if that keeps the reserve. GameError: they cannot be
        given, or would spend what is kept."""
        orders, before = list(wanted.orders), self.planned.purse
        first = orders[0]
        if isinstance(first, Divisible) and wanted.least:
            first = changed(first, cps=min(first.cps, max(before - self.reserve, 0)))
            orders[0] = first
            if first.cps < wanted.least:
                raise IllegalOrderError(self._lacking(before, wanted.least))
        entries, made = self.with_orders(orders)
        after = picture(self.view, entries)
        if after.purse < min(self.reserve, before):
            raise IllegalOrderError(self._lacking(before, before - after.purse))
        self.entries, self._planned = entries, after
        return made

    def _lacking(self, left: int, needed: int) -> str:
        kept = f", of which {self.reserve} are kept in reserve" if self.reserve else ""
        return f"it takes {needed} CPs, and {left} are left{kept}"


def evaluate(
    view: View,
    standing: Sequence[StandingOrder],
    sheet: tuple[SignedOrder, ...] = (),
    shunned: tuple[Order, ...] = (),
) -> Evaluation:
    """What a side's standing orders give on top of its sheet, in their order, each on top of those before it.

    `shunned` are orders that the side took back by hand in this turn.
    """
    at_work = [one for one in standing if not one.paused and not one.ended]
    reserve = max(
        (one.does.cps for one in at_work if isinstance(one.does, goals.KeepReserve) and _holds(view, one)), default=0
    )
    growing = _Sheet(view, reserve, shunned, sheet)
    laid, adopted = list[GivenOrder](), dict[str, int]()
    waits, failed = dict[int, str](), dict[int, str]()
    for one in at_work:
        try:
            given = _give(growing, one, sheet)
        except GameError as wrong:
            failed[one.number] = _sentence(str(wrong))
            continue
        if isinstance(given, str):
            waits[one.number] = _sentence(given)
        elif isinstance(given, SignedOrder):
            adopted[given.id] = one.number
        else:
            laid += given
    return Evaluation(tuple(laid), adopted, waits, failed)


def _give(growing: _Sheet, one: StandingOrder, sheet: tuple[SignedOrder, ...]) -> list[GivenOrder] | SignedOrder | str:
    """What one gives: orders, one that stands on the sheet already, or what it waits for. GameError: why it can give nothing."""
    reasons: list[str] = []
    for condition in one.when:
        judged = conditions.judge(growing.planned, condition)
        if not judged.holds:
            return judged.why
        reasons.append(judged.why)
    if isinstance(one.does, goal_kinds.Goal):
        return _reach(growing, one, one.does, "; ".join(reasons))
    same = next((entry for entry in sheet if entry.order == one.does), None)
    if same is not None:
        return same
    why = "; ".join(reasons) or EVERY_TURN
    return [
        GivenOrder(one.number, order, text, why)
        for order, text in growing.take(goal_kinds.WantedOrders((one.does,), why))
    ]


def _reach(growing: _Sheet, one: StandingOrder, goal: goal_kinds.Goal, since: str) -> list[GivenOrder] | str:
    laid, rests, refusals = list[GivenOrder](), list[str](), list[GameError]()
    for single in _singly(growing.planned, one, goal):
        wish = goals.wish_of(goals.situation_of(growing.view, growing.entries), single)
        if isinstance(wish, goal_kinds.NothingToDo):
            rests.append(wish.why)
            continue
        try:
            made, why = _first_allowed(growing, wish)
        except GameError as wrong:
            refusals.append(wrong)
            continue
        told = f"{since}: {why}" if since else why
        laid += [GivenOrder(one.number, order, text, told) for order, text in made]
    if not laid and refusals:
        raise refusals[0]
    return laid or "; ".join(rests) or "there is nothing for it to do"


def _first_allowed(growing: _Sheet, wish: Sequence[goal_kinds.WantedOrders]) -> tuple[list[tuple[Order, str]], str]:
    first: GameError | None = None
    for wanted in wish:
        try:
            return growing.take(wanted), wanted.why
        except GameError as wrong:
            first = first or wrong
    raise first or IllegalOrderError("there is nothing for it to do")


def _singly(planned: PlannedState, one: StandingOrder, goal: goal_kinds.Goal) -> list[goal_kinds.Goal]:
    """A retreat of those whom the conditions name, fleet by fleet; any other goal as it is."""
    if not isinstance(goal, goals.Retreat) or goal.fleet:
        return [goal]
    fleets: list[FleetId] = []
    for condition in one.when:
        match condition:
            case (
                conditions.FleetAt(fleet=fleet)
                | conditions.FleetOutnumbered(fleet=fleet)
                | conditions.SuppliesUnder(fleet=fleet)
            ):
                fleets.append(fleet)
            case conditions.HexOutnumbered(hex=hex_):
                fleets += [key for key, fleet in sorted(planned.fleets.items()) if ends_at(planned, fleet) == hex_]
            case _:
                pass
    return [changed(goal, fleet=fleet) for fleet in dict.fromkeys(fleets)]


def _holds(view: View, one: StandingOrder) -> bool:
    """Whether the conditions of a reserve hold before any order."""
    planned = picture(view, ()) if one.when else None
    try:
        return planned is None or all(conditions.judge(planned, condition).holds for condition in one.when)
    except GameError:
        return False


def _sentence(text: str) -> str:
    tidy = text.strip()
    return tidy[:1].upper() + tidy[1:] + ("" if tidy.endswith((".", "!", "?")) else ".")


def advance_orders(
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


def end_orders(standing: Sequence[StandingOrder], view: View) -> tuple[StandingOrder, ...]:
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
    if isinstance(one.does, Chain):
        return why_chain_over(view, one.does)
    if isinstance(one.does, goals.FundResearch):
        project = view.projects.get(one.does.project)
        if project is not None and project.finished_turn:
            return f"{project.name} is finished"
    return ""
