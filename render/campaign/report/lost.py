"""Fleets that a turn's end finds no more: by their names as they were, with all that came before in front of their loss."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from rules.cluster_war.chapters.logistics.stress_effects import LEAVING
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.logistics import StressSettled
from rules.cluster_war.model.events.movement import (
    FleetArrived,
    FleetDeparted,
    FleetLost,
    FleetPassed,
    FleetRenamed,
    FleetSplit,
)
from rules.cluster_war.model.state.names import FleetId
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.state.view import View
from rules.values import changed

Loss: TypeAlias = FleetLost | StressSettled
UNKNOWN: Final[Mapping[FleetId, str]] = {}


def losses(view: View, events: Sequence[Event]) -> Mapping[FleetId, Loss]:
    """The viewer's fleets that were lost in a turn by their drives or their crews, and are not in the view after it."""
    return {
        event.fleet: event
        for event in events
        if (isinstance(event, FleetLost) or (isinstance(event, StressSettled) and event.effect in LEAVING))
        and event.fleet
        and (view.is_gm or event.side == view.side)
        and event.fleet not in view.fleets
    }


def with_lost(view: View, lost: Mapping[FleetId, Loss], events: Sequence[Event], before: Mapping[FleetId, str]) -> View:
    """The view in which fleets that were lost can still be named: by what the turn's events call them, or else by their names
    `before` it."""
    if not lost:
        return view
    names = {**before, **_named(events)}
    gone = {key: Fleet(key, event.side, names[key], event.hex, ()) for key, event in lost.items() if names.get(key)}
    return changed(view, fleets={**view.fleets, **gone})


def _named(events: Sequence[Event]) -> dict[FleetId, str]:
    """What the events of a turn call fleets, the last name of each."""
    found: dict[FleetId, str] = {}
    for event in events:
        if isinstance(event, FleetSplit):
            found[event.new] = event.name
        elif isinstance(event, FleetArrived | FleetDeparted | FleetLost | FleetPassed | FleetRenamed) and event.name:
            found[event.fleet] = event.name
    return found
