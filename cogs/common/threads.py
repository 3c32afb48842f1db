"""Private threads: each seat's own room under the campaign's channel, made when somebody takes the seat."""

import logging
from collections.abc import Set as AbstractSet

import discord

from cogs.common.bot_services import BotClient, BotServices
from rules.errors import GameError
from storage.seats import SeatRow
from umpire.games import games, seats
from umpire.games.games import Game
from umpire.games.seat import Seat
from umpire.systems.known import SYSTEMS

log = logging.getLogger(__name__)


async def ensure_threads(client: discord.Client, bot: BotServices, game: Game) -> list[str]:
    """Make the private thread of every held seat that has none; what could not be done, as sentences for the GM."""
    problems: list[str] = []
    channel = client.get_channel(game.channel_id)
    if not isinstance(channel, discord.TextChannel):
        return [
            "The campaign's channel is gone or is not a text channel; /campaign repair in another channel moves it there."
        ]
    names = {flag.id: flag.name for flag in game.sides}
    rows = await seats.seats(bot.services, game.id)
    masters = [row.user_id for row in rows if not row.side and row.user_id is not None]
    known = await seats.ever_seated(bot.services, game.id) - set(masters)
    for row in rows:
        if not row.side and row.slot:
            continue  # a game master who shares the first one's thread
        users = masters if not row.side else [] if row.user_id is None else [row.user_id]
        if row.thread_id and await _fits(client, row.thread_id, users, known - set(users)):
            continue
        if row.user_id is None:
            if row.thread_id:
                await seats.set_delivery(bot.services, Seat(game.id, row.side, 0))
            continue
        name = f"{names.get(row.side, 'Game master')} · {game.name}"[:100]
        try:
            thread = await channel.create_thread(name=name, type=discord.ChannelType.private_thread, invitable=False)
            for user in users:
                await thread.add_user(discord.Object(user))
        except discord.Forbidden:
            problems.append(
                "I may not make private threads here; give me Create Private Threads and Send Messages in Threads."
            )
            break
        except discord.HTTPException as wrong:
            problems.append(f"No private thread for {names.get(row.side, 'the game master')}: {wrong.text}")
            continue
        seat = Seat(game.id, row.side, row.user_id, is_gm=not row.side)
        await seats.set_delivery(bot.services, seat, thread_id=thread.id)
    return problems


async def show_out(client: BotClient, row: SeatRow) -> list[str]:
    """Take a seat's former holder out of its thread, so that they read no more of its secrets; what could not be done.

    A thread that they cannot be taken out of is given up: nothing more is written there, and `ensure_threads` makes another.
    """
    if row.thread_id is None or row.user_id is None:
        return []
    try:
        thread = client.get_channel(row.thread_id) or await client.fetch_channel(row.thread_id)
        if isinstance(thread, discord.Thread):
            await thread.remove_user(discord.Object(row.user_id))
    except discord.NotFound:
        return []
    except discord.HTTPException as wrong:
        log.warning("User %s cannot be taken out of thread %s: %s", row.user_id, row.thread_id, wrong)
        await seats.set_delivery(client.bot.services, Seat(row.game, row.side, row.user_id, is_gm=not row.side))
        return [f"<@{row.user_id}> could not be taken out of <#{row.thread_id}>, so nothing more is written there."]
    return []


async def _fits(client: discord.Client, thread_id: int, users: list[int], strangers: AbstractSet[int]) -> bool:
    """Whether a thread is there and read by its members (who are added) and none of the strangers (who are taken out).

    Strangers are those who hold or held another seat of the game, whom a crash or an outage may have left inside.
    """
    try:
        thread = client.get_channel(thread_id) or await client.fetch_channel(thread_id)
        if not isinstance(thread, discord.Thread):
            return False
        members = {member.id for member in await thread.fetch_members()}
    except discord.NotFound:
        return False
    except discord.HTTPException as wrong:
        log.warning("Thread %s could not be looked at: %s", thread_id, wrong)
        return True
    try:
        for user in sorted(members & strangers):
            await thread.remove_user(discord.Object(user))
    except discord.HTTPException as wrong:
        log.warning("Thread %s is read by others and is given up: %s", thread_id, wrong)
        return False
    try:
        for user in users:
            if user not in members:
                await thread.add_user(discord.Object(user))
    except discord.NotFound:
        return False
    except discord.HTTPException as wrong:
        log.warning("Somebody could not be added to thread %s: %s", thread_id, wrong)
    return True


async def ensure_all(client: discord.Client, bot: BotServices) -> None:
    """At the start: threads for all games of all servers the bot is in."""
    for guild in client.guilds:
        names = [system.name for system in SYSTEMS.values() if system.has_threads]
        for game in [game for name in names for game in await games.games_of(bot.services, guild.id, name)]:
            if game.status != "finished":
                try:
                    for problem in await ensure_threads(client, bot, game):
                        log.warning("%s: %s", game.name, problem)
                except GameError as wrong:
                    log.warning("%s: %s", game.name, wrong)
