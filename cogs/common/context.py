"""Which game a command is about, and which seat its giver holds: by the channel, never by names."""

import discord

from cogs.common.bot_services import Interaction


def channels_of(interaction: Interaction) -> tuple[int, ...]:
    """The channel's id, and its parent's where it is a thread."""
    ids = [interaction.channel_id] if interaction.channel_id else []
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        ids.append(channel.parent_id)
    return tuple(ids)


def roles_of(interaction: Interaction) -> tuple[int, ...]:
    """The ids of the giver's roles in this server; () in a DM."""
    user = interaction.user
    return tuple(role.id for role in user.roles) if isinstance(user, discord.Member) else ()
