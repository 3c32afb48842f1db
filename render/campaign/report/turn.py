"""Sentences on orders that failed, on questions, and the game master's word."""

from typing import Final

from render.campaign.report.names import place
from render.campaign.report.rows import Rows
from render.words.safe_text import paragraphs, plain
from rules.cluster_war.model.events import turn as events
from rules.cluster_war.model.state.view import View

ROWS: Final = Rows()


@ROWS.tells(events.OrderFailed, "failed")
def _failed(event: events.OrderFailed, _: View) -> str:
    return plain(event.reason, 400)


@ROWS.tells(events.OrderWaits, "fleets")
def _waits(event: events.OrderWaits, _: View) -> str:
    return plain(event.reason, 400)


@ROWS.tells(events.QuestionRaised, "gm")
def _question(event: events.QuestionRaised, view: View) -> str:
    where = f" ({place(view, event.hex)})" if event.hex else ""
    return f"Put before the game master{where}: {plain(event.text, 600)}"


@ROWS.tells(events.Narrated, "gm")
def _narrated(event: events.Narrated, _: View) -> str:
    return paragraphs(event.text)


@ROWS.tells(events.Amended, "gm")
def _amended(event: events.Amended, _: View) -> str:
    return paragraphs(event.text)
