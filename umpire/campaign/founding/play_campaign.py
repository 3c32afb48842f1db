"""What `bot.py play` and the operator ask: a campaign ready to play, and a turn resolved from the command line."""

from collections.abc import Mapping
from pathlib import Path

from rules.cluster_war.setup.scenario import load_scenario
from storage.errors import StorageError
from umpire.campaign.founding import from_scenario
from umpire.campaign.system_name import SYSTEM
from umpire.campaign.turn import turns
from umpire.games import games, seats
from umpire.games.new_game import NewGame
from umpire.games.options import GameSettings, Options
from umpire.games.schedule import parse_schedule
from umpire.services.services import Services

NAME = "Four Empires"
PLAYERS = {"humans": "ada", "vermin": "vik", "dominators": "dom", "oolab": "ola"}
RHYTHM = "every 168h"
DATABASE = "play.db"
DISCORD = "play-discord.db"
OLD_DISCORD = "play-discord.json"
"""What the local Discord's file was called before."""
STAMP = "play-commands.sha256"
FILES = (
    DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", DISCORD, f"{DISCORD}-wal", f"{DISCORD}-shm", OLD_DISCORD, STAMP,
)  # fmt: skip


def clear(data: Path) -> None:
    """Forget the play campaign (and nothing else in the data folder)."""
    for name in FILES:
        (data / name).unlink(missing_ok=True)
    for name in (DISCORD, OLD_DISCORD):
        for file in sorted((data / f"{name}.files").glob("*")):
            file.unlink()


async def seed(
    services: Services, scenario: Path, guild_id: int, channel_id: int, users: Mapping[str, int], *, anew: bool = True
) -> None:
    """Make the demo campaign of the local Discord, unless there is one: four empires, all seats taken, not yet begun.

    StorageError, unless it may begin `anew`: there was one, and the database has lost it.
    """
    if await games.games_of(services, guild_id, SYSTEM):
        return
    if not anew:
        raise StorageError(
            f"The local Discord shows a campaign that {services.storage.where} does not hold. Put that file back (or a "
            "backup of it), or start over with --fresh."
        )
    settings = GameSettings(parse_schedule(RHYTHM), Options(review=True, early=True))
    new = NewGame(SYSTEM, guild_id, channel_id, NAME, users["gm"], settings)
    game = await from_scenario.create_game(services, new, load_scenario(scenario))
    for side, player in PLAYERS.items():
        await seats.take(services, game.id, users[player], side)
    await services.storage.checkpoint()


async def begin(services: Services, guild_id: int, users: Mapping[str, int]) -> None:
    """Open the demo campaign's first turn, unless it has begun."""
    for game in await games.games_of(services, guild_id, SYSTEM):
        if game.status == "setup" and game.name == NAME:
            await turns.open_first(services, await seats.gm_seat(services, game.id, users["gm"]))
            await services.storage.checkpoint()


async def adjudicate_now(services: Services, game_id: str) -> str:
    """Resolve a game's open turn; a sentence about it. GameError if it cannot be."""
    game = await games.get_game(services, game_id)
    after = await turns.advance(services, game_id, "operator", "the operator's word", game.turn)
    return f"Turn {game.turn} of {game.name} is resolved; it is now at turn {after.turn} ({after.turn_state})."
