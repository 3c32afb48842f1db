"""What does not come home: ships lost with nobody left to tell, their scenes and what they saw, and what a side has learned
in a month and cannot know yet (CW-12.0-02, CW-13.0-02)."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final, TypeAlias, TypeVar

from rules.cluster_war.chapters.detection.sensors import is_full, sight
from rules.cluster_war.model.events.battles import DesignsSeen
from rules.cluster_war.model.events.detection import (
    BaseSighted,
    ColonySighted,
    FleetSighted,
    RiftDetected,
    ShipsVanished,
    StarChanged,
    SystemLearned,
)
from rules.cluster_war.model.events.encounters import ContactLost, HolePassed, MissilesStruck, SceneOpened, TrapMet
from rules.cluster_war.model.events.event import Event, FleetEvent
from rules.cluster_war.model.events.movement import FleetArrived, FleetLost, FleetPassed, FleetsMet
from rules.cluster_war.model.events.psionics import DowsersFelt
from rules.cluster_war.model.events.raids import RaidersFaced, TrafficCaught
from rules.cluster_war.model.events.terrain import (
    BattlefieldSwept,
    HoldsBroken,
    ShipStruck,
    ShipsWrecked,
    StormSeen,
    TerrainBraved,
)
from rules.cluster_war.model.state.common import FleetId, HexId, ShipId, SideId
from rules.cluster_war.model.state.places import SceneId
from rules.cluster_war.model.state.sides import BaseSighting, ColonySighting, FleetSighting, Knowledge, LastHeard
from rules.cluster_war.model.working.turn_state import TurnState, WeekBegan
from rules.values import Cause, changed

NOBODY_LEFT: Final = "None of their people is left to report it."
LOST_RULE: Final = "CW-12.0-02"
SILENT_RULE: Final = "CW-13.0-04"
SEEN_ANEW: Final = (FleetSighted, BaseSighted, ColonySighted)
"""What a look round tells again of what is still seen."""
SEEN_THERE: Final = (FleetsMet, RiftDetected, SystemLearned, StarChanged, StormSeen, SceneOpened)
"""What only who was near a place can tell of it."""
BEFALLEN_EVENTS: Final = (TrapMet, MissilesStruck, BattlefieldSwept)
"""What would have been told of a place where nobody is left."""
LAST_WORDS: Final = (FleetArrived, FleetPassed, FleetLost, ShipsWrecked, ShipStruck, HoldsBroken, TerrainBraved)
"""What it would have told of its end by its own drives or terrain."""
AnySighting: TypeAlias = FleetSighting | BaseSighting | ColonySighting
Sighting = TypeVar("Sighting", FleetSighting, BaseSighting, ColonySighting)
Thing = TypeVar("Thing")


def unopen_scenes(turn: TurnState, side: SideId, began: WeekBegan, view: Collection[HexId]) -> None:
    """Take back the scenes that a side's lost fleets opened this week: those in hexes of which nobody of theirs can tell."""
    count = f"scene/{side}"
    first = began.counters.get(count, 0)
    fresh = [s for s in turn.scenes if s.side == side and not s.closed and _number(s.id) > first]
    gone = {scene.id for scene in fresh if scene.hex not in view}
    if not gone:
        return
    left = [scene.id for scene in fresh if scene.id not in gone]
    names = {old: f"{side}-E{first + at}" for at, old in enumerate(left, 1)}
    turn.scenes = [changed(s, id=names.get(s.id, s.id)) for s in turn.scenes if s.id not in gone]
    turn.counters[count] = first + len(left)
    for at, question in enumerate(turn.questions):
        if question.kind != "scene" or question.settled_turn:
            continue
        if gone & {*question.subjects}:
            turn.questions[at] = changed(question, subjects=(), answer=NOBODY_LEFT, settled_turn=turn.turn)
        else:
            turn.questions[at] = changed(question, subjects=tuple(names.get(s, s) for s in question.subjects))
    _rename(turn, began, names)


def _rename(turn: TurnState, began: WeekBegan, names: Mapping[SceneId, SceneId]) -> None:
    for at in range(began.events, len(turn.events)):
        event = turn.events[at]
        if isinstance(event, SceneOpened):
            turn.events[at] = changed(event, scene=names.get(event.scene, event.scene))


def _number(scene: SceneId) -> int:
    return int(scene.rpartition("-E")[2])


