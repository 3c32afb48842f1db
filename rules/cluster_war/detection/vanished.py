"""Ships that are lost with nobody left to tell: their side hears neither why nor where (CW-12.0-02), and nothing of what they saw
in their last week (CW-13.0-04)."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from rules.changes import changed
from rules.cluster_war.detection.levels import is_full
from rules.cluster_war.detection.sensors import sight
from rules.cluster_war.events.detection import (
    BaseSighted,
    ColonySighted,
    FleetSighted,
    RiftDetected,
    ShipsVanished,
    SystemLearned,
)
from rules.cluster_war.events.event import Event, FleetEvent
from rules.cluster_war.events.movement import FleetArrived, FleetLost, FleetPassed, FleetsMet
from rules.cluster_war.events.raids import RaidersFaced, TrafficCaught
from rules.cluster_war.events.terrain import HoldsBroken, ShipStruck, ShipsWrecked, TerrainBraved
from rules.cluster_war.state.knowledge import LastHeard
from rules.cluster_war.state.names import FleetId, HexId, ShipId, SideId
from rules.cluster_war.working.turn_state import TurnState
from rules.events import Cause

RULE: Final = "CW-12.0-02"
SEEN_ANEW: Final = (FleetSighted, BaseSighted, ColonySighted, SystemLearned)
"""What a look round tells again of what is still seen."""
OWN_DOINGS: Final = (FleetArrived, FleetPassed, TrafficCaught, RaidersFaced)
"""What a fleet would have told of its last week."""
LAST_WORDS: Final = (FleetArrived, FleetPassed, FleetLost, ShipsWrecked, ShipStruck, HoldsBroken, TerrainBraved)
"""What it would have told of its end by its own drives or terrain."""


def untold(month: TurnState, side: SideId, hex_: HexId) -> bool:
    """Whether nobody of a side is left that could tell what became of its ships in a hex: in a campaign of full detection, where
    none of its forces has the hex in view."""
    return is_full(month.settings) and hex_ not in sight(month, side)


def vanish(month: TurnState, side: SideId, fleet: FleetId, name: str, ships: tuple[ShipId, ...], here: HexId) -> None:
    """Tell a side that it hears nothing more of a fleet, which is gone from its forces already; it stays on its map where it was
    last heard of: where it was a week ago, or where it set out from. `here` is said of one that was nowhere before."""
    began = month.week_began
    before = began.fleets.get(fleet) if began is not None else None
    week = began.week - 1 if began is not None else month.first_week
    if before is not None:
        here = before.transit.origin if before.transit is not None else before.hex
        week = before.transit.departs if before.transit is not None else week
    heard = LastHeard(fleet, name, here, week, ships)
    month.learn(side, vanished=(*month.knowledge[side].vanished, heard))
    month.tell_side(ShipsVanished(side, fleet, name, here, week, ships, cause=Cause(RULE)))


def lose_touch(month: TurnState, week: int) -> None:
    """Before the week's look round: of fleets that their own drives or terrain destroyed this week where nobody of theirs sees it
    their sides hear no more than that they are gone."""
    del week
    began = month.week_began
    if not is_full(month.settings) or began is None:
        return
    ends = [e for e in month.events[began.events :] if isinstance(e, FleetLost | ShipsWrecked) and e.seen_by]
    gone = {e.fleet: e for e in ends if e.fleet not in month.fleets and untold(month, e.side, e.hex)}
    if not gone:
        return
    for at in range(began.events, len(month.events)):
        event = month.events[at]
        if isinstance(event, LAST_WORDS) and event.fleet in gone:
            month.events[at] = changed(event, seen_by=())
    for key, event in gone.items():
        before = began.fleets.get(key)
        vanish(month, event.side, key, event.name, before.ships if before is not None else event.ships, event.hex)


def forget_week(month: TurnState, lost: Collection[tuple[SideId, FleetId]]) -> Mapping[SideId, Mapping[FleetId, str]]:
    """Take back what sides learned this week before they lost fleets with all hands, and what those fleets told of it; the look
    round that follows gives back what others of theirs still see. The names that these sides had for foreign fleets are given,
    for `renamed`."""
    began = month.week_began
    if began is None or not lost:
        return {}
    names = {side: month.knowledge[side].contacts for side, _ in lost}
    fleets = {fleet for _, fleet in lost}
    kept = month.events[began.events :]
    for side in sorted({side for side, _ in lost}):
        view = sight(month, side)
        kept = [told for event in kept for told in _left(event, side, fleets, view)]
        before, now = began.knowledge[side], month.knowledge[side]
        met = {found for e in kept if (found := _robbed(e, side))}
        month.learn(
            side,
            systems=before.systems,
            seen=before.seen,
            fleets=before.fleets,
            contacts=before.contacts,
            colonies=before.colonies,
            bases=before.bases,
            met=(*before.met, *(other for other in now.met if other in met and other not in before.met)),
        )
        contact = f"contact/{side}"
        if contact in month.counters:
            month.counters[contact] = began.counters.get(contact, 0)
    month.events[began.events :] = kept
    return names


def renamed(month: TurnState, names: Mapping[SideId, Mapping[FleetId, str]]) -> None:
    """After the look round: meetings that a side was told of this week call foreign fleets as it calls them now."""
    began = month.week_began
    for side, old in names.items() if began is not None else ():
        now = month.knowledge[side].contacts
        new = {name: now[fleet] for fleet, name in old.items() if fleet in now}
        for at in range(began.events if began is not None else 0, len(month.events)):
            event = month.events[at]
            if isinstance(event, FleetsMet) and event.seen_by == (side,):
                month.events[at] = changed(event, fleets=tuple(new.get(f, f) for f in event.fleets))


def _robbed(event: Event, side: SideId) -> SideId:
    """Whom raiders of a side came upon this week and lived to tell of; "" for other events."""
    match event:
        case TrafficCaught(victim=found) | RaidersFaced(foe=found) if event.side == side and event.seen_by:
            return found
        case _:
            return ""


def _left(event: Event, side: SideId, fleets: Collection[FleetId], view: Collection[HexId]) -> Iterable[Event]:
    """What is left of an event of a side's: nothing of what its forces saw, and for the game master alone what its lost fleets
    did."""
    if event.seen_by != (side,):
        return (event,)
    if isinstance(event, SEEN_ANEW):
        return ()
    if isinstance(event, FleetsMet | RiftDetected) and event.hex not in view:
        return ()
    if isinstance(event, FleetEvent) and isinstance(event, OWN_DOINGS) and event.fleet in fleets:
        return (changed(event, seen_by=()),)
    return (event,)
