"""Private threads: each seat's own room under the campaign's channel, made when somebody takes the seat."""

import logging

import discord

from cogs.kit.bench import Bench
from rules.errors import GameError
from umpire import games, seats
from umpire.games import Game
from umpire.seat import Seat

log = logging.getLogger(__name__)


async def ensure_threads(client: discord.Client, bench: Bench, game: Game) -> list[str]:
    """Make the private thread of every held seat that has none; what could not be done, as sentences for the GM."""
    problems: list[str] = []
    channel = client.get_channel(game.channel_id)
    if not isinstance(channel, discord.TextChannel):
        return [
            "The campaign's channel is gone or is not a text channel; /campaign repair in another channel moves it there."
        ]
    names = {flag.id: flag.name for flag in game.sides}
    for row in await seats.seats(bench.desk, game.id):
        if row.user_id is None:
            continue
        if row.thread_id and await _exists(client, row.thread_id, row.user_id):
            continue
        name = f"{names.get(row.side, 'Game master')} · {game.name}"[:100]
        try:
            thread = await channel.create_thread(name=name, type=discord.ChannelType.private_thread, invitable=False)
            await thread.add_user(discord.Object(row.user_id))
        except discord.Forbidden:
            problems.append(
                "I may not make private threads here; give me Create Private Threads and Send Messages in Threads."
            )
            break
        except discord.HTTPException as wrong:
            problems.append(f"No private thread for {names.get(row.side, 'the game master')}: {wrong.text}")
            continue
        seat = Seat(game.id, row.side, row.user_id, is_gm=not row.side)
        await seats.set_delivery(bench.desk, seat, thread_id=thread.id)
    return problems


async def _exists(client: discord.Client, thread_id: int, user_id: int) -> bool:
    """Whether a thread is there, with its member in it."""
    try:
        thread = client.get_channel(thread_id) or await client.fetch_channel(thread_id)
        if not isinstance(thread, discord.Thread):
            return False
        members = {member.id for member in await thread.fetch_members()}
        if user_id not in members:
            await thread.add_user(discord.Object(user_id))
    except discord.NotFound:
        return False
    except discord.HTTPException as wrong:
        log.warning("Thread %s could not be looked at: %s", thread_id, wrong)
    return True


async def ensure_all(client: discord.Client, bench: Bench) -> None:
    """At the start: threads for all games of all servers the bot is in."""
    for guild in client.guilds:
        for game in await games.games_of(bench.desk, guild.id):
            if game.status != "finished":
                try:
                    for problem in await ensure_threads(client, bench, game):
                        log.warning("%s: %s", game.name, problem)
                except GameError as wrong:
                    log.warning("%s: %s", game.name, wrong)