def has_no_witness(turn: TurnState, side: SideId, hex_: HexId) -> bool:
    """Whether nobody of a side is left that could tell what became of its ships or bases in a hex: in a campaign of full
    detection, where none of its forces has the hex in view. Every loss of them asks this, whatever it is due to: battles, traps,
    missiles, drives, terrain, a star that is gone, crews that obey no longer (ruling R-152)."""
    return is_full(turn.settings) and hex_ not in sight(turn, side)


def vanish(turn: TurnState, side: SideId, fleet: FleetId, name: str, ships: tuple[ShipId, ...], here: HexId) -> None:
    """Tell a side that it hears nothing more of a fleet, which is gone from its forces already; it stays on its map where it was
    last heard of: where it was a week ago, or where it set out from. `here` is said of one that was nowhere before."""
    began = turn.week_began
    before = began.fleets.get(fleet) if began is not None else None
    week = began.week - 1 if began is not None else turn.first_week
    if before is not None:
        here = before.transit.origin if before.transit is not None else before.hex
        week = before.transit.departs if before.transit is not None else week
    heard = LastHeard(fleet, name, here, week, ships)
    turn.learn(side, vanished=(*turn.knowledge[side].vanished, heard))
    turn.tell_side(ShipsVanished(side, fleet, name, here, week, ships, cause=Cause(LOST_RULE)))


def fall_silent(turn: TurnState, side: SideId, hex_: HexId, week: int, places: Iterable[str]) -> None:
    """Tell a side that it hears nothing more of worlds or bases in a hex, by their names, and not why."""
    text = f"Nothing more is heard of {', '.join(sorted(places))}, with all that was there."
    turn.tell_side(TrapMet(side, hex_, week, text, cause=Cause(SILENT_RULE)))


def lose_touch(turn: TurnState, week: int) -> None:
    """Before the week's look round: of fleets that their own drives or terrain destroyed this week where nobody of theirs sees it
    their sides hear no more than that they are gone."""
    del week
    began = turn.week_began
    if not is_full(turn.settings) or began is None:
        return
    ends = [e for e in turn.events[began.events :] if isinstance(e, FleetLost | ShipsWrecked) and e.seen_by]
    gone = {e.fleet: e for e in ends if e.fleet not in turn.fleets and has_no_witness(turn, e.side, e.hex)}
    if not gone:
        return
    for at in range(began.events, len(turn.events)):
        event = turn.events[at]
        if isinstance(event, LAST_WORDS) and event.fleet in gone:
            turn.events[at] = changed(event, seen_by=())
    for key, event in gone.items():
        before = began.fleets.get(key)
        vanish(turn, event.side, key, event.name, before.ships if before is not None else event.ships, event.hex)


def forget_week(turn: TurnState, lost: Collection[tuple[SideId, FleetId]]) -> Mapping[SideId, Mapping[FleetId, str]]:
    """Take back what sides learned this week before they lost fleets with all hands, and what those fleets told of it; the look
    round that follows gives back what others of theirs still see. The names that these sides had for foreign fleets are given,
    for `rename_meetings`."""
    began = turn.week_began
    if began is None or not lost:
        return {}
    names = {side: turn.knowledge[side].contacts for side, _ in lost}
    fleets = {fleet for _, fleet in lost}
    kept = turn.events[began.events :]
    places = {side: _places(turn, side, began) for side in sorted({side for side, _ in lost})}
    for side, view in places.items():
        kept = [told for event in kept for told in _without_unseen(event, side, fleets, view)]
        _unlearn(turn, side, began, view, {found for e in kept if (found := _robbed(e, side))})
    turn.events[began.events :] = kept
    for side, view in places.items():
        unopen_scenes(turn, side, began, view)
    return names


def _places(turn: TurnState, side: SideId, began: WeekBegan) -> frozenset[HexId]:
    """The hexes of which a side's forces that are left can tell: what they have in view, and where they were this week."""
    living = {fleet.id: fleet for fleet in turn.fleets_of(side)}
    were = {f.hex for f in began.fleets.values() if f.id in living and f.transit is None}
    were |= {f.hex for f in living.values() if f.transit is None}
    came = (e for e in turn.events[began.events :] if isinstance(e, FleetArrived | FleetPassed))
    return frozenset(sight(turn, side) | were | {e.hex for e in came if e.fleet in living})


