"""The thread of a tactical game put in order: a new one where it was deleted, and what waited sent."""

import contextlib
from functools import partial

import discord

from cogs.common.interactions import Interaction, bot_services, defer, game_in_channel, games_held, say, server_of
from cogs.common.outages import FAILURES, once_more
from cogs.common.refusals import lacking
from cogs.common.threads import UNKNOWN_CHANNEL, in_active
from cogs.tactical.game import Tactical
from cogs.tactical.tactical_context import player_seat
from cogs.tactical.threads import new_thread
from render.words.safe_text import count, plain
from rules.values import GameError, NotYoursError
from umpire.delivery import undelivered
from umpire.games import games, seats
from umpire.games.games import Game


async def repair_here(interaction: Interaction, of: Tactical) -> None:
    """Put the game of this thread in order; elsewhere on a server, the giver's own games, of which a deleted thread is made anew
    below this channel. GameError where there is none, or a thread cannot be made."""
    await defer(interaction)
    found = await game_in_channel(interaction, of.kind.name)
    mine = [found] if found is not None else await _own(interaction, of)
    told = [await _mended(interaction, of, game) for game in mine if game.status != "finished"]
    if not told:
        raise NotYoursError(f"You play in no {of.kind.words.short} on this server, so there is nothing to repair.")
    await say(interaction, "\n".join(told))


async def _own(interaction: Interaction, of: Tactical) -> list[Game]:
    guild = server_of(interaction)
    held = await games_held(interaction, of.kind.name)
    return [game for game in held if game.guild_id == guild]


async def _mended(interaction: Interaction, of: Tactical, game: Game) -> str:
    bot, name = bot_services(interaction), f"**{plain(game.name)}**"
    place = await _place(interaction, game)
    moved = place is None and game.guild_id != 0
    if moved:
        game = await _in_new_thread(interaction, of, game)
    elif place is not None and (why := lacking(place, discord.Permissions(send_messages_in_threads=True))):
        raise GameError(f"I cannot write in <#{game.channel_id}>, the thread of {name}: I {why}, then do it again.")
    elif isinstance(place, discord.Thread) and place.locked:
        raise GameError(f"<#{game.channel_id}>, the thread of {name}, is locked. Unlock it, then do it again.")
    again = await undelivered.retry(bot.services, game.id)
    bot.deliverer.wake()
    where = f"goes on in <#{game.channel_id}>; {of.kind.words.look} there shows it" if moved else "has its thread"
    sent = f" {count(again, 'message is', 'messages are')} sent again." if again else ""
    return f"✔ {name} {where}.{sent}"


async def _place(interaction: Interaction, game: Game) -> object | None:
    """The thread, or direct message, that a game is played in; None if it was deleted."""
    client = interaction.client
    try:
        return client.get_channel(game.channel_id) or await once_more(partial(client.fetch_channel, game.channel_id))
    except discord.NotFound as wrong:
        if wrong.code != UNKNOWN_CHANNEL:
            raise
        return None
    except discord.Forbidden:
        raise GameError(
            f"I cannot see <#{game.channel_id}>. Let my role view that channel, then do it again."
        ) from None


async def _in_new_thread(interaction: Interaction, of: Tactical, game: Game) -> Game:
    bot, channel = bot_services(interaction), interaction.channel
    below = channel.parent if isinstance(channel, discord.Thread) else channel
    if not isinstance(below, discord.TextChannel):
        raise GameError(f"The thread of **{plain(game.name)}** is gone. Use this in the text channel for a new one.")
    seat = await player_seat(interaction, of, game)
    async with new_thread(bot, below, game.name) as thread:
        moved = await games.move_thread(bot.services, seat, thread.id)
    players = {row.user_id for row in await seats.seats(bot.services, game.id) if row.user_id is not None}
    for user in sorted(players):
        with contextlib.suppress(*FAILURES):
            await in_active(thread, partial(thread.add_user, discord.Object(user)))
    return moved
