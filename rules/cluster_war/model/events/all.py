"""Every kind of event, collected from the chapters."""

from typing import Final

from rules.cluster_war.model.events import (
    battles,
    colonies,
    detection,
    diplomacy,
    encounters,
    ground,
    industry,
    logistics,
    movement,
    officers,
    psionics,
    raids,
    research,
    terrain,
    turn,
)
from rules.cluster_war.model.events.event import Event

CHAPTERS: Final = (
    turn,
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
    terrain,
    psionics,
    encounters,
)

EVENT_TYPES: Final[tuple[type[Event], ...]] = tuple(
    kind
    for chapter in CHAPTERS
    for kind in vars(chapter).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == chapter.__name__
)
"""Every kind, in the order of the chapters and of each chapter's file. Saved events name their class, so that the order
means nothing to them."""
