"""Rows of events: what happened in one opening of a turn, in order; `phase` is "start" for amendments of an open turn."""

from collections.abc import Sequence

from sqlalchemy import bindparam, func, insert, select

from rules.cluster_war.model.events.event import Event
from rules.values import Value
from storage.codec import EVENTS
from storage.db import Transaction
from storage.fixed import PreparedQuery
from storage.rows import every, number
from storage.schema import events
from storage.snapshots import Phase

_ENCODED = PreparedQuery(
    select(events.c.event).filter_by(game=bindparam("game"), opening=bindparam("opening")).order_by(events.c.seq)
)


class EventRow(Value):
    """One event; `seq` counts within the opening, across both phases."""

    seq: int
    phase: Phase
    event: Event


async def append_encoded(tx: Transaction, game: str, opening: int, phase: Phase, happened: Sequence[bytes]) -> None:
    """Insert events that were encoded elsewhere (`codec.EVENTS.encode`), after those already there."""
    if not happened:
        return
    last = await number(tx, select(func.max(events.c.seq)).select_from(events).filter_by(game=game, opening=opening))
    first = 0 if last is None else last + 1
    rows = [
        {"game": game, "opening": opening, "seq": seq, "phase": phase, "event": event}
        for seq, event in enumerate(happened, first)
    ]
    await tx.execute(insert(events), rows)


async def of_opening(tx: Transaction, game: str, opening: int) -> tuple[EventRow, ...]:
    """All events of one opening, in order."""
    query = (
        select(events.c.seq, events.c.phase, events.c.event)
        .filter_by(game=game, opening=opening)
        .order_by(events.c.seq)
    )
    return tuple(EventRow(r.seq, r.phase, EVENTS.decode(r.event)) for r in await tx.execute(query))


class StoredEvent(Value):
    """One event of any game, still encoded."""

    phase: Phase
    data: bytes


async def stored_of_opening(tx: Transaction, game: str, opening: int) -> tuple[StoredEvent, ...]:
    """All events of one opening of any game's turn, in order."""
    query = select(events.c.phase, events.c.event).filter_by(game=game, opening=opening).order_by(events.c.seq)
    return await every(tx, StoredEvent, query)


async def encoded_of_opening(tx: Transaction, game: str, opening: int) -> tuple[bytes, ...]:
    """The events of one opening as they were encoded, in order."""
    return tuple([event for (event,) in await _ENCODED.ask(tx, {"game": game, "opening": opening})])
