"""What a game must be able to do for the clock, the deliverer and capsules, which reach it through this contract alone.

States, orders and events are canonical JSON: equal values are equal bytes. Functions raise StorageError for bytes that are
damaged or newer than this program, GameError for what the game's rules do not allow.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from rules.values import Roll, Value
from storage.db import Transaction
from storage.games import GameRow
from storage.sheets import SheetState
from umpire.games.bank import LostTime
from umpire.games.news_items import Mark, News
from umpire.games.seeds import SeedsTold
from umpire.outbox.courier import File
from umpire.outbox.outbox import Dashboard, FileKind, Letter, Recipe
from umpire.services.services import Services

EVERYONE = "*"
"""In the place of a side: what everybody may know."""


class Happened(Value):
    """An event of any game: its bytes, the dice it tells, and the sides that may see it."""

    data: bytes
    rolls: tuple[Roll, ...]
    seen_by: tuple[str, ...]

    def is_seen_by(self, side: str) -> bool:
        """Whether a side may see it."""
        return side in self.seen_by or EVERYONE in self.seen_by


class StepOutcome(Value):
    """A state and the encoded events that led to it."""

    state: bytes
    events: tuple[bytes, ...]


class Advance(Protocol):
    """Resolves the open turn, or plays on in it as far as it goes; `late`: nobody is waited for any more.

    Gives whether anything came of it; if not, it is no use to ask again before something changes.

    WrongPhaseError: that turn is over, or the game is not running.
    """

    async def __call__(
        self, services: Services, game_id: str, by: str, reason: str, expect_turn: int, *, late: bool
    ) -> bool:
        """See the class."""
        ...


class Files(Protocol):
    """Draws a side's files of these kinds of one playing of a turn, in a worker."""

    async def __call__(
        self, services: Services, title: str, recipe: Recipe, kinds: tuple[FileKind, ...], *, urgent: bool = False
    ) -> tuple[File, ...]:
        """See the class."""
        ...


class DashboardMaker(Protocol):
    """Makes the dashboard of a side's holder ("" is the game master), from that side's view alone."""

    async def __call__(self, tx: Transaction, services: Services, game_id: str, side: str) -> Dashboard:
        """See the class."""
        ...


class Resumable(Protocol):
    """Finds running games whose turn waits for something in its midst and can go on, each with that turn; and the first moment
    after `now` at which another can."""

    async def __call__(self, tx: Transaction, now: int) -> tuple[tuple[tuple[str, int], ...], int | None]:
        """See the class."""
        ...


class PendingBotTurns(Protocol):
    """Finds running games whose open turn waits for the program itself, which plays there too; each with that turn."""

    async def __call__(self, tx: Transaction) -> Mapping[str, int]:
        """See the class."""
        ...


class PlayBotTurn(Protocol):
    """Does in a game's open turn what it waits for; whether there was anything to do. What fails is told to the game master
    and counts as done, so that nobody waits for ever."""

    async def __call__(self, services: Services, game_id: str, expect_turn: int) -> bool:
        """See the class."""
        ...


class Reconcile(Protocol):
    """Puts in order, as often as it is asked, what belongs to games of its kind: what is played in games of its own, and what a
    side has laid down for every turn."""

    async def __call__(self, services: Services) -> None:
        """See the class."""
        ...


class Unblock(Protocol):
    """Sees to a turn that has failed twice: finds which order or what else is in the way, tells who can decide, or, where nobody
    leads the game, sets it aside for this turn."""

    async def __call__(self, services: Services, game_id: str, expect_turn: int, code: str) -> bool:
        """Whether something was set aside, so that the turn can be tried again at once."""
        ...


class GiveBack(Protocol):
    """Gives lost time back."""

    async def __call__(self, tx: Transaction, services: Services, row: GameRow, lost: LostTime) -> None:
        """The bot was down or not on the game's server for a time, or the game was paused."""
        ...


