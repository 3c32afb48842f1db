"""Forces that are gone with nobody left to tell: how their side hears of it, within the week and at the month's end (CW-12.0-02,
CW-13.0-04, ruling R-152)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from rules.cluster_war.chapters.detection import unreported
from rules.cluster_war.chapters.detection.sensors import is_full, sight
from rules.cluster_war.chapters.detection.sightings import refresh, refresh_bases
from rules.cluster_war.chapters.detection.surveys import scout
from rules.cluster_war.model.events.detection import ShipsVanished
from rules.cluster_war.model.events.encounters import TrapMet
from rules.cluster_war.model.events.event import Event, FleetEvent
from rules.cluster_war.model.state.common import FleetId, HexId, SideId, short_id
from rules.cluster_war.model.state.holdings import Base, Fleet
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Value, changed

Thing = TypeVar("Thing")


def go_missing(turn: TurnState, week: int, before: Sequence[Fleet], *, looked: bool = True) -> list[Fleet]:
    """Of fleets, as they were, those that are gone: of which nobody is left to tell have vanished, with all that they saw in
    their last week; the others are given. `looked` is whether the look round of the week is over, and is made again."""
    gone = [fleet for fleet in before if fleet.id not in turn.fleets]
    silent = [fleet for fleet in gone if unreported.has_no_witness(turn, fleet.side, fleet.hex)]
    for fleet in silent:
        unreported.vanish(turn, fleet.side, fleet.id, fleet.name, fleet.ships, fleet.hex)
    names = unreported.forget_week(turn, [(fleet.side, fleet.id) for fleet in silent])
    if names and looked:
        refresh(turn, week)
        refresh_bases(turn, week)
        scout(turn, week)
        unreported.rename_meetings(turn, names)
    return [fleet for fleet in gone if fleet not in silent]


class Muster(Value):
    """A side's fleets and bases before some of them may go, and the hexes that they have in view (none but in full detection)."""

    side: SideId
    fleets: tuple[Fleet, ...]
    bases: tuple[Base, ...]
    view: frozenset[HexId]


def mustered(turn: TurnState, side: SideId, units: Collection[str]) -> Muster:
    """The fleets and bases of a side that these units are, or are in."""
    fleets = tuple(f for f in turn.fleets_of(side) if not set(units).isdisjoint(f.ships))
    bases = tuple(turn.bases[key] for key in units if key in turn.bases)
    return Muster(side, fleets, bases, sight(turn, side) if is_full(turn.settings) else frozenset())


def lose_unseen(turn: TurnState, muster: Muster) -> frozenset[str]:
    """At the month's end or by the game master's hand, forces have left a side. Of those of which nobody is left to tell it hears
    no more than that they are gone, and nothing of what they alone saw and did in the last week. Gives their ships and bases."""
    side = muster.side
    fleets = [
        f
        for f in muster.fleets
        if f.id not in turn.fleets and (_is_away(turn, f) or unreported.has_no_witness(turn, side, f.hex))
    ]
    bases = [b for b in muster.bases if b.id not in turn.bases and unreported.has_no_witness(turn, side, b.hex)]
    if not fleets and not bases:
        return frozenset()
    _forget(turn, side, {f.id for f in fleets}, muster.view - sight(turn, side))
    for fleet in fleets:
        unreported.vanish(turn, side, fleet.id, fleet.name, fleet.ships, fleet.hex)
    week = turn.week_began.week if turn.week_began is not None else turn.first_week
    for base in bases:
        unreported.fall_silent(turn, side, base.hex, week, (base.name or short_id(base.id),))
    return frozenset({*(ship for fleet in fleets for ship in fleet.ships), *(base.id for base in bases)})


def tell_silence_last(turn: TurnState) -> None:
    """At the month's end what is only not heard of any more stands behind all other news, in the order of its names: its place
    among them would tell what became of it (ruling R-152)."""
    silent = [event for event in turn.events if _tells_silence(event)]
    if not silent:
        return
    told = [event for event in turn.events if not _tells_silence(event)]
    turn.events[:] = [*told, *sorted(silent, key=lambda e: (e.seen_by, type(e).__name__, *_named(e)))]
    for side in sorted({side for event in silent for side in event.seen_by} & set(turn.knowledge)):
        before, now = turn.start.knowledge[side].vanished, turn.knowledge[side].vanished
        fresh = sorted((heard for heard in now if heard not in before), key=lambda heard: heard.fleet)
        turn.learn(side, vanished=(*(heard for heard in now if heard in before), *fresh))


def _tells_silence(event: Event) -> bool:
    return isinstance(event, ShipsVanished) or (
        isinstance(event, TrapMet) and event.cause.rule == unreported.SILENT_RULE
    )


def _named(event: Event) -> tuple[str, str]:
    match event:
        case ShipsVanished(fleet=fleet, hex=hex_):
            return fleet, hex_
        case TrapMet(hex=hex_, text=text):
            return hex_, text
        case _:
            return "", ""


def _is_away(turn: TurnState, fleet: Fleet) -> bool:
    """Whether a fleet is where nobody can look, on its way."""
    return is_full(turn.settings) and fleet.transit is not None


def _forget(turn: TurnState, side: SideId, fleets: Collection[FleetId], unseen: Collection[HexId]) -> None:
    """Take back what fleets told in the last week, and what their side learned then of hexes that nobody else has in view."""
    began = turn.week_began
    if began is None:
        return
    events = turn.events[began.events :]
    turn.events[began.events :] = [told for event in events for told in _without_lost(event, side, fleets, unseen)]
    before, now = began.knowledge[side], turn.knowledge[side]
    seen: list[unreported.AnySighting] = [*now.fleets.values(), *now.colonies.values(), *now.bases.values()]
    met = {s.side for s in seen if s.hex in unseen} - {s.side for s in seen if s.hex not in unseen}
    turn.learn(
        side,
        systems=_as_before(before.systems, now.systems, unseen),
        seen=_as_before(before.seen, now.seen, unseen),
        weather=_as_before(before.weather, now.weather, unseen),
        stars=_as_before(before.stars, now.stars, unseen),
        fleets=_as_before(before.fleets, now.fleets, {k for k, s in now.fleets.items() if s.hex in unseen}),
        colonies=_as_before(before.colonies, now.colonies, {k for k, s in now.colonies.items() if s.hex in unseen}),
        bases=_as_before(before.bases, now.bases, {k for k, s in now.bases.items() if s.hex in unseen}),
        met=tuple(other for other in now.met if other in before.met or other not in met),
    )


def _as_before(before: Mapping[str, Thing], now: Mapping[str, Thing], keys: Collection[str]) -> dict[str, Thing]:
    """What is known, but of these keys what was known before."""
    kept = {key: thing for key, thing in now.items() if key not in keys}
    return {**kept, **{key: before[key] for key in keys if key in before}}


def _without_lost(
    event: Event, side: SideId, fleets: Collection[FleetId], unseen: Collection[HexId]
) -> Iterable[Event]:
    """What is left of an event of a side's; a base's own have no fleet."""
    if event.seen_by != (side,):
        return (event,)
    lost = getattr(event, "hex", "") in unseen
    if lost and isinstance(event, (*unreported.SEEN_ANEW, *unreported.SEEN_THERE)):
        return ()
    own = isinstance(event, FleetEvent) and (event.fleet in fleets or (lost and not event.fleet))
    if (own and not isinstance(event, ShipsVanished)) or (lost and unreported.befell(event)):
        return (changed(event, seen_by=()),)
    return (event,)
