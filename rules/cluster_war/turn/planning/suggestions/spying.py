"""Intelligence that could be ordered: operations that wait for CPs, nets, new ones against those who are known (10.0)."""

from collections.abc import Iterator, Sequence
from typing import Final

from rules.cluster_war.chapters.diplomacy.contact import in_contact
from rules.cluster_war.chapters.espionage.chances import expected_chance
from rules.cluster_war.chapters.espionage.kinds import kinds, offered
from rules.cluster_war.chapters.espionage.orders.checks import HEX
from rules.cluster_war.chapters.espionage.orders.order_types import FundOperation, StartCounter, StartOperation
from rules.cluster_war.chapters.research.projects import worth
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.race_design.attitudes import deed_refused
from rules.cluster_war.model.state.espionage import COUNTER, Operation
from rules.cluster_war.model.state.names import HexId, SideId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.planning.suggestions.suggestion import Suggestion, picture, ranked
from rules.cluster_war.turn.planning.suggestions.works import usual_sum

IN_WORDS: Final = "other"
"""The kind whose goal nobody can suggest."""


def operations(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """Running operations that the sheet gives nothing yet, those that would lose CPs first; then a net, if there is none, and
    an operation of each kind against every empire that was contacted."""
    planned = picture(view, sheet)
    return ranked(view, sheet, [*under_way(planned), *net(planned), *new_ones(planned)])


def under_way(planned: PlannedState) -> Iterator[Suggestion]:
    """Running operations without CPs this turn, those that would lose some first (CW-10.0-02)."""
    cps = usual_sum(planned.purse)
    mine = (one for one in planned.view.operations.values() if one.running)
    for one in sorted(mine, key=lambda o: (-o.cps, o.name)):
        if f"finance {one.id}" in planned.ordered or cps < 1:
            continue
        total = one.cps + worth(cps, planned.me.race)
        chance = _expected(
            planned, Operation(one.id, one.side, one.target, one.kind, one.name, cps=total, officer=one.officer)
        )
        loses = f", else it loses {one.cps} CPs" if one.cps else ""
        yield Suggestion(
            FundOperation(one.id, cps),
            f"{one.name}: {cps} CPs",
            f"{one.step_name}, {chance} % as far as you know{loses}",
        )


def net(planned: PlannedState) -> Iterator[Suggestion]:
    """A net of counter-intelligence, where none stands or is being spun (CW-10.0-01)."""
    cps, view = usual_sum(planned.purse), planned.view
    stands = any(o.kind == COUNTER and (o.running or view.turn < o.until) for o in view.operations.values())
    if not stands and cps >= 1:
        yield Suggestion(
            StartCounter(cps), f"A net of counter-intelligence: {cps} CPs", "you have none: only blunders are noticed"
        )


def new_ones(planned: PlannedState) -> Iterator[Suggestion]:
    """An operation of each kind against every empire that was contacted (CW-10.0-06)."""
    cps, view = usual_sum(planned.purse), planned.view
    peaceful = deed_refused(planned.me.race.attitude, "first strike", planned.settings) is not None
    known = [side for side in sorted(view.all_flags) if side != view.side and _contacted(view, side)]
    rows = kinds(planned.settings)
    for kind in offered(planned.settings):
        if kind == IN_WORDS or cps < 1 or (peaceful and rows[kind]["hostile"] == "yes"):
            continue
        for side in known:
            aim = _place(view, side) if rows[kind]["on"].startswith(HEX) else ""
            if rows[kind]["on"] == HEX and not aim:
                continue
            name = view.all_flags[side].name
            goal = f"To bring {rows[kind]['brings']}"
            made = Operation("new", view.side, side, kind, "", cps=worth(cps, planned.me.race))
            why = f"{rows[kind]['brings']}; {_expected(planned, made)} % a step as far as you know"
            order = StartOperation(side, kind, goal, cps, aim)
            yield Suggestion(order, f"{kind} against {name}: {cps} CPs", why)


def _contacted(view: View, side: SideId) -> bool:
    return side in view.met or in_contact(view, view.side, side)


def _place(view: View, side: SideId) -> HexId:
    """A system of theirs that the side knows: the largest colony it knows of."""
    seen = [c for c in view.foreign_colonies.values() if c.side == side]
    best = max(seen, key=lambda c: (c.size or 0, c.week, c.hex), default=None)
    return best.hex if best is not None else ""


def _expected(planned: PlannedState, one: Operation) -> int:
    return expected_chance(planned.view, one).expected
