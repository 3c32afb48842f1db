"""What every event is."""

from rules.cluster_war.model.state.common import BuildId, ColonyId, DesignId, FleetId, SeenBy, SideId
from rules.cluster_war.model.state.sides import Report
from rules.values import EVERYONE, Cause, Value


class Event(Value, Report, tag=True, kw_only=True):
    """What happened, in the past tense, why, and who may see it besides the game master; each kind is a class of its
    own, in its chapter.

    Reports are built from these.
    """

    cause: Cause
    seen_by: SeenBy = ()


class SideEvent(Event):
    """What happened to one side."""

    side: SideId


class FleetEvent(SideEvent):
    """What happened to a side's fleet; where it may be a base alone, `fleet` is "" for that."""

    fleet: FleetId


class BuildEvent(SideEvent):
    """What happened to a side's units under construction."""

    build: BuildId
    colony: ColonyId
    design: DesignId


def may_see(event: Event, side: SideId) -> bool:
    """Whether a side may see an event. The GM's reader does not ask."""
    return side in event.seen_by or EVERYONE in event.seen_by
