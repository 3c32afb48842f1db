"""Rows of governors: which sides of a game the bot leads, in what character and how well; and what it made of each turn.

A bot turn belongs to a revision, so that a turn that is undone is governed again from what the governor had in mind before it.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, TypeAlias

import msgspec
from sqlalchemy import and_, bindparam, case, delete, exists, insert, select
from sqlalchemy.sql.elements import ColumnElement

from rules.cluster_war.play.governors.situation import GovernorMemory, GovernorPlan, ReasonedOrder
from rules.cluster_war.turn.registry import ORDER_TYPES
from rules.values import Value, asdict
from rules.values import changed as replaced
from storage.codec import any_of, decode_value, encode_value, readable
from storage.db import Transaction
from storage.queries import PreparedQuery, columns, count_changed, every, one
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
    here = (bot_turns.c.game == games.c.id) & (bot_turns.c.revision == games.c.revision)
    done = (
        exists().where(here, bot_turns.c.side == governors.c.side).correlate(games, governors)
    )  # of this game, not of any
    return exists().where(governors.c.game == games.c.id, ~done)


async def pending_bot_turns(tx: Transaction, system: str) -> Mapping[str, int]:
    """The running games of a system whose open turn waits for a governor, each with that turn."""
    query = (
        select(games.c.id, turns.c.turn)
        .join(turns, (turns.c.game == games.c.id) & (turns.c.revision == games.c.revision))
        .where(games.c.status == "running", games.c.system == system)
        .where(turns.c.state == "open", turns.c.stop != BATTLES, turns.c.turn > 0, waits_for_one())
        .order_by(games.c.id)
    )
    return {row.id: row.turn for row in await tx.execute(query)}


_BOT_TURNS = PreparedQuery(
    select(bot_turns).filter_by(game=bindparam("game"), revision=bindparam("revision")).order_by(bot_turns.c.side)
)


class StoredBotTurn(Value):
    """What a governor made of a revision, its memory and plan still encoded; `failed` is the code of what went wrong, ""
    where nothing did."""

    game: str
    revision: int
    side: str
    character: str
    strength: str
    failed: str
    memory: Any
    plan: Any
    at: int


class BotTurnRow(StoredBotTurn):
    """The same, read. `plan` is of this turn; its memory is `memory`, which the next turn's governor is handed."""

    memory: GovernorMemory
    plan: GovernorPlan


class _Reasoned(ReasonedOrder):
    order: any_of(ORDER_TYPES)  # type: ignore[valid-type] # read from the registry


class _StoredPlan(GovernorPlan):
    orders: tuple[_Reasoned, ...]
    memory: GovernorMemory = GovernorMemory()


_plan: Final = msgspec.json.Decoder(_StoredPlan)


def encode_plan(plan: GovernorPlan) -> bytes:
    """A plan without its memory as canonical JSON: equal plans give equal bytes."""
    return encode_value(replaced(plan, memory=GovernorMemory()))


def decode_plan(data: bytes, memory: GovernorMemory) -> GovernorPlan:
    """The plan in these bytes with the memory that was kept beside it; StorageError if damaged or newer."""
    with readable("plan"):
        found = _plan.decode(data)
    orders = tuple(ReasonedOrder(**asdict(one)) for one in found.orders)
    return GovernorPlan(**asdict(found) | {"orders": orders, "memory": memory})


def encode_memory(memory: GovernorMemory) -> bytes:
    """A memory as canonical JSON."""
    return encode_value(memory)


def decode_memory(data: bytes) -> GovernorMemory:
    """The memory in these bytes, what is newer than them as it is at first; StorageError if damaged."""
    return decode_value(GovernorMemory, data)


async def add_bot_turn(tx: Transaction, row: BotTurnRow) -> None:
    """Insert what a governor made of a revision."""
    kept = columns(row) | {"memory": encode_memory(row.memory), "plan": encode_plan(row.plan)}
    await tx.execute(insert(bot_turns), kept)


async def add_stored_bot_turns(tx: Transaction, rows: Iterable[StoredBotTurn]) -> None:
    """Insert rows that were encoded elsewhere; StorageError if one is damaged."""
    for row in rows:
        decode_plan(row.plan, decode_memory(row.memory))
        await tx.execute(insert(bot_turns), columns(row))


async def forget_failure(tx: Transaction, game: str, revision: int, side: str) -> bool:
    """Whoever governs a side now may try again where the last one came to nothing; whether one had."""
    query = delete(bot_turns).filter_by(game=game, revision=revision, side=side)
    return await count_changed(tx, query.where(bot_turns.c.failed != "")) > 0


async def bot_turns_of(tx: Transaction, game: str, revision: int) -> tuple[BotTurnRow, ...]:
    """What the governors made of one playing of a turn, by side."""
    found = await every(tx, StoredBotTurn, _BOT_TURNS, {"game": game, "revision": revision})
    return tuple([_read(row) for row in found])


async def stored_bot_turns(tx: Transaction, game: str) -> tuple[StoredBotTurn, ...]:
    """All of a game by revision and side, undone ones included; still encoded."""
    query = select(bot_turns).filter_by(game=game).order_by(bot_turns.c.revision, bot_turns.c.side)
    return await every(tx, StoredBotTurn, query)


async def memory_before(tx: Transaction, game: str, side: str, turn: int) -> GovernorMemory:
    """What a side's governor has in mind at the beginning of a turn: what it had after the last one that counts."""
    query = (
        select(bot_turns.c.memory)
        .join(turns, (turns.c.game == bot_turns.c.game) & (turns.c.revision == bot_turns.c.revision))
        .where(bot_turns.c.game == game, bot_turns.c.side == side, turns.c.turn < turn, turns.c.state != "undone")
        .order_by(turns.c.turn.desc(), bot_turns.c.revision.desc())
    )
    found = (await tx.execute(query)).scalar()
    return GovernorMemory() if found is None else decode_memory(bytes(found))


def _read(row: StoredBotTurn) -> BotTurnRow:
    memory = decode_memory(row.memory)
    return BotTurnRow(**columns(row) | {"memory": memory, "plan": decode_plan(row.plan, memory)})
