"""How a dogfight was decided: who was lost, when and by what, and each jet's best shot."""

from collections.abc import Iterator, Sequence
from typing import Final

from render.dogfight.log import format_event
from rules.air_force.combat import WEAPON_NAMES
from rules.air_force.events import Event, Fired, JetGone
from rules.air_force.view import DogfightView

MOST_SHOTS: Final = 6
"""Jets whose best shot is told."""


def format_ending(view: DogfightView, events: Sequence[Event]) -> list[str]:
    """A line for each jet that is lost, in order, then one for each jet that has shot."""
    lost = [event for event in events if isinstance(event, JetGone)]
    return [f"Turn {event.at.turn}: {format_event(event, view)}" for event in lost] + list(_best_shots(events))


def _best_shots(events: Sequence[Event]) -> Iterator[str]:
    """Each jet's hit, or else the miss that was nearest to one."""
    best: dict[str, Fired] = {}
    for event in events:
        if isinstance(event, Fired) and (event.jet not in best or _worth(event) > _worth(best[event.jet])):
            best[event.jet] = event
    for shot in list(best.values())[:MOST_SHOTS]:
        came = f"hit ({shot.hits})" if shot.hit else "missed"
        yield (
            f"Best shot of {shot.jet}: {WEAPON_NAMES[shot.weapon]} at {shot.target} in turn {shot.at.turn}, {shot.total} where "
            f"{shot.needed} was needed: {came}."
        )


def _worth(shot: Fired) -> tuple[int, int]:
    return shot.hits, shot.total - shot.needed
