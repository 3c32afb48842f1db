"""The sheet's own check, asked of what was chosen: what it refuses is not ordered, so that every order is legal (CW-18.0-07)."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from rules.cluster_war.model.holdings.order_kind import Phase
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.governors.plan import Proposal, Reasoned
from rules.cluster_war.turn.planning.check import plan_sheet
from rules.cluster_war.turn.registry.orders import KIND_OF
from rules.values import Value, changed

Entry: TypeAlias = tuple[SignedOrder, Proposal]


class Proven(Value):
    """What the check allows together: orders as the sheet has them, each with its proposal, and what each does, by its id; the
    proposals it refused; and the picture after it all."""

    entries: tuple[Entry, ...]
    texts: Mapping[str, str]
    refused: tuple[Proposal, ...]
    planned: PlannedState | None = None

    def reasoned(self) -> tuple[Reasoned, ...]:
        """The orders in the order in which they can be entered one by one: as the turn takes them up, so that each is legal on
        top of those before it."""
        return tuple(
            Reasoned(entry.order, self.texts[entry.id], proposal.reason, proposal.concern)
            for entry, proposal in sorted(self.entries, key=lambda pair: _turn_order(pair[0]))
        )


def _turn_order(entry: SignedOrder) -> tuple[Phase, int]:
    return max(KIND_OF[type(entry.order)].phase, Phase.ORGANISE), entry.number


def prove(view: View, kept: Sequence[SignedOrder], before: Sequence[Entry], chosen: Sequence[Proposal]) -> Proven:
    """Walk the sheet with what was chosen on top of what stands on it, `kept` and the entries of `before`. A proposal with an
    order that cannot be is taken off, whole, and so is the last one as long as an order of `kept` suffers, until nothing is
    refused that was not before."""
    number = max((s.number for s in (*kept, *(e for e, _ in before))), default=0)
    entries = list(before)
    for proposal in chosen:
        for order in proposal.orders:
            number += 1
            entries.append((SignedOrder(f"{view.side}-{view.turn}-G{number}", view.side, number, order), proposal))
    hopeless = {p.order_id for p in plan_sheet(view, tuple(kept), warn=False)[2]} if kept else set()
    refused: list[Proposal] = []
    while True:
        planned, previews, problems = plan_sheet(view, (*kept, *(entry for entry, _ in entries)), warn=False)
        amiss = {problem.order_id for problem in problems} - hopeless
        bad = {id(p): p for e, p in entries if e.id in amiss}
        if amiss and not bad:
            bad = {id(entries[-1][1]): entries[-1][1]}
        if not bad:
            break
        refused += bad.values()
        entries = [(e, p) for e, p in entries if id(p) not in bad]
    made = tuple((changed(e, order=previews[e.id].order), p) for e, p in entries)
    return Proven(made, {e.id: previews[e.id].text for e, _ in entries}, tuple(refused), planned)
