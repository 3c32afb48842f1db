"""Events of published turns, and why they happened."""

from rules.cluster_war.events.event import Event, may_see
from rules.errors import NotYoursError
from storage import events
from umpire.campaign.open_turn import past, present
from umpire.games.games import require_game
from umpire.games.seat import Seat
from umpire.services.services import Services


async def events_of(services: Services, seat: Seat, turn: int | None = None) -> tuple[Event, ...]:
    """What a seat may know to have happened in a turn, in order; by default in the last one that was published.

    A side sees nothing of a draft; of the open turn it sees what the game master changed.
    """
    async with services.storage.reading() as tx:
        row = await require_game(tx, seat.game_id)
        now = await present(tx, row)
        if turn is None:
            turn = now.turn if now.state == "draft" and _sees_all(seat) else now.turn - 1
        wanted = now if turn == now.turn else await past(tx, row, now, turn)
        found = await events.of_opening(tx, row.id, wanted.opening)
    if _sees_all(seat):
        return tuple(e.event for e in found)
    published = wanted.state == "published"
    return tuple(e.event for e in found if may_see(e.event, seat.side) and (published or e.phase == "start"))


async def why(services: Services, seat: Seat, turn: int, index: int) -> Event:
    """The event with this place (from 0) among those the seat may know of a turn. NotYoursError if there is none."""
    seen = await events_of(services, seat, turn)
    if not 0 <= index < len(seen):
        raise NotYoursError(f"Your report of turn {turn} has no line {index + 1}.")
    return seen[index]


def _sees_all(seat: Seat) -> bool:
    return seat.is_gm and not seat.side
