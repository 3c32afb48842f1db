"""A tactical game whose sides are taken one by one until its maker begins it."""

from storage.db import Transaction
from storage.games import GameRow
from umpire.games.games import Game
from umpire.games.options import Schedule
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services
from umpire.tactical import tactical_letters
from umpire.tactical.course import SetUp, create_tactical_game
from umpire.tactical_kinds.kind import TacticalKind


async def create(
    services: Services,
    kind: TacticalKind,
    made: SetUp,
    *,
    guild_id: int,
    channel_id: int,
    name: str,
    host: int,
    schedule: Schedule | None = None,
    board: bool = False,
) -> Game:
    """Make a game from its set-up: its sides are free, its first turn is not open. With `board` its first post in the thread is
    the panel at which sides are taken.

    GameError: a bad name or schedule, or another game is on in that channel.
    """

    async def post(tx: Transaction, row: GameRow) -> None:
        if board:
            await enqueue(tx, services, tactical_letters.board(row))

    return await create_tactical_game(
        services, kind.name, lambda _: made, guild_id, channel_id, name, host, schedule, post
    )
