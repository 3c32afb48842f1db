"""Sentences on orders that failed, on questions, and the game master's word."""

from typing import Final

from render.campaign.report.names import place
from render.campaign.report.rows import Rows
from render.canvas.safe_text import paragraphs, plain
from rules.cluster_war.events.turn import Amended, Narrated, OrderFailed, QuestionRaised
from rules.cluster_war.state.view import View

ROWS: Final = Rows()


@ROWS.tells(OrderFailed, "failed")
def _failed(event: OrderFailed, _: View) -> str:
    return plain(event.reason, 400)


@ROWS.tells(QuestionRaised, "gm")
def _question(event: QuestionRaised, view: View) -> str:
    where = f" ({place(view, event.hex)})" if event.hex else ""
    return f"Put before the game master{where}: {plain(event.text, 600)}"


@ROWS.tells(Narrated, "gm")
def _narrated(event: Narrated, _: View) -> str:
    return paragraphs(event.text)


@ROWS.tells(Amended, "gm")
def _amended(event: Amended, _: View) -> str:
    return paragraphs(event.text)
