"""Which tactical game a command is about, who gives it, and what they see."""

from typing import Any

from cogs.common.interactions import Interaction, defer, game_in_channel, note_opened, services_of
from cogs.common.picked_members import roles_of
from cogs.tactical.game import Tactical
from rules.values import NotYoursError
from umpire.games import games, seats
from umpire.games.games import Game
from umpire.games.seat import Seat
from umpire.tactical.tactical_reader import TacticalSight

Sight = TacticalSight[Any, Any]


async def side_seat(interaction: Interaction, game_id: str) -> Seat | None:
    """The seat of a side that the giver holds in a tactical game, None for who looks on; never an error."""
    services = services_of(interaction)
    try:
        seat = await seats.seat_of(services, game_id, interaction.user.id, roles_of(interaction))
    except NotYoursError:
        return None
    return seat if seat.side else None


async def game_here(interaction: Interaction, of: Tactical) -> Game:
    """The game of this channel, thread or direct message. NotYoursError if there is none."""
    if of.here is not None:
        return await of.here(interaction)
    game = await game_in_channel(interaction, of.kind.name)
    if game is None:
        raise NotYoursError(f"There is no {of.kind.words.short} here. {of.name('new')} starts one.")
    return game


async def game_of(interaction: Interaction, of: Tactical, game_id: str) -> Game:
    """The game that a button carries. NotYoursError where that is another kind of game."""
    game = await games.get_game(services_of(interaction), game_id)
    if game.system != of.kind.name:
        raise NotYoursError(f"There is no {of.kind.words.short} here. {of.name('new')} starts one.")
    return game


async def host_seat(interaction: Interaction, of: Tactical, game: Game) -> Seat:
    """The seat of who made the game, also if they play a side. NotYoursError for anybody else."""
    try:
        return await seats.gm_seat(services_of(interaction), game.id, interaction.user.id, roles_of(interaction))
    except NotYoursError:
        raise NotYoursError(f"Only who made this {of.kind.words.short} can do that.") from None


async def player_seat(interaction: Interaction, of: Tactical, game: Game) -> Seat:
    """The seat of a side's player; NotYoursError for everybody else, also for a host who plays no side."""
    seat = await side_seat(interaction, game.id)
    if seat is None:
        raise NotYoursError(f"You play no side of this {of.kind.words.short}; {of.kind.words.join}.")
    return seat


async def sight_here(interaction: Interaction, of: Tactical) -> tuple[Seat | None, Sight]:
    """What the giver sees: the own side's knowledge, for visitors what everybody may see. Discord is told at once that the
    answer takes a moment."""
    await defer(interaction)
    if of.sight is not None:
        return await of.sight(interaction)
    game = await game_here(interaction, of)
    seat = await side_seat(interaction, game.id)
    return seat, await of.reader.now(services_of(interaction), game.id, "" if seat is None else seat.side)


async def opened(interaction: Interaction, of: Tactical) -> tuple[Seat | None, Sight]:
    """The same for what opens a report: who comes back to the game is told there what happened meanwhile."""
    seat, seen = await sight_here(interaction, of)
    if seat is not None:
        note_opened(interaction, seat)
    return seat, seen
