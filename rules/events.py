"""What all events share: who may see them, why they came out as they did, and the dice they used."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from rules.values import Roll, Value

EVERYONE = "*"
"""In `seen_by`: every side of the game may see this. As the side of a view: somebody who looks on and sees what all see.

The game master sees all events, always.
"""


class Modifier(Value):
    """One reason in a sum, as players read it: `Modifier(8, "200 CPs so far")`."""

    value: int
    reason: str


class Cause(Value):
    """Why an event happened: ledger rule, the order that led to it, modifiers in order, dice used.

    `order` is the order's id on its sheet ("" when no order led to it). `override` holds the game master's reason
    when a result was their word and not the dice's.
    """

    rule: str
    order: str = ""
    modifiers: tuple[Modifier, ...] = ()
    rolls: tuple[Roll, ...] = ()
    override: str = ""


class Seen(Protocol):
    """An event of any game, as far as who may see it goes."""

    @property
    def seen_by(self) -> tuple[str, ...]: ...


E = TypeVar("E", bound=Seen)


def seen_events(events: Iterable[E], side: str | None) -> tuple[E, ...]:
    """The events a side is told of, in order; all of them for the game master (None)."""
    return tuple(event for event in events if side is None or EVERYONE in event.seen_by or side in event.seen_by)
