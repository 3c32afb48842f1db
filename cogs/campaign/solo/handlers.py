"""What the form of a campaign for one does: each list changes it in place, and the button begins in a private thread."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import discord

from cogs.bouts import new_thread
from cogs.campaign.solo.panel import GREEN, solo_panel, wish_in, wish_text
from cogs.common.answers import replace_message, say
from cogs.common.bot_services import Interaction, bot_services, services_of
from cogs.common.buttons import ButtonData, Handler
from cogs.common.panels import text_panel
from cogs.common.selects import SelectHandler
from cogs.common.thread_keeper import see_to_threads
from render.words.safe_text import plain
from rules.errors import GameError
from umpire.campaign.solo import SoloWish, begin_solo, check_room, empires

PARTS: Final = ("side", "rivals", "character", "strength", "handicap")


async def ask_solo(interaction: Interaction) -> None:
    """The form, with an answer in each list; GameError where no thread can be made."""
    channel_for(interaction)
    await check_room(services_of(interaction), interaction.user.id)
    await say(interaction, panel=solo_panel(SoloWish()))


def channel_for(interaction: Interaction) -> discord.TextChannel:
    """The channel below which the campaign gets its thread."""
    channel = interaction.channel
    found = channel.parent if isinstance(channel, discord.Thread) else channel
    if not isinstance(found, discord.TextChannel):
        raise GameError("Use this in a text channel of a server: your campaign gets a private thread there.")
    return found


async def changed(interaction: Interaction, data: ButtonData, values: Sequence[str], *, part: str) -> None:
    """One list of the form."""
    parts = dict(zip(PARTS, wish_text(wish_in(data.rest)).split("."), strict=True))
    parts[part] = values[0] if values else ""
    await replace_message(interaction, solo_panel(wish_in(".".join(parts.values()))))


async def begin(interaction: Interaction, data: ButtonData) -> None:
    """The button: a private thread, a campaign in it, its first month open."""
    wish, user, bot = wish_in(data.rest), interaction.user, bot_services(interaction)
    channel = channel_for(interaction)
    await check_room(bot.services, user.id)
    await interaction.response.defer()
    empire = next(side.name for side in empires().sides if side.id == wish.side)
    title = f"{empire} alone"
    async with new_thread(bot, channel, f"{title} · {user.display_name}", private=True) as thread:
        game = await begin_solo(bot.services, channel.guild.id, thread.id, user.id, title, wish)
    problems = await see_to_threads(interaction.client, game)
    bot.clock.poke()
    bot.deliverer.wake()
    text = (
        f"✔ **{plain(game.name)}** has begun in <#{thread.id}>: your map comes there, and your desk with all its buttons. "
        "Only you see that thread."
    )
    await replace_message(interaction, text_panel("\n".join([text, *(f"⚠ {p}" for p in problems)]), GREEN))


BUTTONS: Final[Mapping[str, Handler]] = {"solo-begin": begin}
SELECTS: Final[Mapping[str, SelectHandler]] = {f"solo-{part}": partial(changed, part=part) for part in PARTS}
