"""Sentences on what was seen or found."""

from typing import Final

from render.campaign.report.names import base_name, fleet_name, place, place_then, ship_names, side_name
from render.campaign.report.rows import Rows
from render.campaign.weeks import moment
from render.words.safe_text import count
from rules.cluster_war.model.events import detection as events
from rules.cluster_war.model.state.view import View

RUNS: Final = {"": "runs silent", "sensors": "runs active sensors", "ecm": "runs ECM"}
ROWS: Final = Rows()
ROWS.says(
    events.FleetSighted, "encounters", "A fleet of {owner} sighted at {hex}, {week}: {ships:ship}, {hull:hull space}."
)
ROWS.says(events.ColonySighted, "encounters", "A colony of {owner} sighted at {hex}, orbit {orbit}, {week}.")
ROWS.says(events.BaseSighted, "encounters", "{bases:base} of {owner} sighted {where}, {week}: {hull:hull space}.")
ROWS.says(events.SurveyProgressed, "discoveries", "{fleet} goes on surveying {hex}: {left:week} of work left.")
ROWS.says(events.SurveyAborted, "discoveries", "{fleet} broke off the survey of {hex}; the work is lost.")
ROWS.says(
    events.RiftDetected,
    "encounters",
    "A jump rift opened at {hex}, {week}: foreign ships have left through it.",
    exit="A jump rift opened at {hex}, {week}: foreign ships will come out there, {due}.",
)
ROWS.says(events.NewsCame, "encounters", "News of {sent} from {hex} comes home, {week}.")


@ROWS.tells(events.StarChanged, "discoveries")
def _star(event: events.StarChanged, view: View) -> str:
    now = ", ".join(event.codes) or "nothing"
    return f"The light from {place(view, event.hex)} was old: there is {now} now, {moment(event.week)}."


@ROWS.tells(events.EmissionsSet, "fleets")
def _emissions(event: events.EmissionsSet, view: View) -> str:
    if event.lost:
        return (
            f"{fleet_name(view, event.fleet)} runs silent from now on: nothing that it could emit with works any more."
        )
    return f"{fleet_name(view, event.fleet)} {RUNS[event.emissions]} from now on."


@ROWS.tells(events.BaseEmissionsSet, "fleets")
def _base_emissions(event: events.BaseEmissionsSet, view: View) -> str:
    who = base_name(view, event.base)
    if event.lost:
        return f"{who} runs silent from now on: nothing that it could emit with works any more."
    return f"{who} {RUNS[event.emissions]} from now on."


@ROWS.tells(events.ShipsVanished, "losses")
def _vanished(event: events.ShipsVanished, view: View) -> str:
    who = fleet_name(view, event.fleet, event.name)
    last = place_then(view, event.hex, event.week)
    return f"Nothing more is heard of {who}: {ship_names(event.ships)}. It was last heard of at {last}."


@ROWS.tells(events.CloakTried, "encounters")
def _cloak(event: events.CloakTried, view: View) -> str:
    whole = event.seen + event.hidden
    told = "none" if not event.seen else "all" if not event.hidden else f"{event.seen} of {whole} ships"
    who = f"{side_name(view, event.observer)} has {event.fleet}, which is cloaked, within view at {event.hex}"
    return f"{who}, {moment(event.week)}, and sees {told} of it."


@ROWS.tells(events.SystemLearned, "discoveries")
def _system(event: events.SystemLearned, view: View) -> str:
    if event.level == "map":
        return f"{place(view, event.hex)} is on the map now."
    found = count(event.bodies, "world") if event.bodies else "no worlds"
    best = f", the best can hold {event.best_cp} CPs" if event.level == "surveyed" and event.bodies else ""
    return f"{place(view, event.hex)} {event.level}, {moment(event.week)}: {found}{best}."
