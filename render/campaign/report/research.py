"""Sentences on research and on technology that was given away."""

from typing import Final

from render.campaign.report.names import number, side_name
from render.campaign.report.rows import Rows
from render.words.safe_text import plain
from rules.cluster_war.model.events import research as events
from rules.cluster_war.model.state.view import View

ROWS: Final = Rows()
ROWS.says(
    events.ResearchLapsed, "research", "{name} ({project}): not funded, so {lost} CPs of work in this step were lost."
)
ROWS.says(events.LevelGained, "research", "{technology} reached level {level}.")
ROWS.says(events.MaterialGiven, "research", "{side} lets {taker} have {material} for research.")
ROWS.says(
    events.TransferPaid,
    "research",
    "{cps} CPs paid for {technology}: it does not work yet.",
    works="{cps} CPs paid for {technology}: it works.",
)


@ROWS.tells(events.ResearchRolled, "research")
def _rolled(event: events.ResearchRolled, _: View) -> str:
    step = f"step {event.step} of {event.steps}, {event.cps} CPs, chance {event.chance} %"
    if event.catastrophe:
        return f"{_project(event)}: a catastrophe in the laboratory ({step})."
    if event.finished:
        return f"{_project(event)}: finished! ({step})"
    return f"{_project(event)}: {'success' if event.success else 'no success yet'} ({step})."


@ROWS.tells(events.TechnologyGiven, "research")
def _given(event: events.TechnologyGiven, view: View) -> str:
    what = "research data on" if event.kind == "data" else "the technology"
    given = f"{side_name(view, event.side)} gave {side_name(view, event.taker)} {what} {plain(event.technology)}"
    if event.kind == "data":
        return f"{given}; development is still to be done."
    works = "works" if event.works else "does not work yet"
    return f"{given}{f' and paid the fee of {event.cps} CPs' if event.cps else ''}; it {works}."


@ROWS.tells(events.ProposalWorks, "research")
def _works(event: events.ProposalWorks, _: View) -> str:
    does = f": {plain(event.effect)}" if event.effect else "."
    gives = f" With it you have {plain(', '.join(event.gives))}." if event.gives else ""
    return f"{plain(event.technology)} works{does}{gives}"


def _project(event: events.ResearchRolled) -> str:
    return f"{plain(event.name)} ({number(event.project)})"
