"""A ground campaign as a moving picture, week by week: from the fronts that were saved turn by turn and what was
heard between."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from render.campaign.front.draw import paint_scene
from render.campaign.front.scene import ForceStack, FrontScene, front_alt, with_events
from render.canvas.animation import ANIMATION_WIDTH, Replay, small_enough
from render.canvas.theme import Banner, ThemeName
from render.words.safe_text import bare, count, fit_facts
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.events.ground import (
    CityTaken,
    ForcesMarched,
    GroundFought,
    InvasionBeaten,
    TroopsLanded,
    WorldConquered,
)
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, SideId
from rules.cluster_war.model.state.war import FULL_COMBAT_TEAMS, REBELS
from rules.values import Value, changed

MOST_LINES: Final = 6
FrontEvent = ForcesMarched | GroundFought | TroopsLanded | CityTaken | WorldConquered | InvasionBeaten


class FrontMonth(Value):
    """A turn of a campaign on one world: how it stood at its start (None: nobody had landed yet) and after it (None: it is
    over), and what the viewer heard in it."""

    turn: int
    start: FrontScene | None
    end: FrontScene | None
    happened: tuple[Event, ...]


def make_film(
    months: Sequence[FrontMonth], looks: Mapping[SideId, Banner], *, theme: ThemeName = "dark", title: str = ""
) -> Replay:
    """A frame for each week in which something happened, and how it stands now; below two million bytes. ValueError where
    there is nothing to show."""
    scenes = tuple(weeks_of(months, looks))
    if not scenes:
        raise ValueError("nothing happened on this world")
    last = months[-1].end or scenes[-1]
    return small_enough(
        scenes,
        ANIMATION_WIDTH,
        _fewer,
        lambda shown, wide: [paint_scene(scene, looks, theme, wide) for scene in shown],
        _alt(scenes, last, looks, title),
        lambda wide: paint_scene(last, looks, theme, wide),
    )


def weeks_of(months: Iterable[FrontMonth], looks: Mapping[SideId, Banner]) -> Iterator[FrontScene]:
    """The weeks in which the viewer heard of something, in order, with where everybody then stood as far as they can tell."""
    for month in months:
        base = month.start or (changed(month.end, stacks=(), arrows=()) if month.end else None)
        if base is None:
            continue
        stacks = base.stacks
        seen = [
            e
            for e in month.happened
            if isinstance(e, FrontEvent) and e.world == base.world and _is_seen(e, base.viewer)
        ]
        first = (month.turn - 1) * WEEKS_PER_TURN
        for week in range(first + 1, first + WEEKS_PER_TURN + 1):
            now = [event for event in seen if event.week == week]
            if not now:
                continue
            for event in now:
                stacks = _after(stacks, event)
            lines = tuple(dict.fromkeys(_line(event, looks) for event in now))[:MOST_LINES]
            clean = changed(base, stacks=stacks, arrows=(), fights=(), landings=(), lines=lines, clock=f"WEEK {week}")
            yield with_events(clean, now)


def _is_seen(event: Event, viewer: SideId) -> bool:
    return not viewer or may_see(event, viewer)


def _after(stacks: tuple[ForceStack, ...], event: FrontEvent) -> tuple[ForceStack, ...]:
    """Where everybody stands after an event, as far as it tells."""
    found = {(stack.at, stack.side): stack for stack in stacks}
    match event:
        case TroopsLanded():
            found = _added(
                found, ForceStack(event.at, event.side, event.units, FULL_COMBAT_TEAMS * sum(n for _, n in event.units))
            )
        case ForcesMarched():
            before = found.pop((event.start, event.side), None)
            moved = min(event.count, before.units) if before is not None else event.count
            teams = (
                round(before.teams * moved / before.units)
                if before is not None and before.units
                else FULL_COMBAT_TEAMS * moved
            )
            if before is not None and before.units > moved:
                kinds = tuple((name, n - (moved if name == event.name else 0)) for name, n in before.kinds)
                left = tuple((name, n) for name, n in kinds if n > 0)
                found[event.start, event.side] = changed(before, kinds=left, teams=before.teams - teams)
            found = _added(found, ForceStack(event.at, event.side, ((event.name, moved),), teams))
        case GroundFought():
            for side in event.sides:
                stack = found.get((event.at, side))
                if stack is not None:
                    found[event.at, side] = _hurt(stack, event.lost.get(side, 0), event.destroyed.get(side, 0))
        case _:
            pass
    return tuple(sorted((s for s in found.values() if s.units), key=lambda s: (s.at, s.side)))


def _hurt(stack: ForceStack, teams: int, units: int) -> ForceStack:
    """The stack with so many teams and units less; whose those were nobody is told, so the most numerous kind has them."""
    kinds = dict(stack.kinds)
    for _ in range(min(units, stack.units)):
        most = max(sorted(kinds), key=lambda name: kinds[name])
        kinds[most] -= 1
    left = tuple((name, number) for name, number in kinds.items() if number)
    return changed(stack, kinds=left, teams=max(stack.teams - teams, 0))


def _added(found: dict[tuple[str, SideId], ForceStack], more: ForceStack) -> dict[tuple[str, SideId], ForceStack]:
    """The stacks with more units in one of them."""
    key = more.at, more.side
    before = found.get(key)
    if before is None:
        return {**found, key: more}
    kinds = dict(before.kinds)
    for name, number in more.kinds:
        kinds[name] = kinds.get(name, 0) + number
    return {**found, key: changed(before, kinds=tuple(sorted(kinds.items())), teams=before.teams + more.teams)}


def _line(event: FrontEvent, looks: Mapping[SideId, Banner]) -> str:
    """What happened, short enough for the column."""
    match event:
        case TroopsLanded():
            return (
                f"Landing in {event.at}: {_name(looks, event.side)}, {count(sum(n for _, n in event.units), 'unit')}."
            )
        case ForcesMarched():
            return f"{event.count} {bare(event.name, 20)}: {event.start} to {event.at}."
        case GroundFought():
            lost = ", ".join(f"{_name(looks, side)} {event.lost.get(side, 0)}" for side in event.sides)
            return f"Fight in {bare(event.city, 20) or event.at}. Teams lost: {lost}."
        case CityTaken():
            return f"City taken: {bare(event.city, 20)}, by {_name(looks, event.side)}."
        case WorldConquered():
            return f"World conquered by {_name(looks, event.side)}."
        case InvasionBeaten():
            return f"Invasion beaten: that of {_name(looks, event.side)}."


def _name(looks: Mapping[SideId, Banner], side: SideId) -> str:
    return "rebels" if side == REBELS else bare(looks[side].name, 20) if side in looks else bare(side, 20)


def _fewer(scenes: tuple[FrontScene, ...], most: int) -> tuple[FrontScene, ...]:
    """At most so many of the scenes, spread evenly, first and last among them."""
    if len(scenes) <= most:
        return scenes
    return tuple(scenes[at * (len(scenes) - 1) // max(most - 1, 1)] for at in range(most))


def _alt(scenes: Sequence[FrontScene], last: FrontScene, looks: Mapping[SideId, Banner], title: str) -> str:
    facts = [
        f"{bare(title or last.name, 60)}: {count(len(scenes), 'week')} of war on {bare(last.name, 40)} {last.world}, as a film."
    ]
    facts += [f"{scene.clock.capitalize()}: {' '.join(scene.lines)}" for scene in scenes]
    return fit_facts([*facts, front_alt(last, looks)])
