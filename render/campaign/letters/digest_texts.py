"""What waits for somebody in a campaign, as parts of the line on it in their news and digests."""

from collections.abc import Mapping, Sequence
from typing import Final

from render.campaign.names import side_name
from render.words.safe_text import count, plain
from rules.cluster_war.chapters.diplomacy.contact import in_contact
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.view import View

MOST_NAMED: Final = 4
SHEETS: Final[Mapping[str, str]] = {
    "none": "you have ordered nothing yet for turn {turn}",
    "partial": "something is missing on your sheet for turn {turn}",
    "complete": "your sheet for turn {turn} is complete, and not declared ready",
}
MET: Final = " (send ambassadors first)"
UNMET: Final = " (not in regular contact yet)"
"""Why an offer cannot be accepted yet."""
CHANGED: Final = "Something was changed by a ruling."


def format_sheet_waits(state: str, turn: int) -> str:
    """What is still to be done at a side's sheet, "" for nothing."""
    return SHEETS.get(state, "").format(turn=turn)


def format_in_battle(thread: int) -> str:
    """Forces of the side are in a battle that is fought in this thread."""
    return f"your forces are in battle: <#{thread}>"


def format_offer(view: View, giver: SideId) -> str:
    """An offer of trade to the view's side; out of regular contact it cannot be accepted yet (CW-13.0-06)."""
    near = in_contact(view, view.side, giver)
    return f"{side_name(view, giver)} offers trade{'' if near else MET if giver in view.met else UNMET}"


def format_month_waits(battles: int) -> str:
    """To the game master: the month waits for so many battles."""
    return f"the month waits for {count(battles, 'battle')}"


def format_draft_waits(turn: int) -> str:
    """To the game master: a draft waits to be published."""
    return f"the draft of turn {turn}"


def format_not_ready(sides: Sequence[str]) -> str:
    """To the game master: these sides are not ready."""
    shown = ", ".join(plain(side) for side in sides[:MOST_NAMED])
    return f"not ready: {shown}" + (f" and {len(sides) - MOST_NAMED} more" if len(sides) > MOST_NAMED else "")
