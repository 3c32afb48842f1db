"""The news of a part of a dogfight, in a few short lines for who comes back to it: from what a side saw."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from render.dogfight.log import sentence
from render.dogfight.text import own_only
from render.words.safe_text import count
from rules.air_force import events
from rules.air_force.view import DogfightView


def headlines(view: DogfightView, told: Sequence[events.Event]) -> Iterator[tuple[int, str]]:
    """What is worth telling, each with its weight (1 to 99): how it ended, who is out of it, shots, stalls, and who flew."""
    for event in told:
        match event:
            case events.FightEnded():
                yield 99, _bare(sentence(event, view))
            case events.JetGone():
                yield 90, _bare(sentence(event, view))
            case events.Fired():
                hits = f" and hit ({event.hits})" if event.hit else " and missed"
                yield 70 if event.hit else 40, f"{_name(view, event.jet)} fired at {_name(view, event.target)}{hits}"
            case events.StallFell() | events.NotDone():
                yield 50, _bare(sentence(event, view))
            case (
                events.InitiativeRolled()
                | events.ManeuversChosen()
                | events.EnergyRolled()
                | events.FlightSet()
                | events.MoveOrderSet()
                | events.TurnTried()
                | events.Turned()
                | events.Moved()
                | events.FuelBurnt()
                | events.Distracted()
            ):
                pass
            case _:
                assert_never(event)
    flown = dict.fromkeys(event.jet for event in told if isinstance(event, events.Moved))
    for jet in flown:
        hexes = sum(isinstance(event, events.Moved) and event.jet == jet for event in told)
        yield 10, f"{_name(view, jet)} flew {count(hexes, 'hex', 'hexes')}"


def _name(view: DogfightView, jet: str) -> str:
    own = own_only(view)
    return "you" if own is not None and own.id == jet else jet


def _bare(text: str) -> str:
    """Without its full stop: others follow in the same line."""
    return text.removesuffix(".")
