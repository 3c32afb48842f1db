"""A turn of a battle in at most a dozen lines: its story, who was fired at, what was launched, hit and lost, what each side
has left."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from render.battle.log import format_event
from render.battle.names import capitalised, side_name, unit_name
from render.battle.story import story
from render.words.safe_text import count, listed
from rules.pentagon_war import events
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import Craft, SideId, UnitId

MOST_LINES: Final = 12
MOST_NAMED: Final = 6
"""So many craft are named in one line; the others are counted."""
MISSES: Final = ("PW-S64", "PW-S135")
"""The rules by which a seeker that has flown its full way is gone."""


def digest(view: BattleView, log: Iterable[events.Event]) -> list[str]:
    """The turn's result as the view's side knows it: three sentences to retell, then the numbers; where everybody went is in
    the map."""
    told = list(log)
    tale = story(view, told)
    rest = [*found(view, told), *launches(view, told), *_missed(view, told), *_defense(told), *_damage(view, told)]
    rest += [_left(view, side) for side in view.known.sides]
    rest += [format_event(event, view) for event in told if isinstance(event, events.BattleEnded)]
    return [*tale, *_shots(view, told, MOST_LINES - len(tale) - len(rest)), *rest]


def _shots(view: BattleView, told: Sequence[events.Event], room: int) -> Iterator[str]:
    """A line for each target that was fired at, the busiest first, as many as there is room for."""
    fired: dict[UnitId, list[events.Fired]] = defaultdict(list)
    for event in told:
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
        yield capitalised(f"At {unit_name(view, target)}: {count(len(shots), 'shot')} by {by}, {done}.")
    more = targets[len(shown) :]
    if more:
        rest = sum(len(fired[target]) for target in more)
        yield f"And {count(rest, 'shot')} more, at {count(len(more), 'target')}."


def found(view: BattleView, told: Sequence[events.Event]) -> Iterator[str]:
    """The craft that came to light."""
    craft = dict.fromkeys(event.craft for event in told if isinstance(event, events.Sighted))
    if craft:
        yield f"Come to light: {_some([unit_name(view, unit) for unit in craft])}."


def launches(view: BattleView, told: Sequence[events.Event]) -> Iterator[str]:
    """Who launched what."""
    launched = Counter((event.by, event.kind) for event in told if isinstance(event, events.Launched))
    if launched:
        parts = [f"{unit_name(view, by)} {count(number, kind)}" for (by, kind), number in launched.items()]
        yield f"Launched: {_some(parts)}."


def _defense(told: Sequence[events.Event]) -> Iterator[str]:
    shots = [event for event in told if isinstance(event, events.PointDefenseFired)]
    if shots:
        yield f"Point defense: {count(len(shots), 'shot')}, {count(sum(event.hit for event in shots), 'hit')}."


def _missed(view: BattleView, told: Sequence[events.Event]) -> Iterator[str]:
    """Seekers that came to nothing: past their target, without fuel, or without anything to follow."""
    lost = [event.unit for event in told if isinstance(event, events.Gone) and event.cause.rule in MISSES]
    lost += [event.unit for event in told if isinstance(event, events.Survived) and event.what == "missed its target"]
    lost += [event.seeker for event in told if isinstance(event, events.TrackLost)]
    if lost:
        yield f"Missed: {_some([unit_name(view, unit) for unit in dict.fromkeys(lost)])}."


def _damage(view: BattleView, told: Sequence[events.Event]) -> Iterator[str]:
    """What struck each craft: what screens stopped of it, what boxes and armor it cost."""
    points, screened, armor = Counter[UnitId](), Counter[UnitId](), Counter[UnitId]()
    boxes = Counter(event.craft for event in told if isinstance(event, events.BoxHit))
    for event in told:
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


def _left(view: BattleView, side: SideId) -> str:
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
        return listed(list(parts)) if joint == ", " else joint.join(parts)
    return f"{joint.join(parts[:MOST_NAMED])}{joint}and {len(parts) - MOST_NAMED} more"
