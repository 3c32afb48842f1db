"""Sentences on psychics."""

from typing import Final

from render.campaign.report.names import fleet_name, place, ship_names
from render.campaign.report.rows import Rows
from render.campaign.weeks import moment
from render.canvas.safe_text import plain
from rules.cluster_war.events import psionics as events
from rules.cluster_war.state.view import View

ROWS: Final = Rows()


@ROWS.tells(events.Foreseen, "gm")
def _foreseen(event: events.Foreseen, _: View) -> str:
    return f"Your precognitives have glimpsed what may come: {plain(event.text)}"


@ROWS.tells(events.PsychicsRecover, "fleets")
def _recover(event: events.PsychicsRecover, view: View) -> str:
    return (
        f"The psychics aboard {ship_names(event.ships)} of {fleet_name(view, event.fleet, event.name)} came through "
        f"hyperspace {event.how} and recover until {moment(event.until)}; until then their abilities do not count."
    )


@ROWS.tells(events.PsychicsInsane, "losses")
def _insane(event: events.PsychicsInsane, view: View) -> str:
    return (
        f"The psychics aboard {ship_names(event.ships)} of {fleet_name(view, event.fleet, event.name)} came through "
        f"hyperspace awake and are out of their mind at {place(view, event.hex)}; the game master says what follows."
    )
