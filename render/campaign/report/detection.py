"""Sentences on what was seen or found."""

from typing import Final

from render.campaign.report.names import fleet_name, orbit_name, place, place_then, side_name
from render.campaign.report.rows import Rows
from render.campaign.weeks import moment
from render.canvas.safe_text import count
from rules.cluster_war.events.detection import (
    BaseSighted,
    ColonySighted,
    FleetSighted,
    RiftDetected,
    SurveyAborted,
    SurveyProgressed,
    SystemLearned,
)
from rules.cluster_war.state.view import View

ROWS: Final = Rows()


@ROWS.tells(FleetSighted, "encounters")
def _fleet(event: FleetSighted, view: View) -> str:
    ships = f"{count(event.ships, 'ship')}, {count(event.hull, 'hull space')}"
    return f"A fleet of {side_name(view, event.owner)} sighted at {place_then(view, event.hex, event.week)}: {ships}."


@ROWS.tells(ColonySighted, "encounters")
def _colony(event: ColonySighted, view: View) -> str:
    seen = f"at {place(view, event.hex)}, orbit {event.orbit}, {moment(event.week)}"
    return f"A colony of {side_name(view, event.owner)} sighted {seen}."


@ROWS.tells(BaseSighted, "encounters")
def _base(event: BaseSighted, view: View) -> str:
    what = f"{count(event.bases, 'base')} of {side_name(view, event.owner)}"
    seen = f"{orbit_name(view, event.hex, event.orbit)}, {moment(event.week)}"
    return f"{what} sighted {seen}: {count(event.hull, 'hull space')}."


@ROWS.tells(RiftDetected, "encounters")
def _rift(event: RiftDetected, view: View) -> str:
    opened = f"A jump rift opened at {place_then(view, event.hex, event.week)}"
    if event.exit:
        return f"{opened}: foreign ships will come out there, {moment(event.due)}."
    return f"{opened}: foreign ships have left through it."


@ROWS.tells(SystemLearned, "discoveries")
def _system(event: SystemLearned, view: View) -> str:
    if event.level == "map":
        return f"{place(view, event.hex)} is on the map now."
    found = count(event.bodies, "world") if event.bodies else "no worlds"
    best = f", the best can hold {event.best_cp} CPs" if event.level == "surveyed" and event.bodies else ""
    return f"{place(view, event.hex)} {event.level}, {moment(event.week)}: {found}{best}."


@ROWS.tells(SurveyProgressed, "discoveries")
def _survey(event: SurveyProgressed, view: View) -> str:
    left = f"{count(event.left, 'week')} of work left"
    return f"{fleet_name(view, event.fleet)} goes on surveying {place(view, event.hex)}: {left}."


@ROWS.tells(SurveyAborted, "discoveries")
def _survey_aborted(event: SurveyAborted, view: View) -> str:
    return f"{fleet_name(view, event.fleet)} broke off the survey of {place(view, event.hex)}; the work is lost."
