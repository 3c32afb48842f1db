"""Sentences on research and on technology that was given away."""

from typing import Final

from render.campaign.report.names import number, side_name
from render.campaign.report.rows import Rows
from render.canvas.safe_text import plain
from rules.cluster_war.events.research import (
    LevelGained,
    MaterialGiven,
    ResearchLapsed,
    ResearchRolled,
    TechnologyGiven,
    TransferPaid,
)
from rules.cluster_war.state.view import View

ROWS: Final = Rows()


@ROWS.tells(ResearchRolled, "research")
def _rolled(event: ResearchRolled, _: View) -> str:
    step = f"step {event.step} of {event.steps}, {event.cps} CPs, chance {event.chance} %"
    if event.catastrophe:
        return f"{_project(event)}: a catastrophe in the laboratory ({step})."
    if event.finished:
        return f"{_project(event)}: finished! ({step})"
    return f"{_project(event)}: {'success' if event.success else 'no success yet'} ({step})."


@ROWS.tells(ResearchLapsed, "research")
def _lapsed(event: ResearchLapsed, _: View) -> str:
    return f"{_project(event)}: not funded, so {event.lost} CPs of work in this step were lost."


@ROWS.tells(LevelGained, "research")
def _level(event: LevelGained, _: View) -> str:
    return f"{plain(event.technology)} reached level {event.level}."


@ROWS.tells(TechnologyGiven, "research")
def _given(event: TechnologyGiven, view: View) -> str:
    what = "research data on" if event.kind == "data" else "the technology"
    given = f"{side_name(view, event.side)} gave {side_name(view, event.taker)} {what} {plain(event.technology)}"
    if event.kind == "data":
        return f"{given}; development is still to be done."
    return f"{given}{f' and paid the fee of {event.cps} CPs' if event.cps else ''}; it {_works(event)}."


@ROWS.tells(TransferPaid, "research")
def _paid(event: TransferPaid, _: View) -> str:
    return f"{event.cps} CPs paid for {plain(event.technology)}: it {_works(event)}."


@ROWS.tells(MaterialGiven, "research")
def _material(event: MaterialGiven, view: View) -> str:
    taker = side_name(view, event.taker)
    return f"{side_name(view, event.side)} lets {taker} have {plain(event.material)} for research."


def _project(event: ResearchRolled | ResearchLapsed) -> str:
    return f"{plain(event.name)} ({number(event.project)})"


def _works(event: TechnologyGiven | TransferPaid) -> str:
    return "works" if event.works else "does not work yet"
