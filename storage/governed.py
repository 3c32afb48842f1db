"""Rows of what the bot made of each playing of a turn, a side at a time: its plan, and what it has in mind after it.

They belong to an opening, so that a turn that is undone is governed again from what the governor had in mind before it.
"""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, delete, insert, select

from rules.cluster_war.play.governors.plan import Memory, Plan, Reasoned
from rules.cluster_war.turn.registry.orders import ORDER_TYPES
from rules.values import Value, asdict
from rules.values import count_changed as replaced
from storage.codec import any_of, decode_value, encode_value, readable
from storage.db import Transaction
from storage.fixed import PreparedQuery
from storage.rows import columns, count_changed, every
from storage.schema import bot_turns, turns

_BOT_TURNS = PreparedQuery(
    select(bot_turns).filter_by(game=bindparam("game"), opening=bindparam("opening")).order_by(bot_turns.c.side)
)


class StoredBotTurn(Value):
    """What a governor made of an opening, its memory and plan still encoded; `failed` is the code of what went wrong, ""
    where nothing did."""

    game: str
    opening: int
    side: str
    character: str
    strength: str
    failed: str
    memory: Any
    plan: Any
    at: int


class BotTurnRow(StoredBotTurn):
    """The same, read. `plan` is of this turn; its memory is `memory`, which the next turn's governor is handed."""

    memory: Memory
    plan: Plan


class _Reasoned(Reasoned):
    order: any_of(ORDER_TYPES)  # type: ignore[valid-type] # read from the registry


class _Plan(Plan):
    orders: tuple[_Reasoned, ...]
    memory: Memory = Memory()


_plan: Final = msgspec.json.Decoder(_Plan)


def encode_plan(plan: Plan) -> bytes:
    """A plan without its memory as canonical JSON: equal plans give equal bytes."""
    return encode_value(replaced(plan, memory=Memory()))


def decode_plan(data: bytes, memory: Memory) -> Plan:
    """The plan in these bytes with the memory that was kept beside it; StorageError if damaged or newer."""
    with readable("plan"):
        found = _plan.decode(data)
    orders = tuple(Reasoned(**asdict(one)) for one in found.orders)
    return Plan(**asdict(found) | {"orders": orders, "memory": memory})


def encode_memory(memory: Memory) -> bytes:
    """A memory as canonical JSON."""
    return encode_value(memory)


def decode_memory(data: bytes) -> Memory:
    """The memory in these bytes, what is newer than them as it is at first; StorageError if damaged."""
    return decode_value(Memory, data)


async def add_bot_turn(tx: Transaction, row: BotTurnRow) -> None:
    """Insert what a governor made of an opening."""
    kept = columns(row) | {"memory": encode_memory(row.memory), "plan": encode_plan(row.plan)}
    await tx.execute(insert(bot_turns), kept)


async def add_stored_bot_turns(tx: Transaction, rows: Iterable[StoredBotTurn]) -> None:
    """Insert rows that were encoded elsewhere; StorageError if one is damaged."""
    for row in rows:
        decode_plan(row.plan, decode_memory(row.memory))
        await tx.execute(insert(bot_turns), columns(row))


async def forget_failure(tx: Transaction, game: str, opening: int, side: str) -> bool:
    """Whoever governs a side now may try again where the last one came to nothing; whether one had."""
    query = delete(bot_turns).filter_by(game=game, opening=opening, side=side)
    return await count_changed(tx, query.where(bot_turns.c.failed != "")) > 0


async def bot_turns_of(tx: Transaction, game: str, opening: int) -> tuple[BotTurnRow, ...]:
    """What the governors made of one playing of a turn, by side."""
    found = await every(tx, StoredBotTurn, _BOT_TURNS, {"game": game, "opening": opening})
    return tuple([_read(row) for row in found])


async def stored_bot_turns(tx: Transaction, game: str) -> tuple[StoredBotTurn, ...]:
    """All of a game by opening and side, undone ones included; still encoded."""
    query = select(bot_turns).filter_by(game=game).order_by(bot_turns.c.opening, bot_turns.c.side)
    return await every(tx, StoredBotTurn, query)


async def memory_before(tx: Transaction, game: str, side: str, turn: int) -> Memory:
    """What a side's governor has in mind at the beginning of a turn: what it had after the last one that counts."""
    query = (
        select(bot_turns.c.memory)
        .join(turns, (turns.c.game == bot_turns.c.game) & (turns.c.opening == bot_turns.c.opening))
        .where(bot_turns.c.game == game, bot_turns.c.side == side, turns.c.turn < turn, turns.c.state != "undone")
        .order_by(turns.c.turn.desc(), bot_turns.c.opening.desc())
    )
    found = (await tx.execute(query)).scalar()
    return Memory() if found is None else decode_memory(bytes(found))


def _read(row: StoredBotTurn) -> BotTurnRow:
    memory = decode_memory(row.memory)
    return BotTurnRow(**columns(row) | {"memory": memory, "plan": decode_plan(row.plan, memory)})
