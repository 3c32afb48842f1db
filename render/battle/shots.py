"""Shots and damage of a turn, target by target: what a turn's post leaves out, and its log tells box by box."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from render.battle.digest import launch_lines, sighting_lines, some
from render.battle.log import blow_name, blows_of
from render.battle.names import format_loss, format_standing, short_name, troubles, unit_name
from render.words.safe_text import capitalise, count, format_list
from rules.pentagon_war import events
from rules.pentagon_war.groups import in_order
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import UnitId

MISS_KINDS: Final = ("PW-S64", "PW-S135")
"""The rules by which a seeker that has flown its full way is gone."""


def format_shots(view: BattleView, seen: Sequence[events.Event]) -> list[str]:
    """A paragraph for each craft that was fired at or struck, in order of its number; then what was launched and missed."""
    fired: dict[UnitId, list[events.Fired]] = defaultdict(list)
    struck: dict[UnitId, list[events.Struck]] = defaultdict(list)
    for event in seen:
        if isinstance(event, events.Fired):
            fired[event.target].append(event)
        elif isinstance(event, events.Struck):
            struck[event.craft].append(event)
    boxes: dict[UnitId, list[str]] = defaultdict(list)
    for event in seen:
        if isinstance(event, events.BoxHit):
            boxes[event.craft].append(event.box)
    lines: list[str] = []
    for unit in sorted({*fired, *struck, *boxes}, key=in_order):
        lines += _about(view, unit, fired[unit], struck[unit], boxes[unit])
    lines += [*sighting_lines(view, seen), *launch_lines(view, seen), *_missed(view, seen), *_defense(seen)]
    return lines or ["Nobody fired, and nobody was hit."]


def _about(
    view: BattleView,
    unit: UnitId,
    fired: Sequence[events.Fired],
    struck: Sequence[events.Struck],
    boxes: Sequence[str],
) -> Iterator[str]:
    craft = view.known.craft.get(unit)
    how = "" if craft is None else f": {craft.fate or ', '.join([format_standing(craft), *troubles(craft)])}"
    yield f"**{capitalise(unit_name(view, unit))}**{how}"
    for by in dict.fromkeys(event.unit for event in fired):
        shots = [event for event in fired if event.unit == by]
        hits = [event for event in shots if event.hit]
        done = f"{count(len(hits), 'hit')}, {count(sum(e.damage for e in hits), 'point')}" if hits else "no hit"
        far = sorted({event.range for event in shots})
        hexes = count(far[0], "hex", "hexes") if len(far) == 1 else f"{far[0]} to {far[-1]} hexes"
        yield f"- {count(len(shots), 'shot')} by {short_name(view, by)} from {hexes}: {done}"
    for event in struck:
        by_name = [f"{blow.points} by {blow_name(view, blow)}" for blow in blows_of(event)]
        stopped = [f"screens stop {event.screened}"] if event.screened else []
        stopped += [f"armor takes {event.armor}"] if event.armor else []
        stopped += [f"{event.internal} get through"] if event.internal else []
        side = f" on side {event.side}" if event.side else ""
        of = f" ({some(by_name)})" if by_name else ""
        rest = format_list(stopped) or "nothing gets through"
        yield f"- impulse {event.at.impulse}{side}: {count(event.points, 'point')}{of}; {rest}"
    if boxes:
        lost = Counter(boxes)
        parts = [f"{many} × {box}" if many > 1 else box for box, many in lost.items()]
        armor = sum(event.armor for event in struck)
        yield f"- lost {format_loss(len(boxes), armor)}: {', '.join(parts)}{f', {armor} armor' if armor else ''}"


def _missed(view: BattleView, seen: Sequence[events.Event]) -> Iterator[str]:
    """Seekers that came to nothing: past their target, without fuel, or without anything to follow."""
    lost = [event.unit for event in seen if isinstance(event, events.Gone) and event.cause.rule in MISS_KINDS]
    lost += [event.unit for event in seen if isinstance(event, events.Survived) and event.what == "missed its target"]
    lost += [event.seeker for event in seen if isinstance(event, events.TrackLost)]
    if lost:
        yield f"Missed: {some([unit_name(view, unit) for unit in dict.fromkeys(lost)])}."


def _defense(seen: Sequence[events.Event]) -> Iterator[str]:
    shots = [event for event in seen if isinstance(event, events.PointDefenseFired)]
    if shots:
        yield f"Point defense: {count(len(shots), 'shot')}, {count(sum(event.hit for event in shots), 'hit')}."
