"""A small world for the umpire's tests: a clock that stands, chance that repeats, workers in place, a duel of two."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar, TypeVarTuple, cast

from playtest.clock import ManualClock
from playtest.entropy import by_length
from rules.cluster_war.turn.setup.scenario import Scenario, load_scenario
from rules.values import changed
from storage import turns as turn_rows
from storage.db import Storage
from storage.outbox import of_game
from storage.turns import TurnRow
from umpire.campaign.founding import play_campaign
from umpire.campaign.open_turn import SYSTEM
from umpire.campaign.turn import turns
from umpire.games import games, seats
from umpire.games.games import Game
from umpire.games.new_game import NewGame
from umpire.games.options import GameSettings, Options, Schedule
from umpire.games.seat import Seat
from umpire.outbox.outbox import Letter, letter_of
from umpire.services.services import Services

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

ROOT = Path(__file__).parents[2]
GUILD, CHANNEL = 900, 901
GM, ANNA, DORA, VISITOR = 1, 11, 12, 13
GM_ROLE = 77
START = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)  # a Monday
WEEKLY = GameSettings(Schedule("weekly", weekday=6, hour=20, zone="Europe/Berlin"), Options())

duel = load_scenario(ROOT / "scenarios" / "duel_small.toml")
ROLLED: dict[object, object] = {}
"""The duel's cluster by seed: the same for all tests, so it is rolled once."""


class Workers:
    """Does the work in place; a cluster that was rolled before is not rolled again. `before` runs before each task."""

    def __init__(self) -> None:
        self.before: list[Callable[[], object]] = []
        self.tasks: list[str] = []

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, urgent: bool = False, seconds: float = 0) -> T:
        """Call the function here and now."""
        self.tasks.append(getattr(function, "__name__", "?"))
        for act in self.before:
            done = act()
            if hasattr(done, "__await__"):
                await done
        given = cast("tuple[object, ...]", args)
        if self.tasks[-1] == "make_game" and given[0] is duel:
            key = given[1]
            if key not in ROLLED:
                ROLLED[key] = function(*args)
            return cast("T", ROLLED[key])
        return function(*args)


@dataclass
class World:
    """Services with their parts at hand, and a game on them."""

    services: Services
    clock: ManualClock
    workers: Workers
    game: Game

    gm: Seat
    anna: Seat
    dora: Seat

    @property
    def id(self) -> str:
        """The game's id."""
        return self.game.id

    async def letters(self) -> list[Letter]:
        """All letters of the game, in order."""
        async with self.services.storage.reading() as tx:
            return [letter_of(row) for row in await of_game(tx, self.game.id)]

    async def revisions(self) -> tuple[TurnRow, ...]:
        """The game's turns as kept, one for each revision."""
        async with self.services.storage.reading() as tx:
            return await turn_rows.of_game(tx, self.id)

    async def advance(self, turn: int) -> Game:
        """Resolve a turn by the game master's word."""
        return await turns.advance(self.services, self.id, self.gm, "test", turn)

    async def options(self, **changes: object) -> None:
        """Change some of the game's options."""
        now = await games.get_game(self.services, self.id)
        await games.set_options(self.services, self.gm, changed(now.options, **changes))  # type: ignore[arg-type] # fields


def services_on(storage: Storage, name: str = "chance") -> tuple[Services, ManualClock, Workers]:
    """Services on an open database."""
    clock, workers = ManualClock(START, frozen=True), Workers()
    return Services(storage, workers, clock, by_length(name)), clock, workers


async def new_world(
    storage: Storage, settings: GameSettings = WEEKLY, *, begin: bool = True, scenario: Scenario = duel
) -> World:
    """The duel with Anna (humans) and Dora (dominators), its first turn open if `begin`; or another scenario with both."""
    services, clock, workers = services_on(storage)
    new = NewGame(SYSTEM, GUILD, CHANNEL, "Spiral Arm", GM, settings, GM_ROLE)
    made = await play_campaign.create_game(services, new, scenario)
    anna = await seats.take(services, made.id, ANNA, "humans")
    dora = await seats.take(services, made.id, DORA, "dominators")
    world = World(services, clock, workers, made, Seat(made.id, "", GM, is_gm=True), anna, dora)
    if begin:
        world.game = await turns.open_first(services, world.gm)
    return world
