"""A turn of a battle in few lines: its story, who was fired at, hit and lost, and headlines for who comes back to it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from render.battle.log import blows_of, end_of, format_event, group_name, sum_blows
from render.battle.names import format_loss, format_strength, side_name, unit_name
from render.words.safe_text import capitalise, count, format_list
from rules.hexes import Hex, distance
from rules.pentagon_war import events
from rules.pentagon_war.changes import flying_units
from rules.pentagon_war.movement.rotation import is_spent
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import IMPULSES, Bolt, Craft, Drone, Missile, SideId, UnitId
from rules.values import Value

MOST_TOLD: Final = 2
"""So many craft that were hit, or lost, are told each by itself."""
CLOSING_MARGIN: Final = 1
"""A range that changes by no more than this counts as kept."""


def format_story(view: BattleView, seen: Sequence[events.Event]) -> list[str]:
    """The turn as the view's side saw it, fit to be retold; at most three sentences, no numbers but the telling ones."""
    return [line for line in (format_closing(view, seen), format_hits(view, seen), _end(view, seen)) if line]


class _Meeting(Value):
    """Two craft of different sides over a turn: their range at its beginning and end, the shortest and when."""

    one: UnitId
    other: UnitId
    first: int
    last: int
    least: int
    impulse: int


def format_closing(view: BattleView, seen: Sequence[events.Event]) -> str:
    """The two enemies that came closest to each other, and how the range between them changed."""
    tracks = {craft.id: _track(craft, seen) for craft in view.known.craft.values()}
    sides = {craft.id: craft.side for craft in view.known.craft.values()}
    pairs = [pair for pair in combinations(sorted(tracks), 2) if sides[pair[0]] != sides[pair[1]]]
    found = [meeting for pair in pairs if (meeting := _meeting(*pair, tracks)) is not None]
    if not found:
        return ""
    near = min(found, key=lambda each: (each.least, each.one, each.other))
    names = f"{unit_name(view, near.one)} and {unit_name(view, near.other)}"
    if near.last < near.first - CLOSING_MARGIN:
        change = f"closed from {count(near.first, 'hex', 'hexes')} to {near.last}"
    elif near.last > near.first + CLOSING_MARGIN:
        change = f"drew apart from {count(near.first, 'hex', 'hexes')} to {near.last}"
    else:
        change = f"stayed {count(near.last, 'hex', 'hexes')} apart" if near.last else "stayed in one hex"
    passed = near.least < min(near.first, near.last) - CLOSING_MARGIN
    nearest = f", and were nearest in impulse {near.impulse}, at {near.least}" if passed else ""
    return capitalise(f"{names} {change}{nearest}.")


def _meeting(one: UnitId, other: UnitId, tracks: Mapping[UnitId, Mapping[int, Hex]]) -> _Meeting | None:
    ranges = {
        at: distance(tracks[one][at], tracks[other][at]) for at in sorted(tracks[one].keys() & tracks[other].keys())
    }
    if not ranges:
        return None
    impulse, least = min(ranges.items(), key=lambda item: (item[1], item[0]))
    return _Meeting(one, other, ranges[min(ranges)], ranges[max(ranges)], least, impulse)


def _track(craft: Craft, seen: Sequence[events.Event]) -> Mapping[int, Hex]:
    """Where a craft stood at the end of each impulse (0: the turn's beginning), from when it was seen to its end."""
    moves = [event for event in seen if isinstance(event, events.Moved) and event.unit == craft.id]
    gone = next((event.at.impulse for event in seen if isinstance(event, events.Gone) and event.unit == craft.id), None)
    if craft.fate and gone is None:
        return {}
    came = next((event for event in seen if isinstance(event, events.Sighted) and event.craft == craft.id), None)
    here = came.hex if came is not None else moves[0].path[0] if moves else craft.at
    steps = {event.at.impulse: event.path[-1] for event in moves}
    track: dict[int, Hex] = {}
    for impulse in range(IMPULSES + 1 if gone is None else gone + 1):
        here = steps.get(impulse, here)
        if came is None or impulse >= came.at.impulse:
            track[impulse] = here
    return track


