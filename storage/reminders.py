"""Rows of reminders: so many seconds before a deadline, each once."""

from sqlalchemy import bindparam, exists, func, insert, or_, select, update

from rules.values import Value
from storage.db import Transaction
from storage.deadlines import OPEN, DeadlineRow
from storage.fixed import PreparedQuery
from storage.rows import count_changed, every, number
from storage.schema import deadlines, games, reminders

_TO_COME = (reminders.c.done == False) & (reminders.c.deadline == deadlines.c.id) & OPEN  # noqa: E712 # SQL
"""A reminder of an open deadline of a running game, not given yet."""
_BEFORE_IT = reminders.c.before_seconds != 0
"""What is marked at the deadline itself (`mark`) is no reminder."""
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


async def reminded(tx: Transaction, moment: int) -> tuple[DeadlineRow, ...]:
    """Open deadlines of running games, due after a moment, of which somebody may have been reminded: since a reminder was given,
    or since the opening was due at another time before."""
    given = exists().where(reminders.c.deadline == deadlines.c.id, reminders.c.done == True)  # noqa: E712 # SQL
    before = deadlines.alias()
    same = (before.c.game == deadlines.c.game) & (before.c.opening == deadlines.c.opening)
    moved = exists().where(same, before.c.id != deadlines.c.id)
    told = or_(given.where(reminders.c.before_seconds != 0), deadlines.c.reason != "", moved)
    query = select(deadlines).where(OPEN, deadlines.c.due_at > moment, told)
    return await every(tx, DeadlineRow, query.order_by(deadlines.c.due_at, deadlines.c.id))


async def next_reminder(tx: Transaction) -> int | None:
    """When the next reminder is to be given."""
    return await number(tx, select(func.min(reminders.c.at)).where(_TO_COME))


async def claim_reminders(tx: Transaction, deadline: int, now: int) -> tuple[int, ...]:
    """Mark all reminders of a deadline as given that are to be given now; how many seconds before it each of them is, the
    earliest first. What another was first to give is none of them; nor is any, if the deadline is not open any more or its game
    does not run."""
    running = select(deadlines.c.id).where(OPEN, deadlines.c.id == deadline)
    query = update(reminders).filter_by(deadline=deadline, done=False)
    query = query.where(_BEFORE_IT, reminders.c.at <= now, reminders.c.deadline.in_(running)).values(done=True)
    found = await tx.execute(query.returning(reminders.c.before_seconds))
    return tuple(sorted((row.before_seconds for row in found), reverse=True))


async def move_reminders(tx: Transaction, deadline: int, due_at: int, now: int) -> None:
    """A deadline moved: each reminder moves along; one whose moment is to come again is given again."""
    for row in await reminders_of(tx, deadline):
        at = due_at - row.before_seconds
        query = update(reminders).filter_by(deadline=deadline, before_seconds=row.before_seconds)
        await tx.execute(query.values(at=at, done=at <= now))


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
