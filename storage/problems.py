"""Rows of problems that were reported to a game master once: a channel gone, a member gone, DMs closed."""

from sqlalchemy import insert, select, update

from rules.values import Value
from storage.db import Transaction
from storage.rows import count_changed, every
from storage.schema import problems


class ProblemRow(Value):
    """One problem; `kind` and `subject` say what and whom it is about, `reported_at` when it last happened, `mended_at` when
    it was over."""

    id: int
    game: str
    kind: str
    subject: str
    reported_at: int
    mended_at: int | None


async def report_problem(tx: Transaction, game: str, kind: str, subject: str, now: int) -> bool:
    """Write a problem down; False if it is known already and not mended (then only its time is written)."""
    known = update(problems).filter_by(game=game, kind=kind, subject=subject, mended_at=None)
    if await count_changed(tx, known.values(reported_at=now)):
        return False
    await tx.execute(insert(problems).values(game=game, kind=kind, subject=subject, reported_at=now))
    return True


async def open_problems(tx: Transaction, game: str) -> tuple[ProblemRow, ...]:
    """A game's problems that are not mended, oldest first."""
    query = select(problems).filter_by(game=game, mended_at=None).order_by(problems.c.id)
    return await every(tx, ProblemRow, query)


async def close_problem(tx: Transaction, game: str, kind: str, subject: str, now: int) -> int:
    """A problem is over; how many rows that closed."""
    query = update(problems).filter_by(game=game, kind=kind, subject=subject, mended_at=None)
    return await count_changed(tx, query.values(mended_at=now))


async def close_problems(tx: Transaction, game: str, kind: str, now: int) -> int:
    """All of a game's problems of a kind are over; how many rows that closed."""
    query = update(problems).filter_by(game=game, kind=kind, mended_at=None)
    return await count_changed(tx, query.values(mended_at=now))
