"""Rows of reminders: so many seconds before a deadline, each once."""

from dataclasses import dataclass

from sqlalchemy import insert, select, update

from storage.db import Transaction
from storage.schema import deadlines, games, reminders


@dataclass(frozen=True, slots=True)
class ReminderRow:
    """One reminder of a deadline; `at` is in UTC seconds."""

    deadline: int
    before_seconds: int
    at: int
    done: bool


async def add(tx: Transaction, deadline: int, due_at: int, before_seconds: tuple[int, ...], now: int) -> None:
    """Insert a deadline's reminders; those whose moment has passed already count as done."""
    rows = [
        {"deadline": deadline, "before_seconds": b, "at": due_at - b, "done": due_at - b <= now}
        for b in sorted(set(before_seconds))
    ]
    if rows:
        await tx.execute(insert(reminders), rows)


async def of_deadline(tx: Transaction, deadline: int) -> tuple[ReminderRow, ...]:
    """A deadline's reminders, the next first."""
    query = select(reminders).where(reminders.c.deadline == deadline).order_by(reminders.c.at)
    return tuple(ReminderRow(*row) for row in await tx.execute(query))


async def due(tx: Transaction, now: int) -> tuple[ReminderRow, ...]:
    """Reminders to give now: not given yet, of open deadlines of running games."""
    query = (
        select(reminders)
        .join(deadlines, deadlines.c.id == reminders.c.deadline)
        .join(games, games.c.id == deadlines.c.game)
        .where(
            reminders.c.done == False,  # noqa: E712 # SQL
            reminders.c.at <= now,
            deadlines.c.state == "open",
            games.c.status == "running",
        )
        .order_by(reminders.c.at, reminders.c.deadline)
    )
    return tuple(ReminderRow(*row) for row in await tx.execute(query))


async def next_at(tx: Transaction) -> int | None:
    """When the next reminder is to be given."""
    query = (
        select(reminders.c.at)
        .join(deadlines, deadlines.c.id == reminders.c.deadline)
        .join(games, games.c.id == deadlines.c.game)
        .where(reminders.c.done == False, deadlines.c.state == "open", games.c.status == "running")  # noqa: E712 # SQL
        .order_by(reminders.c.at)
        .limit(1)
    )
    found: int | None = (await tx.execute(query)).scalar()
    return found


async def claim(tx: Transaction, deadline: int, before_seconds: int) -> bool:
    """Mark a reminder as given; False if another was first."""
    query = update(reminders).where(
        reminders.c.deadline == deadline,
        reminders.c.before_seconds == before_seconds,
        reminders.c.done == False,  # noqa: E712 # SQL
    )
    return (await tx.execute(query.values(done=True))).rowcount == 1


async def move(tx: Transaction, deadline: int, due_at: int, now: int) -> None:
    """A deadline moved: each reminder moves along; one whose moment is to come again is given again."""
    for row in await of_deadline(tx, deadline):
        at = due_at - row.before_seconds
        query = update(reminders).where(
            reminders.c.deadline == deadline, reminders.c.before_seconds == row.before_seconds
        )
        await tx.execute(query.values(at=at, done=at <= now))


async def mark(tx: Transaction, deadline: int, before_seconds: int, at: int) -> bool:
    """Note something that is told once for a deadline, though no reminder was planned for it; False if it was told."""
    if await claim(tx, deadline, before_seconds):
        return True
    query = select(reminders.c.done).where(
        reminders.c.deadline == deadline, reminders.c.before_seconds == before_seconds
    )
    if (await tx.execute(query)).first() is not None:
        return False
    await tx.execute(insert(reminders).values(deadline=deadline, before_seconds=before_seconds, at=at, done=True))
    return True
