""""Since you last looked": below the first report or desk that somebody opens after something happened, for their eyes alone."""

import logging
from typing import Final

import discord

from cogs.common.answers import QUIET
from cogs.common.bot_services import Interaction, services_of
from umpire.games.seat import Seat
from umpire.news.since import note_looked, since_looked

log = logging.getLogger(__name__)
OPENS: Final = "opens-a-report"


def looks(interaction: Interaction, seat: Seat) -> None:
    """Note that this command or button opens a report, list or desk of a seat; suggestions never do."""
    if interaction.type is not discord.InteractionType.autocomplete:
        interaction.extras[OPENS] = seat


async def tell_since(interaction: Interaction) -> None:
    """Below an answer that has been given: what happened since its reader last looked, if anything did. Their mark moves on when
    they have been shown it; what cannot be shown now is shown another time."""
    seat = interaction.extras.pop(OPENS, None)
    if not isinstance(seat, Seat) or not interaction.response.is_done():
        return
    services = services_of(interaction)
    try:
        shown = await since_looked(services, seat.game_id, seat.side, interaction.user.id)
        if shown is None:
            return
        await interaction.followup.send(shown.text, ephemeral=True, allowed_mentions=QUIET, suppress_embeds=True)
        await note_looked(services, shown)
    except Exception:  # the answer itself was given
        log.exception("What happened since somebody last looked could not be told.")
