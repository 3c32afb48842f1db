"""Sentences on psychics."""

from typing import Final

from render.campaign.report.names import fleet_name, place, ship_names
from render.campaign.report.rows import Rows
from render.campaign.weeks import moment
from render.words.safe_text import plain
from rules.cluster_war.model.events import psionics as events
from rules.cluster_war.model.state.view import View

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


@ROWS.tells(events.PsychicsPrepared, "fleets")
def _prepared(event: events.PsychicsPrepared, view: View) -> str:
    name = fleet_name(view, event.fleet, event.name)
    return f"The psychics aboard {ship_names(event.ships)} of {name} pass through hyperspace {event.how} from now on."


@ROWS.tells(events.TelepathsSent, "fleets")
def _telepaths(event: events.TelepathsSent, _: View) -> str:
    name = plain(event.name)
    told = {
        "security": f"A team of telepaths looks after the security of {name}.",
        "contact": f"A team of telepaths is aboard {name}, for first contacts.",
        "lost": f"The team of telepaths aboard {name} was lost with it.",
    }
    return told.get(event.task, f"The team of telepaths at {name} is home again.")
