"""A turn of a battle in at most a dozen lines: who fired at whom, what was launched, hit and lost, what each side has left."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from render.battle.log import begun, sentence, side_name, unit_name
from render.canvas.safe_text import count, listed
from rules.pentagon_war import events
from rules.pentagon_war.shipyard.boxes import built, left
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import Craft, SideId

MOST_LINES: Final = 12
MOST_NAMED: Final = 6
"""So many craft are named in one line; the others are counted."""


def digest(view: BattleView, log: Iterable[events.Event]) -> list[str]:
    """The turn's result as the view's side knows it; where everybody went is in the map."""
    told = list(log)
    rest = [*_found(view, told), *_launches(view, told), *_defense(told), *_damage(view, told), *_lost(view, told)]
    rest += [_left(view, side) for side in view.known.sides]
    rest += [sentence(event, view) for event in told if isinstance(event, events.BattleEnded)]
    return [*_shots(view, told, MOST_LINES - len(rest)), *rest]


def _shots(view: BattleView, told: Sequence[events.Event], room: int) -> Iterator[str]:
    """A line for each pair that exchanged fire, the busiest first, as many as there is room for."""
    fired = [event for event in told if isinstance(event, events.Fired)]
    if not fired:
        yield "Nobody fired."
        return
    pairs = Counter((event.unit, event.target) for event in fired).most_common()
    shown = pairs if len(pairs) <= room else pairs[: max(room - 1, 0)]
    for (unit, target), shots in shown:
        hits = [event for event in fired if (event.unit, event.target) == (unit, target) and event.hit]
        points = sum(event.damage for event in hits)
        done = f"{count(len(hits), 'hit')}, {count(points, 'point')}" if hits else "no hit"
        yield begun(f"{unit_name(view, unit)} at {unit_name(view, target)}: {count(shots, 'shot')}, {done}.")
    more = pairs[len(shown) :]
    if more:
        shots = sum(number for _, number in more)
        yield f"And {count(shots, 'shot')} more, of {count(len(more), 'pair')}."


def _found(view: BattleView, told: Sequence[events.Event]) -> Iterator[str]:
    craft = dict.fromkeys(event.craft for event in told if isinstance(event, events.Sighted))
    if craft:
        yield f"Come to light: {_some([unit_name(view, unit) for unit in craft])}."


def _launches(view: BattleView, told: Sequence[events.Event]) -> Iterator[str]:
    launched = Counter((event.by, event.kind) for event in told if isinstance(event, events.Launched))
    if launched:
        parts = [f"{unit_name(view, by)} {count(number, kind)}" for (by, kind), number in launched.items()]
        yield f"Launched: {_some(parts)}."


def _defense(told: Sequence[events.Event]) -> Iterator[str]:
    shots = [event for event in told if isinstance(event, events.PointDefenseFired)]
    if shots:
        yield f"Point defense: {count(len(shots), 'shot')}, {count(sum(event.hit for event in shots), 'hit')}."


def _damage(view: BattleView, told: Sequence[events.Event]) -> Iterator[str]:
    points = Counter[str]()
    boxes = Counter(event.craft for event in told if isinstance(event, events.BoxHit))
    for event in told:
        if isinstance(event, events.Struck):
            points[event.craft] += event.points
    struck = dict.fromkeys((*points, *boxes))
    if struck:
        parts = [
            f"{unit_name(view, unit)} struck for {points[unit]}, {_boxes(boxes[unit])} lost"
            for unit in sorted(struck, key=lambda unit: -boxes[unit])
        ]
        yield f"Damage: {_some(parts, '; ')}."


def _boxes(number: int) -> str:
    return count(number, "box", "boxes") if number else "no box"


def _lost(view: BattleView, told: Sequence[events.Event]) -> Iterator[str]:
    gone = [event for event in told if isinstance(event, events.Gone) and event.unit in view.known.craft]
    if gone:
        yield " ".join(sentence(event, view) for event in gone[:MOST_NAMED]) + (
            f" And {len(gone) - MOST_NAMED} more are gone." if len(gone) > MOST_NAMED else ""
        )


def _left(view: BattleView, side: SideId) -> str:
    """What a side has in the field, craft by craft."""
    own = [craft for _, craft in sorted(view.known.craft.items()) if craft.side == side]
    standing = [craft for craft in own if not craft.fate]
    if not standing:
        return f"**{side_name(view, side)}** has no craft in sight."
    states = _some([_state(view, craft) for craft in standing], "; ")
    return f"**{side_name(view, side)}** has {count(len(standing), 'craft', 'craft')} left: {states}."


def _state(view: BattleView, craft: Craft) -> str:
    boxes, whole = sum(left(craft).values()), sum(built(craft.design).values())
    state = "unhurt" if boxes == whole else f"{boxes} of {whole} boxes"
    return f"{unit_name(view, craft.id)} {state}"


def _some(parts: Sequence[str], joint: str = ", ") -> str:
    if len(parts) <= MOST_NAMED:
        return listed(list(parts)) if joint == ", " else joint.join(parts)
    return f"{joint.join(parts[:MOST_NAMED])}{joint}and {len(parts) - MOST_NAMED} more"
