"""Rows of the audit log: who did what to a game, and when; and problems that were reported to a game master once."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from sqlalchemy import bindparam, insert, select, update

from rules.values import Value
from storage.db import Transaction
from storage.queries import PreparedQuery, count_changed, every
from storage.schema import audit, problems

LEFT_SERVER: Final = "left-server"
"""The kind of problem that somebody was not found on a game's server; nobody is told, dashboards and lists show it."""
USER: Final = "user:"
"""Begins the subject of a problem with a user."""
_ADD = insert(audit)
_SINCE = PreparedQuery(
    select(audit).filter_by(game=bindparam("game")).where(audit.c.at >= bindparam("since")).order_by(audit.c.id)
)
_OF_ACTIONS = (
    select(audit)
    .where(audit.c.game == bindparam("game"), audit.c.action.in_(bindparam("actions", expanding=True)))
    .order_by(audit.c.id)
)


class AuditRow(Value):
    """One act; `actor` is a Discord user id as text, or the name of a part of the program ("clock")."""

    id: int
    game: str
    at: int
    actor: str
    action: str
    detail: Mapping[str, Any]


async def add(tx: Transaction, game: str, at: int, actor: str, action: str, detail: Mapping[str, Any]) -> None:
    """Write an act down."""
    await tx.execute(_ADD, {"game": game, "at": at, "actor": actor, "action": action, "detail": dict(detail)})


async def add_all(tx: Transaction, game: str, acts: Iterable[tuple[int, str, str, Mapping[str, Any]]]) -> None:
    """Write many acts down in their order: when, by whom, what, and its detail."""
    rows = [
        {"game": game, "at": at, "actor": actor, "action": action, "detail": dict(detail)}
        for at, actor, action, detail in acts
    ]
    if rows:
        await tx.execute(_ADD, rows)


async def of_game(tx: Transaction, game: str, limit: int, before: int | None = None) -> tuple[AuditRow, ...]:
    """A game's acts, the newest first; with `before`, those with a smaller id."""
    query = select(audit).filter_by(game=game).order_by(audit.c.id.desc()).limit(limit)
    if before is not None:
        query = query.where(audit.c.id < before)
    return await every(tx, AuditRow, query)


async def whole(tx: Transaction, game: str) -> tuple[AuditRow, ...]:
    """All of a game's acts, the oldest first."""
    query = select(audit).filter_by(game=game).order_by(audit.c.id)
    return await every(tx, AuditRow, query)


async def of_actions(tx: Transaction, game: str, *actions: str) -> tuple[AuditRow, ...]:
    """A game's acts of these kinds, the oldest first."""
    return await every(tx, AuditRow, _OF_ACTIONS, {"game": game, "actions": actions})


async def since(tx: Transaction, game: str, moment: int) -> tuple[AuditRow, ...]:
    """What was done to a game from a moment on, the oldest first."""
    return await every(tx, AuditRow, _SINCE, {"game": game, "since": moment})


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


async def open_of_kind(tx: Transaction, kind: str) -> tuple[ProblemRow, ...]:
    """All games' problems of a kind that are not mended, oldest first."""
    query = select(problems).filter_by(kind=kind, mended_at=None).order_by(problems.c.id)
    return await every(tx, ProblemRow, query)


async def close_problem(tx: Transaction, game: str, kind: str, subject: str, now: int) -> int:
    """A problem is over; how many rows that closed."""
    query = update(problems).filter_by(game=game, kind=kind, subject=subject, mended_at=None)
    return await count_changed(tx, query.values(mended_at=now))


async def close_problems(tx: Transaction, game: str, kind: str, now: int) -> int:
    """All of a game's problems of a kind are over; how many rows that closed."""
    query = update(problems).filter_by(game=game, kind=kind, mended_at=None)
    return await count_changed(tx, query.values(mended_at=now))


def user_in(subject: str) -> int | None:
    """The user whom a problem is about; None for anything else, and for one who had their data removed."""
    number = subject.removeprefix(USER)
    return int(number) if subject.startswith(USER) and number.isdecimal() else None
