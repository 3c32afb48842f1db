"""Rows of governors: which sides of a game are led by the bot, in what character and how well."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from sqlalchemy import and_, bindparam, case, delete, exists, insert, select
from sqlalchemy.sql.elements import ColumnElement

from rules.values import Value
from storage.db import Transaction
from storage.fixed import PreparedQuery
from storage.rows import columns, count_changed, every, one
from storage.schema import bot_turns, games, governors, seats, turns
from storage.turns import BATTLES

Role: TypeAlias = Literal["seat", "deputy", "successor"]


_SEAT = and_(seats.c.game == governors.c.game, seats.c.side == governors.c.side, seats.c.user_id.is_not(None))
_LEFT = and_(governors.c.role == "deputy", ~exists().where(_SEAT))
"""A deputy whose player has gone."""
_ROWS = select(
    *(column for column in governors.c if column.name != "role"),
    case((_LEFT, "successor"), else_=governors.c.role),
)
_OF_GAME = PreparedQuery(_ROWS.where(governors.c.game == bindparam("game")).order_by(governors.c.side))


class GovernorRow(Value):
    """One side that the bot leads: `role` "seat" where nobody sits, "deputy" where somebody does and is away, "successor" where
    they have gone since and the deputy leads on; that is read from the seats, and written as "deputy". `character` and `strength`
    are words of the game's."""

    game: str
    side: str
    character: str
    strength: str
    role: Role = "seat"


async def of_game(tx: Transaction, game: str) -> tuple[GovernorRow, ...]:
    """A game's governors, by side."""
    return await every(tx, GovernorRow, _OF_GAME, {"game": game})


async def find(tx: Transaction, game: str, side: str) -> GovernorRow | None:
    """Who governs a side; None where the bot does not."""
    return await one(tx, GovernorRow, _ROWS.where(governors.c.game == game, governors.c.side == side))


async def put(tx: Transaction, row: GovernorRow) -> None:
    """Write a governor in the place of whoever governed that side."""
    await remove(tx, row.game, row.side)
    role = "deputy" if row.role == "successor" else row.role
    await tx.execute(insert(governors), {**columns(row), "role": role})


async def remove(tx: Transaction, game: str, side: str) -> bool:
    """Delete a side's governor; whether it had one."""
    return await count_changed(tx, delete(governors).filter_by(game=game, side=side)) > 0


def waits_for_one() -> ColumnElement[bool]:
    """Of a row of `games`: the bot has not given the orders of one of its governors' sides in this playing of the turn."""
    here = (bot_turns.c.game == games.c.id) & (bot_turns.c.opening == games.c.opening)
    done = (
        exists().where(here, bot_turns.c.side == governors.c.side).correlate(games, governors)
    )  # of this game, not of any
    return exists().where(governors.c.game == games.c.id, ~done)


async def owing(tx: Transaction, system: str) -> Mapping[str, int]:
    """The running games of a system whose open turn waits for a governor, each with that turn."""
    query = (
        select(games.c.id, turns.c.turn)
        .join(turns, (turns.c.game == games.c.id) & (turns.c.opening == games.c.opening))
        .where(games.c.status == "running", games.c.system == system)
        .where(turns.c.state == "open", turns.c.stop != BATTLES, turns.c.turn > 0, waits_for_one())
        .order_by(games.c.id)
    )
    return {row.id: row.turn for row in await tx.execute(query)}
