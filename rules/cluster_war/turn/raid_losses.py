"""What raids cost their victims: first from what is left of the income, then by cuts in the side's own order of priorities
(CW-9.5-14, CW-9.5-16, CW-5.0-26)."""

from collections import Counter
from collections.abc import Callable

from rules.cluster_war.chapters.industry.orders.building import BuildUnits, ContinueBuild
from rules.cluster_war.chapters.research.orders.projects import FundProject, StartProject
from rules.cluster_war.chapters.research.projects import worth
from rules.cluster_war.model.events.colonies import PrioritiesSet, SpendingCut
from rules.cluster_war.model.events.industry import BuildStarted
from rules.cluster_war.model.events.raids import RaidLossesMet, TrafficLost
from rules.cluster_war.model.holdings.orders.shortfalls import cut_order
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.names import BudgetLine, SideId
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Cause, Modifier
from rules.values import changed

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
            less = _less(turn, signed, min(cps, missing - gained))
            if less:
                gained += less
                turn.spent[side][line] -= less
                _tell(turn, signed, line, cps, less, own=bool(own))
    return gained


def _less(turn: TurnState, signed: SignedOrder, cps: int) -> int:
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


def _tell(turn: TurnState, signed: SignedOrder, line: BudgetLine, cps: int, less: int, *, own: bool) -> None:
    whose = "your own priorities" if own else "the campaign's order of cuts"
    cause = Cause(RULE, signed.id, (Modifier(-less, f"CPs lost to raiders, by {whose}"),))
    turn.tell_side(SpendingCut(signed.side, signed.number, line, cps, cps - less, cause=cause))
