"""A seat as commands pass it on: who acts, for which side of which game; and the audit log: every act that changes a game,
with its reason, written in the transaction that changes it."""

from typing import Any, Final, TypeAlias

from rules.values import GameError, NotYoursError, Value
from storage import audit as rows
from storage.audit import AuditRow
from storage.db import Transaction
from umpire.services.services import Services


class Seat(Value):
    """`side` "" with `is_gm` is the game master's own seat; a side with `is_gm` is the game master standing in for it. `program`
    is the part of the program that acts in the game master's place."""

    game_id: str
    side: str
    user_id: int
    is_gm: bool = False
    program: str = ""

    @property
    def actor(self) -> str:
        """The name in the audit log."""
        return self.program or str(self.user_id)


DEFAULT_RULER: Final = "default rulings"
"""Who gives default rulings, in the log."""


def default_ruling_seat(game_id: str) -> Seat:
    """The game master's seat for default rulings, when nobody has answered in time."""
    return Seat(game_id, "", 0, is_gm=True, program=DEFAULT_RULER)


class Manager(Value):
    """A manager of the server that a game is played in. It is no seat: they may end the game, move it and hand it over, when
    its game master has gone for instance, and read nothing of it. The cogs make one for those with Manage Server alone."""

    game_id: str
    user_id: int

    @property
    def actor(self) -> str:
        """The name in the audit log."""
        return str(self.user_id)


Overseer: TypeAlias = Seat | Manager
"""Who may end a game, move it and hand it over: its game master, or a manager of its server."""


def require_gm(seat: Overseer) -> None:
    """NotYoursError for anybody but the game master, and a manager where one may act."""
    if isinstance(seat, Seat) and not seat.is_gm:
        raise NotYoursError("Only the game master can do that.")


LONGEST_REASON = 500


async def note(tx: Transaction, services: Services, game: str, actor: str, action: str, **detail: Any) -> None:
    """Write an act down. `actor` is a user id as text or a part of the program; `detail` holds plain JSON values."""
    await rows.add(tx, game, services.seconds(), actor, action, detail)


async def audit_log(services: Services, seat: Seat, limit: int = 25, before: int | None = None) -> tuple[AuditRow, ...]:
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
