"""Whom Discord offers the game master's commands: members with Manage Server, unless a server's managers decide otherwise.

Seats decide who may use them; this is only about who sees them. A game master who does not has their desk's buttons, and the
commands in a direct message with the bot, where Discord hides none.
"""

from typing import Any, Final

import discord
from discord import app_commands

from cogs.common.bot_services import Interaction
from cogs.common.command_names import command_tree
from render.words.safe_text import listed

MANAGERS: Final = discord.Permissions(manage_guild=True)
HOW: Final = (
    "Discord shows the game master's commands ({names}) only to members with Manage Server. A server manager opens them to "
    "{who} under Server Settings, Integrations, {bot}. Until then: the desk's buttons run every turn, and in a direct "
    "message with me all of them work."
)


def how_to_see(
    interaction: Interaction, master: discord.Member | discord.User, role: discord.Role | None = None
) -> str:
    """What is said of a game master, or of a role of game masters, whom Discord does not offer their commands in this server;
    "" if it does."""
    names = hidden_names(command_tree(interaction))
    if not names or not isinstance(master, discord.Member):
        return ""
    own = master == interaction.user
    bits = interaction.permissions if own else master.guild_permissions
    who = [] if bits.manage_guild else ["you or a role of yours" if own else master.mention]
    who += [] if role is None or role.permissions.manage_guild else [f"members of {role.mention}"]
    bot = interaction.client.application
    return HOW.format(names=listed(names), who=listed(who), bot=bot.name if bot else "this bot") if who else ""


def hidden_names(tree: app_commands.CommandTree[Any]) -> list[str]:
    """The commands that Discord offers to members with Manage Server alone, as they are written."""
    found = (command for command in tree.get_commands() if isinstance(command, app_commands.Group))
    return [f"`/{command.name}`" for command in found if command.default_permissions is not None]
