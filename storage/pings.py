"""Rows of pings: what a person of a server wants to be named for, and how often they were named in a turn."""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from sqlalchemy import bindparam, delete, insert, select

from rules.values import Value
from storage.db import Transaction
from storage.fixed import PreparedQuery
from storage.rows import columns, every
from storage.schema import ping_preferences, pings

PingPreference: TypeAlias = Literal["all", "few", "none"]
USUAL_PREFERENCE: Final[PingPreference] = "all"


_PREFERENCE = PreparedQuery(
    select(ping_preferences.c.preference).filter_by(guild=bindparam("guild"), user_id=bindparam("user"))
)
_OF_TURN = PreparedQuery(
    select(pings.c.game, pings.c.opening, pings.c.user_id, pings.c.kind, pings.c.at)
    .filter_by(game=bindparam("game"), opening=bindparam("opening"), user_id=bindparam("user"))
    .order_by(pings.c.id)
)
_FORGET = delete(pings).where(pings.c.game == bindparam("of_game"), pings.c.opening < bindparam("before"))
_ADD = insert(pings)


class PingRow(Value):
    """Somebody was named once, for this kind of thing; `at` is in UTC seconds."""

    game: str
    opening: int
    user_id: int
    kind: str
    at: int


async def ping_preference(tx: Transaction, guild: int, user: int) -> PingPreference:
    """What a person of a server wants to be named for."""
    found = await _PREFERENCE.ask(tx, {"guild": guild, "user": user})
    return found[0][0] if found else USUAL_PREFERENCE


async def set_ping_preference(tx: Transaction, guild: int, user: int, wanted: PingPreference, now: int) -> None:
    """Keep what a person wants, in the place of what they wanted before."""
    await tx.execute(delete(ping_preferences).filter_by(guild=guild, user_id=user))
    await tx.execute(insert(ping_preferences).values(guild=guild, user_id=user, preference=wanted, changed_at=now))


async def pings_of_turn(tx: Transaction, game: str, opening: int, user: int) -> tuple[PingRow, ...]:
    """How often somebody was named in a playing of a turn, the oldest first."""
    return await every(tx, PingRow, _OF_TURN, {"game": game, "opening": opening, "user": user})


async def add_pings(tx: Transaction, rows: Sequence[PingRow]) -> None:
    """Count some of one game; those of its earlier turns are forgotten, since nothing asks for them."""
    if rows:
        await tx.execute(_FORGET, {"of_game": rows[0].game, "before": rows[0].opening})
        await tx.execute(_ADD, [columns(row) for row in rows])
