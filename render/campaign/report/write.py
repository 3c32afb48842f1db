"""A side's turn report as Markdown, built from its view and from the events it may see."""

from collections.abc import Sequence
from dataclasses import dataclass

from render.campaign.report.names import side_name
from render.campaign.report.rows import SECTIONS, Section
from render.campaign.report.sentences import ROW_OF, sentence
from render.canvas.safe_text import count, plain
from rules.cluster_war.events.event import Event, may_see
from rules.cluster_war.state.view import View


@dataclass(frozen=True, slots=True)
class Line:
    """One numbered line: `number` as printed, the index of its event in the events given, its section."""

    number: int
    text: str
    event_index: int
    section: Section


def report_lines(view: View, events: Sequence[Event]) -> tuple[Line, ...]:
    """Every event the viewer may see as a numbered line, in the order of the report's sections."""
    shown = [(i, e) for i, e in enumerate(events) if view.is_gm or may_see(e, view.side)]
    lines: list[Line] = []
    for section, _ in SECTIONS:
        for index, event in shown:
            if ROW_OF[type(event)].section == section:
                lines.append(Line(len(lines) + 1, _owned(event, view), index, section))
    return tuple(lines)


def write_report(view: View, events: Sequence[Event], *, campaign: str = "", turn: int | None = None) -> str:
    """The report of `turn` (the turn before the view's, unless given) for the view's side; lines numbered `[1]`."""
    told = max(view.turn - 1, 0) if turn is None else turn
    who = "Game master" if view.is_gm else side_name(view, view.side)
    head = f"{plain(campaign)}: " if campaign else ""
    happened = f"report of turn {told}" if told else "before the first turn"
    parts = [f"# {head}{who}, {happened}", _standing(view)]
    lines = report_lines(view, events)
    for section, title in SECTIONS:
        here = [line for line in lines if line.section == section]
        if here:
            body = "\n".join(_shown(line, events[line.event_index]) for line in here)
            parts.append(f"## {title}\n{body}")
    if waiting := _unanswered(view):
        parts.append(waiting)
    if not lines:
        parts.append("Nothing to report yet." if not told else "A quiet turn: nothing to report.")
    else:
        parts.append("/turn why explains any line by its number.")
    return "\n\n".join(parts) + "\n"


def _unanswered(view: View) -> str:
    """The side's own questions that wait for the game master, however long; "" if there are none."""
    if not view.asked:
        return ""
    lines = [f"- Asked in turn {asked.turn}: {plain(asked.text, 300)}" for asked in view.asked]
    return "\n".join(["## Waiting for the game master's answer", *lines])


def _owned(event: Event, view: View) -> str:
    """The sentence; for the game master with the name of the side it is about."""
    told = sentence(event, view)
    side = getattr(event, "side", "")
    return f"{side_name(view, side)}: {told}" if view.is_gm and side else told


def _standing(view: View) -> str:
    """Where things stand as the next orders are given."""
    moving = sum(1 for fleet in view.fleets.values() if fleet.transit)
    fleets = count(len(view.fleets), "fleet") + (f" ({moving} in FTL space)" if moving else "")
    have = f"{count(len(view.colonies), 'colony', 'colonies')}, {fleets}, {count(len(view.ships), 'ship')}"
    if view.is_gm:
        return f"Turn {view.turn} is open. On the map: {have}."
    income = view.income
    parts = f"production {income.production}, trade {income.trade}, unusual {income.unusual}"
    money = f"{income.available} CPs to spend ({parts}, treasury {income.treasury})"
    return f"Turn {view.turn} is open: {money}. You have {have}."


def _shown(line: Line, event: Event) -> str:
    """A line as Markdown; money lines carry their table as a list below."""
    first, *rest = line.text.split("\n")
    lines = [f"- [{line.number}] {first}", *(f"  {more}" if more else "" for more in rest)]
    lines += [f"  - {title}: {cps} CPs" for title, cps in ROW_OF[type(event)].sums(event)]
    return "\n".join(lines)
