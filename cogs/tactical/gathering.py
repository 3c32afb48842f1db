"""How a tactical game is made whose sides are taken one by one, and how one of its sides is taken."""

from collections.abc import Mapping
from typing import Any

import discord

from cogs.common.interactions import Interaction, bot_services, defer, say, services_of
from cogs.tactical.game import Gathering, Tactical
from cogs.tactical.place import game_here
from cogs.tactical.threads import new_thread
from render.words.safe_text import plain
from rules.values import GameError, quoted, unknown
from umpire.games import seats
from umpire.games.games import Game
from umpire.games.new_game import check_wish, clean_name
from umpire.games.options import GameSettings, Options, Schedule
from umpire.games.seat import Seat
from umpire.tactical import gathering
from umpire.tactical.sending import enter


async def gather_here(
    interaction: Interaction,
    of: Tactical,
    how: Gathering,
    scenario: str,
    name: str,
    hours: int,
    side: str,
    given: Mapping[str, Any],
) -> None:
    """Make a game in a thread of its own below this channel; its maker may have a side at once, and some games then begin."""
    services, short, wanted = services_of(interaction), of.kind.words.short, side.strip()
    made = how.make(scenario, wanted, given)
    if wanted and wanted not in dict(made.sides):
        there = dict(made.sides)
        raise unknown(GameError, f"{quoted(side)} is no side of this {short}.", side, "Its sides are", there)
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise GameError(
            f"Use {of.name('new')} in an ordinary channel of a server; the {short} gets a thread of its own there."
        )
    title = clean_name(name or made.title)
    schedule = Schedule("every", hours=hours) if hours else Schedule()
    check_wish(title, GameSettings(schedule, Options()))
    at_once = bool(wanted) and how.at_once(given)
    await defer(interaction, public=True)
    async with new_thread(bot_services(interaction), channel, title) as thread:
        game = await gathering.create(
            services,
            of.kind,
            made,
            guild_id=channel.guild.id,
            channel_id=thread.id,
            name=title,
            host=interaction.user.id,
            schedule=schedule,
            board=not at_once,
        )
    if wanted:
        await seats.take(services, game.id, interaction.user.id, wanted)
    if at_once:
        game = await how.begin(services, Seat(game.id, "", interaction.user.id, is_gm=True))
        bot_services(interaction).clock.poke()
    bot_services(interaction).deliverer.wake()
    told = await how.format_set_up(services, game, made)
    await say(interaction, f"✔ **{plain(game.name)}** is made: <#{thread.id}>.\n{told}", public=True)


async def take_here(interaction: Interaction, of: Tactical, side: str) -> None:
    """Take a free side of this place's game; the only one if none is named."""
    game = await game_here(interaction, of)
    held = await seats.seats(services_of(interaction), game.id)
    free = [row.side for row in held if row.side and row.user_id is None]
    wanted = side.strip()
    if not wanted:
        if len(free) != 1:
            raise GameError(f"Say which side; free are {', '.join(free) or 'none'}.")
        wanted = free[0]
    await say(interaction, await take_side(interaction, of, game, wanted), public=True)


async def take_side(interaction: Interaction, of: Tactical, game: Game, wanted: str) -> str:
    """Take this side, in any phase; what the thread is told."""
    services = services_of(interaction)
    await seats.take(services, game.id, interaction.user.id, wanted)
    name = plain(next((flag.name for flag in game.sides if flag.id == wanted), wanted))
    text = f"{interaction.user.mention} plays **{name}** in {plain(game.name)}."
    if game.status == "setup":
        free = [row.side for row in await seats.seats(services, game.id) if row.side and row.user_id is None]
        text += " A side is free still." if free else " All sides are taken: its maker may begin."
    elif game.status == "running":
        await enter(services, game.id)
        if of.gathering is not None:
            text += f" {await of.gathering.format_joined(services, game, wanted)}"
    bot_services(interaction).clock.poke()
    return text
