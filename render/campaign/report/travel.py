"""Sentences on fleets under way by other drives than the second stage drive."""

from typing import assert_never

from render.campaign.report.names import fleet_name, place, ship_names
from render.campaign.weeks import moment
from rules.cluster_war.events.all import TravelEvent
from rules.cluster_war.events.detection import RiftDetected
from rules.cluster_war.events.movement import CraftRunDry, FleetLost, FleetPassed
from rules.cluster_war.state.view import View


def travel_sentence(event: TravelEvent, view: View) -> str:
    """What happened under way, in one sentence."""
    match event:
        case FleetPassed():
            name = fleet_name(view, event.fleet, event.name)
            return (
                f"{name} passed {place(view, event.hex)}, {moment(event.week)}, on its way to {place(view, event.to)}."
            )
        case RiftDetected():
            at = f"at {place(view, event.hex)}, {moment(event.week)}"
            if event.exit:
                return f"A jump rift opened {at}: foreign ships will come out there, {moment(event.due)}."
            return f"A jump rift opened {at}: foreign ships have left through it."
        case FleetLost():
            name = fleet_name(view, event.fleet, event.name)
            lost = f"lost with {ship_names(event.ships)}"
            return f"{name} pushed its drive too far at {place(view, event.hex)}, {moment(event.week)}: {lost}."
        case CraftRunDry():
            name = fleet_name(view, event.fleet)
            return f"{ship_names(event.ships)} of {name}: out of supply from {moment(event.week)} on, for want of a tender."
        case _:
            assert_never(event)
