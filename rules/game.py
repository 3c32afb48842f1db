"""What every game gives: an adjudication of frozen values, and nothing else."""

from typing import Generic, TypeVar

from rules.values import Value

S = TypeVar("S")
E = TypeVar("E")


class Adjudication(Value, Generic[S, E]):
    """The state after a turn (or an amendment) and what happened on the way, in order."""

    state: S
    events: tuple[E, ...]
