"""Which battle a command is about, and who asks: by the thread, never by names."""

from cogs.common.components import ButtonData
from cogs.common.interactions import Interaction, defer, game_in_channel, games_held, note_opened, services_of
from cogs.common.picked_members import roles_of
from cogs.tactical.tactical_context import side_seat
from rules.values import GameError, NotYoursError, WrongPhaseError
from umpire.battle.kind import BATTLE
from umpire.battle.plots import Sight, sight
from umpire.games import seats
from umpire.games.games import Game
from umpire.games.seat import Seat
from umpire.tactical.player_actions import OpenTacticalTurn

BATTLE_SIGHT = "battle-sight"
BATTLE_BUTTON = "battle-button"
"""Of a button pressed in a direct message: the battle it belongs to."""


async def battle_here(interaction: Interaction) -> Game:
    """The battle of this thread; in a direct message, the one battle its user plays. GameError if none."""
    if interaction.guild_id is None:
        standing = [game for game in await games_held(interaction, BATTLE) if game.status != "finished"]
        named = [game for game in standing if game.id == interaction.extras.get(BATTLE_BUTTON)]
        standing = named or standing
        if len(standing) == 1:
            return standing[0]
        raise GameError("Use this in the battle's thread.")
    game = await game_in_channel(interaction, BATTLE)
    if game is not None:
        return game
    raise NotYoursError("There is no battle in this thread. /battle new starts one; else go to the battle's thread.")


async def captain_here(interaction: Interaction) -> Seat:
    """The captain's seat; NotYoursError for everybody else, also for a host who plays no side."""
    game = await battle_here(interaction)
    seat = await side_seat(interaction, game.id)
    if seat is None:
        raise NotYoursError("You play no side of this battle; /battle join takes one that is free.")
    return seat


async def host_here(interaction: Interaction) -> Seat:
    """The seat of who made the battle, also if they play a side. NotYoursError for anybody else."""
    game = await battle_here(interaction)
    try:
        return await seats.gm_seat(services_of(interaction), game.id, interaction.user.id, roles_of(interaction))
    except NotYoursError:
        raise NotYoursError("Only who made this battle can do that.") from None


async def sight_here(interaction: Interaction) -> tuple[Seat | None, Sight]:
    """What the giver sees: the own side's knowledge, for visitors what everybody may see. Looked up once an interaction."""
    await defer(interaction)
    known: tuple[Seat | None, Sight] | None = interaction.extras.get(BATTLE_SIGHT)
    if known is None:
        game = await battle_here(interaction)
        seat = await side_seat(interaction, game.id)
        known = (seat, await sight(services_of(interaction), game.id, "" if seat is None else seat.side))
        interaction.extras[BATTLE_SIGHT] = known
    return known


async def opened(interaction: Interaction) -> tuple[Seat | None, Sight]:
    """The same for what opens a map, log or plot: who comes back to the battle is told there what happened meanwhile."""
    seat, seen = await sight_here(interaction)
    if seat is not None:
        note_opened(interaction, seat)
    return seat, seen


async def own_sight(interaction: Interaction) -> tuple[Seat, Sight]:
    """A captain's seat and sight; NotYoursError for who plays no side. WrongPhaseError before the battle has begun."""
    seat = await captain_here(interaction)
    _, seen = await sight_here(interaction)
    return seat, seen


async def sight_or_none(interaction: Interaction) -> Sight | None:
    """The same for suggestions: None instead of an error."""
    try:
        return (await sight_here(interaction))[1]
    except GameError:
        return None


async def pressed(interaction: Interaction, data: ButtonData) -> None:
    """Say which battle a letter's button is about. WrongPhaseError where this thread's battle is another."""
    interaction.extras[BATTLE_BUTTON] = data.game
    if (await battle_here(interaction)).id != data.game:
        raise WrongPhaseError("This button belongs to another battle.")


def check_current(seen: Sight, game: str, revision: int) -> None:
    """WrongPhaseError for a button of another battle or of a turn that is over."""
    check_turn(seen.standing.case, game, revision)


def check_turn(case: OpenTacticalTurn, game: str, revision: int) -> None:
    """The same for what was read without playing the turn."""
    if case.game.id != game or case.turn.revision != revision:
        raise WrongPhaseError("That was for a turn that is over; /plot show shows what is now.")
