"""Seats of bouts."""

from cogs.common.bot_services import Interaction, services_of
from cogs.common.context import roles_of
from rules.errors import NotYoursError
from umpire.games import seats
from umpire.games.seat import Seat


async def side_seat(interaction: Interaction, game_id: str) -> Seat | None:
    """The seat of a side that the giver holds in a bout, None for who looks on; never an error."""
    services = services_of(interaction)
    try:
        seat = await seats.seat_of(services, game_id, interaction.user.id, roles_of(interaction))
    except NotYoursError:
        return None
    return seat if seat.side else None
