"""The campaign's chronicle, as whoever asks may have it."""

from cogs.campaign.common.campaign_context import game_here, seat_or_none
from cogs.common.interactions import Interaction, defer, looks, say, services_of
from render.words.safe_text import plain
from umpire.campaign.views import chronicle


async def send_chronicle(interaction: Interaction) -> None:
    """The page and the text, to the asker alone."""
    game, seat = await game_here(interaction), await seat_or_none(interaction)
    if seat is not None:
        looks(interaction, seat)
    await defer(interaction)
    files = await chronicle.chronicle(services_of(interaction), game.id, seat, names_in(interaction))
    whole = game.status == "finished" or (seat is not None and not seat.side)
    whose = "the whole truth" if whole else "as your side knows it so far"
    text = f"The chronicle of {plain(game.name)}, {whose}: save `chronicle.html` and open it in a browser."
    await say(interaction, text, files=files)


def names_in(interaction: Interaction) -> dict[int, str]:
    """The names of this server's members, as far as the bot has heard of them."""
    guild = interaction.guild
    known = {} if guild is None else {member.id: member.display_name for member in guild.members}
    return known | {interaction.user.id: interaction.user.display_name}
