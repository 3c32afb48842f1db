"""What is being worked on, as log records tell it: game, turn, letter, command. Said where the work begins, for all it logs."""

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Final, TypeAlias

Facts: TypeAlias = Mapping[str, str | int]
NO_FACTS: Final[Facts] = {}

_facts: Final[ContextVar[Facts]] = ContextVar("what is being worked on", default=NO_FACTS)


def set_about(**facts: str | int) -> None:
    """From now on whatever this task logs, and tasks it begins, is about this: for a task that was made for the one thing."""
    _facts.set(facts)


def facts_now() -> Facts:
    """What is being worked on here."""
    return _facts.get()
