"""Whether one person plays a campaign alone, made for one or not: the month passes as soon as they are ready."""

from storage import seats
from storage.games import GameRow
from umpire.games.games import settings_of
from umpire.games.seat import Seat
from umpire.services.services import Services


async def passes_when_ready(services: Services, row: GameRow, seat: Seat) -> bool:
    """Whether a month passes at this player's word alone: nobody else holds a player's seat, and no game master reviews it."""
    options = settings_of(row).options
    if not options.early or options.review:
        return False
    async with services.storage.reading() as tx:
        held = await seats.of_game(tx, row.id)
    return all(other.user_id is None for other in held if other.side and other.side != seat.side)
