"""Who is on a server: players who have left it, and those who come back."""

import asyncio
from collections.abc import Iterable
from functools import partial

import discord

from cogs.common.interactions import BotClient, Interaction, bot_services
from cogs.common.outages import FAILURES, once_more
from cogs.common.refusals import NOT_HERE
from storage.seats import SeatRow
from umpire.games import rooms
from umpire.games.games import Game
from umpire.games.membership import note_membership
from umpire.games.seat import Seat


async def gone_from(client: BotClient, game: Game, held: Iterable[SeatRow]) -> frozenset[int]:
    """Those who hold seats of a game and are not on its server; of whom Discord does not say so, they are there. What it says is
    kept, so that dashboards show it."""
    guild = client.get_guild(game.guild_id)
    asked = sorted({seat.user_id for seat in held if seat.user_id is not None})
    if guild is None or not asked:
        return frozenset()
    found = dict(zip(asked, await asyncio.gather(*(_is_gone(guild, user) for user in asked)), strict=True))
    gone = frozenset(user for user, is_gone in found.items() if is_gone)
    here = frozenset(user for user, is_gone in found.items() if is_gone is False)
    if await note_membership(client.bot.services, game.id, gone, here):
        client.bot.clock.poke()
    return gone


async def _is_gone(guild: discord.Guild, user: int) -> bool | None:
    """Whether somebody is no member; None if Discord does not tell."""
    try:
        await once_more(partial(guild.fetch_member, user))
    except discord.NotFound as unknown:
        return True if unknown.code in NOT_HERE else None
    except FAILURES:
        return None
    return False


async def let_back_in(interaction: Interaction, seat: Seat) -> None:
    """Whoever has left the server and come back is let into their thread again, soon and by nobody's asking.

    Discord is not waited for; the database is asked once for each time that somebody has joined.
    """
    member, bot = interaction.user, bot_services(interaction)
    if not isinstance(member, discord.Member) or member.joined_at is None:
        return
    joined = int(member.joined_at.timestamp())
    mark = (seat.game_id, seat.side, member.id, joined)
    if mark in bot.came_again:
        return
    bot.came_again.add(mark)
    await note_membership(bot.services, seat.game_id, (), {member.id})
    if await rooms.came_again(bot.services, seat.game_id, seat.side, joined):
        bot.unfinished.add(seat.game_id)
