"""Which dogfight a command or button is about, and whose eyes look at it: by channel and button, never by names."""

from cogs.bouts.seats import side_seat
from cogs.common.bot_services import Interaction, services_of
from cogs.common.buttons import ButtonData
from cogs.common.context import game_in_channel
from cogs.dogfight.panel import Pressed, pressed
from render.canvas.safe_text import plain
from rules.errors import GameError, NotYoursError, WrongPhaseError
from umpire.bout_kinds.dogfight import DOGFIGHT
from umpire.dogfight.flying import FightSight, fight_sight
from umpire.games import games
from umpire.games.games import Game
from umpire.games.seat import Seat

NO_FIGHT = "There is no dogfight here. /dogfight new starts one."


async def fight_here(interaction: Interaction) -> Game:
    """The dogfight of this channel, thread or direct message, the newest first. NotYoursError if there is none."""
    game = await game_in_channel(interaction, DOGFIGHT)
    if game is not None:
        return game
    raise NotYoursError(NO_FIGHT)


async def sight_of(interaction: Interaction, game_id: str) -> tuple[Seat | None, FightSight]:
    """What the giver sees of a dogfight. WrongPhaseError before it has begun, NotYoursError for another kind of game."""
    game = await games.get_game(services_of(interaction), game_id)
    if game.system != DOGFIGHT:
        raise NotYoursError(NO_FIGHT)
    if game.status == "setup":
        raise WrongPhaseError(
            f"**{plain(game.name)}** waits for its second pilot; /dogfight join takes the other side."
        )
    seat = await side_seat(interaction, game_id)
    return seat, await fight_sight(services_of(interaction), game_id, "" if seat is None else seat.side)


async def sight_here(interaction: Interaction) -> tuple[Seat | None, FightSight]:
    """The same of this place's dogfight."""
    return await sight_of(interaction, (await fight_here(interaction)).id)


async def sight_or_none(interaction: Interaction) -> FightSight | None:
    """The same for suggestions: None instead of an error."""
    try:
        return (await sight_here(interaction))[1]
    except GameError:
        return None


async def pilot_here(interaction: Interaction, game_id: str) -> tuple[Seat, FightSight]:
    """A pilot's seat and sight; NotYoursError for who only looks on."""
    seat, seen = await sight_of(interaction, game_id)
    if seat is None:
        raise NotYoursError("You do not fly in this dogfight; /dogfight new starts one of your own.")
    return seat, seen


def check_current(seen: FightSight, data: ButtonData) -> Pressed:
    """What a button carries; WrongPhaseError for one of a moment that has passed."""
    read = pressed(data)
    if seen.over:
        raise WrongPhaseError("This dogfight is over; /dogfight replay shows how it went.")
    if seen.standing.case.turn.opening != data.opening or seen.standing.result.stop != read.stop:
        raise WrongPhaseError(
            "That button is for a moment that has passed; the fight's newest panel shows what is now."
        )
    return read
