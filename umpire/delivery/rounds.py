"""Which letters go next: reminders and results before news, and within that each game in its turn."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from storage import outbox
from storage.db import Transaction
from storage.outbox import Waiting
from umpire.delivery.addresses import heads
from umpire.outbox.outbox import LetterKind, Target
from umpire.services.pace import Rank

RANKS: Final[dict[LetterKind, Rank]] = {
    "reminder": Rank.REMINDER,
    "packet": Rank.RESULT,
    "public": Rank.RESULT,
    "board": Rank.RESULT,
    "gm": Rank.NEWS,
    "notice": Rank.NEWS,
    "problem": Rank.NEWS,
    "sheet": Rank.NEWS,
    "digest": Rank.NEWS,
    "desk": Rank.REFRESH,
}
"""How urgent each kind is. A reminder is about a deadline that is near; a desk is a message that is only brought up to date."""


@dataclass(frozen=True, slots=True)
class Head:
    """A letter that may be sent now, and whether pictures or other files are to be made for it first."""

    id: int
    game: str
    rank: Rank
    drawn: bool


@dataclass(slots=True)
class Rounds:
    """Puts letters in order, and remembers which games had theirs."""

    _given: Counter[str] = field(default_factory=Counter)

    def in_order(self, found: Iterable[Head]) -> list[Head]:
        """The most urgent kind first; within it one of each game, beginning with those that had the fewest lately, before
        anybody's second."""
        places: Counter[tuple[Rank, str]] = Counter()
        keys: dict[int, tuple[Rank, int, int]] = {}
        for head in found:
            place = places[head.rank, head.game]
            places[head.rank, head.game] += 1
            keys[head.id] = (head.rank, self._given[head.game] + place, head.id)
        return sorted(found, key=lambda head: keys[head.id])

    def taken(self, head: Head) -> None:
        """This one goes now."""
        self._given[head.game] += 1

    def quiet(self) -> None:
        """Nothing waits: what was is forgotten."""
        self._given.clear()


async def due(
    tx: Transaction, is_due: Callable[[Waiting], bool], masters: dict[str, Target | None]
) -> tuple[Head, ...]:
    """For each target its oldest letter, if it may be sent now."""
    found = await heads(tx, is_due, masters)
    letters = await outbox.letters(tx, [waiting.id for waiting in found])
    return tuple(
        Head(waiting.id, waiting.game, RANKS[letter["kind"]], bool(letter["files"]))
        for waiting in found
        if (letter := letters.get(waiting.id)) is not None
    )
