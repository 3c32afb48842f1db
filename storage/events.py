"""Rows of what happened in a revision of a turn: its events in order, the game master's amendments, and players' own rolls.

The `phase` of an event is "start" for amendments of an open turn. Rolls (`/roll`) are drawn from the open turn's seed before
words are mixed in.
"""

from collections.abc import Iterable, Sequence

from sqlalchemy import bindparam, func, insert, select

from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.working.amendment import Amendment
from rules.values import Roll, Value, changed
from storage.codec import AMENDMENTS, EVENTS
from storage.db import Transaction
from storage.queries import PreparedQuery, columns, every, number
from storage.schema import amendments, events, rolls
from storage.snapshots import Phase

_ENCODED = PreparedQuery(
    select(events.c.event).filter_by(game=bindparam("game"), revision=bindparam("revision")).order_by(events.c.seq)
)


class EventRow(Value):
    """One event; `seq` counts within the revision, across both phases."""

    seq: int
    phase: Phase
    event: Event


async def append_encoded(tx: Transaction, game: str, revision: int, phase: Phase, happened: Sequence[bytes]) -> None:
    """Insert events that were encoded elsewhere (`codec.EVENTS.encode`), after those already there."""
    if not happened:
        return
    last = await number(tx, select(func.max(events.c.seq)).select_from(events).filter_by(game=game, revision=revision))
    first = 0 if last is None else last + 1
    rows = [
        {"game": game, "revision": revision, "seq": seq, "phase": phase, "event": event}
        for seq, event in enumerate(happened, first)
    ]
    await tx.execute(insert(events), rows)


async def of_revision(tx: Transaction, game: str, revision: int) -> tuple[EventRow, ...]:
    """All events of one revision, in order."""
    query = (
        select(events.c.seq, events.c.phase, events.c.event)
        .filter_by(game=game, revision=revision)
        .order_by(events.c.seq)
    )
    return tuple(EventRow(r.seq, r.phase, EVENTS.decode(r.event)) for r in await tx.execute(query))


class StoredEvent(Value):
    """One event of any game, still encoded."""

    phase: Phase
    data: bytes


async def stored_of_revision(tx: Transaction, game: str, revision: int) -> tuple[StoredEvent, ...]:
    """All events of one revision of any game's turn, in order."""
    query = select(events.c.phase, events.c.event).filter_by(game=game, revision=revision).order_by(events.c.seq)
    return await every(tx, StoredEvent, query)


async def encoded_of_revision(tx: Transaction, game: str, revision: int) -> tuple[bytes, ...]:
    """The events of one revision as they were encoded, in order."""
    return tuple([event for (event,) in await _ENCODED.ask(tx, {"game": game, "revision": revision})])


class AmendmentRow(Value):
    """One amendment; `seq` is the snapshot it led to."""

    game: str
    revision: int
    phase: Phase
    seq: int
    amendment: Amendment
    reason: str
    actor: str
    at: int


async def add_amendment(tx: Transaction, row: AmendmentRow) -> None:
    """Insert an amendment."""
    await tx.execute(insert(amendments), columns(row) | {"amendment": AMENDMENTS.encode(row.amendment)})


async def amendments_of(tx: Transaction, game: str, revision: int) -> tuple[AmendmentRow, ...]:
    """All amendments of one revision, the start's first, each phase in order."""
    query = (
        select(amendments).filter_by(game=game, revision=revision).order_by(amendments.c.phase.desc(), amendments.c.seq)
    )
    return tuple(
        AmendmentRow(r.game, r.revision, r.phase, r.seq, AMENDMENTS.decode(r.amendment), r.reason, r.actor, r.at)
        for r in await tx.execute(query)
    )


class RollRow(Value):
    """Dice somebody rolled: key, sides and faces as `rules.values.Roll` has them, and the notation they came from."""

    game: str
    revision: int
    key: str
    sides: int
    side: str
    user_id: int
    text: str
    faces: tuple[int, ...]
    at: int


async def add_rolls(tx: Transaction, rows: Sequence[RollRow]) -> None:
    """Insert rolls; each key once in a revision."""
    if rows:
        await tx.execute(insert(rolls), [columns(row) for row in rows])


async def keep_rolls(
    tx: Transaction, rolled: Iterable[Roll], game: str, revision: int, *, side: str, user_id: int, text: str, at: int
) -> None:
    """Insert what somebody rolled for a side ("": for the game master's own ends)."""
    await add_rolls(tx, [RollRow(game, revision, r.key, r.sides, side, user_id, text, r.faces, at) for r in rolled])


async def rolls_of(tx: Transaction, game: str, revision: int) -> tuple[RollRow, ...]:
    """All rolls of one revision, by time and key."""
    query = select(rolls).filter_by(game=game, revision=revision).order_by(rolls.c.at, rolls.c.key)
    return tuple([changed(row, faces=tuple(row.faces)) for row in await every(tx, RollRow, query)])


async def roll_keys_by(tx: Transaction, game: str, revision: int, user_id: int) -> tuple[str, ...]:
    """The keys of the rolls that a user has made in one revision, also by changing the game as its master."""
    query = select(rolls.c.key).filter_by(game=game, revision=revision, user_id=user_id).order_by(rolls.c.key)
    return tuple((await tx.execute(query)).scalars())
