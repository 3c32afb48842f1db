"""What happened between two decisions, in as few lines as it takes: dice as they fell, those discarded struck through."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, assert_never

from render.dogfight.text import HEADINGS
from render.words import count, plain
from rules.air_force.events import (
    Distracted,
    Dropped,
    EnergyRolled,
    Event,
    FightEnded,
    Fired,
    FlightSet,
    FuelBurnt,
    InitiativeRolled,
    JetGone,
    ManeuversChosen,
    Moved,
    MoveOrderSet,
    NotDone,
    StallFell,
    Turned,
    TurnTried,
)
from rules.air_force.orders import JetId
from rules.air_force.view import DogfightView
from rules.events import Modifier

MINUS: Final = "\u2212"
LISTS: Final = (InitiativeRolled, MoveOrderSet)
"""Events that come one for each jet and are told together."""


def digest(view: DogfightView, events: Iterable[Event]) -> list[str]:
    """A line for what each jet did, in order, as Discord shows it; the viewer's own dice in full."""
    lines: list[str] = []
    for _, group in groupby(events, key=_bundle):
        lines += _lines(view, list(group))
    return lines


def _bundle(event: Event) -> tuple[int, int, str, str]:
    kind = type(event).__name__ if isinstance(event, LISTS) else ""
    if isinstance(event, Turned | TurnTried | Moved):
        kind = "move"
    return event.at.turn, event.at.phase, "" if isinstance(event, LISTS) else _jet(event), kind


def _jet(event: Event) -> JetId:
    return "" if isinstance(event, FightEnded) else event.jet


def _lines(view: DogfightView, events: Sequence[Event]) -> Iterator[str]:
    first = events[0]
    match first:
        case InitiativeRolled():
            order = sorted((each for each in events if isinstance(each, InitiativeRolled)), key=lambda each: each.total)
            yield "Initiative, lowest acts first: " + ", ".join(f"{each.jet} {each.total}" for each in order)
        case MoveOrderSet():
            yield "Order of movement: " + ", ".join(_jet(each) for each in events)
        case Moved() | Turned() | TurnTried():
            yield from _move(view, events)
        case _:
            for event in events:
                yield from _line(view, event)


def _line(view: DogfightView, event: Event) -> Iterator[str]:
    match event:
        case ManeuversChosen():
            ticked = [f"Hard Turn x{event.maneuvers.hard_turns}"] if event.maneuvers.hard_turns else []
            ticked += [word for word, on in (("Jink", event.maneuvers.jink), ("Aim", event.maneuvers.aim)) if on]
            ticked += ["afterburner"] if event.afterburner else []
            if ticked:
                yield f"**{event.jet}** chooses {' + '.join(ticked)}."
        case EnergyRolled() if _own(view, event.jet):
            dice = _dice(event.kept, event.dropped) or "no dice, no fuel"
            yield f"**{event.jet}** energy roll {dice}: {_sum(event.cause.modifiers)} = Speed **+{event.gain}** offered."
        case EnergyRolled():
            pass  # another's Speed is told when it is set
        case FlightSet() if _own(view, event.jet):
            stalled = " It stalls!" if event.stalled else ""
            yield (
                f"**{event.jet}** {_sum(event.cause.modifiers)} = **Speed {event.speed}**, altitude {event.altitude}.{stalled}"
            )
        case FlightSet():
            way = (
                f"climbs {event.levels}"
                if event.levels > 0
                else f"dives {-event.levels}"
                if event.levels < 0
                else "stays level"
            )
            stalled = ", stalled" if event.stalled else ""
            yield f"{event.jet} {way}: Speed {event.speed}, altitude {event.altitude}{stalled}."
        case Fired():
            faces = "+".join(str(face) for roll in event.cause.rolls for face in roll.faces)
            more = "".join(f" {_signed(one)}" for one in event.cause.modifiers)
            result = f"**hit**, {count(event.hits, 'hit')}" if event.hit else "miss"
            weapon = "guns" if event.weapon == "gun" else "missile"
            yield f"**{event.jet}** {weapon} at {event.target}: {faces}{more} = {event.total}, {event.needed} needed: {result}."
        case FuelBurnt():
            if event.left <= 3:
                yield f"**{event.jet}** has {event.left} fuel left."
        case StallFell():
            yield f"**{event.jet}** falls to altitude {event.altitude}; Speed {event.speed}."
        case Distracted():
            pass  # told to its own side alone, which is the bot's
        case JetGone():
            by = f" by {event.by}" if event.by else ""
            fate = {"left": "has left the map", "gave up": "has given up"}.get(event.fate, f"is {event.fate}")
            yield (
                f"💥 **{event.jet}** {fate}{by}."
                if event.fate in {"shot down", "crashed"}
                else f"**{event.jet}** {fate}{by}."
            )
        case NotDone():
            yield f"⚠ Not done: {plain(event.why, 200)}"
        case FightEnded():
            side = view.sides.get(event.winner)
            yield f"**{plain(side.name)} wins.**" if side else "**A draw.**"
        case InitiativeRolled() | MoveOrderSet() | Moved() | Turned() | TurnTried():
            pass  # told together, above
        case _:
            assert_never(event)


def _move(view: DogfightView, events: Sequence[Event]) -> Iterator[str]:
    """A jet's hexes and turns in one line, and before it its own turn rolls."""
    name = _jet(events[0])
    hexes = sum(isinstance(each, Moved) for each in events)
    for each in events:
        if isinstance(each, TurnTried) and _own(view, name):
            bonus = "".join(f" {_signed(one)}" for one in each.cause.modifiers[1:])
            result = "it turns" if each.success else "no turn"
            yield f"**{name}** turn roll {_dice((each.kept,), each.dropped)}{bonus}, {each.needed} needed: {result}."
    if hexes or any(isinstance(each, Turned) for each in events):
        turns = [each.heading for each in events if isinstance(each, Turned)]
        bend = f", turning to the {HEADINGS[turns[-1]]}" if turns else ""
        yield f"{name} flies {count(hexes, 'hex', 'hexes')}{bend}."


def _own(view: DogfightView, name: JetId) -> bool:
    return name in view.jets and view.jets[name].side == view.side


def _dice(kept: Sequence[int], dropped: Sequence[Dropped]) -> str:
    """Dice kept in bold, those discarded struck through, and why."""
    told = " ".join([*(f"**{face}**" for face in kept), *(f"~~{one.face}~~" for one in dropped)])
    return f"{told} ({dropped[0].why})" if dropped else told


def _signed(one: Modifier) -> str:
    return f"{'+' if one.value >= 0 else MINUS}{abs(one.value)} ({one.reason})"


def _sum(parts: Sequence[Modifier]) -> str:
    """A sum with its reasons."""
    return " ".join(_signed(one) if at else f"{one.value} ({one.reason})" for at, one in enumerate(parts))
