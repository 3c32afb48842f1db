"""What every game gives: an adjudication of frozen values, and nothing else."""

from dataclasses import dataclass
from typing import Generic, TypeVar

S = TypeVar("S")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Adjudication(Generic[S, E]):
    """The state after a turn (or an amendment) and what happened on the way, in order."""

    state: S
    events: tuple[E, ...]
