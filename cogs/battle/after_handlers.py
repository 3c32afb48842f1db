"""What may be pressed below a turn's result and below the end of a battle: shots and damage, log, replay, atlas, rematch."""

from typing import Final

import discord

from cogs.battle.battle_context import battle_here, opened, pressed
from cogs.battle.look_handlers import atlas_here, log_lines, replay_here
from cogs.common.components import ButtonData
from cogs.common.interactions import Interaction, bot_services, defer, say, services_of
from cogs.tactical.reading_handlers import say_log
from cogs.tactical.threads import new_thread
from render.battle.shots import format_shots
from render.words.safe_text import format_list, plain
from rules.values import GameError, NotYoursError, WrongPhaseError
from umpire.battle import setup
from umpire.battle.plots import Turn, turn_seen
from umpire.games import seats
from umpire.games.games import Game
from umpire.games.new_game import free_name
from umpire.games.seat import Seat

NO_CHANNEL: Final = "A rematch gets a thread below this one's channel; press the button in the battle's thread."


async def shots_button(interaction: Interaction, data: ButtonData) -> None:
    """Shots and damage of the turn that a post tells, as the presser's side saw it."""
    played = await _turn(interaction, data)
    text = "\n".join([f"### Shots and damage, turn {played.number}", *format_shots(played.view, played.events)])
    await say(interaction, text)


async def log_button(interaction: Interaction, data: ButtonData) -> None:
    """The numbered log of that turn."""
    played = await _turn(interaction, data)
    await say_log(interaction, played.number, log_lines(played), "/battle why")


async def _turn(interaction: Interaction, data: ButtonData) -> Turn:
    await pressed(interaction, data)
    _, seen = await opened(interaction)
    await defer(interaction)
    number = int(data.rest) if data.rest.isdecimal() else None
    return await turn_seen(services_of(interaction), seen, number)


async def replay_button(interaction: Interaction, data: ButtonData) -> None:
    """The whole battle as a moving picture."""
    await pressed(interaction, data)
    await replay_here(interaction, None, "dark", all_of_it=True)


async def atlas_button(interaction: Interaction, data: ButtonData) -> None:
    """The whole battle as one page."""
    await pressed(interaction, data)
    await atlas_here(interaction)


async def rematch_button(interaction: Interaction, data: ButtonData) -> None:
    """The same battle once more, everybody on their old side."""
    await _again(interaction, data, swapped=False)


async def swap_button(interaction: Interaction, data: ButtonData) -> None:
    """The same battle once more, everybody on the next side."""
    await _again(interaction, data, swapped=True)


async def _again(interaction: Interaction, data: ButtonData, *, swapped: bool) -> None:
    """Make it in a thread of its own. Against stances it begins at once; otherwise the others take their sides there."""
    await pressed(interaction, data)
    game = await battle_here(interaction)
    services, bot, user = services_of(interaction), bot_services(interaction), interaction.user.id
    if game.status != "finished":
        raise WrongPhaseError(f"**{plain(game.name)}** is not over yet.")
    held = await seats.seats(services, game.id)
    players = {row.side: row.user_id for row in held if row.side and row.user_id is not None}
    if user not in players.values():
        raise NotYoursError("Only its captains can ask for a rematch; /battle new begins a battle of your own.")
    thread = interaction.channel
    channel = thread.parent if isinstance(thread, discord.Thread) else None
    if not isinstance(channel, discord.TextChannel):
        raise GameError(NO_CHANNEL)
    await _check_none(interaction, game, swapped=swapped)
    sides = [flag.id for flag in game.sides]
    seated = {sides[(sides.index(side) + swapped) % len(sides)]: player for side, player in players.items()}
    title = await free_name(services, game.guild_id, game.name)
    await defer(interaction, public=True)
    async with new_thread(bot, channel, title) as made:
        await _check_none(interaction, game, swapped=swapped)
        new = await setup.make_rematch(
            services, game.id, channel_id=made.id, name=title, host=user, asks=len(seated) > 1, swapped=swapped
        )
    await seats.take(services, new.id, user, next(side for side, player in seated.items() if player == user))
    others = [
        f"<@{player}> takes **{plain(_name(game, side))}** there" for side, player in seated.items() if player != user
    ]
    if not others:
        await setup.begin(services, Seat(new.id, "", user, is_gm=True))
        bot.clock.poke()
    bot.deliverer.wake()
    told = f" {format_list(others)}." if others else " It has begun."
    await say(interaction, f"✔ **{plain(new.name)}** is made: <#{made.id}>.{told}", public=True)


async def _check_none(interaction: Interaction, game: Game, *, swapped: bool) -> None:
    """WrongPhaseError where somebody has asked for a rematch that is still on."""
    found = await setup.running_rematch(services_of(interaction), game.id, swapped=swapped)
    if found is not None:
        raise WrongPhaseError(f"A rematch is on already: <#{found.channel_id}>.")


def _name(game: Game, side: str) -> str:
    return next((flag.name for flag in game.sides if flag.id == side), side)
