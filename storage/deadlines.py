"""Rows of deadlines, absolute UTC seconds, and of their reminders: so many seconds before it, each once.

The row is the truth; an alarm only wakes whoever reads it."""

from collections.abc import Collection
from typing import Literal, TypeAlias

from sqlalchemy import ColumnElement, bindparam, exists, func, insert, or_, select, update

from rules.values import Value
from storage.away_servers import BOT_IS_HERE
from storage.db import Transaction
from storage.processes import wake
from storage.queries import PreparedQuery, count_changed, every, number, one
from storage.schema import deadlines, games, reminders

DeadlineState: TypeAlias = Literal["open", "claimed", "done", "cancelled"]

GAME_RUNS = (deadlines.c.game == games.c.id) & (games.c.status == "running") & BOT_IS_HERE
"""A deadline of a running game on whose server the bot is."""
DEADLINE_OPEN = (deadlines.c.state == "open") & GAME_RUNS
"""An open one."""
DEADLINE_UNFINISHED = (deadlines.c.state == "open") | (deadlines.c.state == "claimed")
_LAST = (
    select(deadlines).filter_by(game=bindparam("game"), revision=bindparam("revision")).order_by(deadlines.c.id.desc())
)
_CURRENT = PreparedQuery(_LAST.where(DEADLINE_UNFINISHED))
_LATEST = PreparedQuery(_LAST)


class DeadlineRow(Value):
    """One deadline; `extended_seconds` counts all it was put off, with the last reason."""

    id: int
    game: str
    revision: int
    turn: int
    due_at: int
    state: DeadlineState
    claimed_at: int | None
    extended_seconds: int
    reason: str
    claimed_by: str | None = None


async def add(tx: Transaction, game: str, revision: int, turn: int, due_at: int, extended_seconds: int = 0) -> int:
    """Insert an open deadline; gives its id."""
    query = insert(deadlines).values(
        game=game,
        revision=revision,
        turn=turn,
        due_at=due_at,
        state="open",
        extended_seconds=extended_seconds,
        reason="",
    )
    await wake(tx, "clock")
    return int((await tx.execute(query.returning(deadlines.c.id))).scalar_one())


async def find(tx: Transaction, deadline: int) -> DeadlineRow | None:
    """One deadline."""
    return await one(tx, DeadlineRow, select(deadlines).filter_by(id=deadline))


async def current(tx: Transaction, game: str, revision: int) -> DeadlineRow | None:
    """The deadline of a revision that is still to come or just claimed."""
    return await one(tx, DeadlineRow, _CURRENT, {"game": game, "revision": revision})


async def last(tx: Transaction, game: str, revision: int) -> DeadlineRow | None:
    """The latest deadline of a revision, whatever its state."""
    return await one(tx, DeadlineRow, _LATEST, {"game": game, "revision": revision})


async def put_off(tx: Transaction, game: str, turn: int) -> tuple[DeadlineRow, ...]:
    """The deadlines of all playings of a turn that were put off, the oldest first."""
    query = select(deadlines).filter_by(game=game, turn=turn).where(deadlines.c.reason != "")
    return await every(tx, DeadlineRow, query.order_by(deadlines.c.id))


async def due(tx: Transaction, now: int) -> tuple[DeadlineRow, ...]:
    """Open deadlines of running games that are due, the oldest first."""
    query = select(deadlines).where(DEADLINE_OPEN, deadlines.c.due_at <= now)
    return await every(tx, DeadlineRow, query.order_by(deadlines.c.due_at, deadlines.c.id))


async def overdue(tx: Transaction, now: int) -> tuple[DeadlineRow, ...]:
    """Deadlines of running games that have passed and whose turns are not resolved, claimed or not, the oldest first."""
    query = select(deadlines).where(DEADLINE_UNFINISHED, GAME_RUNS, deadlines.c.due_at <= now)
    return await every(tx, DeadlineRow, query.order_by(deadlines.c.due_at, deadlines.c.id))


async def open_after(tx: Transaction, moment: int) -> tuple[DeadlineRow, ...]:
    """Open deadlines of running games that are due after a moment, the earliest first."""
    query = select(deadlines).where(DEADLINE_OPEN, deadlines.c.due_at > moment)
    return await every(tx, DeadlineRow, query.order_by(deadlines.c.due_at, deadlines.c.id))


