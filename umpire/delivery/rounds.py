"""Which letters go next: reminders and results before news, and within that each game in its turn."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from rules.values import Value
from storage import outbox
from storage.db import Transaction
from storage.outbox import Waiting
from umpire.delivery.addresses import heads
from umpire.outbox.outbox import LetterKind
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


class Head(Value):
    """A letter that may be sent now, and whether pictures or other files are to be made for it first."""

    id: int
    game: str
    rank: Rank
    drawn: bool


IN_A_ROW: Final = 8
"""Letters that a game may have one after the other before others have theirs: a turn of six players. They are of one state, which
whoever makes them reads once."""


@dataclass(slots=True)
class Rounds:
    """Puts letters in order, and remembers which games had theirs and what each letter is."""

    _given: Counter[str] = field(default_factory=Counter)
    _known: dict[int, tuple[LetterKind, bool]] = field(default_factory=dict)

    def in_order(self, found: Iterable[Head]) -> list[Head]:
        """The most urgent kind first; within it as many of each game as it may have in a row, beginning with those that had the
        fewest lately, before anybody has more."""
        places: Counter[tuple[Rank, str]] = Counter()
        first: dict[tuple[Rank, str], int] = {}
        keys: dict[int, tuple[Rank, int, int, int]] = {}
        for head in found:
            queue = head.rank, head.game
            round_ = (self._given[head.game] + places[queue]) // IN_A_ROW
            places[queue] += 1
            keys[head.id] = (head.rank, round_, first.setdefault(queue, head.id), head.id)
        return sorted(found, key=lambda head: keys[head.id])

    def taken(self, head: Head) -> None:
        """This one goes now."""
        self._given[head.game] += 1

    def quiet(self) -> None:
        """Nothing waits: what was is forgotten."""
        self._given.clear()
        self._known.clear()

    async def due(self, tx: Transaction, is_due: Callable[[Waiting], bool]) -> list[Head]:
        """For each target its oldest letter, if it may be sent now, in order."""
        found = await heads(tx, is_due)
        new = [waiting.id for waiting in found if waiting.id not in self._known]
        read = await outbox.letters(tx, new) if new else {}
        self._known |= {row: (letter["kind"], bool(letter["files"])) for row, letter in read.items()}
        made: list[Head] = []
        for waiting in found:
            if waiting.id in self._known:
                kind, drawn = self._known[waiting.id]
                made.append(Head(waiting.id, waiting.game, RANKS[kind], drawn))
        return self.in_order(made)
