"""The thread in which a tactical game is played."""

import contextlib
from collections.abc import AsyncIterator
from functools import partial

import discord

from cogs.common.interactions import BotServices
from cogs.common.refusals import no_thread
from cogs.common.threads import LONGEST_ARCHIVE_MINUTES, UnansweredError, make_once
from rules.values import GameError, NotYoursError
from umpire.games import games


@contextlib.asynccontextmanager
async def new_thread(
    bot: BotServices, channel: discord.TextChannel, title: str, *, private: bool = False
) -> AsyncIterator[discord.Thread]:
    """A public thread (or a private one), to be given its game in the block; nobody else makes one below this channel meanwhile.
    GameError without the permission to make one, and while Discord does not answer."""
    name = title[:100]
    kind = discord.ChannelType.private_thread if private else discord.ChannelType.public_thread

    async def fresh(thread: discord.Thread) -> bool:
        try:
            await games.game_in(bot.services, channel.guild.id, thread.id)
        except NotYoursError:
            return thread.type is kind
        return False

    async with bot.seeing_to[f"channel {channel.id}"]:
        make = partial(
            channel.create_thread,
            name=name,
            type=kind,
            invitable=not private,
            auto_archive_duration=LONGEST_ARCHIVE_MINUTES,
        )
        try:
            thread = await make_once(channel, name, make, fresh, now=bot.services.seconds())
        except discord.HTTPException as wrong:
            which = "create_private_threads" if private else "create_public_threads"
            wanted = discord.Permissions(view_channel=True, send_messages_in_threads=True, **{which: True})
            if not (why := no_thread(channel, wanted, wrong)):
                raise
            raise GameError(f"I cannot make a thread here: {why}, then do it again.") from None
        except UnansweredError:
            raise GameError(
                "Discord did not answer while I made the thread, so nothing was begun. Please do it once more in a minute."
            ) from None
        yield thread
