"""A tactical game of two sides: made with a challenge or against the bot, begun, called off before."""

from collections.abc import Callable
from typing import Final

from rules.dice import Dice
from rules.values import GameError, NotYoursError
from storage import audit, seats, snapshots
from storage.db import Transaction
from storage.games import GameRow
from umpire.games.games import Game, get_game
from umpire.games.options import Schedule
from umpire.games.seat import Seat, note
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services
from umpire.tactical import tactical_letters
from umpire.tactical.course import SetUp, advance, create_tactical_game, in_setup, open_first, require_host
from umpire.tactical_kinds.kind import TacticalKind

CHALLENGED: Final = "tactical.challenged"


async def create(
    services: Services,
    kind: TacticalKind,
    set_up: Callable[[Dice], SetUp],
    *,
    guild_id: int,
    channel_id: int,
    name: str,
    host: int,
    challenged: int | None = None,
    schedule: Schedule | None = None,
    board: bool = False,
) -> Game:
    """Make a game from its set-up: its sides are free, its first turn is not open.

    Of one for two, only who was `challenged` may take the other side; with `board` the thread's first post asks them.
    GameError: another game is on in that channel, or what the set-up refuses.
    """

    async def challenge(tx: Transaction, row: GameRow) -> None:
        if challenged is None:
            return
        await note(tx, services, row.id, str(host), CHALLENGED, user=challenged)
        if board:
            await enqueue(tx, services, tactical_letters.board(row, challenged))

    return await create_tactical_game(
        services, kind.name, set_up, guild_id, channel_id, name, host, schedule, also=challenge
    )


async def check_challenged(services: Services, kind: TacticalKind, game_id: str, user_id: int, new: str) -> None:
    """NotYoursError for anybody but the player who was challenged, if one was; `new` is the command that begins another game."""
    async with services.storage.reading() as tx:
        acts = await audit.of_actions(tx, game_id, CHALLENGED)
    if acts and acts[-1].detail.get("user") != user_id:
        short = kind.words.short
        raise NotYoursError(f"Somebody else was challenged to this {short}; {new} begins one of your own.")


async def begin(
    services: Services,
    kind: TacticalKind,
    seat: Seat,
    seated: Callable[[bytes, tuple[str, ...]], bytes],
    *,
    turn: int = 1,
    board: bool = False,
) -> Game:
    """Open the first turn; sides that nobody has taken are played by the bot. `seated` gives the packed state it opens with, of
    the packed set-up and the sides that people play. With `board` the panel is posted. GameError: nobody plays at all."""
    require_host(seat, kind)
    async with services.storage.transaction() as tx:
        row = await in_setup(tx, seat.game_id)
        held = tuple(s.side for s in await seats.of_game(tx, row.id) if s.side and s.user_id is not None)
        if not held:
            raise GameError(f"Nobody plays in this {kind.words.short} yet; {kind.words.join}.")
        packed = seated(await snapshots.load_packed(tx, await snapshots.require(tx, row.id, 0)), held)
        await open_first(tx, services, row, turn, packed, seat.actor)
    await advance(services, seat.game_id, seat.actor, turn)
    if board:  # only now: it shows the first question
        async with services.storage.transaction() as tx:
            await enqueue(tx, services, tactical_letters.board(row))
    return await get_game(services, seat.game_id)
