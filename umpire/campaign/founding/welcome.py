"""What stands first in the thread of a campaign that has not begun: the game master's way to turn 1, a player's to a race."""

from typing import Final

from storage import seats
from umpire.games.games import is_open, require_game
from umpire.games.notices import side_name, to_player
from umpire.games.seat import Seat
from umpire.outbox.outbox import Letter, Target, enqueue
from umpire.services.services import Services

FOUNDED: Final = (
    "1. /campaign found (without a name) opens its plan: map and seats, rules, house rules, budgets, schedule.\n"
    "2. Friends take seats with /campaign join and design their races; /gm races shows how far they are and judges them.\n"
    "3. When every race is approved, **Make the cluster** stands on both panels; /campaign begin then opens turn 1.\n"
    "4. /campaign schedule sets the rhythm. Nothing is lost later: /gm undo takes a turn back. /help topic:gm has the rest."
)
READY_MADE: Final = (
    "1. Friends take seats with /campaign join; /campaign players shows who has one.\n"
    "2. /campaign schedule sets the rhythm, /campaign options review and reminders.\n"
    "3. /campaign begin opens turn 1; your desk stands here from then on, with a button for each thing you do.\n"
    "4. Nothing is lost later: /gm undo takes a turn back. /help topic:gm has the rest."
)
RACE: Final = (
    "1. /race design leads through your people page by page; a ready race can be taken as it is.\n"
    "2. /race package spends the starting budgets; whatever is still missing stands on the panel with ⚠.\n"
    "3. **Submit** it when nothing is missing. /campaign rules shows the plan that all play by."
)


async def welcome_master(services: Services, game_id: str, hint: str = "") -> None:
    """Enqueue the game master's first steps, with a `hint` for this one below; call it when their thread is there."""
    async with services.storage.transaction() as tx:
        row = await require_game(tx, game_id)
        steps = FOUNDED if is_open(row) else READY_MADE
        text = f"You are the game master of **{row.name}**.\n**Your way to turn 1**\n{steps}"
        text += f"\n⚠ {hint}" if hint else ""
        await enqueue(tx, services, Letter("notice", row.id, 0, "", Target("gm"), text))


async def welcome_player(services: Services, seat: Seat) -> None:
    """Enqueue a player's first steps in a campaign whose races are being designed; call it when their thread is there."""
    async with services.storage.transaction() as tx:
        row = await require_game(tx, seat.game_id)
        held = await seats.find(tx, row.id, seat.side)
        if held is None or held.user_id != seat.user_id or not is_open(row):
            return
        text = (
            f"Welcome to **{row.name}**: you lead **{side_name(row, seat.side)}**.\n**Your race comes first**\n{RACE}"
        )
        await enqueue(tx, services, *to_player(row, held, text))
