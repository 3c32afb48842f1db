"""Making a battle: from a set-up to a thread with free sides, and its beginning."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rules.dice import SEED_BYTES, Dice
from rules.errors import NotYoursError, WrongPhaseError
from storage.codec import pack
from storage.db import Transaction
from storage.games import GameRow
from umpire.bout_kinds.kind import Progress
from umpire.bout_kinds.known import opening_stop
from umpire.bouts.course import wait
from umpire.bouts.letters import begun
from umpire.bouts.standing import read_case, require_bout
from umpire.games.games import Game, end, get_game, require_unfinished
from umpire.games.new_game import Beginning, NewGame, create
from umpire.games.opening import open_first_turn
from umpire.games.options import GameSettings, Options
from umpire.games.schedule import Schedule
from umpire.games.seat import Seat
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services

COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#999999")
"""Of sides, in order; told apart by colour-blind players too."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """A bout before it begins: ids and names of its sides, what it is called, its encoded state."""

    sides: tuple[tuple[str, str], ...]
    title: str
    state: bytes


async def create_bout(
    services: Services,
    system: str,
    set_up: Callable[[Dice], SetUp],
    guild_id: int,
    channel_id: int,
    name: str,
    host: int,
    schedule: Schedule | None = None,
) -> Game:
    """Make a bout of any system; its set-up may roll dice of turn 0, whose seed is told with the first turn's.

    GameError: a bad name or schedule, or another game is on in that channel.
    """
    settings = GameSettings(schedule or Schedule(), Options(solo=True))

    def begin(game_id: str) -> Beginning:
        seed = services.entropy(SEED_BYTES)
        made = set_up(Dice(seed, game_id, 0))
        sides = [
            {"id": side, "name": called, "colour": COLOURS[at % len(COLOURS)]}
            for at, (side, called) in enumerate(made.sides)
        ]
        scenario = {"sides": sides, "title": made.title}
        return Beginning(seed, scenario, pack(made.state), {"scenario": made.title})

    async with services.storage.transaction() as tx:
        row = await create(tx, services, NewGame(system, guild_id, channel_id, name, host, settings), begin)
    return await get_game(services, row.id)


async def open_first(
    tx: Transaction, services: Services, row: GameRow, turn: int, packed: bytes, actor: str
) -> Progress:
    """Open a bout's first turn from its state; who is asked before anything is rolled."""
    running, opened, _ = await open_first_turn(tx, services, row, turn, packed, actor)
    await enqueue(tx, services, *begun(running, opened))
    start = opening_stop(row.system, packed)
    if start.asked:
        await wait(tx, services, await read_case(tx, row.id), start)
    return start


async def abandon(services: Services, seat: Seat, reason: str) -> Game:
    """End a battle by its host's word; everything can still be read, and all seeds are told."""
    require_host(seat)
    async with services.storage.transaction() as tx:
        row = await require_unfinished(tx, seat.game_id)
        await end(tx, services, row, seat.actor, reason)
    return await get_game(services, seat.game_id)


async def in_setup(tx: Transaction, game_id: str) -> GameRow:
    """A bout's row; WrongPhaseError if it has begun, or is no bout."""
    row = require_bout(await require_unfinished(tx, game_id))
    if row.status != "setup":
        raise WrongPhaseError(f"**{row.name}** has begun already.")
    return row


def require_host(seat: Seat) -> None:
    """NotYoursError for everybody but the bout's maker."""
    if not seat.is_gm:
        raise NotYoursError("Only who made this battle can do that.")
