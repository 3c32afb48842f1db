"""The bot is not on a game's server for a while: somebody removed it, or Discord has an outage there.

Nobody can give an order then. Meanwhile what is due there stands still (`storage.away_servers`), and letters wait. When the bot
is back, each deadline has as much time left as when it went, and players are told.
"""

import logging
from collections.abc import Callable, Collection
from typing import Final

from render.words.game_letters import format_away, format_back
from storage import away_servers, battles, deadlines, games
from storage.db import Transaction
from storage.games import GameRow
from umpire.games.bank import ON_SERVER_AGAIN, LostTime, give_deadline_back
from umpire.games.seat import note
from umpire.outbox.outbox import Letter, Target, enqueue
from umpire.services.processes import ALIVE_SECONDS
from umpire.services.services import Services
from umpire.systems.known import system_of

log = logging.getLogger(__name__)
MOMENT_SECONDS: Final = ALIVE_SECONDS
"""Nobody needs to hear of an absence shorter than that, as of a downtime: Discord has them often."""


async def leave(services: Services, guild: int) -> None:
    """The bot is not on a server from now on. Noted once, and only where there is a game."""
    async with services.storage.transaction() as tx:
        if guild not in await away_servers.with_games(tx) or not await away_servers.leave(
            tx, guild, services.seconds()
        ):
            return
    log.warning("The bot is not on server %s now: its games pause until it is back.", guild)


async def come_back(services: Services, guild: int) -> tuple[str, ...]:
    """The bot is on a server again: time is given back and that told; its games that are not over, () if it was never away."""
    now = services.seconds()
    async with services.storage.transaction() as tx:
        since = await away_servers.come_back(tx, guild)
        if since is None:
            return ()
        here = [row for row in await games.of_guild(tx, guild) if row.status != "finished"]
        if now - since >= MOMENT_SECONDS:
            for row in here:
                await note(tx, services, row.id, "clock", ON_SERVER_AGAIN, since=since, until=now)
                lost = LostTime(since, now)
                give_back = system_of(row.system).give_back
                if give_back is not None and row.status != "paused":
                    await give_back(tx, services, row, lost)
                if row.status == "running":
                    await _give_back(tx, services, row, lost)
            await battles.put_off(tx, since, now, guild)
    log.warning("The bot is on server %s again, after %s s.", guild, now - since)
    return tuple(row.id for row in here)


async def compare(services: Services, there: Collection[int], ours: Callable[[int], bool]) -> tuple[str, ...]:
    """The bot is on these servers now, as far as they are `ours` to look after. Gives the games of those it was away from."""
    async with services.storage.reading() as tx:
        known, away = await away_servers.with_games(tx), await away_servers.all_away(tx)
    for guild in sorted(known - set(there) - away):
        if ours(guild):
            await leave(services, guild)
    back: list[str] = []
    for guild in sorted(away & set(there)):
        back += await come_back(services, guild)
    return tuple(back)


async def _give_back(tx: Transaction, services: Services, game: GameRow, lost: LostTime) -> None:
    """The open deadline has as much time left as when the bot went."""
    deadline = await deadlines.current(tx, game.id, game.revision)
    why = format_away(lost.since, lost.until)
    if deadline is None or not await give_deadline_back(tx, services, game, deadline, lost, why):
        notice = Letter("notice", game.id, 0, "", Target("channel", game.channel_id), format_back(lost.since))
        await enqueue(tx, services, notice)
