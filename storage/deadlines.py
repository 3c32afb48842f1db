"""Rows of deadlines, absolute UTC seconds. The row is the truth; an alarm only wakes whoever reads it."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, TypeAlias

from sqlalchemy import bindparam, insert, select, update

from storage.db import Transaction
from storage.schema import deadlines, games

DeadlineState: TypeAlias = Literal["open", "claimed", "done", "cancelled"]

_CURRENT = (
    select(deadlines)
    .where(
        deadlines.c.game == bindparam("game"),
        deadlines.c.opening == bindparam("opening"),
        deadlines.c.state.in_(("open", "claimed")),
    )
    .order_by(deadlines.c.id.desc())
)


@dataclass(frozen=True, slots=True)
class DeadlineRow:
    """One deadline; `extended_seconds` counts all it was put off, with the last reason."""

    id: int
    game: str
    opening: int
    turn: int
    due_at: int
    state: DeadlineState
    claimed_at: int | None
    extended_seconds: int
    reason: str


async def add(tx: Transaction, game: str, opening: int, turn: int, due_at: int, extended_seconds: int = 0) -> int:
    """Insert an open deadline; gives its id."""
    query = insert(deadlines).values(
        game=game, opening=opening, turn=turn, due_at=due_at, state="open", extended_seconds=extended_seconds, reason=""
    )
    return int((await tx.execute(query.returning(deadlines.c.id))).scalar_one())


async def find(tx: Transaction, deadline: int) -> DeadlineRow | None:
    """One deadline."""
    row = (await tx.execute(select(deadlines).where(deadlines.c.id == deadline))).first()
    return None if row is None else DeadlineRow(*row)


async def current(tx: Transaction, game: str, opening: int) -> DeadlineRow | None:
    """The deadline of an opening that is still to come or just claimed."""
    row = (await tx.execute(_CURRENT, {"game": game, "opening": opening})).first()
    return None if row is None else DeadlineRow(*row)


async def last(tx: Transaction, game: str, opening: int) -> DeadlineRow | None:
    """The latest deadline of an opening, whatever its state."""
    query = (
        select(deadlines)
        .where(deadlines.c.game == game, deadlines.c.opening == opening)
        .order_by(deadlines.c.id.desc())
    )
    row = (await tx.execute(query)).first()
    return None if row is None else DeadlineRow(*row)


async def due(tx: Transaction, now: int) -> tuple[DeadlineRow, ...]:
    """Open deadlines of running games that are due, the oldest first."""
    query = (
        select(deadlines)
        .join(games, games.c.id == deadlines.c.game)
        .where(deadlines.c.state == "open", deadlines.c.due_at <= now, games.c.status == "running")
        .order_by(deadlines.c.due_at, deadlines.c.id)
    )
    return tuple(DeadlineRow(*row) for row in await tx.execute(query))


async def next_after(tx: Transaction, now: int) -> int | None:
    """The first moment after `now` at which an open deadline of a running game is due."""
    query = (
        select(deadlines.c.due_at)
        .join(games, games.c.id == deadlines.c.game)
        .where(deadlines.c.state == "open", deadlines.c.due_at > now, games.c.status == "running")
        .order_by(deadlines.c.due_at)
        .limit(1)
    )
    found: int | None = (await tx.execute(query)).scalar()
    return found


async def open_after(tx: Transaction, moment: int) -> tuple[DeadlineRow, ...]:
    """Open deadlines of running games that are due after a moment, the earliest first."""
    query = (
        select(deadlines)
        .join(games, games.c.id == deadlines.c.game)
        .where(deadlines.c.state == "open", deadlines.c.due_at > moment, games.c.status == "running")
        .order_by(deadlines.c.due_at, deadlines.c.id)
    )
    return tuple(DeadlineRow(*row) for row in await tx.execute(query))


async def freeze(tx: Transaction, game: str, opening: int, now: int) -> None:
    """A game is paused: its deadline is cancelled, and when that was is kept as its `claimed_at`."""
    query = update(deadlines).where(
        deadlines.c.game == game, deadlines.c.opening == opening, deadlines.c.state.in_(("open", "claimed"))
    )
    await tx.execute(query.values(state="cancelled", claimed_at=now))


async def thaw(tx: Transaction, game: str, opening: int) -> None:
    """Forget the time that was left of paused deadlines: a new schedule counts."""
    query = update(deadlines).where(
        deadlines.c.game == game, deadlines.c.opening == opening, deadlines.c.state == "cancelled"
    )
    await tx.execute(query.values(claimed_at=None))


async def claim_due(tx: Transaction, deadline_ids: Collection[int], now: int) -> tuple[DeadlineRow, ...]:
    """Take those of these deadlines that are still open and due, in one statement; who comes second gets nothing."""
    query = (
        update(deadlines)
        .where(deadlines.c.id.in_(deadline_ids), deadlines.c.state == "open", deadlines.c.due_at <= now)
        .values(state="claimed", claimed_at=now)
        .returning(*deadlines.c)
    )
    return tuple(sorted((DeadlineRow(*row) for row in await tx.execute(query)), key=lambda d: (d.due_at, d.id)))


async def release_claims(tx: Transaction, claimed_before: int) -> int:
    """Put back deadlines that were claimed before this moment and never finished (a process died); how many."""
    query = update(deadlines).where(deadlines.c.state == "claimed", deadlines.c.claimed_at < claimed_before)
    return int((await tx.execute(query.values(state="open", claimed_at=None))).rowcount)


async def close(tx: Transaction, game: str, opening: int, state: DeadlineState) -> None:
    """Mark an opening's unfinished deadlines as done or cancelled."""
    query = update(deadlines).where(
        deadlines.c.game == game, deadlines.c.opening == opening, deadlines.c.state.in_(("open", "claimed"))
    )
    await tx.execute(query.values(state=state))


async def move(tx: Transaction, deadline: int, due_at: int, extended_seconds: int, reason: str) -> bool:
    """Put a deadline off or forward; False if it is no longer open."""
    query = update(deadlines).where(deadlines.c.id == deadline, deadlines.c.state == "open")
    values = {"due_at": due_at, "extended_seconds": extended_seconds, "reason": reason}
    return (await tx.execute(query.values(values))).rowcount == 1
