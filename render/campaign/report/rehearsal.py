"""A rehearsal as a page: what a side would read of the month to come if nothing happened that it does not know of."""

from itertools import groupby
from typing import Final

from render.campaign.names import moment
from render.campaign.report.lines import report_lines
from render.words.safe_text import listed, plain
from rules.cluster_war.turn.planning.rehearsal import DICE, Found, Rehearsal

HEAD: Final = (
    "This is a rehearsal, and no report: the month was played on what you know and with your orders as they stand, all others "
    "still and out of sight. Whoever you meet, and whatever you find, is not in it; neither is anything that others do."
)


def write_rehearsal(rehearsal: Rehearsal, *, campaign: str, turn: int) -> str:
    """The page, in Markdown."""
    view = rehearsal.after
    parts = [f"# {plain(campaign)}: rehearsal of turn {turn}", HEAD]
    if rehearsal.refused:
        lines = [f"- Order {number}: {plain(text, 300)}" for number, text in sorted(rehearsal.refused.items())]
        parts.append("\n".join(["## Orders that would fail", *lines]))
    if rehearsal.left_out:
        numbers = listed([str(number) for number in rehearsal.left_out])
        parts.append(
            f"## Orders that hang on others\n- Not rehearsed, since what comes of them is not yours to know: {numbers}."
        )
    for heading, group in groupby(report_lines(view, rehearsal.events), key=lambda line: line.heading):
        parts.append("\n".join([f"## {heading}", *(f"- {_below(line.text)}" for line in group)]))
    if rehearsal.found:
        lines = [_looked_at(place) for place in rehearsal.found]
        parts.append("\n".join(["## What would be looked at", *lines]))
    chances = [
        f"- in {many} of {DICE} rehearsals: {_below(line.text)}"
        for event, many in rehearsal.chances
        for line in report_lines(view, [event])
    ]
    if chances:
        parts.append("\n".join(["## What hangs on the dice", *chances]))
    parts.append(f"## After it\n- {standing(rehearsal)}")
    return "\n\n".join(parts) + "\n"


def standing(rehearsal: Rehearsal) -> str:
    """How things would stand as the next orders are given, in one sentence."""
    view, income = rehearsal.after, rehearsal.after.income
    sources = [f"{income.production} of them produced"]
    sources += [
        f"{cps} {source}" for cps, source in ((income.trade, "from trade"), (income.unusual, "unusual income")) if cps
    ]
    moving = sum(1 for fleet in view.fleets.values() if fleet.transit)
    return (
        f"{income.available} CPs to spend in turn {view.turn} ({', '.join(sources)}, "
        f"{income.treasury} from the treasury); {len(view.colonies)} colonies, {len(view.fleets)} fleets ({moving} in FTL "
        f"space), {len(view.ships)} ships."
    )


def _looked_at(place: Found) -> str:
    if place.begun:
        return f"- The survey of {place.hex} would begin: how long it takes hangs on what is there."
    return f"- {place.hex} would be {place.level}, {moment(place.week)}: what is there is not known before."


def _below(text: str) -> str:
    return text.replace("\n", "\n  ")
