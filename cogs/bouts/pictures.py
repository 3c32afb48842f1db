"""What both tactical games show: themes, attached pictures, a word of patience."""

import discord

from cogs.common.answers import Attachment, defer
from cogs.common.bot_services import Interaction
from umpire.outbox.courier import File


def attached(file: File) -> Attachment:
    """A drawn file as it is sent."""
    return Attachment(file.name, file.data, file.alt)


async def patience(interaction: Interaction) -> None:
    """Tell Discord that the answer takes a moment, unless it was told: the turn may have to be played first."""
    if interaction.type is not discord.InteractionType.autocomplete and not interaction.response.is_done():
        await defer(interaction)
