"""A side's turn report as Markdown, built from its view and from the events it may see."""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby

from render.campaign.names import side_name
from render.campaign.report.lines import NO_NAMES, Line, report_lines
from render.words.safe_text import count, listed, plain
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.names import FleetId
from rules.cluster_war.model.state.view import View


def write_report(
    view: View,
    events: Sequence[Event],
    *,
    campaign: str = "",
    turn: int | None = None,
    before: Mapping[FleetId, str] = NO_NAMES,
) -> str:
    """The report of `turn` (the turn before the view's, unless given) for the view's side; lines numbered `[1]`. `before` are
    fleets' names before the turn, for those lost in it."""
    told = max(view.turn - 1, 0) if turn is None else turn
    who = "Game master" if view.is_gm else side_name(view, view.side)
    head = f"{plain(campaign)}: " if campaign else ""
    happened = f"report of turn {told}" if told else "before the first turn"
    lines = report_lines(view, events, before)
    parts = [f"# {head}{who}, {happened}", _standing(view) + _dated(lines, told)]
    waiting = [text] if (text := _unanswered(view)) else []
    for heading, group in groupby(lines, key=lambda line: line.heading):
        here = list(group)
        if here[0].section == "money" and not view.is_gm:
            parts, waiting = [*parts, *waiting], []  # money is last
        parts.append("\n".join([f"## {heading}", *map(_shown, here)]))
    parts += waiting
    if not lines:
        parts.append("Nothing to report yet." if not told else "A quiet turn: nothing to report.")
    else:
        parts.append("-# /turn why explains any line by its number.")
    return "\n\n".join(parts) + "\n"


def _unanswered(view: View) -> str:
    """The side's own questions that wait for the game master, however long; "" if there are none."""
    if not view.asked:
        return ""
    lines = [f"- Asked in turn {asked.turn}: {plain(asked.text, 300)}" for asked in view.asked]
    return "\n".join(["## Waiting for an answer", *lines])


def _dated(lines: Sequence[Line], turn: int) -> str:
    """How the end of a turn is written, where a line of its report has that; "" where none does (CW-4.1-04)."""
    if not turn or not any(re.search(rf"\bturn {turn + 1}\b(?!, week)", line.text, re.IGNORECASE) for line in lines):
        return ""
    return f"\n-# The end of turn {turn} is written “turn {turn + 1}” below: that is where it begins."


def _standing(view: View) -> str:
    """Where things stand as the next orders are given."""
    moving = sum(1 for fleet in view.fleets.values() if fleet.transit)
    fleets = count(len(view.fleets), "fleet") + (f" ({moving} in FTL space)" if moving else "")
    have = f"{count(len(view.colonies), 'colony', 'colonies')}, {fleets}, {count(len(view.ships), 'ship')}"
    if view.is_gm:
        return f"Turn {view.turn} is open. On the map: {have}."
    income = view.income
    sources = (
        (income.production, "production"),
        (income.trade, "trade"),
        (income.unusual, "unusual income"),
        (income.treasury, "from the treasury"),
    )
    parts = [f"{cps} {name}" for cps, name in sources if cps]
    money = f"{income.available} CPs to spend" + (f" ({listed(parts)})" if parts else "")
    return f"Turn {view.turn} is open: {money}. You have {have}."


def _shown(line: Line) -> str:
    first, *rest = line.text.split("\n")
    return "\n".join([f"- [{line.number}] {first}", *(f"  {more}" if more else "" for more in rest)])