async def next_after(tx: Transaction, now: int) -> int | None:
    """The first moment after `now` at which an open deadline of a running game is due."""
    return await number(tx, select(func.min(deadlines.c.due_at)).where(DEADLINE_OPEN, deadlines.c.due_at > now))


async def freeze(tx: Transaction, game: str, revision: int, now: int) -> None:
    """A game is paused: its deadline is cancelled, and when that was is kept as its `claimed_at`."""
    query = update(deadlines).filter_by(game=game, revision=revision).where(DEADLINE_UNFINISHED)
    await tx.execute(query.values(state="cancelled", claimed_at=now))


async def thaw(tx: Transaction, game: str, revision: int) -> None:
    """Forget the time that was left of paused deadlines: a new schedule counts."""
    query = update(deadlines).filter_by(game=game, revision=revision, state="cancelled")
    await tx.execute(query.values(claimed_at=None))


async def claim_due(
    tx: Transaction, deadline_ids: Collection[int], now: int, process: str = ""
) -> tuple[DeadlineRow, ...]:
    """Take those of these deadlines that are still open and due, for a process, in one statement; who comes second gets nothing,
    and does not wait for it."""
    open_ = select(deadlines.c.id).where(deadlines.c.id.in_(deadline_ids), deadlines.c.state == "open")
    open_ = open_.where(deadlines.c.due_at <= now).with_for_update(skip_locked=True)
    query = (
        update(deadlines)
        .where(deadlines.c.id.in_(open_))
        .values(state="claimed", claimed_at=now, claimed_by=process or None)
        .returning(*deadlines.c)
    )
    return tuple(sorted((DeadlineRow(*row) for row in await tx.execute(query)), key=lambda d: (d.due_at, d.id)))


async def are_claims_old(tx: Transaction, claimed_before: int, claimed_after: int) -> bool:
    """Whether `release_claims` would put any back."""
    query = select(deadlines.c.id).where(_claimed_at_another_time(claimed_before, claimed_after)).limit(1)
    return await number(tx, query) is not None


async def release_claims(tx: Transaction, claimed_before: int, claimed_after: int) -> int:
    """Put back deadlines that were claimed before this moment and never finished (a process died); how many.

    Those claimed after the second moment, too: in the future, by a clock that has been put back since.
    """
    query = update(deadlines).where(_claimed_at_another_time(claimed_before, claimed_after))
    return await count_changed(tx, query.values(state="open", claimed_at=None, claimed_by=None))


def _claimed_at_another_time(before: int, after: int) -> ColumnElement[bool]:
    at = deadlines.c.claimed_at
    return (deadlines.c.state == "claimed") & ((at < before) | (at > after))


async def close(tx: Transaction, game: str, revision: int, state: DeadlineState) -> None:
    """Mark a revision's unfinished deadlines as done or cancelled."""
    query = update(deadlines).filter_by(game=game, revision=revision).where(DEADLINE_UNFINISHED)
    await tx.execute(query.values(state=state))


async def move(tx: Transaction, deadline: int, due_at: int, extended_seconds: int, reason: str) -> bool:
    """Put a deadline off or forward; False if it is no longer open."""
    query = update(deadlines).filter_by(id=deadline, state="open")
    values = {"due_at": due_at, "extended_seconds": extended_seconds, "reason": reason}
    await wake(tx, "clock")
    return await count_changed(tx, query.values(values)) == 1


_TO_COME = (reminders.c.done == False) & (reminders.c.deadline == deadlines.c.id) & DEADLINE_OPEN  # noqa: E712 # SQL
"""A reminder of an open deadline of a running game, not given yet."""
_BEFORE_IT = reminders.c.before_seconds != 0
"""What is marked at the deadline itself (`mark`) is not a reminder."""
_MARKED = PreparedQuery(
    select(reminders.c.done).filter_by(deadline=bindparam("deadline"), before_seconds=bindparam("before"), done=True)
)


class ReminderRow(Value):
    """One reminder of a deadline; `at` is in UTC seconds."""

    deadline: int
    before_seconds: int
    at: int
    done: bool


class DueRow(Value):
    """A deadline of a game of a server, one of whose reminders was to be given at `at` (UTC seconds), and perhaps more since."""

    deadline: int
    game: str
    guild: int
    at: int


