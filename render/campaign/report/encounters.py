"""Sentences on what was met: traps, scenes, missiles out of nowhere, worm holes."""

from typing import Final

from render.campaign.report.names import fleet_name, number, place, place_then, ship_names, side_name
from render.campaign.report.rows import Rows
from render.campaign.weeks import moment
from render.words.safe_text import listed, plain
from rules.cluster_war.chapters.encounters.numbers import choices_of, scene_row
from rules.cluster_war.chapters.encounters.orders.answering import short_scene
from rules.cluster_war.model.events import encounters as events
from rules.cluster_war.model.state.view import View

MOST: Final = 900
ROWS: Final = Rows()
ROWS.says(events.HolePassed, "fleets", "{fleet} went into the worm hole at {hex}, {week}.")


@ROWS.tells(events.TrapSprung, "encounters")
def _sprung(event: events.TrapSprung, view: View) -> str:
    who = listed([number(fleet) for fleet in event.fleets])
    return f"{plain(event.trap)} at {place_then(view, event.hex, event.week)} caught {who}: {plain(event.text, MOST)}"


@ROWS.tells(events.TrapMet, "encounters")
def _trap(event: events.TrapMet, view: View) -> str:
    lost = f" Lost: {ship_names(event.lost)}." if event.lost else ""
    return f"At {place_then(view, event.hex, event.week)}: {plain(event.text, MOST)}{lost}"


@ROWS.tells(events.ContactLost, "losses")
def _missing(event: events.ContactLost, view: View) -> str:
    name = fleet_name(view, event.fleet, event.name)
    return f"Nothing more is heard of {name}, last known at {place_then(view, event.hex, event.week)}: {ship_names(event.ships)}."


@ROWS.tells(events.SceneOpened, "encounters")
def _opened(event: events.SceneOpened, view: View) -> str:
    row, choices = scene_row(view.settings, event.kind), choices_of(view.settings, event.kind)
    ways = listed([f"{c['label']} ({key})" for key, c in choices.items()])
    usual = choices[event.usual]["label"]
    name = short_scene(event.scene)
    who = f"{side_name(view, event.side)}, " if view.is_gm else ""
    return (
        f"{who}{name}, {row['title']}, at {place_then(view, event.hex, event.week)}: {row['look']} "
        f"What now? {ways}. Unless you answer (/encounter answer {name}): {usual}."
    )


@ROWS.tells(events.SceneEnded, "encounters")
def _ended(event: events.SceneEnded, view: View) -> str:
    row = scene_row(view.settings, event.kind)
    what = f" {plain(event.choice)}." if event.choice else ""
    lost = f" Lost: {ship_names(event.lost)}." if event.lost else ""
    return f"{row['title']} at {place(view, event.hex)}:{what} {plain(event.text, MOST)}{lost}"


@ROWS.tells(events.MissilesStruck, "losses")
def _struck(event: events.MissilesStruck, view: View) -> str:
    where = place_then(view, event.hex, event.week)
    return f"Missiles came out of nowhere at {where}: {plain(event.target)} {plain(event.text)}."


@ROWS.tells(events.FleetHeld, "fleets")
def _held(event: events.FleetHeld, view: View) -> str:
    name, where = fleet_name(view, event.fleet, event.name), place(view, event.hex)
    match event.why:
        case "siphon":
            return f"{name} cannot act at {where} before {moment(event.until)}: nothing works aboard."
        case "field":
            until = moment(event.until)
            return (
                f"No FTL drive works at {where}: {name} makes for the field's edge under ordinary drive, until {until}."
            )
        case _:
            return f"{name} does not answer at {where}: it is frozen in time."
