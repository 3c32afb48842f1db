"""Seats of bouts, and the threads in which bouts are fought."""

import discord

from cogs.common.archived import LONGEST
from cogs.common.bot_services import Interaction, services_of
from cogs.common.context import roles_of
from rules.errors import GameError, NotYoursError
from umpire.games import seats
from umpire.games.seat import Seat


async def side_seat(interaction: Interaction, game_id: str) -> Seat | None:
    """The seat of a side that the giver holds in a bout, None for who looks on; never an error."""
    services = services_of(interaction)
    try:
        seat = await seats.seat_of(services, game_id, interaction.user.id, roles_of(interaction))
    except NotYoursError:
        return None
    return seat if seat.side else None


async def open_thread(channel: discord.TextChannel, title: str) -> discord.Thread:
    """A public thread for a bout. GameError without the permission to make one."""
    try:
        kind = discord.ChannelType.public_thread
        return await channel.create_thread(name=title[:100], type=kind, auto_archive_duration=LONGEST)
    except discord.Forbidden:
        raise GameError(
            "I may not make threads here; give me Create Public Threads and Send Messages in Threads."
        ) from None