async def add_reminders(tx: Transaction, deadline: int, due_at: int, before_seconds: tuple[int, ...], now: int) -> None:
    """Insert a deadline's reminders; those whose moment has passed already count as done."""
    rows = [
        {"deadline": deadline, "before_seconds": b, "at": due_at - b, "done": due_at - b <= now}
        for b in sorted(set(before_seconds))
    ]
    if rows:
        await tx.execute(insert(reminders), rows)


async def reminders_of(tx: Transaction, deadline: int) -> tuple[ReminderRow, ...]:
    """A deadline's reminders, the next first."""
    query = select(reminders).filter_by(deadline=deadline).order_by(reminders.c.at)
    return await every(tx, ReminderRow, query)


async def due_reminders(tx: Transaction, now: int) -> tuple[DueRow, ...]:
    """Open deadlines of running games with a reminder to give now, not given yet, those with the oldest first."""
    first = func.min(reminders.c.at)
    query = (
        select(deadlines.c.id, deadlines.c.game, games.c.guild_id, first)
        .where(_TO_COME, _BEFORE_IT, reminders.c.at <= now)
        .group_by(deadlines.c.id, deadlines.c.game, games.c.guild_id)
        .order_by(first, deadlines.c.id)
    )
    return await every(tx, DueRow, query)


async def reminded_deadlines(tx: Transaction, moment: int) -> tuple[DeadlineRow, ...]:
    """Open deadlines of running games, due after a moment, of which somebody may have been reminded: since a reminder was given,
    or since the revision was due at another time before."""
    given = exists().where(reminders.c.deadline == deadlines.c.id, reminders.c.done == True)  # noqa: E712 # SQL
    before = deadlines.alias()
    same = (before.c.game == deadlines.c.game) & (before.c.revision == deadlines.c.revision)
    moved = exists().where(same, before.c.id != deadlines.c.id)
    told = or_(given.where(reminders.c.before_seconds != 0), deadlines.c.reason != "", moved)
    query = select(deadlines).where(DEADLINE_OPEN, deadlines.c.due_at > moment, told)
    return await every(tx, DeadlineRow, query.order_by(deadlines.c.due_at, deadlines.c.id))


async def next_reminder(tx: Transaction) -> int | None:
    """When the next reminder is to be given."""
    return await number(tx, select(func.min(reminders.c.at)).where(_TO_COME))


async def claim_reminders(tx: Transaction, deadline: int, now: int) -> tuple[int, ...]:
    """Mark all reminders of a deadline as given that are to be given now; how many seconds before it each of them is, the
    earliest first. What another was first to give is none of them; nor is any, if the deadline is not open any more or its game
    does not run."""
    running = select(deadlines.c.id).where(DEADLINE_OPEN, deadlines.c.id == deadline)
    query = update(reminders).filter_by(deadline=deadline, done=False)
    query = query.where(_BEFORE_IT, reminders.c.at <= now, reminders.c.deadline.in_(running)).values(done=True)
    found = await tx.execute(query.returning(reminders.c.before_seconds))
    return tuple(sorted((row.before_seconds for row in found), reverse=True))


async def move_reminders(tx: Transaction, deadline: int, due_at: int, now: int, *, missed: bool = False) -> None:
    """A deadline moved: each reminder moves along; one whose moment is to come again is given again. One whose moment has passed
    by the new deadline is left out, but for those that were `missed`: they had not been given and still are."""
    for row in await reminders_of(tx, deadline):
        at = due_at - row.before_seconds
        query = update(reminders).filter_by(deadline=deadline, before_seconds=row.before_seconds)
        await tx.execute(query.values(at=at, done=at <= now and (row.done or not missed)))


async def is_marked(tx: Transaction, deadline: int, before_seconds: int) -> bool:
    """Whether something that is told once for a deadline was told."""
    return bool(await _MARKED.ask(tx, {"deadline": deadline, "before": before_seconds}))


async def mark(tx: Transaction, deadline: int, before_seconds: int, at: int) -> bool:
    """Note something that is told once for a deadline, though no reminder was planned for it; False if it was told."""
    known = update(reminders).filter_by(deadline=deadline, before_seconds=before_seconds, done=False)
    if await count_changed(tx, known.values(done=True)) == 1:
        return True
    if await is_marked(tx, deadline, before_seconds):
        return False
    await tx.execute(insert(reminders).values(deadline=deadline, before_seconds=before_seconds, at=at, done=True))
    return True
