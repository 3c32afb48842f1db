"""Sentences on rights between empires and on trade."""

from typing import Final

from render.campaign.report.names import side_name
from render.campaign.report.rows import Rows
from render.canvas.safe_text import listed
from rules.cluster_war.events.diplomacy import RightsChanged, TradeAgreed, TradeEnded, TradeOffered
from rules.cluster_war.state.view import View

RIGHTS: Final = {
    "supply": "draw supplies at its colonies",
    "rearm": "take munitions at its colonies",
    "aid": "land CPs at its colonies",
}
ROWS: Final = Rows()


@ROWS.tells(RightsChanged, "money")
def _rights(event: RightsChanged, view: View) -> str:
    verb = "lets" if event.granted else "no longer lets"
    return f"{side_name(view, event.side)} {verb} {side_name(view, event.taker)} {RIGHTS[event.kind]}."


@ROWS.tells(TradeOffered, "money")
def _offered(event: TradeOffered, view: View) -> str:
    return f"{side_name(view, event.side)} offered {side_name(view, event.taker)} {event.level} trade."


@ROWS.tells(TradeAgreed, "money")
def _agreed(event: TradeAgreed, view: View) -> str:
    who = listed([side_name(view, side) for side in event.sides])
    return f"{who} agreed on {event.level} trade; it brings income from next turn."


@ROWS.tells(TradeEnded, "money")
def _ended(event: TradeEnded, view: View) -> str:
    what = "is not interested in trade with" if event.offer else "ended trade with"
    return f"{side_name(view, event.side)} {what} {side_name(view, event.other)}."
