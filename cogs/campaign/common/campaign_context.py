"""The campaign of a command's channel: its game, seat, view and names."""

from cogs.common.components import ButtonData
from cogs.common.interactions import Interaction, game_in_channel, games_held, note_opened, services_of
from cogs.common.members import let_back_in
from cogs.common.picked_members import roles_of
from render.words.safe_text import format_list, plain
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.state.view import View
from rules.values import GameError, NotYoursError, WrongPhaseError
from umpire.campaign.open_turn import SYSTEM
from umpire.campaign.sheets import orders
from umpire.campaign.sheets.order_sheet import OrderSheet
from umpire.campaign.views import side_views
from umpire.games import seats
from umpire.games.games import Game
from umpire.games.seat import Seat
from umpire.systems.known import system_of


async def game_here(interaction: Interaction) -> Game:
    """The game of this channel, or of the thread's channel; in a DM, the one game its user plays. GameError if none."""
    if interaction.guild_id is None:
        campaigns = await games_held(interaction, SYSTEM)
        if len(campaigns) == 1:
            return campaigns[0]
        raise GameError("Use this in the campaign's channel or in your private thread there.")
    game = await game_in_channel(interaction, SYSTEM)
    if game is not None:
        return game
    other = await game_in_channel(interaction)
    if other is not None:
        system = system_of(other.system)
        raise NotYoursError(f"**{other.name}** is {system.noun}, not a campaign: {system.commands}.")
    raise NotYoursError("There is no campaign in this channel. Start one with /campaign create, or go to its channel.")


SEAT_EXTRA = "seat"


async def seat_here(interaction: Interaction) -> Seat:
    """The seat the giver holds in this channel's game, a player's before the GM's; NotYoursError for visitors.

    Looked up once an interaction; whoever acts for a seat has it checked again by the umpire.
    """
    known = interaction.extras.get(SEAT_EXTRA)
    if isinstance(known, Seat):
        return known
    game = await game_here(interaction)
    services = services_of(interaction)
    seat = await seats.seat_of(
        services, game.id, interaction.user.id, roles_of(interaction), thread_id=interaction.channel_id
    )
    interaction.extras[SEAT_EXTRA] = seat
    await let_back_in(interaction, seat)
    return seat


async def player_here(interaction: Interaction) -> Seat:
    """A player's seat; the GM is told which command is theirs."""
    seat = await seat_here(interaction)
    if not seat.side:
        raise NotYoursError(
            "You are the game master here, and this is for players. /gm side shows what a side sees, /help topic:gm the rest."
        )
    return seat


async def player_pressed(interaction: Interaction, control: ButtonData, what: str) -> Seat:
    """A player's seat, for a control of this channel's game; WrongPhaseError for another campaign's."""
    seat = await player_here(interaction)
    if seat.game_id != control.game:
        raise WrongPhaseError(f"This {what} belongs to another campaign.")
    return seat


async def reader_here(interaction: Interaction) -> Seat:
    """A player's seat, for a report, list or picture that they open: what happened since they last looked stands above it."""
    seat = await player_here(interaction)
    note_opened(interaction, seat)
    return seat


async def view_here(interaction: Interaction) -> View:
    """What a player sees now, for a list or sheet that they open."""
    return await side_views.view(services_of(interaction), await reader_here(interaction))


async def sheet_here(interaction: Interaction) -> OrderSheet:
    """A player's order sheet with the view it is checked against, read once."""
    return await orders.sheet_of(services_of(interaction), await player_here(interaction))


async def names_here(interaction: Interaction) -> Names:
    """What the giver can name: their view's things and those their sheet makes."""
    return (await sheet_here(interaction)).names


async def gm_here(interaction: Interaction, *, blind: bool = False) -> Seat:
    """The game master's seat; NotYoursError for everybody else. In a direct message, of the one campaign that they lead.

    `blind`: what is done with it tells no secret, so that it is theirs also where the game master may play (`seats.gm_seat`).
    """
    game = await game_here(interaction) if interaction.guild_id is not None else await _led(interaction)
    seat = await seats.gm_seat(
        services_of(interaction), game.id, interaction.user.id, roles_of(interaction), blind=blind
    )
    await let_back_in(interaction, seat)
    return seat


async def _led(interaction: Interaction) -> Game:
    """The one campaign under way that the asker is game master of, else the one they have a seat in; GameError otherwise."""
    led = [game for game in await games_held(interaction, SYSTEM, leading=True) if game.status != "finished"]
    if len(led) > 1:
        names = format_list(sorted(f"**{plain(game.name)}**" for game in led))
        raise GameError(
            f"You are game master of {names}: use this in the one's channel or in your private thread there."
        )
    return led[0] if led else await game_here(interaction)


async def game_or_none(interaction: Interaction) -> Game | None:
    """This channel's game, or None; never an error."""
    try:
        return await game_here(interaction)
    except GameError:
        return None


async def seat_or_none(interaction: Interaction) -> Seat | None:
    """The seat, or None; never an error (for autocomplete)."""
    try:
        return await seat_here(interaction)
    except GameError:
        return None
