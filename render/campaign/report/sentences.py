"""One short sentence for each event, and the section of the report it belongs to."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from render.campaign.report import battle_sentences, empire_sentences, encounter_sentences, fleet_sentences
from render.campaign.report.rows import Row
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.gm.by_default import SAYS, VOTED

ROWS: Final = (
    *empire_sentences.ROWS,
    *fleet_sentences.ROWS,
    *encounter_sentences.ROWS,
    *battle_sentences.ROWS,
)
ROW_OF: Final[Mapping[type[Event], Row[Any]]] = {row.kind: row for row in ROWS}


DECIDED: Final[Mapping[str, str]] = {SAYS: " (The book decided this.)", VOTED: " (The council decided this.)"}
"""Who decided, by the reason that stands on record; for every other reason the game master did."""
OWN_WORDS: Final = (f"{SAYS}, ", "The council's word, ")
OVERRULED: Final = " (The game master decided this.)"


def sentence(event: Event, view: View) -> str:
    """An event in one short sentence (several lines only for the game master's own words); markup neutralised."""
    told = ROW_OF[type(event)].sentence(event, view)
    return told + _by_whom(event, told)


def _by_whom(event: Event, told: str = "") -> str:
    """Who decided what is told; "" for what the rules did, and where the words say so themselves."""
    reason = event.cause.override
    if not reason or (reason in DECIDED and told.startswith(OWN_WORDS)):
        return ""
    return DECIDED.get(reason, OVERRULED)


def told_together(events: Sequence[Event], view: View) -> str:
    """Events of one group (`Row.group`) in one sentence."""
    row = ROW_OF[type(events[0])]
    if row.together is None:
        return " ".join(sentence(event, view) for event in events)
    told = row.together(events, view)
    return told + next((word for event in events if (word := _by_whom(event))), "")
