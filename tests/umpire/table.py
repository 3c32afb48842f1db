"""A table to play at: a real database, a small game, a clock that a test moves, and a Discord that is a dict."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar, TypeVarTuple

from playtest.clock import ManualClock
from playtest.entropy import KeyedEntropy, by_draw
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.cluster_war.turn.setup.scenario import Scenario, load_scenario
from storage import audit, outbox
from storage.db import Storage
from storage.outbox import OutboxRow
from tests.umpire.seat_delivery import set_delivery
from tests.workers_inline import InlineWorkers
from umpire.campaign.founding import play_campaign
from umpire.campaign.open_turn import SYSTEM
from umpire.campaign.sheets import orders
from umpire.campaign.turn import turns
from umpire.games import games, seats
from umpire.games.games import Game
from umpire.games.new_game import NewGame
from umpire.games.options import GameSettings, Options, Schedule
from umpire.games.seat import Seat
from umpire.outbox.courier import CourierError, File, MessageGoneError
from umpire.outbox.outbox import Letter, Target, letter_of
from umpire.services.services import Services

SUNDAY: Final = datetime(2026, 11, 22, 20, tzinfo=UTC)
USUAL: Final = Options()
WEEKLY: Final = Schedule("weekly", 6, 20, 0, "UTC")
GM: Final = 9
PLAYERS: Final = {"humans": 101, "dominators": 102}
THREADS: Final = {"humans": 501, "dominators": 502, "": 509}
CHANNEL: Final = 400


T = TypeVar("T")
Ts = TypeVarTuple("Ts")
_made: dict[str, Any] = {}


class Remembering(InlineWorkers):
    """Works in place, and remembers the games it made: a map takes a second to roll, and tests begin alike."""

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, urgent: bool = False, seconds: float = 0) -> T:
        if function.__name__ != "make_game":
            return await super().run(function, *args, urgent=urgent)
        key = repr(args)
        if key not in _made:
            _made[key] = function(*args)
        made: T = _made[key]
        return made


class Failing(Remembering):
    """Workers that fail while they are told to."""

    failing = False

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, urgent: bool = False, seconds: float = 0) -> T:
        if self.failing:
            raise ZeroDivisionError("a bug")
        return await super().run(function, *args, urgent=urgent)


@dataclass
class Message:
    """A message as it lies in this Discord: whom it pinged when it was sent, and for whom it is highlighted now."""

    id: int
    target: Target
    text: str
    files: tuple[File, ...]
    mentions: tuple[int, ...]
    nonce: str
    edits: int = 0
    highlighted: tuple[int, ...] = ()


def _named(target: Target, letter: Letter, allowed: Sequence[int]) -> tuple[int, ...]:
    """Whom it pings: Discord looks for names in the text, and a direct message needs none."""
    return tuple(u for u in dict.fromkeys(allowed) if target.kind == "dm" or f"<@{u}>" in letter.text)


@dataclass
class Post:
    """A courier to a Discord in memory. `broken` maps a target to what sending there raises; `lost` answers are sent
    but their answer never comes back."""

    messages: list[Message] = field(default_factory=list)
    broken: dict[Target, CourierError] = field(default_factory=dict)
    lost: int = 0
    pinned: list[int] = field(default_factory=list)
    taken_back: list[Message] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0

    async def send(self, target: Target, letter: Letter, files: Sequence[File], nonce: str) -> int:
        if target in self.broken:
            raise self.broken[target]
        known = next((m for m in self.messages if m.nonce == nonce), None)
        if known is None:
            number, named = 1000 + len(self.messages) + len(self.taken_back), _named(target, letter, letter.mentions)
            known = Message(number, target, letter.text, tuple(files), named, nonce, highlighted=named)
            self.messages.append(known)
        if self.lost:
            self.lost -= 1
            raise ConnectionError("the answer was lost")
        return known.id

    async def edit(self, target: Target, message_id: int, letter: Letter, files: Sequence[File]) -> None:
        if target in self.broken:
            raise self.broken[target]
        for message in self.messages:
            if message.id == message_id:
                message.text, message.files, message.edits = letter.text, tuple(files), message.edits + 1
                message.highlighted = _named(target, letter, (*letter.mentions, *letter.highlights))
                return
        raise MessageGoneError("there is no such message")

    async def pin(self, target: Target, message_id: int) -> None:
        self.pinned.append(message_id)

    async def delete(self, target: Target, message_id: int) -> None:
        if target in self.broken:
            raise self.broken[target]
        found = next((m for m in self.messages if m.id == message_id), None)
        if found is None:
            raise MessageGoneError("there is no such message")
        self.messages.remove(found)
        self.taken_back.append(found)

    async def find(self, target: Target, ref: str, since: int, below: int = 0) -> int | None:
        there = [m for m in self.messages if m.target == target and m.id > below]
        return next((m.id for m in there if m.text.endswith(ref)), None)

    def to(self, kind: str, id_: int) -> list[Message]:
        """The messages in one place, in order."""
        return [m for m in self.messages if m.target == Target(kind, id_)]  # type: ignore[arg-type] # a test's word


@lru_cache(maxsize=1)
def duel() -> Scenario:
    return load_scenario(Path(__file__).parent.parent.parent / "scenarios" / "duel_small.toml")


def services_on(storage: Storage, manual_clock: ManualClock, chance: KeyedEntropy | None = None) -> Services:
    return Services(storage, Remembering(), manual_clock, chance or by_draw("chance"))


async def begin(
    services: Services, schedule: Schedule = WEEKLY, options: Options = USUAL, *, channel: int = CHANNEL
) -> Game:
    """A running duel, all seats taken, with a thread each."""
    new = NewGame(SYSTEM, 1, channel, "The Long Watch", GM, GameSettings(schedule, options))
    game = await play_campaign.create_game(services, new, duel())
    gm = await seats.gm_seat(services, game.id, GM, blind=True)
    await set_delivery(services, gm, thread_id=THREADS[""])
    for side in game.sides:
        seat = await seats.take(services, game.id, PLAYERS[side.id], side.id)
        await set_delivery(services, seat, thread_id=THREADS[side.id])
    return await turns.open_first(services, gm)


def player(game: Game, side: str) -> Seat:
    return Seat(game.id, side, PLAYERS[side])


def master(game: Game) -> Seat:
    return Seat(game.id, "", GM, is_gm=True)


async def order(services: Services, game: Game, side: str, text: str = "Keep a good watch.") -> None:
    """Give an order in plain words; the sheet is complete then."""
    await orders.enter(services, player(game, side), [FreeText(text)])


async def ready(services: Services, game: Game, side: str) -> None:
    await orders.set_ready(services, player(game, side), ready=True)


async def letters(services: Services, game: Game, kind: str = "") -> list[OutboxRow]:
    async with services.storage.reading() as tx:
        rows = await outbox.of_game(tx, game.id)
    return [row for row in rows if kind in {"", letter_of(row).kind}]


async def texts(services: Services, game: Game, kind: str) -> list[str]:
    return [letter_of(row).text for row in await letters(services, game, kind)]


async def acts(services: Services, game: Game, action: str) -> list[Any]:
    async with services.storage.reading() as tx:
        return [row.detail for row in await audit.whole(tx, game.id) if row.action == action]


async def now_at(services: Services, game: Game) -> Game:
    return await games.get_game(services, game.id)
