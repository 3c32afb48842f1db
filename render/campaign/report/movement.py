"""Sentences on fleets: how they were organised, their moves and meetings."""

from typing import Final

from render.campaign.report.names import fleet_name, number, place, place_then, ship_names, side_name
from render.campaign.report.rows import Rows
from render.campaign.weeks import moment
from render.canvas.safe_text import listed, plain
from rules.cluster_war.events.movement import (
    CraftRunDry,
    FleetArrived,
    FleetDeparted,
    FleetLost,
    FleetPassed,
    FleetRenamed,
    FleetsMerged,
    FleetsMet,
    FleetSplit,
    MissionSet,
    ShipsPickedUp,
)
from rules.cluster_war.state.view import View

ROWS: Final = Rows()


@ROWS.tells(FleetSplit, "fleets")
def _split(event: FleetSplit, view: View) -> str:
    new = fleet_name(view, event.new, event.name)
    return f"{new} detached from {fleet_name(view, event.fleet)}: {ship_names(event.ships)}."


@ROWS.tells(FleetsMerged, "fleets")
def _merged(event: FleetsMerged, view: View) -> str:
    into = fleet_name(view, event.into)
    return f"{fleet_name(view, event.fleet)} joined {into} at {place(view, event.hex)}."


@ROWS.tells(FleetRenamed, "fleets")
def _renamed(event: FleetRenamed, _: View) -> str:
    return f"Fleet {number(event.fleet)} is now called {plain(event.name)}."


@ROWS.tells(MissionSet, "fleets")
def _mission(event: MissionSet, view: View) -> str:
    name = fleet_name(view, event.fleet)
    return f"{name} has no mission now." if event.mission == "none" else f"{name}: mission {event.mission}."


@ROWS.tells(FleetDeparted, "fleets")
def _departed(event: FleetDeparted, view: View) -> str:
    way = f"left {place(view, event.origin)} for {place(view, event.to)}"
    return f"{fleet_name(view, event.fleet, event.name)} {way}, due {moment(event.arrives)}."


@ROWS.tells(FleetPassed, "fleets")
def _passed(event: FleetPassed, view: View) -> str:
    name = fleet_name(view, event.fleet, event.name)
    return f"{name} passed {place_then(view, event.hex, event.week)}, on its way to {place(view, event.to)}."


@ROWS.tells(FleetArrived, "fleets")
def _arrived(event: FleetArrived, view: View) -> str:
    name = fleet_name(view, event.fleet, event.name)
    return f"{name} arrived at {place_then(view, event.hex, event.week)}."


@ROWS.tells(FleetLost, "fleets")
def _lost(event: FleetLost, view: View) -> str:
    name = fleet_name(view, event.fleet, event.name)
    at = place_then(view, event.hex, event.week)
    return f"{name} pushed its drive too far at {at}: lost with {ship_names(event.ships)}."


@ROWS.tells(ShipsPickedUp, "fleets")
def _picked_up(event: ShipsPickedUp, view: View) -> str:
    return f"{ship_names(event.ships)} joined {fleet_name(view, event.fleet)} at {place(view, event.hex)}."


@ROWS.tells(FleetsMet, "encounters")
def _met(event: FleetsMet, view: View) -> str:
    own = [fleet_name(view, fleet) for fleet in event.fleets if fleet in view.fleets]
    others = [side_name(view, side) for side in event.sides if side != view.side]
    met = f"{listed(own)} met {listed(others)}" if own else f"{listed(others)} met"
    return f"Encounter at {place_then(view, event.hex, event.week)}: {met}. The game master settles it."


@ROWS.tells(CraftRunDry, "fleets")
def _run_dry(event: CraftRunDry, view: View) -> str:
    who = f"{ship_names(event.ships)} of {fleet_name(view, event.fleet)}"
    return f"{who}: out of supply from {moment(event.week)} on, for want of a tender."
