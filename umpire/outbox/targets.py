"""Where a letter goes."""

from storage.seats import SeatRow
from umpire.outbox.outbox import Target


def target_of(seat: SeatRow) -> Target | None:
    """Where a seat's own letters go: its thread, or its holder's direct messages; None while it has neither."""
    if seat.thread_id is not None and not (seat.dm and seat.user_id is not None):
        return Target("thread", seat.thread_id)
    return None if seat.user_id is None else Target("dm", seat.user_id)
