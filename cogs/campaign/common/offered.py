"""Whom Discord offers the game master's commands: members with Manage Server, unless a server's managers decide otherwise.

Seats decide who may use them; this is only about who sees them. A game master who does not has their desk's buttons, and the
commands in a direct message with the bot, where Discord hides none.
"""

from typing import Final

import discord

from cogs.common.bot_services import Interaction
from cogs.common.command_names import command_tree
from render.canvas.safe_text import listed

MANAGERS: Final = discord.Permissions(manage_guild=True)
HOW: Final = (
    "Discord shows `/gm` and `/decree` only to members with Manage Server. A server manager opens them to {who} under Server "
    "Settings, Integrations, {bot}. Until then: the desk's buttons run every turn, and in a direct message with me "
    "both commands work."
)


def how_to_see(
    interaction: Interaction, master: discord.Member | discord.User, role: discord.Role | None = None
) -> str:
    """What is said of a game master, or of a role of game masters, whom Discord does not offer their commands in this server;
    "" if it does."""
    command = command_tree(interaction).get_command("gm")
    if command is None or command.default_permissions is None or not isinstance(master, discord.Member):
        return ""
    own = master == interaction.user
    bits = interaction.permissions if own else master.guild_permissions
    who = [] if bits.manage_guild else ["you or a role of yours" if own else master.mention]
    who += [] if role is None or role.permissions.manage_guild else [f"members of {role.mention}"]
    bot = interaction.client.application
    return HOW.format(who=listed(who), bot=bot.name if bot else "this bot") if who else ""
