"""A fleet that a side has no more: when and where it was seen last, by the side's own views and reports."""

import re

from rules.cluster_war.model.events.movement import FleetsMerged
from rules.cluster_war.model.state.names import FleetId, SideId, short_id
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.state.view import View
from rules.values import Value
from umpire.campaign.open_turn import present
from umpire.campaign.views.history import saved_turns, sight_of
from umpire.campaign.views.reports import Report, report
from umpire.games.games import require_game
from umpire.games.seat import Seat
from umpire.services.services import Services

MOST_TURNS = 24
MOST_LINES = 4


class Gone(Value):
    """A fleet as it was when the turn in which it ended began (`view` is of then), what that turn's report says of it, and the
    name of the fleet that it joined, "" for none."""

    fleet: Fleet
    turn: int
    view: View
    lines: tuple[str, ...]
    joined: str = ""


async def former_fleet(services: Services, seat: Seat, now: View, text: str) -> FleetId | Gone | None:
    """What became of a fleet that `text` meant in one of the side's last 24 turns: the fleet, if the side still has it and it
    has another name now. None if there never was one. The turns are read in a worker, so this may take seconds."""
    found = await _looked_back(services, seat, text) if seat.side else None
    if found is None:
        return None
    saw, fleet = found
    if fleet.id in now.fleets:
        return fleet.id
    return _gone(fleet, saw.turn, saw, await report(services, seat, saw.turn))


async def _looked_back(services: Services, seat: Seat, text: str) -> tuple[View, Fleet] | None:
    async with services.storage.reading() as tx:
        row = await require_game(tx, seat.game_id)
        now = await present(tx, row)
        saved = await saved_turns(tx, row.id, now, now.turn - MOST_TURNS)
    before = tuple(one.packed for one in saved if one.turn < now.turn)
    return await services.workers.run(last_seen, before, seat.side, text, urgent=True) if before else None


def last_seen(packed: tuple[bytes, ...], side: SideId, text: str) -> tuple[View, Fleet] | None:
    """The latest of these states, oldest first, in which a side had a fleet of this id, name or number, as the side saw it; runs
    in a worker."""
    wanted = " ".join(text.split()).casefold()
    for one in reversed(packed):
        view = sight_of(one, side)
        for fleet in view.fleets.values():
            names = (fleet.id, fleet.name, short_id(fleet.id), fleet.id.rpartition("-")[2])
            if fleet.side == side and wanted in {name.casefold() for name in names}:
                return view, fleet
    return None


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
