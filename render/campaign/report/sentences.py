"""One short sentence for each event, and the section of the report it belongs to."""

from collections.abc import Mapping
from typing import Any, Final

from render.campaign.report import (
    colonies,
    detection,
    diplomacy,
    economy,
    industry,
    logistics,
    movement,
    research,
    turn,
)
from render.campaign.report.rows import Row
from rules.cluster_war.events.event import Event
from rules.cluster_war.state.view import View

CHAPTERS: Final = (turn, economy, colonies, industry, research, movement, detection, logistics, diplomacy)
ROWS: Final = tuple(row for chapter in CHAPTERS for row in chapter.ROWS)
ROW_OF: Final[Mapping[type[Event], Row[Any]]] = {row.kind: row for row in ROWS}


def sentence(event: Event, view: View) -> str:
    """An event in one short sentence (several lines only for the game master's own words); markup neutralised."""
    told = ROW_OF[type(event)].sentence(event, view)
    return f"{told} (The game master decided this.)" if event.cause.override else told
