"""What a game must be able to do for the clock, the deliverer and capsules, which reach it through this contract alone.

States, orders and events are canonical JSON: equal values are equal bytes. Methods raise StorageError for bytes that are
damaged or newer than this program, GameError for what the game's rules do not allow.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.dice import Roll
from storage.db import Transaction
from storage.games import GameRow
from storage.sheets import SheetState
from umpire.outbox.courier import File
from umpire.outbox.outbox import FileKind, Recipe
from umpire.services.services import Services

EVERYONE = "*"
"""In the place of a side: what everybody may know."""


@dataclass(frozen=True, slots=True)
class Happened:
    """An event of any game: its bytes, the dice it tells, and the sides that may see it."""

    data: bytes
    rolls: tuple[Roll, ...]
    seen_by: tuple[str, ...]

    def is_seen_by(self, side: str) -> bool:
        """Whether a side may see it."""
        return side in self.seen_by or EVERYONE in self.seen_by


@dataclass(frozen=True, slots=True)
class Outcome:
    """A state and the encoded events that led to it."""

    state: bytes
    events: tuple[bytes, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class System(ABC):
    """One game. `name` is what database and capsules call it, and its folder of `rules/`; `schema` is of the states it
    writes, `ruleset` by which it plays: states of another one may come out otherwise.

    `host_knows_all`: who made it sees all secrets while it is on, and plays no side. `has_threads`: each of its seats has a
    private thread. `noun` and `commands` are for whoever uses another game's commands on it. `reminders` say how a player's
    sheet stands; `{thread}` in them is the game's channel.
    """

    name: str
    schema: int
    ruleset: str
    host_knows_all: bool
    has_threads: bool
    noun: str
    commands: str
    reminders: Mapping[SheetState, str]

    @abstractmethod
    async def advance(
        self, services: Services, game_id: str, by: str, reason: str, expect_turn: int, *, late: bool
    ) -> None:
        """Resolve the open turn, or play on in it as far as it goes; `late`: nobody is waited for any more.

        WrongPhaseError: that turn is over, or the game is not running.
        """

    @abstractmethod
    async def files(
        self, services: Services, title: str, recipe: Recipe, kinds: tuple[FileKind, ...], *, urgent: bool = False
    ) -> tuple[File, ...]:
        """A side's files of these kinds of one playing of a turn, drawn in a worker."""

    @abstractmethod
    async def reopened(self, tx: Transaction, services: Services, row: GameRow, *, renewed: bool) -> None:
        """Say how complete the sheets of an imported game's open turn are; `renewed` if it has another seed than it had."""

    @abstractmethod
    def state(self, data: bytes) -> bytes:
        """A saved state, brought up to today's schema."""

    @abstractmethod
    def stands_at(self, state: bytes, turn: int) -> bool:
        """Whether this turn can be played from a state (or the game is over in it)."""

    @abstractmethod
    def is_given(self, opening: int, seq: int) -> bool:
        """Whether a start of this opening stands in a capsule in full, since nothing in the capsule leads to it."""

    @abstractmethod
    def resolve(self, state: bytes, orders: bytes, seed: bytes, dice_name: str, turn: int) -> Outcome:
        """A whole turn played; `seed` has the words mixed in. GameError if these orders do not end it."""

    @abstractmethod
    def amend(self, state: bytes, amendment: bytes, reason: str) -> Outcome:
        """A state changed by the game master."""

    @abstractmethod
    def order(self, data: bytes) -> bytes:
        """An order, brought up to date."""

    @abstractmethod
    def happened(self, data: bytes) -> Happened:
        """An event, brought up to date."""

    @abstractmethod
    def made(self, scenario: Any, seed: bytes) -> bytes | None:
        """The first state as the seed of turn 0 makes it; None if no die is rolled for it."""