def format_hits(view: BattleView, seen: Sequence[events.Event]) -> str:
    """Who was hit, on which side of theirs, by what, and what it cost."""
    boxes = Counter(event.craft for event in seen if isinstance(event, events.BoxHit))
    armor, points = Counter[UnitId](), Counter[UnitId]()
    struck: dict[UnitId, list[events.Struck]] = defaultdict(list)
    for event in seen:
        if isinstance(event, events.Struck):
            struck[event.craft].append(event)
            armor[event.craft] += event.armor
            points[event.craft] += event.points
    if not struck:
        shots = sum(isinstance(event, events.Fired) for event in seen)
        return f"Nobody was hit, in {count(shots, 'shot')}." if shots else "Nobody fired."
    worst = sorted(struck, key=lambda unit: (-boxes[unit], -armor[unit], -points[unit], unit))
    parts = [_hit(view, unit, struck[unit], format_loss(boxes[unit], armor[unit])) for unit in worst[:MOST_TOLD]]
    more = worst[MOST_TOLD:]
    parts += [f"{count(len(more), 'more craft was', 'more craft were')} hit"] if more else []
    return capitalise(f"{'; '.join(parts)}.")


def _hit(view: BattleView, unit: UnitId, struck: Sequence[events.Struck], lost: str) -> str:
    worst = max(struck, key=lambda event: (event.internal, event.points))
    side = f", worst on side {worst.side}" if worst.side else ""
    by = sum_blows(blow for event in struck for blow in blows_of(event))
    if lost == format_loss(0, 0):
        return f"{unit_name(view, unit)} was hit and lost nothing"
    from_ = f" to {format_list([group_name(view, group) for group in by[:MOST_TOLD]])}" if by else ""
    more = " and others" if len(by) > MOST_TOLD else ""
    return f"{unit_name(view, unit)} lost {lost}{from_}{more}{side}"


def _end(view: BattleView, seen: Sequence[events.Event]) -> str:
    """What was lost, with what did it, and what is in flight."""
    gone = [event for event in seen if isinstance(event, events.Gone) and event.unit in view.known.craft]
    losses = [end_of(view, seen, event) or format_event(event, view) for event in gone[:MOST_TOLD]]
    losses += [f"{len(gone) - MOST_TOLD} more are gone."] if len(gone) > MOST_TOLD else []
    air = _in_flight(view)
    return " ".join([*(losses or ["Nobody was lost."]), *air])


def _in_flight(view: BattleView) -> Iterator[str]:
    kinds = Counter((_kind(unit), unit.owner) for unit in flying_units(view.known) if not _spent(view, unit))
    if kinds:
        parts = [f"{count(number, kind)} of {unit_name(view, owner)}" for (kind, owner), number in kinds.most_common(4)]
        yield f"In flight: {format_list(parts)}{' and more' if len(kinds) > 4 else ''}."


def _spent(view: BattleView, unit: Drone | Missile | Bolt) -> bool:
    return not isinstance(unit, Drone) and is_spent(unit, view.known.options)


def _kind(unit: Drone | Missile | Bolt) -> str:
    return "missile" if isinstance(unit, Missile) else "bolt" if isinstance(unit, Bolt) else "drone"


MOST_LINES: Final = 12
MOST_NAMED: Final = 6
"""So many craft are named in one line; the others are counted."""
MISS_KINDS: Final = ("PW-S64", "PW-S135")
"""The rules by which a seeker that has flown its full way is gone."""


def format_digest(view: BattleView, log: Iterable[events.Event]) -> list[str]:
    """The turn's result as the view's side knows it: three sentences to retell, then the numbers; where everybody went is in
    the map."""
    shown = list(log)
    tale = format_story(view, shown)
    rest = [
        *sighting_lines(view, shown),
        *launch_lines(view, shown),
        *_missed(view, shown),
        *_defense(shown),
        *_damage(view, shown),
    ]
    rest += [_format_left(view, side) for side in view.known.sides]
    rest += [format_event(event, view) for event in shown if isinstance(event, events.BattleEnded)]
    return [*tale, *_shots(view, shown, MOST_LINES - len(tale) - len(rest)), *rest]


def _shots(view: BattleView, seen: Sequence[events.Event], room: int) -> Iterator[str]:
    """A line for each target that was fired at, the busiest first, as many as there is room for."""
    fired: dict[UnitId, list[events.Fired]] = defaultdict(list)
    for event in seen:
        if isinstance(event, events.Fired):
            fired[event.target].append(event)
    targets = sorted(fired, key=lambda target: (-len(fired[target]), target))
    shown = targets if len(targets) <= room else targets[: max(room - 1, 0)]
    for target in shown:
        shots = fired[target]
        hits = [event for event in shots if event.hit]
        points = sum(event.damage for event in hits)
        done = f"{count(len(hits), 'hit')}, {count(points, 'point')}" if hits else "no hit"
        by = _some([unit_name(view, unit) for unit in dict.fromkeys(event.unit for event in shots)])
        yield capitalise(f"At {unit_name(view, target)}: {count(len(shots), 'shot')} by {by}, {done}.")
    more = targets[len(shown) :]
    if more:
        rest = sum(len(fired[target]) for target in more)
        yield f"And {count(rest, 'shot')} more, at {count(len(more), 'target')}."