class Deputize(Protocol):
    """Has the bot lead a side for its player who is away: by a style's name, or with "own" or "" by what the side did so far."""

    async def __call__(self, tx: Transaction, services: Services, row: GameRow, side: str, style: str) -> None:
        """See the class."""
        ...


class NewsMaker(Protocol):
    """Tells what happened to a side ("": to the game, for who leads it) since a mark (None: only what waits), from
    what that side may see alone; None before the first turn."""

    async def __call__(
        self, services: Services, game_id: str, side: str, user_id: int, since: Mark | None
    ) -> News | None:
        """See the class."""
        ...


class Reopened(Protocol):
    """Says how complete the sheets of an imported game's open turn are; `renewed` if it has another seed than it had."""

    async def __call__(self, tx: Transaction, services: Services, row: GameRow, *, renewed: bool) -> None:
        """See the class."""
        ...


class System(Value, kw_only=True):
    """One game. `name` is what database and capsules call it, and its folder of `rules/`; `schema` is of the states it
    writes."""

    name: str
    schema: int
    noun: str
    commands: str
    """With `noun`, for whoever uses another game's commands on it."""
    repair: str
    """The command that mends its threads and sends what waited."""
    host_knows_all: bool
    """Who made it sees all secrets while it is on, and plays no side."""
    has_threads: bool
    """Each of its seats has a private thread."""
    reminders: Mapping[SheetState, str]
    """How a player's sheet stands; `{thread}` is the game's channel."""
    advance: Advance
    files: Files
    reopened: Reopened
    state: Callable[[bytes], bytes]
    """A saved state, brought up to today's schema."""
    stands_at: Callable[[bytes, int], bool]
    """Whether this turn can be played from a state (or the game is over in it)."""
    is_given: Callable[[int, int], bool]
    """Whether a start of this revision (and number) stands in a capsule in full, since nothing in it leads to it."""
    resolve: Callable[[bytes, bytes, bytes, str, int, tuple[bytes, ...]], StepOutcome]
    """A whole turn played from a state, its orders, the seed with the words mixed in, the dice's name, the turn's number, and the
    encoded outcomes of what was settled outside of it. GameError if these do not end it."""
    amend: Callable[[bytes, bytes, str], StepOutcome]
    """A state changed by the game master's amendment, for a reason."""
    order: Callable[[bytes], bytes]
    """An order, brought up to date."""
    happened: Callable[[bytes], Happened]
    """An event, brought up to date."""
    made: Callable[[Any, bytes], bytes | None]
    """The first state as a scenario and the seed of turn 0 make it; None if no die is rolled for it."""
    seeds_told: SeedsTold = "turn"
    """When a turn's seed is public."""
    dashboard: DashboardMaker | None = None
    """Each held seat of a game that has begun keeps a pinned message, its dashboard; None for games that have none."""
    resumable: Resumable | None = None
    """Which turns have stopped in their midst, with orders closed, and can go on now; None for games that never do."""
    pending_bot_turns: PendingBotTurns | None = None
    """Which open turns wait for the program, and `play_bot_turn` does it; None for games in which it plays no seat. `advance`
    sees to it first."""
    play_bot_turn: PlayBotTurn | None = None
    news: NewsMaker | None = None
    """What happened while somebody was not looking; None for games that tell none."""
    plays_in_turn: bool = False
    """Its open turn is played on while it is open, in parts."""
    reconcile: Reconcile | None = None
    """Keeps what is played in games of its own in step with the game that it is a part of; None for games without."""
    unblock: Unblock | None = None
    """What is done about a turn that has failed twice; None for games whose turns people resolve."""
    give_back: GiveBack | None = None
    """What else of a game has a time, besides its deadline, gets back what it lost; None for games without."""
    name_buttons: Callable[[Letter], Letter] | None = None
    """A letter with buttons for the commands that its text names; None for games whose letters have theirs already."""
    deputize: Deputize | None = None
    """How the bot acts for a player who is away; None for games in which it cannot."""
