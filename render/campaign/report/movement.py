"""Sentences on fleets: how they were organised, their moves and meetings."""

from typing import Final

from render.campaign.report.names import fleet_name, number, place_then, ship_names, side_name
from render.campaign.report.rows import Rows
from render.words.safe_text import listed, plain
from rules.cluster_war.chapters.movement.meetings import DISTANCE
from rules.cluster_war.model.events import movement as events
from rules.cluster_war.model.state.by_the_book import by_the_book
from rules.cluster_war.model.state.view import View

ROWS: Final = Rows()
ROWS.says(events.FleetsMerged, "fleets", "{fleet} joined {into} at {hex}.")
ROWS.says(events.FleetDeparted, "fleets", "{fleet} left {origin} for {to}, due {arrives}.")
ROWS.says(events.FleetPassed, "fleets", "{fleet} passed {hex}, {week}, on its way to {to}.")
ROWS.says(events.FleetArrived, "fleets", "{fleet} arrived at {hex}, {week}.")
ROWS.says(events.FleetLost, "losses", "{fleet} pushed its drive too far at {hex}, {week}: lost with {ships}.")
ROWS.says(events.ShipsPickedUp, "fleets", "{ships} joined {fleet} at {hex}.")
ROWS.says(events.CraftRunDry, "fleets", "{ships} of {fleet}: out of supply from {week} on, for want of a tender.")


@ROWS.tells(events.FleetSplit, "fleets")
def _split(event: events.FleetSplit, view: View) -> str:
    new = fleet_name(view, event.new, event.name)
    return f"{new} detached from {fleet_name(view, event.fleet)}: {ship_names(event.ships)}."


@ROWS.tells(events.FleetRenamed, "fleets")
def _renamed(event: events.FleetRenamed, _: View) -> str:
    return f"Fleet {number(event.fleet)} is now called {plain(event.name)}."


@ROWS.tells(events.MissionSet, "fleets")
def _mission(event: events.MissionSet, view: View) -> str:
    name = fleet_name(view, event.fleet)
    return f"{name} has no mission now." if event.mission == "none" else f"{name}: mission {event.mission}."


@ROWS.tells(events.FleetsMet, "encounters")
def _met(event: events.FleetsMet, view: View) -> str:
    own = [fleet_name(view, fleet) for fleet in event.fleets if fleet in view.fleets]
    others = [side_name(view, side) for side in event.sides if side != view.side]
    met = f"{listed(own)} met {listed(others)}" if own else f"{listed(others)} met"
    end = DISTANCE if by_the_book(view.settings, "encounter") else "The game master settles it."
    told = f"Encounter at {place_then(view, event.hex, event.week)}: {met}."
    return f"{told} {end}" if view.settings.battles == "ask" else told
