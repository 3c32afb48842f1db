"""What is being worked on, for log records, and what the running bot lets its operator see.

Log records name game, turn, letter and command; these are set where the work begins. `Observer` is told of everything worth
counting. This one forgets at once; `program/metrics_page.py` keeps what it is told, for `/metrics`. Nothing that is said names
a person, a game, a channel or a text: only kinds of things and their number.
"""

from collections.abc import Mapping
from contextvars import ContextVar
from typing import ClassVar, Final, Literal, TypeAlias

Facts: TypeAlias = Mapping[str, str | int]
NO_FACTS: Final[Facts] = {}

_facts: Final[ContextVar[Facts]] = ContextVar("what is being worked on", default=NO_FACTS)
Answer: TypeAlias = Literal["first", "later"]
"""The first answer to an interaction, for which Discord waits three seconds, or what came after "is thinking"."""
JobEnd: TypeAlias = Literal["done", "refused", "failed"]
"""A task's result came back, or the rules' own refusal, or a fault: an exception, too long, a worker that died twice."""
LetterEnd: TypeAlias = Literal["was sent", "did not arrive"]
"""A letter that was not needed any more counts as sent; one that did not arrive is tried again, or waits for a repair."""


def set_about(**facts: str | int) -> None:
    """From now on whatever this task logs, and tasks it begins, is about this: for a task that was made for the one thing."""
    _facts.set(facts)


def facts_now() -> Facts:
    """What is being worked on here."""
    return _facts.get()


class Observer:
    """Nobody looks. All times are seconds."""

    looks: ClassVar[bool] = False
    """Whether anybody does; what would have to be worked out first is not, if not."""

    def answered(self, kind: str, command: str, answer: Answer, seconds: float) -> None:
        """Discord has our answer to an interaction of this kind and command, so long after it came in."""

    def unanswered(self, kind: str, command: str) -> None:
        """An interaction had no answer that Discord took."""

    def gateway(self, event: str) -> None:
        """The connection to Discord was made, lost, resumed."""

    def asked_discord(self, status: int) -> None:
        """Discord's API answered a request with this status."""

    def job(self, task: str, waited: float, took: float, end: JobEnd) -> None:
        """A task of the worker processes is over; `waited` before one was free for it."""

    def worker_died(self) -> None:
        """A worker process died over a task."""

    def turn(self, system: str, seconds: float) -> None:
        """A turn of a game of this system was resolved and saved, so long after that was asked for."""

    def letter(self, end: LetterEnd, seconds: float) -> None:
        """A try to deliver a letter has ended, so long after the letter was written."""

    def database_error(self, kind: str) -> None:
        """A statement, or opening the database, failed with this kind of error."""

    def backup(self, *, done: bool) -> None:
        """A scheduled backup was made, or failed."""

    def commands(self, *, refused: bool) -> None:
        """Discord took the list of commands, or refuses it."""
