"""The people of an interaction: members who were picked, and the roles of whoever asks."""

import discord

from cogs.common.interactions import Interaction
from cogs.common.refusals import NOT_HERE
from rules.values import GameError


def member_of(person: discord.Member | discord.User) -> discord.Member:
    """A member who was picked; GameError in a direct message, where nobody else can be."""
    if not isinstance(person, discord.Member):
        raise GameError("This works in a server, where its members can be picked, not in a direct message.")
    return person


def human_of(person: discord.Member | discord.User, instead: str) -> discord.Member:
    """A member who was picked for something that only people do; GameError for a bot, with what can be done `instead`."""
    member = member_of(person)
    if member.bot:
        raise GameError(f"{member.mention} is a bot, and only people can do that. {instead}")
    return member


async def member_by_id(interaction: Interaction, user_id: int) -> discord.Member:
    """A member of this server whose id a button carries; GameError in a direct message, and for who has left the server."""
    guild = interaction.guild
    if guild is None:
        raise GameError("This works in a server, where its members can be picked, not in a direct message.")
    try:
        return guild.get_member(user_id) or await guild.fetch_member(user_id)
    except discord.NotFound as unknown:
        if unknown.code not in NOT_HERE:
            raise
        raise GameError(f"<@{user_id}> is not in this server any longer; choose somebody else.") from None


def roles_of(interaction: Interaction) -> tuple[int, ...]:
    """The ids of the giver's roles in this server; () in a DM."""
    user = interaction.user
    return tuple(role.id for role in user.roles) if isinstance(user, discord.Member) else ()
