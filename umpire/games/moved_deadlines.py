"""A deadline that moves is told to everybody, in public and in each player's own place, with the old time and the new."""

from collections.abc import Iterable

from render.words.game_letters import format_moved_deadline
from storage.games import GameRow
from storage.seats import SeatRow
from umpire.outbox.outbox import Letter, Target, target_of

DAY_SECONDS = 24 * 3600


def is_hasty(old: int | None, new: int | None, now: int) -> bool:
    """Whether a deadline would come earlier than it was said, and within a day: that is asked twice."""
    return old is not None and new is not None and new < old and new - now < DAY_SECONDS


def moved_deadline_letters(
    row: GameRow, seats: Iterable[SeatRow], turn: int, old: int | None, new: int | None, why: str = ""
) -> list[Letter]:
    """The letters that tell of it, `why` last; players are pinged when they have less time than they were told: in their own
    place, and those who have none in public."""
    text = format_moved_deadline(row.name, turn, old, new, why)
    pinged = new is not None and (old is None or new < old)
    letters: list[Letter] = []
    homeless: list[int] = []
    for seat in (seat for seat in seats if seat.side):
        mentions = (seat.user_id,) if pinged and seat.user_id is not None else ()
        target = target_of(seat) if seat.dm or seat.thread_id is not None else None
        if target is None:
            homeless += mentions
        else:
            letters.append(_letter(row, turn, seat.side, target, text, mentions))
    return [_letter(row, turn, "", Target("channel", row.channel_id), text, tuple(homeless)), *letters]


def _letter(row: GameRow, turn: int, side: str, target: Target, text: str, mentions: tuple[int, ...]) -> Letter:
    return Letter("notice", row.id, turn, side, target, text, mentions=mentions, ping="sooner" if mentions else "")
