"""Private threads looked after: at the start for all games, later for those whose threads could not be seen to."""

import asyncio
import itertools
import logging
import time
from collections.abc import Collection

from cogs.common.interactions import BotClient
from cogs.common.outages import is_outage
from cogs.common.threads import NOT_NOW, ensure_threads
from rules.values import GameError
from umpire.games import games
from umpire.games.deputies import take_moved
from umpire.games.games import Game
from umpire.games.rooms import leave_to_home
from umpire.services.pace import Rank, request_rank
from umpire.systems.known import SYSTEMS

log = logging.getLogger(__name__)

RETRY_SECONDS = (2, 5, 15, 60, 300)
"""Waits before a game that could not be seen to is looked at again; the last one, from then on."""
DEPUTY_LOOK_SECONDS = 5
"""How often it is looked for threads that deputies come into or leave."""


async def see_to_threads(
    client: BotClient, game: Game, *, only: Collection[str] | None = None, anew: bool = False
) -> list[str]:
    """As `ensure_threads`; what Discord does not answer is gone on with until it does. A game of a server that another process
    looks after, as by a command in a direct message, is left to that one."""
    if not client.bot.services.shards.is_home(game.guild_id):
        await leave_to_home(client.bot.services)
        return []
    troubles = await ensure_threads(client, client.bot, game, only=only, anew=anew)
    if is_unanswered(troubles):
        client.bot.unfinished.add(game.id)
    return troubles


def is_unanswered(troubles: Collection[str]) -> bool:
    """Whether any of these is there because Discord did not answer, and not because somebody has to mend something."""
    return any(NOT_NOW in trouble for trouble in troubles)


class ThreadKeeper:
    """Sees to the threads of games, each by itself, until it has succeeded. `looked` is set after the first round."""

    def __init__(self, client: BotClient) -> None:
        self._client = client
        self._tries: dict[str, int] = {}
        self._due: dict[str, float] = {}
        self.looked = asyncio.Event()

    @property
    def troubled(self) -> bool:
        """Whether there is a game that could not be seen to and is tried again."""
        return bool(self._due)

    async def keep(self) -> None:
        """For ever: all games first, then those that are noted as unfinished."""
        waits = itertools.chain((1, 2, 5, 15), itertools.repeat(60))
        while not self.looked.is_set():
            try:
                await self.look_at_all()
            except Exception:
                log.exception("The list of games with threads to check could not be read; trying again.")
                await asyncio.sleep(next(waits))
        while True:
            now = time.monotonic()
            soonest = min(self._due.values(), default=now + DEPUTY_LOOK_SECONDS)
            wanted = await self._client.bot.unfinished.take(min(max(soonest - now, 0), DEPUTY_LOOK_SECONDS))
            wanted |= await self._moved() | await self._all_again()
            late = {game for game, due in self._due.items() if due <= time.monotonic()}
            for game in sorted(wanted | late):
                await self._see_to(game)

    async def _moved(self) -> frozenset[str]:
        """The games in which a deputy has begun or stopped, whose thread has other readers now."""
        try:
            return frozenset(await take_moved(self._client.bot.services))
        except Exception:
            log.exception("Which threads have other readers now could not be read; trying again.")
            return frozenset()

    async def _all_again(self) -> frozenset[str]:
        """All games, if another process says that there is something to be seen to."""
        if not self._client.bot.unfinished.take_all():
            return frozenset()
        try:
            return frozenset(await self._all_games())
        except Exception:
            log.exception("The list of games with threads to check could not be read; trying again.")
            self._client.bot.unfinished.look_at_all()
            return frozenset()

    async def look_at_all(self) -> None:
        """One round over the games of all servers the bot is in; what goes wrong with one holds up no other."""
        for game in await self._all_games():
            await self._see_to(game)
            await asyncio.sleep(0)  # where nothing is to be done, nothing waits
        self.looked.set()

    async def _all_games(self) -> list[str]:
        names = [system.name for system in SYSTEMS.values() if system.has_threads]
        services = self._client.bot.services
        return [
            game
            for guild in self._client.guilds
            for name in names
            for game in await games.unfinished_of(services, guild.id, name)
        ]

    async def _see_to(self, game_id: str) -> None:
        """One game; what Discord does not answer, or what goes wrong on our side, is tried again later."""
        self._due.pop(game_id, None)
        wrong: Exception | None = None
        try:
            game = await games.get_game(self._client.bot.services, game_id)
            with request_rank(Rank.LOOK):  # letters and answers to commands go first
                troubles = await ensure_threads(self._client, self._client.bot, game)
            for trouble in troubles:
                log.warning("%s: %s", game.name, trouble)
            done = not is_unanswered(troubles)
        except GameError as refused:
            log.warning("The threads of game %s: %s", game_id, refused)
            done = True
        except Exception as failed:  # noqa: BLE001 # logged below, and tried again
            wrong, done = failed, False
        if done:
            self._tries.pop(game_id, None)
            return
        tries = self._tries.get(game_id, 0)
        wait = RETRY_SECONDS[min(tries, len(RETRY_SECONDS) - 1)]
        self._tries[game_id] = tries + 1
        self._due[game_id] = time.monotonic() + wait
        bug = wrong if wrong is not None and not is_outage(wrong) else None
        level = logging.WARNING if bug is None else logging.ERROR
        log.log(level, "The threads of game %s are seen to again in %s s.", game_id, wait, exc_info=bug)
