"""What happened, in the past tense. Every event carries its cause and who may see it; reports are built from these."""

from typing import Final, TypeAlias, get_args

from rules.cluster_war.events.empire import EmpireEvent
from rules.cluster_war.events.fleets import FleetEvent
from rules.cluster_war.events.support import SupportEvent
from rules.cluster_war.events.travel import TravelEvent
from rules.cluster_war.events.works import WorksEvent
from rules.cluster_war.state.names import SideId

Event: TypeAlias = EmpireEvent | FleetEvent | WorksEvent | TravelEvent | SupportEvent

EVENT_TYPES: Final[tuple[type[Event], ...]] = get_args(Event)


def may_see(event: Event, side: SideId) -> bool:
    """Whether a side may see an event. The GM's reader does not ask."""
    return side in event.seen_by or "*" in event.seen_by
