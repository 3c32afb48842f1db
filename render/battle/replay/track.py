"""A battle followed through its log: what the viewer saw at each impulse, from the first view and the events that were told."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from rules.hexes import Hex
from rules.pentagon_war import events
from rules.pentagon_war.changes import put_units, remove_units, units
from rules.pentagon_war.designs import BASIC_MISSILE
from rules.pentagon_war.shipyard.pricing import boxes_left
from rules.pentagon_war.turn.steps import BEGINNING_OF_TURN, END_OF_TURN
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import (
    Bolt,
    CountedVelocity,
    Craft,
    Drone,
    Lock,
    Missile,
    Moment,
    UnitId,
    Velocity,
    WeaponId,
)
from rules.values import Value, changed, field, seen_events

LEAVING_FATES: Final = frozenset({"disengaged", "docked", "conceded"})
"""Ways to go that leave no fire behind."""


class ShotTrack(Value):
    """Shots of one kind of weapon by a unit at a target in one impulse; `weapon` is "" for point defense."""

    unit: UnitId
    target: UnitId
    weapon: WeaponId
    hits: int
    shots: int


class Burst(Value):
    """Fire at a hex; `great` is the end of a craft or an explosion."""

    hex: Hex
    great: bool


class BattleScene(Value):
    """One frame: the map after it all, and what happened on the way. `boxes` are what is left of each craft."""

    view: BattleView
    moment: Moment
    trails: tuple[tuple[UnitId, tuple[Hex, ...]], ...] = ()
    shots: tuple[ShotTrack, ...] = ()
    bursts: tuple[Burst, ...] = ()
    places: Mapping[UnitId, Hex] = field(default_factory=dict)
    """Where units stood that are gone by the end of it."""
    boxes: Mapping[UnitId, int] = field(default_factory=dict)
    lost: Mapping[UnitId, int] = field(default_factory=dict)

    @property
    def quiet(self) -> bool:
        """Whether nothing happened but movement."""
        return not (self.shots or self.bursts or self.lost)


def scenes(start: BattleView, log: Iterable[events.Event], end: BattleView | None = None) -> tuple[BattleScene, ...]:
    """The start, and a scene for each impulse; for a turn's end only if a unit left or was lost there.

    `end`, a later view of the same viewer, tells who those are that come to light on the way.
    """
    shown = seen_events(log, start.side)
    tracker = _Tracker(start, end, shown)
    found = [BattleScene(start, start.known.now, boxes=dict(tracker.boxes))]
    if not shown:
        return tuple(found)
    by_moment: dict[tuple[int, int], list[events.Event]] = defaultdict(list)
    for event in shown:
        by_moment[event.at.turn, event.at.impulse].append(event)
    last = max(by_moment)
    at = start.known.now.turn, start.known.now.impulse
    while at <= last:
        scene = tracker.play(Moment(*at), by_moment.get(at, []))
        if 0 < at[1] < END_OF_TURN or scene.bursts or scene.shots:
            found.append(scene)
        at = (at[0] + 1, BEGINNING_OF_TURN) if at[1] == END_OF_TURN else (at[0], at[1] + 1)
    return tuple(found)


def join_scenes(scenes: tuple[BattleScene, ...], most: int) -> tuple[BattleScene, ...]:
    """At most so many scenes: quiet ones are passed over first, their trails going into the next; then every other one."""
    kept = list(scenes)
    while len(kept) > max(most, 2):
        inner = range(1, len(kept) - 1)
        spare = [n for n in inner if kept[n].quiet] or list(inner)
        drop = set(spare[:: 2 if len(spare) > 1 else 1][: len(kept) - most])
        merged: list[BattleScene] = []
        before: list[BattleScene] = []
        for number, scene in enumerate(kept):
            if number in drop:
                before.append(scene)
                continue
            merged.append(_together(before, scene))
            before = []
        kept = merged
    return tuple(kept)


def _together(before: list[BattleScene], last: BattleScene) -> BattleScene:
    """Several scenes shown as one."""
    if not before:
        return last
    every = [*before, last]
    lost: Counter[UnitId] = Counter()
    places: dict[UnitId, Hex] = {}
    for scene in every:
        lost.update(scene.lost)
        places |= scene.places
    return changed(
        last,
        trails=tuple(trail for scene in every for trail in scene.trails),
        shots=tuple(shot for scene in every for shot in scene.shots),
        bursts=tuple(burst for scene in every for burst in scene.bursts),
        places=places,
        lost=dict(lost),
    )


class _Tracker:
    """The view as it changes, and the boxes left, event by event."""

    def __init__(self, start: BattleView, end: BattleView | None, seen: tuple[events.Event, ...]) -> None:
        self.side = start.side
        self.known = start.known
        self.end = end.known if end else None
        self.boxes = {
            unit: sum(boxes_left(craft).values()) for unit, craft in start.known.craft.items() if not craft.fate
        }
        self.hits = Counter[UnitId]()
        for event in seen:
            if isinstance(event, events.Struck):
                self.hits[event.craft] += event.armor
            elif isinstance(event, events.BoxHit):
                self.hits[event.craft] += 1

    def play(self, moment: Moment, happened: list[events.Event]) -> BattleScene:
        """The scene of these events, all of one impulse."""
        trails: list[tuple[UnitId, tuple[Hex, ...]]] = []
        shots: Counter[tuple[UnitId, UnitId, WeaponId, bool]] = Counter()
        bursts: list[Burst] = []
        places: dict[UnitId, Hex] = {}
        lost: Counter[UnitId] = Counter()
        for event in happened:
            match event:
                case events.Moved():
                    if len(event.path) > 1:
                        trails.append((event.unit, event.path))
                    self._put(event.unit, at=event.path[-1])
                case events.Rotated():
                    self._turn(event)
                case events.Accelerated():
                    self._put(event.unit, velocity=event.after)
                case events.Launched():
                    self._launch(event)
                case events.Sighted():
                    self._sighted(event)
                case events.BeamChanged():
                    self._beam(event)
                case events.LinkChanged(what="landed" | "docked") if event.unit in self.known.drones:
                    self._remove(event.unit)
                case events.Fired():
                    shots[event.unit, event.target, event.weapon.rstrip("0123456789"), event.hit] += 1
                case events.PointDefenseFired():
                    shots[event.unit, event.target, "", event.hit] += 1
                case events.Struck() if event.armor:
                    lost[event.craft] += event.armor
                case events.BoxHit():
                    lost[event.craft] += 1
                case events.Exploded():
                    bursts.append(Burst(event.hex, event.unit in self.known.craft))
                case events.Gone():
                    places[event.unit] = event.hex
                    if event.why not in LEAVING_FATES:
                        bursts.append(Burst(event.hex, event.unit in self.known.craft))
                    self._remove(event.unit, event.why)
                case _:
                    pass
        for unit, number in lost.items():
            if unit in self.boxes:
                self.boxes[unit] = max(self.boxes[unit] - number, 0)
        self.known = changed(self.known, now=moment, shots=())
        pairs = sorted({(unit, target, weapon) for unit, target, weapon, _ in shots})
        fired = tuple(
            ShotTrack(*pair, shots[(*pair, True)], shots[(*pair, True)] + shots[(*pair, False)]) for pair in pairs
        )
        return BattleScene(
            view=BattleView(self.side, self.known),
            moment=moment,
            trails=tuple(trails),
            shots=fired,
            bursts=tuple(dict.fromkeys(bursts)),
            places=places,
            boxes=dict(self.boxes),
            lost=dict(lost),
        )

    def _put(self, unit: UnitId, **facts: object) -> None:
        """Change what is known of a craft or of anything that flies; nothing for one that is not on the map."""
        found = units(self.known).get(unit)
        if found is not None and ("at" in facts or isinstance(found, Craft | Drone)):
            self.known = put_units(self.known, changed(found, **facts))  # type: ignore[arg-type] # the fields are the callers' own

    def _turn(self, event: events.Rotated) -> None:
        found = units(self.known).get(event.unit)
        if isinstance(found, Missile | Bolt):
            self.known = put_units(self.known, changed(found, heading=event.after))
        else:
            self._put(event.unit, facing=event.after)

    def _launch(self, event: events.Launched) -> None:
        unit = event.unit
        by = self.known.craft.get(event.by) or self.known.drones.get(event.by)
        if by is None:
            return
        at, heading, when = event.hex, event.heading, event.at.absolute
        launched: Missile | Bolt | Drone
        match event.kind:
            case "missile" | "hyper bomb":
                launched = Missile(
                    unit,
                    by.side,
                    by.id,
                    kind=BASIC_MISSILE,
                    at=at,
                    heading=heading,
                    speed=BASIC_MISSILE.speed,
                    target="",
                    launched=when,
                )
            case "bolt":
                launched = Bolt(unit, by.side, by.id, at, heading, "", when)
            case "drone":
                launched = Drone(
                    unit,
                    by.side,
                    by.id,
                    arm="laser",
                    at=at,
                    facing=heading,
                    velocity=by.velocity,
                    counted=CountedVelocity(),
                    launched=when,
                )
        self.known = put_units(self.known, launched)

    def _beam(self, event: events.BeamChanged) -> None:
        """A beam holds its target from its attaching until it is cut or broken."""
        locks = tuple(lock for lock in self.known.locks if (lock.craft, lock.beam) != (event.craft, event.beam))
        held = Lock(event.craft, event.beam, event.target, since=event.at.absolute)
        match event.what:
            case "attached":
                locks = (*locks, held)
            case "attract" | "repel" | "cancel" as mode:
                locks = (*locks, changed(held, mode=mode))
            case "cut" | "broken":
                pass
            case "missed":
                return
        self.known = changed(self.known, locks=locks)

    def _sighted(self, event: events.Sighted) -> None:
        """A craft comes to light: as the later view knows it, or not at all."""
        unit = event.craft
        if unit in self.known.craft:
            self._put(unit, hidden=False, invisible=False)
        elif self.end is not None and unit in self.end.craft:
            found = self.end.craft[unit]
            shown = changed(found, at=event.hex, velocity=Velocity(), hidden=False, fate="")
            self.known = put_units(self.known, shown)
            self.boxes[unit] = sum(boxes_left(found).values()) + self.hits[unit]

    def _remove(self, unit: UnitId, why: str = "") -> None:
        held = tuple(lock for lock in self.known.locks if unit not in {lock.craft, lock.target})
        self.known = changed(self.known, locks=held)
        if unit in self.known.craft:
            if why not in LEAVING_FATES:
                self.boxes[unit] = 0
            self._put(unit, fate=why if why in {"disengaged", "docked"} else "destroyed")
            return
        self.known = remove_units(self.known, [unit])
