"""Where a shortfall should fall: the side's own priorities, then the campaign's (CW-5.0-25, CW-5.0-26)."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from rules.cluster_war.model.events.colonies import PrioritiesSet
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, Together
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.orders.names import Groups
from rules.cluster_war.model.orders.order import Order, Preview
from rules.cluster_war.model.state.common import BUDGET_LINES, LINE_NAMES, BudgetLine, Settings, SideId
from rules.cluster_war.model.working.turn_state import OrderGuard, TurnState
from rules.values import Cause, IllegalOrderError, quoted, unknown

DEFAULT: Final[tuple[BudgetLine, ...]] = ("research", "ships", "bases", "ground", "infrastructure", "colonies")
"""Research budgets first, then construction, then industry, settlers last (CW-5.0-25)."""
RULING: Final = "CW-5.0-25"
"""`Settings.rulings["CW-5.0-25"] = "ships, research"` puts other lines first for sides that name none."""


class Priorities(Order):
    """Where a shortfall should fall: budget lines, the first to be cut first (CW-5.0-26)."""

    lines: tuple[str, ...]


def check_lines(lines: Sequence[str]) -> None:
    """IllegalOrderError unless these are budget lines, each once (CW-5.0-26)."""
    for line in lines:
        if line not in BUDGET_LINES:
            lead = f"{quoted(line)} is no line of the budget."
            raise unknown(IllegalOrderError, lead, line, "They are", BUDGET_LINES, rule="CW-5.0-26")
    if not lines or len(set(lines)) < len(lines):
        raise IllegalOrderError("Name each line once, the first to be cut first.", rule="CW-5.0-26")


def cut_order(own: Sequence[str], settings: Settings) -> tuple[BudgetLine, ...]:
    """All lines in the order in which they are cut: the side's own, then the campaign's, then the rest."""
    ruled = [part.strip() for part in settings.rulings.get(RULING, "").split(",")]
    wished = (*own, *ruled, *DEFAULT)
    return tuple(line for name in dict.fromkeys(wished) for line in BUDGET_LINES if line == name)


def _plan(planned: PlannedState, order: Priorities) -> Preview:
    check_lines(order.lines)
    lines = ", ".join(LINE_NAMES[line] for line in cut_order(order.lines, planned.settings))
    return Preview(order=order, text=f"If CPs run short, cuts fall in this order: {lines}.")


def set_priorities(turn: TurnState) -> Mapping[SideId, tuple[str, ...]]:
    """Before anything is spent: the lines that sides name themselves, each side's last order counting."""
    found: dict[SideId, tuple[str, ...]] = {}
    for signed, order in turn.orders_of(Priorities):
        with OrderGuard(turn, signed):
            check_lines(order.lines)
            found[signed.side] = order.lines
            cause = Cause("CW-5.0-26", signed.id)
            turn.tell_side(PrioritiesSet(signed.side, order.lines, cause=cause))
    return found


def _read(g: Groups) -> Priorities:
    return Priorities(tuple(word.casefold() for word in re.split(r"[\s,]+", g.raw(0).strip()) if word))


KINDS: Final = (
    OrderKind(
        Priorities,
        Phase.SPEND,
        command="orders priorities",
        example="priorities research, ships, bases",
        pattern=r"([A-Za-z, ]+)",
        read=_read,
        write=lambda order, _: f"priorities {', '.join(order.lines)}",
        plan=_plan,
        carry_out=Together(set_priorities),
    ),
)
