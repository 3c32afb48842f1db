"""What the bot may do in a server, one list for the invite link, the doctor, refusals and the stand-in; its intents; and what
Discord refuses, in sentences that name what is missing or full, and so what mends it."""

from collections.abc import Mapping, Sequence
from typing import Final, cast

import discord

from render.words.safe_text import format_list

PERMISSION_NAMES: Final = {
    "view_channel": "View Channels",
    "send_messages": "Send Messages",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
    "create_public_threads": "Create Public Threads",
    "create_private_threads": "Create Private Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}
"""What the bot cannot do without, with the names that Discord shows: private threads are the seats', public ones the tactical
games'."""
PERMISSIONS_NEEDED: Final = discord.Permissions(**dict.fromkeys(PERMISSION_NAMES, True))
PERMISSIONS_ASKED: Final = PERMISSIONS_NEEDED | discord.Permissions(pin_messages=True)
"""What the invite link carries: also the pinning of dashboards, which only stay unpinned without."""

MANAGER_PERMISSIONS: Final = discord.Permissions(manage_guild=True)
"""Whom Discord offers the game masters' commands, if not everybody."""

INTENTS: Final = discord.Intents(guilds=True, dm_messages=True)
"""What the bot listens to: servers and channels, and the answers to its own commands. Nothing privileged."""


def missing_permissions(given: discord.Permissions, wanted: discord.Permissions = PERMISSIONS_NEEDED) -> Sequence[str]:
    """What is wanted and not given, by the names Discord shows."""
    if given.administrator:
        return ()
    return tuple(name for flag, name in PERMISSION_NAMES.items() if getattr(wanted, flag) and not getattr(given, flag))


NOT_HERE: Final = frozenset({10007, 10013})
"""What Discord says of somebody who is no member, or whose account is gone; whatever else it says tells nothing of them."""
PINS_FULL: Final = 30003
SLOW_MODE: Final = 20016
IN_SLOW_MODE: Final = "am in slow mode there. Let my role bypass slow mode, or switch it off"
"""What keeps the bot from writing, as `lacking` says it."""
FULL_BY_CODE: Final[Mapping[int, str]] = {
    160006: "this server has as many active threads as Discord allows. Archive or delete some that nobody needs",
    PINS_FULL: "the channel has as many pinned messages as Discord allows. Unpin some that nobody needs",
    SLOW_MODE: "the channel is in slow mode for me. Let my role bypass it, or wait a moment",
}
"""By Discord's code: what is full, and what makes room."""


def full(wrong: BaseException) -> str:
    """What is full and what makes room, as the rest of a sentence without its dot; "" for any other error."""
    return FULL_BY_CODE.get(wrong.code, "") if isinstance(wrong, discord.HTTPException) else ""


def own_member(guild: discord.Guild) -> discord.Member | None:
    """The bot as a member of a server; None where Discord has not told of it."""
    return cast("discord.Member | None", guild.me)  # discord.py says that there always is one


def silenced(guild: discord.Guild) -> str:
    """That the bot is in time-out, which takes nearly all permissions away, as `lacking` says it; "" if it is not."""
    me = own_member(guild)
    until = None if me is None else me.timed_out_until
    if until is None or until <= discord.utils.utcnow():
        return ""
    return f"am in time-out on this server until {discord.utils.format_dt(until)}. End that"


def lacking(channel: object, wanted: discord.Permissions = PERMISSIONS_NEEDED) -> str:
    """What keeps the bot from using a channel, as the rest of a sentence after "I"; "" if nothing is known to."""
    place = channel.parent if isinstance(channel, discord.Thread) else channel
    if not isinstance(place, discord.abc.GuildChannel):
        return ""
    me = own_member(place.guild)
    if me is None:
        return ""
    if out := silenced(place.guild):
        return out
    lacks = missing_permissions(place.permissions_for(me), wanted)
    return f"lack {format_list([*lacks])} in <#{place.id}>. Give that to my role" if lacks else ""


def no_thread(channel: object, wanted: discord.Permissions, wrong: discord.HTTPException) -> str:
    """Why Discord lets the bot make no thread, and what mends it, as the rest of a sentence without its dot; "" for what is
    neither missing nor full."""
    if not isinstance(wrong, discord.Forbidden):
        return full(wrong)
    needed = format_list([*missing_permissions(discord.Permissions.none(), wanted)])
    return f"I {lacking(channel, wanted) or f'am not allowed to ({wrong.text}). Give me {needed}'}"
