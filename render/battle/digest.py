"""A turn of a battle in few lines: its story, what was lost and how, how every craft is, what flies; how a battle ended; and
headlines for who comes back to it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from render.battle.aims import format_decided
from render.battle.log import format_event
from render.battle.losses import best_shots, end_of, format_craft_lost, losses_of
from render.battle.names import boxes_of, format_loss, short_name, side_name, troubles, unit_name
from render.words.safe_text import bare, capitalise, count, format_list
from rules.hexes import Hex, distance
from rules.pentagon_war import events
from rules.pentagon_war.changes import flying_units
from rules.pentagon_war.groups import in_order
from rules.pentagon_war.movement.rotation import is_spent
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import IMPULSES, Bolt, Craft, Drone, Missile, UnitId
from rules.values import Value

MOST_TOLD: Final = 2
"""So many craft that were hit are told each by itself."""
MOST_LOST: Final = 4
MOST_LOST_AT_END: Final = 8
MOST_BEST: Final = 6
MOST_NAMED: Final = 6
"""So many craft are named in one line; the others are counted."""
MOST_BARS: Final = 12
"""So many craft have a bar each; where there are more, those that nothing has happened to are counted."""
MOST_TROUBLES: Final = 2
BAR: Final = 8
"""Cells of a bar."""
LONGEST_NAME: Final = 12
MINUS: Final = "\u2212"
CLOSING_MARGIN: Final = 1
"""A range that changes by no more than this counts as kept."""


def format_digest(view: BattleView, log: Iterable[events.Event]) -> list[str]:
    """The turn's result as the view's side knows it: one sentence, a line for each loss, a bar for each craft, what flies; where
    everybody went is in the picture, the rest in `render.battle.shots`."""
    seen = list(log)
    ended = [f"**{format_event(event, view)}**" for event in seen if isinstance(event, events.BattleEnded)]
    return [
        *ended,
        format_story(view, seen),
        *_lost(view, seen),
        *sighting_lines(view, seen),
        *bars(view, seen),
        *in_flight(view),
    ]


def format_story(view: BattleView, seen: Sequence[events.Event]) -> str:
    """The turn in one sentence: who closed in on whom, and how much was fired."""
    fired = [event for event in seen if isinstance(event, events.Fired)]
    launched = Counter(event.kind for event in seen if isinstance(event, events.Launched))
    facts = [f"{count(len(fired), 'shot')}, {count(sum(e.hit for e in fired), 'hit')}"] if fired else []
    facts += [f"{format_list([count(many, kind) for kind, many in launched.items()])} launched"] if launched else []
    near = format_closing(view, seen).removesuffix(".")
    return capitalise(f"{'; '.join(part for part in (near, *(facts or ['nobody fired'])) if part)}.")


def _lost(view: BattleView, seen: Sequence[events.Event]) -> list[str]:
    gone = losses_of(view, seen)
    told = [format_craft_lost(view, seen, event) for event in gone[:MOST_LOST]]
    return told + ([f"{len(gone) - MOST_LOST} more are gone."] if len(gone) > MOST_LOST else [])


def format_ending(view: BattleView, log: Iterable[events.Event]) -> list[str]:
    """A battle that is over: how it was won, the cause of every loss, the best shot of each craft, and what is left."""
    seen = list(log)
    gone = losses_of(view, seen)
    lines = [_how_it_ended(view, seen)]
    lines += [
        format_craft_lost(
            view, _of_turn(seen, event.at.turn), event, f"turn {event.at.turn}, impulse {event.at.impulse}"
        )
        for event in gone[:MOST_LOST_AT_END]
    ]
    lines += [f"{len(gone) - MOST_LOST_AT_END} more are gone."] if len(gone) > MOST_LOST_AT_END else []
    best = best_shots(view, seen)
    lines += [f"Best shot of {line}." for line in best[:MOST_BEST]]
    lost = Counter[UnitId]()
    return [*lines, *_bars(view, lost)]


def _of_turn(seen: Sequence[events.Event], turn: int) -> list[events.Event]:
    return [event for event in seen if event.at.turn == turn]


def _how_it_ended(view: BattleView, seen: Sequence[events.Event]) -> str:
    """By what a battle was won: the others gave up, or have no craft left; and the points that each side lost."""
    ended = next((event for event in reversed(seen) if isinstance(event, events.BattleEnded)), None)
    if ended is None:
        return "The battle was ended without a result."
    known = view.known
    others = [side for side in known.sides if side != ended.winner]
    gave_up = {known.craft[event.unit].side for event in losses_of(view, seen) if event.why == "conceded"}
    left = {craft.side for craft in known.craft.values() if not craft.fate}
    how = [
        f"{side_name(view, side)} {'gave up' if side in gave_up else 'has no craft left'}"
        for side in others
        if side in gave_up or side not in left
    ]
    aim = [format_decided(view, ended.aim, met=ended.aim.side == ended.winner)] if ended.aim else []
    why = [f"{capitalise(one)}." for one in (*aim, *([format_list(how)] if how else []))]
    points = [f"{side_name(view, side)} {lost}" for side, _, lost in (one.partition(": ") for one in ended.points)]
    return " ".join([*why, *([f"Points lost: {format_list(points)}."] if points else [])]) or "Nobody is left to fight."


def bars(view: BattleView, seen: Sequence[events.Event]) -> list[str]:
    """A bar for each craft in play, in a code block: boxes left of all, what they lost in the turn, and what it cannot do."""
    lost = Counter(event.craft for event in seen if isinstance(event, events.BoxHit))
    for event in seen:
        if isinstance(event, events.Struck):
            lost[event.craft] += event.armor
    return _bars(view, lost)


def _bars(view: BattleView, lost: Mapping[UnitId, int]) -> list[str]:
    standing = sorted((one for one in view.known.craft.values() if not one.fate), key=lambda one: in_order(one.id))
    shown = standing
    if len(standing) > MOST_BARS:
        telling = [one for one in standing if lost.get(one.id) or troubles(one) or _is_hurt(one)]
        worst = sorted(telling, key=lambda one: (-lost.get(one.id, 0), in_order(one.id)))[:MOST_BARS]
        shown = [one for one in standing if one in worst]
    wide = max((len(_called(one)) for one in shown), default=0)
    lines: list[str] = []
    for side in view.known.sides:
        name, own = bare(view.known.sides[side].name, 40), [one for one in standing if one.side == side]
        mine = [one for one in own if one in shown]
        rest = len(own) - len(mine)
        more = f", {rest} more" if mine and rest else f": {count(rest, 'craft', 'craft')}" if rest else ""
        lines.append(f"{name}{more if own else ': no craft in sight'}")
        lines += [_bar(one, wide, lost.get(one.id, 0)) for one in mine]
    return ["```", *lines, "```"]


def _is_hurt(craft: Craft) -> bool:
    left, whole = boxes_of(craft)
    return left < whole


def _called(craft: Craft) -> str:
    name = bare(craft.name, LONGEST_NAME)
    return craft.id if name == craft.id else f"{craft.id} {name}"


def _bar(craft: Craft, wide: int, lost: int) -> str:
    left, whole = boxes_of(craft)
    full = min(max(round(BAR * left / whole), 1), BAR) if whole else 0
    change = f" {MINUS}{lost}" if lost else ""
    said = f" {', '.join(found[:MOST_TROUBLES])}" if (found := troubles(craft)) else ""
    return f"{_called(craft):{wide}} {f'{left}/{whole}':>7} {'▓' * full}{'░' * (BAR - full)}{change}{said}"


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
    names = f"{short_name(view, near.one)} and {short_name(view, near.other)}"
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
    """Who was hit worst, and what it cost; one sentence, for news."""
    boxes = Counter(event.craft for event in seen if isinstance(event, events.BoxHit))
    points = Counter[UnitId]()
    for event in seen:
        if isinstance(event, events.Struck):
            boxes[event.craft] += event.armor
            points[event.craft] += event.points
    if not points:
        shots = sum(isinstance(event, events.Fired) for event in seen)
        return f"Nobody was hit, in {count(shots, 'shot')}." if shots else "Nobody fired."
    worst = sorted(points, key=lambda unit: (-boxes[unit], -points[unit], unit))
    parts = [
        f"{unit_name(view, unit)} lost {format_loss(boxes[unit], 0)}"
        if boxes[unit]
        else f"{unit_name(view, unit)} was hit and lost nothing"
        for unit in worst[:MOST_TOLD]
    ]
    more = worst[MOST_TOLD:]
    parts += [f"{count(len(more), 'more craft was', 'more craft were')} hit"] if more else []
    return capitalise(f"{'; '.join(parts)}.")


def in_flight(view: BattleView) -> Iterator[str]:
    """What flies still: "In flight: 3 bolts of Bellows"."""
    kinds = Counter((_kind(unit), unit.owner) for unit in flying_units(view.known) if not _spent(view, unit))
    if kinds:
        parts = [
            f"{count(number, kind)} of {short_name(view, owner)}" for (kind, owner), number in kinds.most_common(4)
        ]
        yield f"In flight: {format_list(parts)}{' and more' if len(kinds) > 4 else ''}."


def _spent(view: BattleView, unit: Drone | Missile | Bolt) -> bool:
    return not isinstance(unit, Drone) and is_spent(unit, view.known.options)


def _kind(unit: Drone | Missile | Bolt) -> str:
    return "missile" if isinstance(unit, Missile) else "bolt" if isinstance(unit, Bolt) else "drone"


def sighting_lines(view: BattleView, seen: Sequence[events.Event]) -> Iterator[str]:
    """The craft that came to light."""
    craft = dict.fromkeys(event.craft for event in seen if isinstance(event, events.Sighted))
    if craft:
        yield f"Come to light: {some([short_name(view, unit) for unit in craft])}."


def launch_lines(view: BattleView, seen: Sequence[events.Event]) -> Iterator[str]:
    """Who launched what."""
    launched = Counter((event.by, event.kind) for event in seen if isinstance(event, events.Launched))
    if launched:
        parts = [f"{short_name(view, by)} {count(number, kind)}" for (by, kind), number in launched.items()]
        yield f"Launched: {some(parts)}."


def some(parts: Sequence[str], joint: str = ", ") -> str:
    """Parts in a list, at most so many of them."""
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
