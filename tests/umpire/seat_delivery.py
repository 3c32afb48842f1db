"""Where a seat's letters go, by word: no command gives a seat a thread by hand, or has its letters sent as direct messages."""

from rules.values import changed
from storage import seats
from umpire.games.rooms import SEAT_DELIVERY
from umpire.games.seat import Seat, note
from umpire.services.services import Services


async def set_delivery(services: Services, seat: Seat, *, thread_id: int | None = None, dm: bool = False) -> None:
    """Say where a seat's packets go: a thread, or by direct message. The game master's first seat stands for all."""
    async with services.storage.transaction() as tx:
        found = await seats.find(tx, seat.game_id, seat.side)
        assert found is not None, seat
        await seats.change(tx, changed(found, thread_id=thread_id, dm=dm))
        await note(tx, services, seat.game_id, seat.actor, SEAT_DELIVERY, side=seat.side, thread=thread_id, dm=dm)
