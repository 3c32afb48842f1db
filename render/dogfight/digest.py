"""What happened between two decisions, in as few lines as it takes: the viewer's own dice in full, the others' results."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from render.dogfight.log import sentence
from render.dogfight.text import HEADINGS, own_only
from render.words.safe_text import count
from rules.air_force import events
from rules.air_force.jets import Maneuvers
from rules.air_force.orders import JetId
from rules.air_force.view import DogfightView

LISTS: Final = (events.InitiativeRolled, events.MoveOrderSet)
"""Events that come one for each jet and are told together."""
MOVES: Final = (events.Moved, events.Turned, events.TurnTried)
LITTLE_FUEL: Final = 3
"""From here on fuel is worth a line."""


def digest(view: DogfightView, log: Iterable[events.Event]) -> list[str]:
    """A line for what each jet did, in order, as Discord shows it."""
    return [line for _, group in groupby(log, key=_bundle) for line in _lines(view, list(group))]


def _bundle(event: events.Event) -> tuple[int, int, str, str]:
    if isinstance(event, LISTS):
        return event.at.turn, event.at.phase, "", type(event).__name__
    return event.at.turn, event.at.phase, _jet(event), "move" if isinstance(event, MOVES) else ""


def _jet(event: events.Event) -> JetId:
    return "" if isinstance(event, events.FightEnded) else event.jet


def _lines(view: DogfightView, group: Sequence[events.Event]) -> Iterator[str]:
    first = group[0]
    if isinstance(first, events.InitiativeRolled):
        order = sorted(
            (each for each in group if isinstance(each, events.InitiativeRolled)), key=lambda each: each.total
        )
        yield "Initiative, lowest acts first: " + ", ".join(f"{_name(view, each)} {each.total}" for each in order)
    elif isinstance(first, events.MoveOrderSet):
        yield "Order of movement: " + ", ".join(_name(view, each) for each in group)
    elif isinstance(first, MOVES):
        yield from _move(view, group)
    else:
        yield from filter(None, (_line(view, event) for event in group))


def _line(view: DogfightView, event: events.Event) -> str:
    """One event; "" for what goes without saying."""
    own = _own(view, _jet(event))
    match event:
        case events.ManeuversChosen() if event.maneuvers == Maneuvers() and not event.afterburner:
            return ""
        case events.EnergyRolled() if not own:
            return ""  # another's Speed is told when it is set
        case events.FlightSet() if not own:
            up = event.levels
            way = f"climbs {up}" if up > 0 else f"dives {-up}" if up < 0 else "stays level"
            stalled = ", stalled" if event.stalled else ""
            return f"{event.jet} {way}: Speed {event.speed}, altitude {event.altitude}{stalled}."
        case events.FuelBurnt() if event.left > LITTLE_FUEL or not own:
            return ""
        case events.Distracted():
            return ""
        case _:
            return sentence(event, view)


def _move(view: DogfightView, group: Sequence[events.Event]) -> Iterator[str]:
    """A jet's hexes and turns in one line, and before it its own turn rolls."""
    name = _jet(group[0])
    if _own(view, name):
        yield from (sentence(each, view) for each in group if isinstance(each, events.TurnTried))
    hexes = sum(isinstance(each, events.Moved) for each in group)
    turns = [each.heading for each in group if isinstance(each, events.Turned)]
    if hexes or turns:
        bend = f", turning to the {HEADINGS[turns[-1]]}" if turns else ""
        flies = "You fly" if _name(view, group[0]) == "you" else f"{name} flies"
        yield f"{flies} {count(hexes, 'hex', 'hexes')}{bend}."


def _name(view: DogfightView, event: events.Event) -> str:
    """A jet in a list: "you" for the reader's own."""
    own = own_only(view)
    return "you" if own is not None and _jet(event) == own.id else _jet(event)


def _own(view: DogfightView, name: JetId) -> bool:
    return name in view.known.jets and view.known.jets[name].side == view.side
