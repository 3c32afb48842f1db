"""What the running bot lets its operator see: whatever does something worth counting says so here.

This is to whom it is said when nobody looks, and it forgets at once. `program/metrics.py` keeps what it is told, for `/metrics`.
Nothing that is said names a person, a game, a channel or a text: only kinds of things, of which there are so and so many.
"""

from typing import ClassVar, Literal, TypeAlias

Answer: TypeAlias = Literal["first", "later"]
"""The first answer to an interaction, for which Discord waits three seconds, or what came after "is thinking"."""
JobEnd: TypeAlias = Literal["done", "refused", "failed"]
"""A task's result came back, or the rules' own refusal, or a fault: an exception, too long, a worker that died twice."""
LetterEnd: TypeAlias = Literal["was sent", "did not arrive"]
"""A letter that was not needed any more counts as sent; one that did not arrive is tried again, or waits for a repair."""


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
