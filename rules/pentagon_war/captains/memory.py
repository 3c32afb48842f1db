"""What a side remembers of the turn so far, for conditions like "when I was hit": counted from events it may see."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from rules.events import EVERYONE
from rules.pentagon_war.events import BoxHit, Event, Launched
from rules.pentagon_war.units import SideId, UnitId


@dataclass(slots=True)
class Memory:
    """Of one side, over one turn: internal hits by craft, enemy launches seen, and which stops have been made."""

    side: SideId
    own: frozenset[UnitId]
    hits: dict[UnitId, int] = field(default_factory=dict)
    launches: int = 0
    stopped: set[tuple[UnitId, int]] = field(default_factory=set)

    def learn(self, events: Iterable[Event]) -> None:
        """Take in what happened, as far as the side may see it."""
        for event in events:
            if EVERYONE not in event.seen_by and self.side not in event.seen_by:
                continue
            if isinstance(event, BoxHit) and event.craft in self.own:
                self.hits[event.craft] = self.hits.get(event.craft, 0) + 1
            elif isinstance(event, Launched) and event.kind != "drone" and event.by not in self.own:
                self.launches += 1
