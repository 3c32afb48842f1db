"""Threads that have archived themselves: opened again before anything is done in them that needs an active one."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import discord

from rules.errors import GameError

T = TypeVar("T")
IS_ARCHIVED: Final = 50083
IS_LOCKED: Final = 160005
LONGEST: Final = 10080
"""Minutes: the longest that a thread can stay in the list without a message."""


async def reopened(channel: object) -> None:
    """Open a thread again that is archived; a GameError if that is not possible: somebody has locked it."""
    if isinstance(channel, discord.Thread) and channel.archived:
        try:
            await channel.edit(archived=False)
        except discord.Forbidden:
            raise GameError("This thread is locked: whoever manages threads here can open it again.") from None


async def in_active(channel: object, work: Callable[[], Awaitable[T]], *, opens: bool = False) -> T:
    """Do something in a channel; a thread that is archived is opened first, and also when Discord says only then that it is.

    `opens`: the work opens an archived thread by itself, as sending a message does; only Discord's word counts then.
    discord.HTTPException as the work raises it, or as the opening does: a locked thread stays shut.
    """
    if not isinstance(channel, discord.Thread):
        return await work()
    if channel.archived and not opens:
        await channel.edit(archived=False)
        return await work()
    try:
        return await work()
    except discord.HTTPException as wrong:
        if wrong.code != IS_ARCHIVED:
            raise
    await channel.edit(archived=False)
    return await work()
