"""Sentences on income, budgets and where the money fell short."""

from collections.abc import Iterator
from typing import Final

from render.campaign.report.rows import Rows
from render.canvas.safe_text import listed, plain
from rules.cluster_war.events import economy as events
from rules.cluster_war.state.names import LINE_NAMES
from rules.cluster_war.state.view import View

ROWS: Final = Rows()
ROWS.says(
    events.DependenceNoticed,
    "money",
    "{percent} % of your income comes from {partner}: its ways spread among your people.",
)


def _sources(event: events.IncomeCounted) -> Iterator[tuple[str, int]]:
    yield "Production", event.production
    yield "Trade", event.trade
    yield "Unusual income", event.unusual
    yield "Treasury", event.treasury


@ROWS.tells(events.IncomeCounted, "money", _sources)
def _income(event: events.IncomeCounted, _: View) -> str:
    total = event.production + event.trade + event.unusual + event.treasury
    parts = [f"{event.production} production"]
    parts += [f"{event.trade} trade"] if event.trade else []
    parts += [f"{event.unusual} unusual income"] if event.unusual else []
    return f"{total} CPs to spend: {listed([*parts, f'{event.treasury} from the treasury'])}."


def _budget_lines(event: events.BudgetClosed) -> Iterator[tuple[str, int]]:
    yield from ((title.capitalize(), int(getattr(event, line))) for line, title in LINE_NAMES.items())
    yield "Treasury, carried over", event.carried


@ROWS.tells(events.BudgetClosed, "money", _budget_lines)
def _budget(event: events.BudgetClosed, _: View) -> str:
    spent = sum(int(getattr(event, line)) for line in LINE_NAMES)
    return f"{spent} CPs spent, {event.carried} carried over into the treasury."


@ROWS.tells(events.SpendingCut, "money")
def _cut(event: events.SpendingCut, _: View) -> str:
    what = f"order {event.number} ({_line(event.line)}, {event.cps} CPs)"
    return f"Too few CPs: {what} {f'got only {event.kept} CPs' if event.kept else 'was dropped'}."


@ROWS.tells(events.PrioritiesSet, "money")
def _priorities(event: events.PrioritiesSet, _: View) -> str:
    return f"If CPs run short, cuts fall in this order: {listed([_line(line) for line in event.lines])}."


def _line(line: str) -> str:
    return LINE_NAMES.get(line, plain(line))
