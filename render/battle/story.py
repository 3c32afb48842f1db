"""A turn of a battle in three sentences: who closed in, who was hit where, what was lost and what still flies."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from render.battle.log import blows_of, end_of, format_event, group_name, summed
from render.battle.names import capitalised, format_loss, unit_name
from render.words.safe_text import count, listed
from rules.hexes import Hex, distance
from rules.pentagon_war import events
from rules.pentagon_war.changes import flying
from rules.pentagon_war.movement.homing import is_spent
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import IMPULSES, Bolt, Craft, Drone, Missile, UnitId
from rules.values import Value

MOST_TOLD: Final = 2
"""So many craft that were hit, or lost, are told each by itself."""
MARGIN: Final = 1
"""A range that changes by no more than this counts as kept."""


def story(view: BattleView, told: Sequence[events.Event]) -> list[str]:
    """The turn as the view's side saw it, fit to be retold; at most three sentences, no numbers but the telling ones."""
    return [line for line in (closing(view, told), hits(view, told), _end(view, told)) if line]


class _Meeting(Value):
    """Two craft of different sides over a turn: their range at its beginning and end, the shortest and when."""

    one: UnitId
    other: UnitId
    first: int
    last: int
    least: int
    impulse: int


def closing(view: BattleView, told: Sequence[events.Event]) -> str:
    """The two enemies that came closest to each other, and how the range between them changed."""
    tracks = {craft.id: _track(craft, told) for craft in view.known.craft.values()}
    sides = {craft.id: craft.side for craft in view.known.craft.values()}
    pairs = [pair for pair in combinations(sorted(tracks), 2) if sides[pair[0]] != sides[pair[1]]]
    found = [meeting for pair in pairs if (meeting := _meeting(*pair, tracks)) is not None]
    if not found:
        return ""
    near = min(found, key=lambda each: (each.least, each.one, each.other))
    names = f"{unit_name(view, near.one)} and {unit_name(view, near.other)}"
    if near.last < near.first - MARGIN:
        change = f"closed from {near.first} hexes to {near.last}"
    elif near.last > near.first + MARGIN:
        change = f"drew apart from {near.first} hexes to {near.last}"
    else:
        change = f"stayed {count(near.last, 'hex', 'hexes')} apart" if near.last else "stayed in one hex"
    passed = near.least < min(near.first, near.last) - MARGIN
    nearest = f", and were nearest in impulse {near.impulse}, at {near.least}" if passed else ""
    return capitalised(f"{names} {change}{nearest}.")


def _meeting(one: UnitId, other: UnitId, tracks: Mapping[UnitId, Mapping[int, Hex]]) -> _Meeting | None:
    ranges = {
        at: distance(tracks[one][at], tracks[other][at]) for at in sorted(tracks[one].keys() & tracks[other].keys())
    }
    if not ranges:
        return None
    impulse, least = min(ranges.items(), key=lambda item: (item[1], item[0]))
    return _Meeting(one, other, ranges[min(ranges)], ranges[max(ranges)], least, impulse)


def _track(craft: Craft, told: Sequence[events.Event]) -> Mapping[int, Hex]:
    """Where a craft stood at the end of each impulse (0: the turn's beginning), from when it was seen to its end."""
    moves = [event for event in told if isinstance(event, events.Moved) and event.unit == craft.id]
    gone = next((event.at.impulse for event in told if isinstance(event, events.Gone) and event.unit == craft.id), None)
    if craft.fate and gone is None:
        return {}
    came = next((event for event in told if isinstance(event, events.Sighted) and event.craft == craft.id), None)
    here = came.hex if came is not None else moves[0].path[0] if moves else craft.at
    steps = {event.at.impulse: event.path[-1] for event in moves}
    track: dict[int, Hex] = {}
    for impulse in range(IMPULSES + 1 if gone is None else gone + 1):
        here = steps.get(impulse, here)
        if came is None or impulse >= came.at.impulse:
            track[impulse] = here
    return track


def hits(view: BattleView, told: Sequence[events.Event]) -> str:
    """Who was hit, on which side of theirs, by what, and what it cost."""
    boxes = Counter(event.craft for event in told if isinstance(event, events.BoxHit))
    armor, points = Counter[UnitId](), Counter[UnitId]()
    struck: dict[UnitId, list[events.Struck]] = defaultdict(list)
    for event in told:
        if isinstance(event, events.Struck):
            struck[event.craft].append(event)
            armor[event.craft] += event.armor
            points[event.craft] += event.points
    if not struck:
        shots = sum(isinstance(event, events.Fired) for event in told)
        return f"Nobody was hit, in {count(shots, 'shot')}." if shots else "Nobody fired."
    worst = sorted(struck, key=lambda unit: (-boxes[unit], -armor[unit], -points[unit], unit))
    parts = [_hit(view, unit, struck[unit], format_loss(boxes[unit], armor[unit])) for unit in worst[:MOST_TOLD]]
    more = worst[MOST_TOLD:]
    parts += [f"{count(len(more), 'more craft was', 'more craft were')} hit"] if more else []
    return capitalised(f"{'; '.join(parts)}.")


def _hit(view: BattleView, unit: UnitId, struck: Sequence[events.Struck], lost: str) -> str:
    worst = max(struck, key=lambda event: (event.internal, event.points))
    side = f", worst on side {worst.side}" if worst.side else ""
    by = summed(blow for event in struck for blow in blows_of(event))
    if lost == format_loss(0, 0):
        return f"{unit_name(view, unit)} was hit and lost nothing"
    from_ = f" to {listed([group_name(view, group) for group in by[:MOST_TOLD]])}" if by else ""
    more = " and others" if len(by) > MOST_TOLD else ""
    return f"{unit_name(view, unit)} lost {lost}{from_}{more}{side}"


def _end(view: BattleView, told: Sequence[events.Event]) -> str:
    """What was lost, with what did it, and what is in flight."""
    gone = [event for event in told if isinstance(event, events.Gone) and event.unit in view.known.craft]
    losses = [end_of(view, told, event) or format_event(event, view) for event in gone[:MOST_TOLD]]
    losses += [f"{len(gone) - MOST_TOLD} more are gone."] if len(gone) > MOST_TOLD else []
    air = _in_flight(view)
    return " ".join([*(losses or ["Nobody was lost."]), *air])


def _in_flight(view: BattleView) -> Iterator[str]:
    kinds = Counter((_kind(unit), unit.owner) for unit in flying(view.known) if not _spent(view, unit))
    if kinds:
        parts = [f"{count(number, kind)} of {unit_name(view, owner)}" for (kind, owner), number in kinds.most_common(4)]
        yield f"In flight: {listed(parts)}{' and more' if len(kinds) > 4 else ''}."


def _spent(view: BattleView, unit: Drone | Missile | Bolt) -> bool:
    return not isinstance(unit, Drone) and is_spent(unit, view.known.options)


def _kind(unit: Drone | Missile | Bolt) -> str:
    return "missile" if isinstance(unit, Missile) else "bolt" if isinstance(unit, Bolt) else "drone"
