"""The Pentagon War as a game played in bouts."""

from collections.abc import Iterable
from typing import Final

from rules.pentagon_war.state import Ask
from rules.pentagon_war.units import Moment
from umpire.bout_kinds.progress import Asked

BATTLE: Final = "pentagon_war"


def _asked(waiting: Iterable[Ask]) -> tuple[Asked, ...]:
    return tuple(Asked(ask.side, ask.craft, ask.reason, ask.rule) for ask in waiting)


def stop_name(at: Moment) -> str:
    """The name of the stop at a moment; `moment_of` reads it."""
    return f"{at.turn}/{at.impulse}/{at.segment}"


def moment_of(stop: str) -> Moment:
    """The moment a stop's name tells."""
    turn, impulse, segment = (int(part) for part in stop.split("/"))
    return Moment(turn, impulse, segment)