def sighting_lines(view: BattleView, seen: Sequence[events.Event]) -> Iterator[str]:
    """The craft that came to light."""
    craft = dict.fromkeys(event.craft for event in seen if isinstance(event, events.Sighted))
    if craft:
        yield f"Come to light: {_some([unit_name(view, unit) for unit in craft])}."


def launch_lines(view: BattleView, seen: Sequence[events.Event]) -> Iterator[str]:
    """Who launched what."""
    launched = Counter((event.by, event.kind) for event in seen if isinstance(event, events.Launched))
    if launched:
        parts = [f"{unit_name(view, by)} {count(number, kind)}" for (by, kind), number in launched.items()]
        yield f"Launched: {_some(parts)}."


def _defense(seen: Sequence[events.Event]) -> Iterator[str]:
    shots = [event for event in seen if isinstance(event, events.PointDefenseFired)]
    if shots:
        yield f"Point defense: {count(len(shots), 'shot')}, {count(sum(event.hit for event in shots), 'hit')}."


def _missed(view: BattleView, seen: Sequence[events.Event]) -> Iterator[str]:
    """Seekers that came to nothing: past their target, without fuel, or without anything to follow."""
    lost = [event.unit for event in seen if isinstance(event, events.Gone) and event.cause.rule in MISS_KINDS]
    lost += [event.unit for event in seen if isinstance(event, events.Survived) and event.what == "missed its target"]
    lost += [event.seeker for event in seen if isinstance(event, events.TrackLost)]
    if lost:
        yield f"Missed: {_some([unit_name(view, unit) for unit in dict.fromkeys(lost)])}."


def _damage(view: BattleView, seen: Sequence[events.Event]) -> Iterator[str]:
    """What struck each craft: what screens stopped of it, what boxes and armor it cost."""
    points, screened, armor = Counter[UnitId](), Counter[UnitId](), Counter[UnitId]()
    boxes = Counter(event.craft for event in seen if isinstance(event, events.BoxHit))
    for event in seen:
        if isinstance(event, events.Struck):
            points[event.craft] += event.points
            screened[event.craft] += event.screened
            armor[event.craft] += event.armor
    struck = dict.fromkeys((*points, *boxes))
    if struck:
        parts = [
            f"{unit_name(view, unit)} struck for {points[unit]}"
            + (f", screens stopped {screened[unit]}" if screened[unit] else "")
            + f", {format_loss(boxes[unit], armor[unit])} lost"
            for unit in sorted(struck, key=lambda unit: (-boxes[unit], -armor[unit]))
        ]
        yield f"Damage: {_some(parts, '; ')}."


def _format_left(view: BattleView, side: SideId) -> str:
    """What a side has in the field, craft by craft."""
    own = [craft for _, craft in sorted(view.known.craft.items()) if craft.side == side]
    standing = [craft for craft in own if not craft.fate]
    if not standing:
        return f"**{side_name(view, side)}** has no craft in sight."
    states = _some([_state(view, craft) for craft in standing], "; ")
    return f"**{side_name(view, side)}** has {count(len(standing), 'craft', 'craft')} left: {states}."


def _state(view: BattleView, craft: Craft) -> str:
    return f"{unit_name(view, craft.id)} {format_strength(craft)}"


def _some(parts: Sequence[str], joint: str = ", ") -> str:
    if len(parts) <= MOST_NAMED:
        return format_list(list(parts)) if joint == ", " else joint.join(parts)
    return f"{joint.join(parts[:MOST_NAMED])}{joint}and {len(parts) - MOST_NAMED} more"


def headlines(view: BattleView, seen: Sequence[events.Event]) -> Iterator[tuple[int, str]]:
    """What is worth telling, each with its weight (1 to 99): how it ended, who was lost, hit and found, what was launched, how
    enemies closed in."""
    for event in seen:
        if isinstance(event, events.BattleEnded):
            yield 99, _bare(format_event(event, view))
        elif isinstance(event, events.Gone) and event.unit in view.known.craft:
            yield 90, _bare(end_of(view, seen, event) or format_event(event, view))
    if any(isinstance(event, events.Fired | events.Struck) for event in seen):
        yield 60, _bare(format_hits(view, seen))
    for weight, lines in ((50, sighting_lines(view, seen)), (40, launch_lines(view, seen))):
        for line in lines:
            yield weight, _bare(line)
    if any(isinstance(event, events.Moved) for event in seen) and (near := format_closing(view, seen)):
        yield 30, _bare(near)


def _bare(text: str) -> str:
    """Without its full stop: others follow in the same line."""
    return text.removesuffix(".")
