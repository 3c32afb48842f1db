"""What every event is."""

from rules.cluster_war.state.names import SeenBy, SideId
from rules.events import EVERYONE, Cause


class Event:
    """What happened, in the past tense; each kind is a frozen class of its own, in its chapter.

    It ends with its `cause` and with who may see it: reports are built from these.
    """

    __slots__ = ()

    cause: Cause
    seen_by: SeenBy


def may_see(event: Event, side: SideId) -> bool:
    """Whether a side may see an event. The GM's reader does not ask."""
    return side in event.seen_by or EVERYONE in event.seen_by
