"""A bout's turn played as far as it goes, as plain functions of bytes that a worker process can be sent."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Asked:
    """One question the bout waits with: which side, about which of its units, why."""

    side: str
    unit: str
    reason: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a turn stands: packed state, encoded events so far, who is asked; `stop` names the moment it waits at.

    `done`: the turn is over, and `then` is who will be asked when the next one opens. `winner`: the bout is over too (a
    side, "" for a draw).
    """

    packed: bytes
    events: tuple[bytes, ...]
    asked: tuple[Asked, ...]
    stop: str
    done: bool
    winner: str | None = None
    then: tuple[Asked, ...] = ()
