"""Which proposals are paid, which of those that want the same thing is taken, and the sheet's own check of what was chosen
(CW-18.0-07)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from rules.cluster_war.model.holdings.order_kind import Phase, PlannedState
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.governors.situation import Line, Proposal, ReasonedOrder, Situation, best_first, with_cps
from rules.cluster_war.turn.planning.check import plan_sheet
from rules.cluster_war.turn.registry import KIND_OF
from rules.values import Value, changed

GROWTH_LINES: Final[tuple[Line, ...]] = ("settle", "explore", "fleet", "research", "works")
"""The lines that share what growth leaves."""
EARLY_LINES: Final[tuple[Line, ...]] = ("explore", "settle")
EARLY_SHARE: Final = 10
"""Percent for each of these before anything grows."""
CHEAP_GROWTH_WEIGHT: Final = 330
"""The weight of growth at three CPs a CP of size."""


def choose(situation: Situation, proposals: Iterable[Proposal], purse: int, used: Iterable[str] = ()) -> list[Proposal]:
    """Proposals to order, none of which wants what another has, or what is `used`, for at most `purse` CPs together.

    What costs nothing comes first, by weight. What cannot wait is set aside. Then survey ships and colonists get a little, since
    all growth to come is theirs; growth that is cheap gets what its zeal allows it, the rest what its nature does, the other
    lines their shares, each by weight. What is left over goes by weight to whoever still has a use for it, growth first. A
    reserve is not touched.
    """
    lines: defaultdict[Line, list[Proposal]] = defaultdict(list)
    for one in best_first(proposals):
        lines[one.line].append(one)
    chosen = _Chosen(purse, used)
    for free in lines["free"]:
        chosen.take(free, purse)
    duties = sum(one.cost for one in lines["duty"])
    reserve = min(purse, situation.income) * situation.judgment.reserve // 100
    spendable = max(0, purse - duties - reserve)
    for line in EARLY_LINES:
        chosen.fill(lines[line], spendable * EARLY_SHARE // 100)
    cheap = [one for one in lines["grow"] if one.weight >= CHEAP_GROWTH_WEIGHT]
    chosen.fill(cheap, (spendable - chosen.spent) * max(situation.weights.grow, situation.judgment.zeal) // 100)
    chosen.fill(lines["grow"], (spendable - chosen.spent) * situation.weights.grow // 100)
    rest = max(0, spendable - chosen.spent)
    shares = {line: situation.weights.share(line) for line in GROWTH_LINES}
    total = max(1, sum(shares.values()))
    for line in GROWTH_LINES:
        chosen.fill(lines[line], rest * shares[line] // total)
    leftovers = sorted(
        (one for line in GROWTH_LINES for one in lines[line]),
        key=lambda one: (-one.weight * (10 + shares[one.line]), one.key),
    )
    chosen.fill([*lines["grow"], *leftovers], spendable - chosen.spent)
    chosen.fill(lines["duty"], purse - chosen.spent)
    return sorted(
        chosen.proposals, key=lambda one: one.line != "duty"
    )  # what cannot wait has its bays and plants first


class _Chosen:
    """What was chosen so far, and what it takes."""

    def __init__(self, purse: int, used: Iterable[str]) -> None:
        self.proposals: list[Proposal] = []
        self.spent = 0
        self._purse = purse
        self._used = set(used)
        self._by_key: dict[str, int] = {}

    def fill(self, found: Iterable[Proposal], cps: int) -> None:
        """Take what so many CPs pay, in the order given; of what can be divided a part."""
        left = min(cps, self._purse - self.spent)
        for one in found:
            left -= self.take(one, left)

    def take(self, one: Proposal, left: int) -> int:
        """Take a proposal, or more of one taken in part, if there are CPs for it and nothing it uses is taken; the CPs it
        costs."""
        part = self._by_key.get(one.key)
        if part is not None:
            return self._add(part, one, left)
        if self._used & one.uses:
            return 0
        cost = one.cost
        if cost > left:
            if not one.least or left < one.least:
                return 0
            one, cost = with_cps(one, left), left
        self._by_key[one.key] = len(self.proposals)
        self.proposals.append(one)
        self._used |= one.uses
        self.spent += cost
        return cost

    def _add(self, place: int, one: Proposal, left: int) -> int:
        before = self.proposals[place]
        more = min(left, one.cost - before.cost)
        if more <= 0 or not one.least:
            return 0
        self.proposals[place] = with_cps(one, before.cost + more)
        self.spent += more
        return more


Entry: TypeAlias = tuple[SignedOrder, Proposal]


class CheckedSheet(Value):
    """What the check allows together: orders as the sheet has them, each with its proposal, and what each does, by its id; the
    proposals it refused; and the picture after it all."""

    entries: tuple[Entry, ...]
    texts: Mapping[str, str]
    refused: tuple[Proposal, ...]
    planned: PlannedState | None = None

    def reasoned(self) -> tuple[ReasonedOrder, ...]:
        """The orders in the order in which they can be entered one by one: as the turn takes them up, so that each is legal on
        top of those before it."""
        return tuple(
            ReasonedOrder(entry.order, self.texts[entry.id], proposal.reason, proposal.concern)
            for entry, proposal in sorted(self.entries, key=lambda pair: _turn_order(pair[0]))
        )


def _turn_order(entry: SignedOrder) -> tuple[Phase, int]:
    return max(KIND_OF[type(entry.order)].phase, Phase.ORGANISE), entry.number


def prove(view: View, kept: Sequence[SignedOrder], before: Sequence[Entry], chosen: Sequence[Proposal]) -> CheckedSheet:
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
    return CheckedSheet(made, {e.id: previews[e.id].text for e, _ in entries}, tuple(refused), planned)
