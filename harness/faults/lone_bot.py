"""The real bot, all but its Discord: `... lone_bot SANDBOX_URL DATA_FOLDER`, the token in FAULTS_TOKEN.

A small campaign of two (Ada and Dom) is begun if there is none. Prints "ready" when the bot is on line; ends at SIGTERM.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from program.application import PROJECT_FOLDER, open_application
from program.connection import connect
from program.start import until_stopped
from rules.cluster_war.turn.setup.scenario import load_scenario
from sandbox.connect import pointed_at, sealed_connector
from sandbox.world import demo_world
from settings import Settings
from umpire.campaign.founding import play_campaign
from umpire.campaign.open_turn import SYSTEM
from umpire.campaign.turn import turns
from umpire.games import games, seats
from umpire.games.new_game import NewGame
from umpire.games.options import GameSettings, Options, parse_schedule
from umpire.services.services import Services

SEATS: Final = {"humans": "ada", "dominators": "dom"}
SCHEDULE: Final = "every 168h"


async def found_campaign(services: Services) -> None:
    """Found the campaign and take its seats, unless there is one."""
    world = demo_world()
    users = {user.username: user.id for user in world.users.values()}
    if await games.games_of(services, world.guild().id, SYSTEM):
        return
    settings = GameSettings(parse_schedule(SCHEDULE), Options(review=False, early=True))
    channel = world.channel("campaign").id
    new = NewGame(SYSTEM, world.guild().id, channel, "The Long Night", users["gm"], settings)
    game = await play_campaign.create_game(
        services, new, load_scenario(PROJECT_FOLDER / "scenarios" / "duel_small.toml")
    )
    for side, player in SEATS.items():
        await seats.take(services, game.id, users[player], side)


async def begin(services: Services) -> None:
    """Open the first turn, unless it was opened."""
    world = demo_world()
    for game in await games.games_of(services, world.guild().id, SYSTEM):
        if game.status == "setup":
            await turns.open_first(services, await seats.gm_seat(services, game.id, world.user("gm").id))
    print("ready", flush=True)


async def run(arguments: Sequence[str]) -> int:
    """Run until stopped."""
    url, data = arguments[0], Path(arguments[1])
    settings = Settings(data=data, workers=2)
    async with open_application(settings, settings.database_for("admiralty.db")) as app:
        services = app.bot.services
        await found_campaign(services)
        with pointed_at(url):
            await connect(
                app,
                os.environ["FAULTS_TOKEN"],
                data / "commands.sha256",
                begin=lambda: begin(services),
                connector=sealed_connector,
                guild_ready_timeout=0.2,
            )
    return 0


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    sys.exit(asyncio.run(until_stopped(run(sys.argv[1:]))))