def _unlearn(
    turn: TurnState, side: SideId, began: WeekBegan, view: Collection[HexId], robbed: Collection[SideId]
) -> None:
    """A side knows of places that its lost fleets alone have seen this week what it knew before; `robbed` are those whom raiders
    of its that are left came upon. What it knew of foreign forces is put back as it was, for the look round."""
    before, now = began.knowledge[side], turn.knowledge[side]
    systems = {h: entry for h, entry in now.systems.items() if h in view}
    systems |= {h: entry for h, entry in before.systems.items() if h not in view}
    weather = {h: seen for h, seen in now.weather.items() if h in view}
    weather |= {h: seen for h, seen in before.weather.items() if h not in view}
    looked = (e.hex for e in turn.events[began.events :] if isinstance(e, StarChanged) and e.side == side)
    was = turn.start.cluster.systems
    light = {h: was[h].codes if h in was else () for h in looked if h not in view}
    light |= {h: codes for h, codes in before.stars.items() if h not in view}
    travelled = {
        e.hex
        for e in turn.events
        if isinstance(e, HolePassed) and e.fleet in turn.fleets and turn.fleets[e.fleet].transit is None
    }
    turn.learn(
        side,
        systems=dict(sorted(systems.items())),
        seen=before.seen,
        fleets=before.fleets,
        contacts=before.contacts,
        colonies=before.colonies,
        bases=before.bases,
        met=(*before.met, *(other for other in now.met if other in robbed and other not in before.met)),
        weather=weather,
        stars={**now.stars, **light},
        passages=tuple(h for h in now.passages if h in before.passages or h in travelled),
    )
    contact = f"contact/{side}"
    if contact in turn.counters:
        turn.counters[contact] = began.counters.get(contact, 0)


def rename_meetings(turn: TurnState, names: Mapping[SideId, Mapping[FleetId, str]]) -> None:
    """After the look round: meetings that a side was told of this week call foreign fleets as it calls them now."""
    began = turn.week_began
    for side, old in names.items() if began is not None else ():
        now = turn.knowledge[side].contacts
        new = {name: now[fleet] for fleet, name in old.items() if fleet in now}
        for at in range(began.events if began is not None else 0, len(turn.events)):
            event = turn.events[at]
            if isinstance(event, FleetsMet) and event.seen_by == (side,):
                turn.events[at] = changed(event, fleets=tuple(new.get(f, f) for f in event.fleets))


def _robbed(event: Event, side: SideId) -> SideId:
    """Whom raiders of a side came upon this week and lived to tell of; "" for other events."""
    match event:
        case TrafficCaught(victim=found) | RaidersFaced(foe=found) if event.side == side and event.seen_by:
            return found
        case _:
            return ""


def _without_unseen(
    event: Event, side: SideId, fleets: Collection[FleetId], view: Collection[HexId]
) -> Iterable[Event]:
    """What is left of an event of a side's: nothing of what its forces saw, and for the game master alone what its lost fleets
    did."""
    if event.seen_by != (side,):
        return (event,)
    if isinstance(event, SEEN_ANEW):
        return ()
    if isinstance(event, SEEN_THERE) and event.hex not in view:
        return ()
    own = isinstance(event, FleetEvent) and event.fleet in fleets and not isinstance(event, ShipsVanished | ContactLost)
    if own or (befell(event) and getattr(event, "hex", "") not in view):
        return (changed(event, seen_by=()),)
    return (event,)


def befell(event: Event) -> bool:
    """Whether an event tells what befell forces in a hex, and not that nothing more is heard of it."""
    return isinstance(event, BEFALLEN_EVENTS) and event.cause.rule != SILENT_RULE


