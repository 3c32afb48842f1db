"""Time in which nobody could do anything about a game: the bot was down, was not on the server, or the game was paused. What has
a time by then gets it back, by these functions alone.

After an absence from the server and after a pause as much time is left as when it began. After a downtime of the bot itself, what
was near gets the part of it that lay before its time, up to the campaign's cap.
"""

from typing import Final

from render.words.game_letters import format_grace
from rules.values import Value
from storage import audit, deadlines, seats
from storage.db import Transaction
from storage.games import GameRow
from umpire.games.games import settings_of
from umpire.games.moved_deadlines import moved_deadline_letters
from umpire.games.notices import public
from umpire.games.seat import note
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services

NEAR_SECONDS: Final = 24 * 3600
"""What is due so soon after the end of a downtime is near it: players lost time they counted on."""
PAUSED: Final = "game.paused"
RESUMED: Final = "game.resumed"
ON_SERVER_AGAIN: Final = "server.back"
UP_AGAIN: Final = "bot.back"
_LOST: Final = (PAUSED, RESUMED, ON_SERVER_AGAIN, UP_AGAIN)


class LostTime(Value):
    """From one moment to another (UTC seconds). `most` seconds of a downtime are given back; None: it was none, and all is."""

    since: int
    until: int
    most: int | None = None

    def later(self, due: int) -> int:
        """When something is due that was due then; the same where it lost nothing."""
        if self.most is None:
            return due + self.until - self.since if due > self.since else due
        given = min(min(due, self.until) - self.since, self.most)
        if due > self.until + NEAR_SECONDS or given <= 0:
            return due
        return max(due, self.until) + given


def downtime_of(row: GameRow, since: int, until: int) -> LostTime:
    """A downtime of the bot, as far as a game gives it back."""
    return LostTime(since, until, settings_of(row).options.credit_hours * 3600)


async def note_downtime(tx: Transaction, services: Services, row: GameRow, lost: LostTime) -> None:
    """Write down for a game that the bot was down."""
    await note(tx, services, row.id, "clock", UP_AGAIN, since=lost.since, until=lost.until, most=lost.most)


async def due_after(tx: Transaction, game: str, asked: int, seconds: int) -> int:
    """When what was asked then will have waited so long, in UTC seconds: anew after a pause, and later for lost time."""
    acts = await audit.of_actions(tx, game, RESUMED, ON_SERVER_AGAIN, UP_AGAIN)
    begun = max([asked, *(act.at for act in acts if act.action == RESUMED)])
    due = begun + seconds
    for act in acts:
        if act.action != RESUMED and act.at > begun:
            due = LostTime(max(act.detail["since"], begun), act.at, act.detail.get("most")).later(due)
    return due


async def seconds_lost(tx: Transaction, game: str, since: int) -> int:
    """How much time since a moment was lost, whatever of it is given back."""
    paused: int | None = None
    spans: list[tuple[int, int]] = []
    for act in await audit.of_actions(tx, game, *_LOST):
        if act.action == PAUSED:
            paused = act.at
        elif act.action != RESUMED:
            spans.append((act.detail["since"], act.at))
        elif paused is not None:
            spans.append((paused, act.at))
    lost, seen = 0, since
    for begin, end in sorted(spans):
        lost += max(end - max(begin, seen), 0)
        seen = max(seen, end)
    return lost


async def give_deadline_back(
    tx: Transaction, services: Services, row: GameRow, deadline: deadlines.DeadlineRow, lost: LostTime, why: str
) -> bool:
    """Put an open deadline off for lost time, and one whose grace runs by as much of that; whether there was any to give."""
    grace = settings_of(row).options.grace_minutes * 60
    due = lost.later(deadline.due_at)
    if deadline.due_at <= lost.since:
        due = lost.later(deadline.due_at + grace) - grace
    reason = "away" if lost.most is None else "downtime"
    if due == deadline.due_at or not await deadlines.move(tx, deadline.id, due, deadline.extended_seconds, reason):
        return False
    await deadlines.move_reminders(tx, deadline.id, due, lost.until, missed=lost.most is not None)
    await note(
        tx,
        services,
        row.id,
        "clock",
        "deadline.credited",
        turn=deadline.turn,
        since=lost.since,
        until=lost.until,
        seconds=due - max(deadline.due_at, lost.until) if lost.most is not None else due - deadline.due_at,
        due=due,
    )
    if due <= lost.until:
        text = f"{format_grace(row.name, deadline.turn, due + grace)} {why}"
        await enqueue(tx, services, public(row, deadline.turn, text))
    else:
        held = await seats.of_game(tx, row.id)
        await enqueue(tx, services, *moved_deadline_letters(row, held, deadline.turn, deadline.due_at, due, why))
    return True
