"""The audit log: every act that changes a game, with its reason, written in the transaction that changes it."""

from typing import Any

from rules.values import GameError
from storage import audit as rows
from storage.audit import AuditRow
from storage.db import Transaction
from umpire.games.seat import Seat, require_gm
from umpire.services.services import Services

LONGEST_REASON = 500


async def note(tx: Transaction, services: Services, game: str, actor: str, action: str, **detail: Any) -> None:
    """Write an act down. `actor` is a user id as text or a part of the program; `detail` holds plain JSON values."""
    await rows.add(tx, game, services.seconds(), actor, action, detail)


async def log(services: Services, seat: Seat, limit: int = 25, before: int | None = None) -> tuple[AuditRow, ...]:
    """The game master's page of the log, newest first; `before` is the last id of the page above."""
    require_gm(seat)
    async with services.storage.reading() as tx:
        return await rows.of_game(tx, seat.game_id, max(1, min(limit, 200)), before)


def clean_reason(reason: str) -> str:
    """A reason as one line; GameError if there is none or it is too long."""
    why = " ".join(reason.split())
    if not 1 <= len(why) <= LONGEST_REASON or not why.isprintable():
        raise GameError(f"Give a reason in 1 to {LONGEST_REASON} ordinary characters; it is kept with the change.")
    return why