def withhold(
    turn: TurnState, side: SideId, reports: Collection[object], late: Callable[..., bool]
) -> dict[HexId, Knowledge]:
    """Let a side know what it knew before of all that is `late`, by hex and week (of enemies with `activity`), and give what was
    learned of it; `reports` are the events that are late themselves."""
    before, now = turn.start.knowledge[side], turn.knowledge[side]
    starry = {e.hex for e in reports if isinstance(e, StarChanged)}
    scouted = {e.hex for e in reports if isinstance(e, SystemLearned | DowsersFelt)} | starry
    systems, late_systems = _parted(before.systems, now.systems, lambda hex_, _: hex_ in scouted)
    seen, late_seen = _parted(before.seen, now.seen, late)
    weather, late_weather = _parted(before.weather, now.weather, lambda hex_, _: hex_ in late_seen)
    was = turn.start.cluster.systems
    old = {
        h: before.stars.get(h, was[h].codes if h in was else ()) for h in scouted if h in before.stars or h in starry
    }
    fleets, late_fleets = _sightings(before.fleets, now.fleets, seen, late, activity=True)
    bases, late_bases = _sightings(before.bases, now.bases, seen, late, activity=True)
    colonies, late_colonies = _sightings(before.colonies, now.colonies, seen, late, activity=False)
    drawn = {(e.owner, name): e.hex for e in reports if isinstance(e, DesignsSeen) for name in e.designs}
    designs, late_designs = _parted(before.designs, now.designs, lambda _, d: (d.side, d.design.name) in drawn)
    home: list[AnySighting] = [*fleets.values(), *bases.values(), *colonies.values()]
    under_way: list[AnySighting] = [*late_fleets.values(), *late_bases.values(), *late_colonies.values()]
    known = {s.side for s in home}
    strangers: dict[SideId, HexId] = {s.side: s.hex for s in under_way if s.side not in known}
    strangers |= {other: hex_ for other, hex_ in _met_far_off(turn, side, late).items() if other not in known}
    new = {other: strangers[other] for other in now.met if other not in before.met and other in strangers}
    turn.learn(
        side,
        systems=systems,
        seen=seen,
        fleets=fleets,
        bases=bases,
        colonies=colonies,
        designs=designs,
        weather=weather,
        stars={**now.stars, **old},
        met=tuple(other for other in now.met if other not in new),
    )
    places = {*late_systems, *late_seen, *late_weather, *new.values()}
    places |= {s.hex for s in under_way}
    places |= {drawn[d.side, d.design.name] for d in late_designs.values()}
    return {
        here: Knowledge(
            systems={h: s for h, s in late_systems.items() if h == here},
            seen={h: w for h, w in late_seen.items() if h == here},
            weather={h: w for h, w in late_weather.items() if h == here},
            fleets={key: s for key, s in late_fleets.items() if s.hex == here},
            colonies={key: s for key, s in late_colonies.items() if s.hex == here},
            bases={key: s for key, s in late_bases.items() if s.hex == here},
            designs={key: d for key, d in late_designs.items() if drawn[d.side, d.design.name] == here},
            met=tuple(other for other, hex_ in new.items() if hex_ == here),
        )
        for here in sorted(places)
    }


def _met_far_off(turn: TurnState, side: SideId, late: Callable[..., bool]) -> dict[SideId, HexId]:
    """Whose fleets a side came upon this month, and nowhere from which word is home, in view any more or not: where."""
    fleets = {name: fleet for fleet, name in turn.knowledge[side].contacts.items()}
    far: dict[SideId, HexId] = {}
    near: set[SideId] = set()
    for (observer, name), (hex_, week) in sorted(turn.first_seen.items()):
        fleet = fleets.get(name, "")
        met = turn.fleets.get(fleet) or turn.start.fleets.get(fleet)
        if observer != side or met is None:
            continue
        if late(hex_, week, activity=True):
            far.setdefault(met.side, hex_)
        else:
            near.add(met.side)
    return {other: hex_ for other, hex_ in far.items() if other not in near}


def _parted(
    before: Mapping[str, Thing], now: Mapping[str, Thing], late: Callable[[str, Thing], bool]
) -> tuple[dict[str, Thing], dict[str, Thing]]:
    """What is known, with what it was before for all that changed and is late; and that."""
    gone = {key: thing for key, thing in now.items() if before.get(key) != thing and late(key, thing)}
    kept = {key: thing for key, thing in now.items() if key not in gone}
    return {**kept, **{key: before[key] for key in gone if key in before}}, gone


def _sightings(
    before: Mapping[str, Sighting],
    now: Mapping[str, Sighting],
    seen: Mapping[HexId, int],
    late: Callable[..., bool],
    *,
    activity: bool,
) -> tuple[dict[str, Sighting], dict[str, Sighting]]:
    """As `_parted`, of sightings; what was found gone where nobody has told so yet is still believed to be there."""
    kept, gone = _parted(before, now, lambda _, s: late(s.hex, s.week, activity=activity))
    still = {key: s for key, s in before.items() if key not in now and seen.get(s.hex, s.week) <= s.week}
    return {**kept, **still}, gone
