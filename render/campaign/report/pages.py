"""Pages in Markdown: a side's turn report, from its view and the events it may see, and a rehearsal of the month to come."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

from render.campaign.names import side_name
from render.campaign.report.lines import NO_NAMES, ReportLine, report_lines
from render.words.safe_text import count, format_list, plain
from rules.cluster_war.chapters.movement.travel_time import when_it_was
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.common import FleetId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.planning.rehearsal import REHEARSED_MONTHS, ExpectedSurvey, Rehearsal


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
    shown = max(view.turn - 1, 0) if turn is None else turn
    who = "Game master" if view.is_gm else side_name(view, view.side)
    head = f"{plain(campaign)}: " if campaign else ""
    happened = f"report of turn {shown}" if shown else "before the first turn"
    lines = report_lines(view, events, before)
    parts = [f"# {head}{who}, {happened}", _format_standing(view)]
    waiting = [text] if (text := _format_unanswered(view)) else []
    for heading, group in groupby(lines, key=lambda line: line.heading):
        here = list(group)
        if here[0].section == "money" and not view.is_gm:
            parts, waiting = [*parts, *waiting], []  # money is last
        parts.append("\n".join([f"## {heading}", *map(_numbered, here)]))
    parts += waiting
    if not lines:
        parts.append("Nothing to report yet." if not shown else "A quiet turn: nothing to report.")
    else:
        parts.append("-# /turn why explains any line by its number.")
    return "\n\n".join(parts) + "\n"


def _format_unanswered(view: View) -> str:
    """The side's own questions that wait for the game master, however long; "" if there are none."""
    if not view.asked:
        return ""
    lines = [f"- Asked in turn {asked.turn}: {plain(asked.text, 300)}" for asked in view.asked]
    return "\n".join(["## Waiting for an answer", *lines])


def _format_standing(view: View) -> str:
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
    money = f"{income.available} CPs to spend" + (f" ({format_list(parts)})" if parts else "")
    return f"Turn {view.turn} is open: {money}. You have {have}."


def _numbered(line: ReportLine) -> str:
    first, *rest = line.text.split("\n")
    return "\n".join([f"- [{line.number}] {first}", *(f"  {more}" if more else "" for more in rest)])


REHEARSAL_HEAD: Final = (
    "This is a rehearsal, not a report: it plays the month on what you know and with your present orders, with all others "
    "still and out of sight. It has nothing of what you will meet or find, or of what others will do."
)


def write_rehearsal(rehearsal: Rehearsal, *, campaign: str, turn: int) -> str:
    """The page, in Markdown."""
    view = rehearsal.after
    parts = [f"# {plain(campaign)}: rehearsal of turn {turn}", REHEARSAL_HEAD]
    if rehearsal.refused:
        lines = [f"- ⚠ Order {number}: {plain(text, 300)}" for number, text in sorted(rehearsal.refused.items())]
        parts.append("\n".join(["## Orders that would fail", *lines]))
    if rehearsal.left_out:
        numbers = format_list([str(number) for number in rehearsal.left_out])
        parts.append(
            f"## Orders that hang on others\n- Not rehearsed, because you may not know their result: {numbers}."
        )
    for heading, group in groupby(report_lines(view, rehearsal.events), key=lambda line: line.heading):
        parts.append("\n".join([f"## {heading}", *(f"- {_indented(line.text)}" for line in group)]))
    if rehearsal.found:
        lines = [_format_survey(place) for place in rehearsal.found]
        parts.append("\n".join(["## What would be looked at", *lines]))
    chances = [
        f"- in {many} of {REHEARSED_MONTHS} rehearsals: {_indented(line.text)}"
        for event, many in rehearsal.chances
        for line in report_lines(view, [event])
    ]
    if chances:
        parts.append("\n".join(["## What hangs on the dice", *chances]))
    parts.append(f"## After it\n- {format_forecast(rehearsal)}")
    return "\n\n".join(parts) + "\n"


def format_forecast(rehearsal: Rehearsal) -> str:
    """How things would stand as the next orders are given, in one sentence."""
    view, income = rehearsal.after, rehearsal.after.income
    sources = [f"{income.production} of them produced"]
    sources += [
        f"{cps} {source}" for cps, source in ((income.trade, "from trade"), (income.unusual, "unusual income")) if cps
    ]
    moving = sum(1 for fleet in view.fleets.values() if fleet.transit)
    return (
        f"{income.available} CPs to spend in turn {view.turn} ({', '.join(sources)}, "
        f"{income.treasury} from the treasury); {count(len(view.colonies), 'colony', 'colonies')}, "
        f"{count(len(view.fleets), 'fleet')} ({moving} in FTL space), {count(len(view.ships), 'ship')}."
    )


def _format_survey(place: ExpectedSurvey) -> str:
    if place.begun:
        return f"- The survey of {place.hex} would begin: how long it takes hangs on what is there."
    return f"- {place.hex} would be {place.level}, {when_it_was(place.week)}: what is there is not known before."


def _indented(text: str) -> str:
    return text.replace("\n", "\n  ")
