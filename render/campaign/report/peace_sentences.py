"""Sentences on peace, truces, threats, and trade that a blow ended."""

from collections.abc import Mapping
from typing import Final

from render.campaign import names
from render.campaign.report.rows import EventRows
from render.words.safe_text import count
from rules.cluster_war.model.events import diplomacy
from rules.cluster_war.model.state.dealings import DeedKind
from rules.cluster_war.model.state.view import View

ROWS: Final = EventRows()
BLOW_WORDS: Final[Mapping[DeedKind, str]] = {
    "attack": "opened fire on its partner's ships",
    "raid": "raided its partner's freighters",
    "fire": "fired on its partner's world",
    "landing": "landed troops on its partner's world",
    "conquest": "took its partner's world",
    "blockade": "blockaded its partner's world",
}
ROWS.says(diplomacy.Threatened, "diplomacy", "{side} threatened {taker} with war.")


def length_words(turns: int) -> str:
    """So many turns of peace; 0 is for good."""
    return f"a truce of {count(turns, 'turn')}" if turns else "peace"


@ROWS.tells(diplomacy.PeaceOffered, "diplomacy")
def _peace_offered(event: diplomacy.PeaceOffered, view: View) -> str:
    giver, taker = names.side_name(view, event.side), names.side_name(view, event.taker)
    return f"{giver} offered {taker} {length_words(event.turns)}."


@ROWS.tells(diplomacy.PeaceAgreed, "diplomacy")
def _peace_agreed(event: diplomacy.PeaceAgreed, view: View) -> str:
    one, other = (names.side_name(view, side) for side in event.sides)
    if event.until:
        return f"{one} and {other} have a truce from next turn, until turn {event.until} begins."
    return f"{one} and {other} have peace from next turn."


@ROWS.tells(diplomacy.PeaceEnded, "diplomacy")
def _peace_ended(event: diplomacy.PeaceEnded, view: View) -> str:
    one, other = names.side_name(view, event.side), names.side_name(view, event.other)
    if event.offer:
        return f"{one} wants no peace with {other}."
    return f"{one} ended the peace with {other}: from next turn they may fight."


@ROWS.tells(diplomacy.TruceOver, "diplomacy")
def _truce_over(event: diplomacy.TruceOver, view: View) -> str:
    one, other = (names.side_name(view, side) for side in event.sides)
    return f"The truce of {one} and {other} is over: from next turn they may fight."


@ROWS.tells(diplomacy.TradeBroken, "diplomacy")
def _trade_broken(event: diplomacy.TradeBroken, view: View) -> str:
    one, other = names.side_name(view, event.side), names.side_name(view, event.other)
    where = f" at {names.place(view, event.hex)}" if event.hex else ""
    blow = BLOW_WORDS.get(event.deed, "struck its partner")
    return f"{event.level.capitalize()} trade of {one} and {other} is over: {one} {blow}{where}."
