"""Sentences on income, budgets and where the money fell short."""

from collections.abc import Sequence
from typing import Final

from render.campaign.report.rows import Rows
from render.words.safe_text import listed, plain
from rules.cluster_war.model.events import economy as events
from rules.cluster_war.model.state.names import LINE_NAMES
from rules.cluster_war.model.state.view import View

ROWS: Final = Rows()
ROWS.says(
    events.DependenceNoticed,
    "diplomacy",
    "{percent} % of your income comes from {partner}: its ways spread among your people.",
)


@ROWS.joins("money", "money", events.IncomeCounted, events.BudgetClosed, events.PrioritiesSet)
def money(told: Sequence[events.IncomeCounted | events.BudgetClosed | events.PrioritiesSet], _: View) -> str:
    """All that is said of a side's money, in one line; what is 0 is left out."""
    parts: list[str] = []
    rest: list[str] = []
    for event in told:
        match event:
            case events.IncomeCounted():
                parts.append(_income(event))
            case events.BudgetClosed():
                parts.append(_budget(event))
            case events.PrioritiesSet():
                cuts = listed([_line(line) for line in event.lines])
                rest.append(f"If CPs run short, cuts fall in this order: {cuts}.")
    return " ".join([*([f"{'; '.join(parts)}."] if parts else []), *rest])


def _income(event: events.IncomeCounted) -> str:
    sources = (
        (event.production, "production"),
        (event.trade, "trade"),
        (event.unusual, "unusual income"),
        (event.treasury, "from the treasury"),
    )
    total = sum(cps for cps, _ in sources)
    return f"{total} CPs to spend{_parts([f'{cps} {name}' for cps, name in sources if cps])}"


def _budget(event: events.BudgetClosed) -> str:
    lines = [(int(getattr(event, line)), title) for line, title in LINE_NAMES.items()]
    spent = sum(cps for cps, _ in lines)
    told = f"{spent} CPs spent{_parts([f'{cps} {title}' for cps, title in lines if cps])}" if spent else "nothing spent"
    return f"{told}, {event.carried} carried over into the treasury" if event.carried else told


def _parts(parts: list[str]) -> str:
    return f" ({listed(parts)})" if parts else ""


@ROWS.tells(events.SpendingCut, "failed")
def _cut(event: events.SpendingCut, _: View) -> str:
    what = f"order {event.number} ({_line(event.line)}, {event.cps} CPs)"
    return f"Too few CPs: {what} {f'got only {event.kept} CPs' if event.kept else 'was dropped'}."


def _line(line: str) -> str:
    return LINE_NAMES.get(line, plain(line))
