"""Too few CPs for all that was ordered: the side's own priorities say where the cuts fall, then the campaign's
(CW-5.0-25, CW-5.0-26). The treasury is part of the purse and has been drawn on before anything is cut."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rules.cluster_war.chapters.espionage.orders.order_types import FundOperation, StartCounter, StartOperation
from rules.cluster_war.chapters.research.orders.projects import FundProject, StartProject
from rules.cluster_war.chapters.research.projects import count_research
from rules.cluster_war.model.events.colonies import SpendingCut
from rules.cluster_war.model.holdings.order_kind import Phase
from rules.cluster_war.model.holdings.orders.shortfalls import cut_order, set_priorities
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.names import BudgetLine, SideId
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn.orders import carry_out
from rules.events import Cause, Modifier
from rules.values import Value, changed

MONEY: Final[tuple[Callable[[TurnState], None], ...]] = (
    carry_out(Phase.LOAD),
    carry_out(Phase.SPEND),
    carry_out(Phase.RESEARCH),
    count_research,
)
"""The steps that take CPs from the pool, in their order."""
DEEP: Final = 10**9
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
    before, sheets = turn.mark(), turn.orders
    cuts: dict[str, Cut] = {}
    _spend(turn)
    while turn.short:
        short = sorted(turn.short)
        turn.back_to(before)
        more = _cuts(turn, short, priorities)
        turn.back_to(before)
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
    for step in MONEY:
        step(turn)


def _cuts(turn: TurnState, short: list[SideId], priorities: Mapping[SideId, tuple[str, ...]]) -> list[Cut]:
    """What has to give: learned by carrying everything out once with a deep purse, and taking it back."""
    means = {side: turn.purse[side] for side in short}
    for side in short:
        turn.purse[side] += DEEP
    turn.charges.clear()
    _spend(turn)
    cuts: list[Cut] = []
    for side in short:
        asked = [c for c in turn.charges if c[0].side == side]
        total = sum(cps for _, _, cps in asked)
        gained = turn.purse[side] - DEEP - means[side] + total
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
