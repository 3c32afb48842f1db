"""The story of a side's last turns, in words and as a film."""

from typing import Final

from render.campaign.news import write_recap
from render.canvas.theme import ThemeName
from rules.cluster_war.model.state.names import SideId
from rules.errors import GameError, WrongPhaseError
from rules.values import Value
from umpire.campaign.open_turn import present
from umpire.campaign.views.campaign_film import campaign_film
from umpire.campaign.views.course import SavedTurn, saved_turns, seen
from umpire.games.games import require_game
from umpire.games.seat import Seat
from umpire.outbox.courier import File
from umpire.services.services import Services

MOST: Final = 24


class Recap(Value):
    """The story of some turns as a seat was told of them, and their film."""

    text: str
    film: File


async def recap(services: Services, seat: Seat, turns: int, theme: ThemeName = "dark") -> Recap:
    """The last so many turns (1 to 24) as the seat saw them. WrongPhaseError before the first is over; GameError for a number
    that is none of these, or an unknown theme."""
    if not 1 <= turns <= MOST:
        raise GameError(f"A recap tells of 1 to {MOST} turns, not {turns}.")
    async with services.storage.reading() as tx:
        row = await require_game(tx, seat.game_id)
        now = await present(tx, row)
        saved = await saved_turns(tx, row.id, now, max(now.turn - turns, 1))
    if len(saved) < 2:
        raise WrongPhaseError(f"**{row.name}** is in its first turn; there is a recap when that is resolved.")
    text = await services.workers.run(tell, saved, seat.side, row.name, urgent=True)
    return Recap(text, await campaign_film(services, row.id, seat, theme, turns=turns))


def tell(saved: tuple[SavedTurn, ...], side: SideId, campaign: str) -> str:
    """Read each turn's view and write; runs in a worker."""
    course = seen(saved, side)
    return write_recap([(one.turn, one.news) for one in course], course[0].start, course[-1].end, campaign)
