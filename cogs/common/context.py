"""Which game a command is about, and which seat its giver holds: by the channel, never by names."""

from contextlib import suppress
from typing import Final

import discord

from cogs.common.bot_services import Interaction, services_of
from rules.values import GameError, NotYoursError
from umpire.games import games, seats
from umpire.games.games import Game

DIRECT_MESSAGES: Final = 0
"""The server of a game that is played in a direct message."""


def channels_of(interaction: Interaction) -> tuple[int, ...]:
    """The channel's id, and its parent's where it is a thread."""
    ids = [interaction.channel_id] if interaction.channel_id else []
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        ids.append(channel.parent_id)
    return tuple(ids)


def server_of(interaction: Interaction) -> int:
    """The server's id; GameError in a direct message."""
    if interaction.guild_id is None:
        raise GameError("This works in a server, not in a direct message.")
    return interaction.guild_id


def member_of(person: discord.Member | discord.User) -> discord.Member:
    """A member who was picked; GameError in a direct message, where nobody else can be."""
    if not isinstance(person, discord.Member):
        raise GameError("This works in a server, where its members can be picked, not in a direct message.")
    return person


def roles_of(interaction: Interaction) -> tuple[int, ...]:
    """The ids of the giver's roles in this server; () in a DM."""
    user = interaction.user
    return tuple(role.id for role in user.roles) if isinstance(user, discord.Member) else ()


async def game_in_channel(interaction: Interaction, system: str = "") -> Game | None:
    """The game (of one system, if given) of the channel, or else of the channel that the thread is in."""
    guild = interaction.guild_id or DIRECT_MESSAGES
    for channel in channels_of(interaction):
        with suppress(NotYoursError):
            game = await games.game_in(services_of(interaction), guild, channel)
            if system in {"", game.system}:
                return game
    return None


async def games_held(interaction: Interaction, system: str, *, leading: bool = False) -> list[Game]:
    """The games of one system in which the giver has a seat; `leading`: a game master's."""
    services = services_of(interaction)
    rows = await seats.seats_of_user(services, interaction.user.id)
    held = sorted({row.game for row in rows if not (leading and row.side)})
    return [game for game in [await games.get_game(services, one) for one in held] if game.system == system]
