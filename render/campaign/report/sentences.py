"""One short sentence for each event, and the section of the report it belongs to."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from render.campaign.report import (
    battles,
    colonies,
    detection,
    diplomacy,
    economy,
    encounters,
    espionage,
    ground,
    industry,
    logistics,
    minds,
    movement,
    officers,
    psionics,
    raids,
    repair,
    research,
    terrain,
    turn,
)
from render.campaign.report.rows import Row
from rules.cluster_war.events.event import Event
from rules.cluster_war.state.view import View

CHAPTERS: Final = (
    turn,
    economy,
    colonies,
    industry,
    research,
    movement,
    detection,
    logistics,
    diplomacy,
    battles,
    officers,
    ground,
    raids,
    repair,
    terrain,
    psionics,
    espionage,
    minds,
    encounters,
)
ROWS: Final = tuple(row for chapter in CHAPTERS for row in chapter.ROWS)
ROW_OF: Final[Mapping[type[Event], Row[Any]]] = {row.kind: row for row in ROWS}


OVERRULED: Final = " (The game master decided this.)"


def sentence(event: Event, view: View) -> str:
    """An event in one short sentence (several lines only for the game master's own words); markup neutralised."""
    told = ROW_OF[type(event)].sentence(event, view)
    return f"{told}{OVERRULED}" if event.cause.override else told


def told_together(events: Sequence[Event], view: View) -> str:
    """Events of one group (`Row.group`) in one sentence."""
    row = ROW_OF[type(events[0])]
    if row.together is None:
        return " ".join(sentence(event, view) for event in events)
    told = row.together(events, view)
    return f"{told}{OVERRULED}" if any(event.cause.override for event in events) else told
