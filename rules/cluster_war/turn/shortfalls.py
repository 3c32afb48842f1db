"""Orders carried out side by side in the order of each sheet; where the cuts fall if CPs are too few for all of them, and what
raids cost their victims (CW-5.0-25, CW-5.0-26, CW-9.5-14, CW-9.5-16).

The treasury is part of the purse and has been drawn on before anything is cut.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from rules.cluster_war.chapters.espionage.order_checks import FundOperation, StartCounter, StartOperation
from rules.cluster_war.chapters.industry.building_orders import BuildUnits, ContinueBuild
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.chapters.research.projects import count_research, worth
from rules.cluster_war.model.events.colonies import PrioritiesSet, SpendingCut
from rules.cluster_war.model.events.industry import BuildStarted
from rules.cluster_war.model.events.raids import RaidLossesMet, TrafficLost
from rules.cluster_war.model.holdings.order_kind import Phase, Together, cut_order, set_priorities
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import BudgetLine, SideId
from rules.cluster_war.model.working.turn_state import OrderGuard, TurnState
from rules.cluster_war.turn.registry import KIND_OF
from rules.values import Cause, Modifier, Value, changed

CarryOut: TypeAlias = Callable[[TurnState, SignedOrder, Any], None]


def carry_out(*phases: Phase) -> partial[None]:
    """A step of the turn: one phase after the other, each order by itself; one that cannot be carried out fails alone."""
    return partial(_carry_out, phases)


def _carry_out(phases: tuple[Phase, ...], turn: TurnState) -> None:
    for phase in phases:
        for signed, carry in _by_phase(turn).get(phase, ()):
            with OrderGuard(turn, signed):
                carry(turn, signed, signed.order)


def _by_phase(turn: TurnState) -> Mapping[Phase, Sequence[tuple[SignedOrder, CarryOut]]]:
    """The orders that are carried out one by one, by phase, each with what carries it out."""

    def sort() -> Mapping[Phase, Sequence[tuple[SignedOrder, CarryOut]]]:
        found: dict[Phase, list[tuple[SignedOrder, CarryOut]]] = defaultdict(list)
        for signed in turn.orders:
            kind = KIND_OF.get(type(signed.order))
            if kind is not None and not isinstance(kind.carry_out, Together):
                found[kind.phase].append((signed, kind.carry_out))
        return found

    return turn.memoized("orders", "by phase", (turn.orders,), sort)


SPENDING_STEPS: Final[tuple[Callable[[TurnState], None], ...]] = (
    carry_out(Phase.LOAD),
    carry_out(Phase.SPEND),
    carry_out(Phase.RESEARCH),
    count_research,
)
"""The steps that take CPs from the pool, in their order."""
DEEP_CPS: Final = 10**9
IN_PART: Final = (StartProject, FundProject, StartOperation, FundOperation, StartCounter)
"""Orders that can be carried out with fewer CPs than were asked for."""


class Cut(Value):
    """An order that gets less than it asked for: `kept` CPs of `cps`."""

    signed: SignedOrder
    line: BudgetLine
    cps: int
    kept: int


def spend_within_means(turn: TurnState) -> None:
    """Steps 5 to 7: load, spend and fund; where a purse falls short of its sheet, cut by priority and say so.

    A cut can make way for an order that would have failed with it, so it is tried again until the sheet can be paid.
    """
    priorities = set_priorities(turn)
    turn.short.clear()
    before, sheets = turn.snapshot(), turn.orders
    cuts: dict[str, Cut] = {}
    _spend(turn)
    while turn.short:
        short = sorted(turn.short)
        turn.restore(before)
        more = _cuts(turn, short, priorities)
        turn.restore(before)
        for cut in more:
            known = cuts.get(cut.signed.id)
            cuts[cut.signed.id] = cut if known is None else changed(known, kept=cut.kept)
        turn.orders = tuple(o for o in (_less(o, cuts.get(o.id)) for o in sheets) if o is not None)
        for cut in cuts.values():
            _tell(turn, cut, own=bool(priorities.get(cut.signed.side)))
        _spend(turn)
        if not more:
            return


def _spend(turn: TurnState) -> None:
    for step in SPENDING_STEPS:
        step(turn)


def _cuts(turn: TurnState, short: list[SideId], priorities: Mapping[SideId, tuple[str, ...]]) -> list[Cut]:
    """What has to give: learned by carrying everything out once with a deep purse, and taking it back."""
    means = {side: turn.purse[side] for side in short}
    for side in short:
        turn.purse[side] += DEEP_CPS
    turn.charges.clear()
    _spend(turn)
    cuts: list[Cut] = []
    for side in short:
        asked = [c for c in turn.charges if c[0].side == side]
        total = sum(cps for _, _, cps in asked)
        gained = turn.purse[side] - DEEP_CPS - means[side] + total
        lines = cut_order(priorities.get(side, ()), turn.settings)
        cuts += _cuts_of(asked, total - means[side] - gained, lines)
    return cuts


def _cuts_of(asked: list[tuple[SignedOrder, BudgetLine, int]], missing: int, lines: Sequence[BudgetLine]) -> list[Cut]:
    """The cuts of one side: from the last order of the first line on, until the rest can be paid; what then fits again
    is given back, the last that was cut first."""
    cuts: list[Cut] = []
    for line in lines:
        for signed, _, cps in sorted((a for a in asked if a[1] == line and a[2]), key=lambda a: -a[0].number):
            if missing <= 0:
                break
            kept = max(0, cps - missing) if isinstance(signed.order, IN_PART) else 0
            cuts.append(Cut(signed, line, cps, kept))
            missing -= cps - kept
    for cut in reversed(list(cuts)):
        if cut.cps - cut.kept <= -missing:
            cuts.remove(cut)
            missing += cut.cps - cut.kept
        elif missing < 0 and isinstance(cut.signed.order, IN_PART):
            cuts[cuts.index(cut)] = changed(cut, kept=cut.kept - missing)
            missing = 0
    return cuts


def _less(signed: SignedOrder, cut: Cut | None) -> SignedOrder | None:
    """The order as far as it can be paid; None if not at all."""
    if cut is None:
        return signed
    order = signed.order
    if cut.kept and isinstance(order, IN_PART):
        return changed(signed, order=changed(order, cps=cut.kept))
    return None


def _tell(turn: TurnState, cut: Cut, *, own: bool) -> None:
    reason = "CPs short, by your own priorities" if own else "CPs short, by the campaign's order of cuts"
    side = cut.signed.side
    turn.say(
        SpendingCut(
            side=side,
            number=cut.signed.number,
            line=cut.line,
            cps=cut.cps,
            kept=cut.kept,
            cause=Cause("CW-5.0-26" if own else "CW-5.0-25", cut.signed.id, (Modifier(cut.kept - cut.cps, reason),)),
            seen_by=(side,),
        )
    )


RULE = "CW-9.5-16"


def charge_losses(turn: TurnState) -> None:
    """At the month's end, before yards deliver and research is rolled: take from every side what raids cost it.

    What cannot be cut any more is not owed: there are no negative CPs (CW-5.0-19). The game master is asked what else
    goes unpaid for it.
    """
    lost: Counter[SideId] = Counter()
    for event in turn.events:
        if isinstance(event, TrafficLost):
            lost[event.side] += event.cps
    for side, cps in sorted(lost.items()):
        pool = min(cps, turn.purse[side])
        turn.purse[side] -= pool
        cut = _cut(turn, side, cps - pool) if cps > pool else 0
        unmet = cps - pool - cut
        cause = Cause("CW-9.5-14", modifiers=(Modifier(-pool, "CPs from what was left"), Modifier(-cut, "CPs by cuts")))
        turn.tell_side(RaidLossesMet(side, cps, pool, cut, unmet, cause=cause))
        if unmet:
            text = (
                f"Raids cost {turn.sides[side].name} {cps} CPs, and {unmet} of them could not be met. What else is cut?"
            )
            turn.put_question("contingency", (side,), text, RULE, "Nothing: there are no debts.")


def _cut(turn: TurnState, side: SideId, missing: int) -> int:
    """Cut what research and works got this month, the last order of the first line first; the CPs that makes free."""
    own = [e.lines for e in turn.events if isinstance(e, PrioritiesSet) and e.side == side]
    gained = 0
    for line in cut_order(own[-1] if own else (), turn.settings):
        charges = [charge for charge in turn.charges if charge[0].side == side and charge[1] == line]
        for signed, _, cps in sorted(charges, key=lambda charge: -charge[0].number):
            less = _taken_back(turn, signed, min(cps, missing - gained))
            if less:
                gained += less
                turn.spent[side][line] -= less
                _tell_of_raid(turn, signed, line, cps, less, own=bool(own))
    return gained


def _taken_back(turn: TurnState, signed: SignedOrder, cps: int) -> int:
    """Take CPs back from what an order paid for, as far as they are still there; how many."""
    match signed.order:
        case StartProject() | FundProject() as order:
            return _from_project(turn, signed.side, order, cps)
        case ContinueBuild() as order:
            return _from_build(turn, order.build, cps)
        case BuildUnits():
            begun = (e.build for e in turn.events if isinstance(e, BuildStarted) and e.cause.order == signed.id)
            return _from_build(turn, next(begun, ""), cps)
        case _:
            return 0


def _from_build(turn: TurnState, build: str, cps: int) -> int:
    found = turn.builds.get(build)
    if found is None:
        return 0
    less = min(cps, found.paid)
    turn.builds[build] = changed(found, paid=found.paid - less)
    return less


def _from_project(turn: TurnState, side: SideId, order: StartProject | FundProject, cps: int) -> int:
    is_meant: Callable[[str, str], bool]
    if isinstance(order, FundProject):
        is_meant = lambda key, _: key == order.project  # noqa: E731 # one of two ways to name a project
    else:
        is_meant = lambda _, name: name.casefold() == order.name.casefold()  # noqa: E731 # the other
    key = next((k for k in turn.given if (p := turn.projects[k]).side == side and is_meant(k, p.name)), "")
    if not key:
        return 0
    project, race = turn.projects[key], turn.sides[side].race
    given = turn.given[key]
    less = min(cps, given)
    turn.given[key] = given - less
    worse = worth(given, race) - worth(given - less, race)
    turn.projects[key] = changed(project, cps=project.cps - worse, spent=project.spent - less)
    return less


def _tell_of_raid(turn: TurnState, signed: SignedOrder, line: BudgetLine, cps: int, less: int, *, own: bool) -> None:
    whose = "your own priorities" if own else "the campaign's order of cuts"
    cause = Cause(RULE, signed.id, (Modifier(-less, f"CPs lost to raiders, by {whose}"),))
    turn.tell_side(SpendingCut(signed.side, signed.number, line, cps, cps - less, cause=cause))
