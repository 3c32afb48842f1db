"""Rows of the audit log: who did what to a game, and when."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import bindparam, insert, select

from rules.values import Value
from storage.db import Transaction
from storage.fixed import PreparedQuery
from storage.rows import every
from storage.schema import audit

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
