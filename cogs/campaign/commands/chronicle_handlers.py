"""The campaign's chronicle, as whoever asks may have it."""

import contextlib
from collections.abc import Iterable
from typing import Final

import discord

from cogs.campaign.common.campaign_context import game_here, seat_or_none
from cogs.common.interactions import Interaction, defer, note_opened, say, services_of
from cogs.common.outages import FAILURES
from render.words.safe_text import plain
from umpire.campaign.views import chronicle

MOST_ASKED: Final = 20
"""Names that Discord is asked for; each is a request."""


async def send_chronicle(interaction: Interaction) -> None:
    """The page and the text, to the asker alone."""
    game, seat = await game_here(interaction), await seat_or_none(interaction)
    if seat is not None:
        note_opened(interaction, seat)
    await defer(interaction)
    services = services_of(interaction)
    names = await names_of(interaction, await chronicle.who_led(services, game.id))
    files = await chronicle.chronicle(services, game.id, seat, names)
    whole = game.status == "finished" or (seat is not None and not seat.side)
    whose = "the whole truth" if whole else "as your side knows it so far"
    text = f"The chronicle of {plain(game.name)}, {whose}: save `chronicle.html` and open it in a browser."
    await say(interaction, text, files=files)


async def names_of(interaction: Interaction, users: Iterable[int]) -> dict[int, str]:
    """What these users are called on this server, or elsewhere; without those that Discord does not know."""
    found = {interaction.user.id: interaction.user.display_name}
    for user in sorted(set(users) - found.keys())[:MOST_ASKED]:
        with contextlib.suppress(*FAILURES):
            found[user] = await _name(interaction, user)
    return found


async def _name(interaction: Interaction, user: int) -> str:
    guild = interaction.guild
    if guild is not None:
        with contextlib.suppress(discord.NotFound):
            return (guild.get_member(user) or await guild.fetch_member(user)).display_name
    return (interaction.client.get_user(user) or await interaction.client.fetch_user(user)).display_name
