"""What stands first in the thread of a campaign that has not begun: the game master's way to turn 1, a player's to a race."""

from render.campaign.letters.campaign_texts import format_first_steps, format_gm_first_steps
from storage import seats
from umpire.games.games import is_open, require_game
from umpire.games.notices import side_name, to_player
from umpire.games.seat import Seat
from umpire.outbox.outbox import Letter, Target, enqueue
from umpire.services.services import Services


async def welcome_master(services: Services, game_id: str, hint: str = "") -> None:
    """Enqueue the game master's first steps, with a `hint` for this one below; call it when their thread is there."""
    async with services.storage.transaction() as tx:
        row = await require_game(tx, game_id)
        text = format_gm_first_steps(row.name, hint, is_open=is_open(row))
        await enqueue(tx, services, Letter("notice", row.id, 0, "", Target("gm"), text))


async def welcome_player(services: Services, seat: Seat) -> None:
    """Enqueue a player's first steps in a campaign whose races are being designed; call it when their thread is there."""
    async with services.storage.transaction() as tx:
        row = await require_game(tx, seat.game_id)
        held = await seats.find(tx, row.id, seat.side)
        if held is None or held.user_id != seat.user_id or not is_open(row):
            return
        text = format_first_steps(row.name, side_name(row, seat.side))
        await enqueue(tx, services, *to_player(row, held, text))
