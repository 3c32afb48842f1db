"""What the bot may do in a server, one list for the invite link, the doctor, refusals and the stand-in; its intents."""

from collections.abc import Sequence
from typing import Final

import discord

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
