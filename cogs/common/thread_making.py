"""Making a thread once, though the answer may be lost on its way: before another is made, the one it made is looked for."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import discord

from cogs.common.outages import is_outage

log = logging.getLogger(__name__)

AGAIN_SECONDS = (0.2, 1, 3, 8)
"""Waits before a thread that was not made is tried again for somebody who waits for the answer."""
SKEW_SECONDS: Final = 120
"""Discord's clock, by which a thread's id tells when it was made, may be so far behind ours."""

Fresh: TypeAlias = Callable[[discord.Thread], Awaitable[bool]]
"""Whether nobody uses a thread yet."""


class UnansweredError(Exception):
    """Discord does not answer, so a thread is not made yet, as far as can be known."""


async def make_once(
    channel: discord.TextChannel,
    name: str,
    make: Callable[[], Awaitable[discord.Thread]],
    fresh: Fresh,
    *,
    now: int,
) -> discord.Thread:
    """A new thread of this name below the channel; `now` is the time in UTC seconds.

    UnansweredError if Discord cannot be reached for some seconds; HTTPException for what it refuses.
    """
    waits, doubtful = list(AGAIN_SECONDS), False
    while True:
        try:
            if doubtful and (found := await find_lost(channel, name, now, fresh)) is not None:
                log.info("The thread %s had been made, though its answer was lost.", found.id)
                return found
            return await make()
        except Exception as wrong:
            if not is_outage(wrong):
                raise
            doubtful = True
            if not waits:
                raise UnansweredError(f"the thread could not be made ({type(wrong).__name__})") from wrong
            log.warning("A thread could not be made (%s); trying again.", type(wrong).__name__)
        await asyncio.sleep(waits.pop(0))


async def find_lost(channel: discord.TextChannel, name: str, since: int, fresh: Fresh) -> discord.Thread | None:
    """A thread of our own of this name, made since then, in which nobody is and nothing was said, and that nobody uses."""
    me = channel.guild.me.id
    for thread in await channel.guild.active_threads():
        made = thread.created_at
        ours = (thread.name, thread.parent_id, thread.owner_id) == (name, channel.id, me)
        empty = thread.member_count <= 1 and not thread.total_message_sent
        young = made is not None and made.timestamp() >= since - SKEW_SECONDS
        if ours and empty and young and await fresh(thread):
            return thread
    return None
