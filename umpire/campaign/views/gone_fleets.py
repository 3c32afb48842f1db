"""A fleet that a side has no more: when and where it was seen last, by the side's own views and reports."""

import asyncio
import re
from collections.abc import Iterator
from dataclasses import dataclass

from rules.cluster_war.events.movement import FleetsMerged
from rules.cluster_war.orders.names import Names
from rules.cluster_war.state.names import FleetId, short_id
from rules.cluster_war.state.units import Fleet
from rules.cluster_war.state.view import View
from rules.errors import GameError
from umpire.campaign.views import reports, side_views
from umpire.campaign.views.reports import Report
from umpire.games.seat import Seat
from umpire.services.services import Services

MOST_TURNS = 24
MOST_LINES = 4


@dataclass(frozen=True, slots=True)
class Gone:
    """A fleet as it was when the turn in which it ended began (`view` is of then), what that turn's report says of it, and the
    name of the fleet that it joined, "" for none."""

    fleet: Fleet
    turn: int
    view: View
    lines: tuple[str, ...]
    joined: str = ""


async def fleet_or_gone(services: Services, seat: Seat, names: Names, text: str) -> FleetId | Gone:
    """The fleet of a side's that is meant, under a former name too, or else one that it had in its last 24 turns. GameError as of
    `Names.fleet` if there was none either."""
    try:
        return names.fleet(text)
    except GameError:
        for turn in range(names.view.turn - 1, max(0, names.view.turn - 1 - MOST_TURNS), -1):
            await asyncio.sleep(0)  # a past turn is decoded whole: others have their turn between two
            saw = await side_views.view(services, seat, turn)
            for fleet in _meant(saw, seat.side, text):
                if fleet.id in names.view.fleets:
                    return fleet.id
                return _gone(fleet, turn, saw, await reports.report(services, seat, turn))
        raise


def _meant(view: View, side: str, text: str) -> Iterator[Fleet]:
    """The side's fleets of this id, name, or number."""
    wanted = " ".join(text.split()).casefold()
    for fleet in view.fleets.values():
        if fleet.side == side and wanted in {
            fleet.id.casefold(),
            fleet.name.casefold(),
            short_id(fleet.id).casefold(),
            fleet.id.rpartition("-")[2].casefold(),
        }:
            yield fleet


def _gone(fleet: Fleet, turn: int, view: View, told: Report) -> Gone:
    marks = [re.escape(mark) for mark in (fleet.name, *map(short_id, fleet.ships))]
    named = re.compile(rf"(?<!\w)({'|'.join(marks)})(?!\w)", re.IGNORECASE)
    lines = [
        line.text
        for line in told.lines
        if any(getattr(told.events[index], "fleet", "") == fleet.id for index in line.events) or named.search(line.text)
    ]
    joined = [
        other.name
        for event in told.events
        if isinstance(event, FleetsMerged)
        and event.fleet == fleet.id
        and (other := told.view.fleets.get(event.into) or view.fleets.get(event.into)) is not None
    ]
    return Gone(fleet, turn, view, tuple(lines[-MOST_LINES:]), joined[-1] if joined else "")
