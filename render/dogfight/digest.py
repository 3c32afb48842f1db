"""What happened between two decisions, in as few lines as it takes: the viewer's own dice in full, the others' results."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from render.canvas.safe_text import count
from render.dogfight.log import sentence
from render.dogfight.text import HEADINGS
from rules.air_force.events import (
    Distracted,
    EnergyRolled,
    Event,
    FightEnded,
    FlightSet,
    FuelBurnt,
    InitiativeRolled,
    ManeuversChosen,
    Moved,
    MoveOrderSet,
    Turned,
    TurnTried,
)
from rules.air_force.jets import Maneuvers
from rules.air_force.orders import JetId
from rules.air_force.view import DogfightView

LISTS: Final = (InitiativeRolled, MoveOrderSet)
"""Events that come one for each jet and are told together."""
MOVES: Final = (Moved, Turned, TurnTried)
LITTLE_FUEL: Final = 3
"""From here on fuel is worth a line."""


def digest(view: DogfightView, events: Iterable[Event]) -> list[str]:
    """A line for what each jet did, in order, as Discord shows it."""
    lines: list[str] = []
    for _, group in groupby(events, key=_bundle):
        lines += _lines(view, list(group))
    return lines


def _bundle(event: Event) -> tuple[int, int, str, str]:
    if isinstance(event, LISTS):
        return event.at.turn, event.at.phase, "", type(event).__name__
    return event.at.turn, event.at.phase, _jet(event), "move" if isinstance(event, MOVES) else ""


def _jet(event: Event) -> JetId:
    return "" if isinstance(event, FightEnded) else event.jet


def _lines(view: DogfightView, events: Sequence[Event]) -> Iterator[str]:
    first = events[0]
    if isinstance(first, InitiativeRolled):
        order = sorted((each for each in events if isinstance(each, InitiativeRolled)), key=_total)
        yield "Initiative, lowest acts first: " + ", ".join(f"{each.jet} {each.total}" for each in order)
    elif isinstance(first, MoveOrderSet):
        yield "Order of movement: " + ", ".join(_jet(each) for each in events)
    elif isinstance(first, MOVES):
        yield from _move(view, events)
    else:
        for event in events:
            line = _line(view, event)
            if line:
                yield line


def _total(event: InitiativeRolled) -> int:
    return event.total


def _line(view: DogfightView, event: Event) -> str:
    """One event; "" for what goes without saying."""
    own = _own(view, _jet(event))
    match event:
        case ManeuversChosen() if event.maneuvers == Maneuvers() and not event.afterburner:
            return ""
        case EnergyRolled() if not own:
            return ""  # another's Speed is told when it is set
        case FlightSet() if not own:
            up = event.levels
            way = f"climbs {up}" if up > 0 else f"dives {-up}" if up < 0 else "stays level"
            stalled = ", stalled" if event.stalled else ""
            return f"{event.jet} {way}: Speed {event.speed}, altitude {event.altitude}{stalled}."
        case FuelBurnt() if event.left > LITTLE_FUEL or not own:
            return ""
        case Distracted():
            return ""
        case _:
            return sentence(event, view)


def _move(view: DogfightView, events: Sequence[Event]) -> Iterator[str]:
    """A jet's hexes and turns in one line, and before it its own turn rolls."""
    name = _jet(events[0])
    if _own(view, name):
        yield from (sentence(each, view) for each in events if isinstance(each, TurnTried))
    hexes = sum(isinstance(each, Moved) for each in events)
    turns = [each.heading for each in events if isinstance(each, Turned)]
    if hexes or turns:
        bend = f", turning to the {HEADINGS[turns[-1]]}" if turns else ""
        yield f"{name} flies {count(hexes, 'hex', 'hexes')}{bend}."


def _own(view: DogfightView, name: JetId) -> bool:
    return name in view.known.jets and view.known.jets[name].side == view.side
