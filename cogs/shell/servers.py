"""The servers that the bot is on, as Discord tells of them: left and joined, out of reach and back."""

import logging
from collections.abc import Iterable

from cogs.common.interactions import BotServices
from umpire.clock import server_away
from umpire.delivery.undelivered import retry, try_again

log = logging.getLogger(__name__)


async def left(bot: BotServices, guild: int) -> None:
    """The bot was removed from a server, or Discord has an outage there."""
    if bot.services.shards.is_home(guild):
        await server_away.leave(bot.services, guild)


async def joined(bot: BotServices, guild: int) -> None:
    """The bot is there again."""
    await _go_on(bot, await server_away.come_back(bot.services, guild))


async def counted(bot: BotServices, there: Iterable[int]) -> None:
    """Discord has told of all servers that the bot is on: one that it was removed from meanwhile is not among them."""
    await _go_on(bot, await server_away.compare(bot.services, frozenset(there), bot.services.shards.is_home))


async def changed(bot: BotServices, guild: int) -> None:
    """A thread, channel or role there, or the bot itself, is not as it was: what could not be written may be written now."""
    if bot.services.shards.is_home(guild) and await try_again(bot.services, guild):
        bot.deliverer.wake()


async def _go_on(bot: BotServices, games: Iterable[str]) -> None:
    """Their letters go out, what failed before too, and their private threads are seen to; the clock looks again."""
    for game in games:
        await retry(bot.services, game)
        bot.unfinished.add(game)
    bot.deliverer.wake()
    bot.clock.poke()
