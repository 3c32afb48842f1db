"""What every event is."""

from dataclasses import dataclass

from rules.cluster_war.state.names import SeenBy, SideId
from rules.events import EVERYONE, Cause


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What happened, in the past tense, why, and who may see it; each kind is a class of its own, in its chapter.

    Reports are built from these.
    """

    cause: Cause
    seen_by: SeenBy


def may_see(event: Event, side: SideId) -> bool:
    """Whether a side may see an event. The GM's reader does not ask."""
    return side in event.seen_by or EVERYONE in event.seen_by
