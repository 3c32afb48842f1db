"""Sentences on rights between empires and on trade."""

from typing import Final

from render.campaign.report.names import side_name
from render.campaign.report.rows import Rows
from rules.cluster_war.model.events import diplomacy as events
from rules.cluster_war.model.state.view import View

RIGHTS: Final = {
    "supply": "draw supplies at its colonies",
    "rearm": "take munitions at its colonies",
    "aid": "land CPs at its colonies",
}
ROWS: Final = Rows()
ROWS.says(events.TradeOffered, "diplomacy", "{side} offered {taker} {level} trade.")
ROWS.says(events.TradeAgreed, "diplomacy", "{sides} agreed on {level} trade; it brings income from next turn.")
ROWS.says(
    events.TradeEnded,
    "diplomacy",
    "{side} ended trade with {other}.",
    offer="{side} is not interested in trade with {other}.",
)


@ROWS.tells(events.RightsChanged, "diplomacy")
def _rights(event: events.RightsChanged, view: View) -> str:
    verb = "lets" if event.granted else "no longer lets"
    return f"{side_name(view, event.side)} {verb} {side_name(view, event.taker)} {RIGHTS[event.kind]}."


@ROWS.tells(events.AmbassadorsSent, "diplomacy")
def _ambassadors(event: events.AmbassadorsSent, view: View) -> str:
    giver, taker = side_name(view, event.side), side_name(view, event.taker)
    if event.recalled:
        return f"{giver} recalled its ambassadors from {taker}."
    if event.exchanged:
        return f"{giver} and {taker} have exchanged ambassadors."
    return f"{giver} sent ambassadors to {taker}; embassies are exchanged when theirs come."
