"""A bout played to its end when its battle's time is over, and read back."""

from typing import Final

from rules.errors import GameError, WrongPhaseError
from storage import games, seats, snapshots, turns
from storage.db import Transaction
from storage.snapshots import SnapshotKey
from umpire.bouts.course import advance
from umpire.games.games import resume
from umpire.games.seat import Seat
from umpire.services.services import Services

MOST_STOPS: Final = 2000


async def play_out(services: Services, bout: str, by: str) -> None:
    """Have stances play what is left of a bout: whoever is asked is not waited for any more. GameError if it does not end."""
    for _ in range(MOST_STOPS):
        async with services.storage.reading() as tx:
            row = await games.find(tx, bout)
            held = await seats.of_game(tx, bout)
            turn = None if row is None else await turns.find(tx, bout, row.opening)
        if row is None or turn is None or row.status == "finished":
            return
        if row.status == "paused":
            host = next((seat.user_id for seat in held if not seat.side and seat.user_id is not None), 0)
            await resume(services, Seat(bout, "", host, is_gm=True))
        try:
            await advance(services, bout, by, turn.turn, late=True)
        except WrongPhaseError:
            continue  # somebody was faster
    raise GameError(f"The bout {bout} does not come to its end.")


async def course_of(tx: Transaction, bout: str) -> tuple[bytes, ...]:
    """A bout as it stood when each of its turns began that stands, and at last at its end."""
    found = [row for row in await turns.of_game(tx, bout) if row.turn >= 1 and row.state != "undone"]
    return tuple([await snapshots.load_packed(tx, SnapshotKey(bout, row.opening, "start", 0)) for row in found])
