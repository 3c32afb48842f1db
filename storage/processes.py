"""Rows of processes: when each was last alive, which shards it holds, what it has claimed; and how they wake each other up.

Clocks of several machines differ, so a lease of shards is written and judged by the clock of the database. Processes on one
PostgreSQL database wake each other with LISTEN and NOTIFY. On SQLite there is one bot, which wakes itself.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, Literal, TypeAlias

from sqlalchemy import Table, delete, func, insert, select, update

from rules.values import Value
from storage.db import Storage, Transaction
from storage.queries import count_changed, every, number
from storage.schema import deadlines, heartbeat, logins, outbox, shards

Topic: TypeAlias = Literal["letters", "clock", "shards", "threads", "removed"]
"""Letters wait in the outbox; the clock has something to look at (a deadline was made or moved, somebody is ready); a range of
shards was taken or let go; private threads of a server that another process looks after are to be seen to; somebody was taken out
of the database."""
CHANNEL: Final = "admiralty"
PROCESS_TOKEN: Final = secrets.token_hex(8)
"""What a process says is not for itself."""
RECONNECT_SECONDS: Final = 5

log = logging.getLogger(__name__)


async def wake(tx: Transaction, topic: Topic) -> None:
    """Wake the other processes when this transaction is committed."""
    if tx.dialect.name == "postgresql":
        await tx.execute(select(func.pg_notify(CHANNEL, f"{topic} {PROCESS_TOKEN}")))


async def listen(storage: Storage, heard: Mapping[Topic, Callable[[], object]]) -> None:
    """Call what stands for a topic each time another process says it, until cancelled; returns at once where there is no
    other process. A connection that was lost is made anew, and then everything is looked at."""
    while (notices := storage.engine.notices(CHANNEL)) is not None:
        try:
            async with contextlib.aclosing(notices):
                async for said in notices:
                    topic, _, who = said.partition(" ")
                    for name, work in heard.items():
                        if not said or (name == topic and who != PROCESS_TOKEN):
                            work()
        except Exception:
            log.exception(
                "The database does not tell what other processes do; asking again in %s s.", RECONNECT_SECONDS
            )
            await asyncio.sleep(RECONNECT_SECONDS)


async def beat(tx: Transaction, process: str, now: int) -> None:
    """A process is alive now (UTC seconds)."""
    query = update(heartbeat).filter_by(process=process).values(at=now)
    if await count_changed(tx, query) == 0:
        await tx.execute(insert(heartbeat).values(process=process, at=now))


async def last_beat(
    tx: Transaction, process: str | None = None, before: int | None = None, without: Collection[str] = ()
) -> int | None:
    """When this process, or any, was last alive (before a moment, if one is named); None if never. Names with one of the
    endings `without` do not count."""
    query = select(func.max(heartbeat.c.at)).select_from(heartbeat)
    for ending in without:
        query = query.where(~heartbeat.c.process.endswith(ending))
    if before is not None:
        query = query.where(heartbeat.c.at < before)
    if process is not None:
        query = query.filter_by(process=process)
    return await number(tx, query)


async def all_beats(tx: Transaction) -> dict[str, int]:
    """When each process was last alive."""
    return {row.process: row.at for row in await tx.execute(select(heartbeat))}


async def forget_process(tx: Transaction, process: str) -> None:
    """Delete a process that is no more."""
    await tx.execute(delete(heartbeat).filter_by(process=process))


LEASE_SECONDS: Final = 30
"""A range that was not heard of for so long is anybody's."""
IDENTIFY_LEASE: Final = "identify"


class RangeRow(Value):
    """Shards `first` to `last` of `total`, both included, held by a process until `at` + LEASE_SECONDS (UTC seconds)."""

    first: int
    last: int
    total: int
    process: str
    at: int

    def __str__(self) -> str:
        return f"{self.first}-{self.last}" if self.last > self.first else str(self.first)

    def is_held(self, now: int) -> bool:
        """Whether its lease still runs."""
        return now - self.at < LEASE_SECONDS


async def database_clock(tx: Transaction) -> float:
    """The database's time, UTC seconds: a server's own, or this machine's where the database is a file on it."""
    if tx.dialect.name != "postgresql":
        return time.time()
    return float((await tx.execute(select(func.extract("epoch", func.clock_timestamp())))).scalar_one())


async def ranges(tx: Transaction, *, kept: bool = False) -> tuple[RangeRow, ...]:
    """All that were ever held, by number; `kept` as they are until the transaction ends: nobody renews a lease meanwhile."""
    query = select(shards).order_by(shards.c.first)
    return await every(tx, RangeRow, query.with_for_update() if kept else query)


async def put_range(tx: Transaction, row: RangeRow) -> None:
    """A range is held now, whatever there was in its place: only by whoever has seen that nobody holds any of it."""
    await tx.execute(delete(shards).where(shards.c.first <= row.last, shards.c.last >= row.first))
    values = {"first": row.first, "last": row.last, "total": row.total, "process": row.process, "at": row.at}
    await tx.execute(insert(shards).values(values))
    await wake(tx, "shards")


async def forget_other_totals(tx: Transaction, total: int) -> None:
    """Ranges of another number of shards are no more."""
    await tx.execute(delete(shards).where(shards.c.total != total))


async def renew_range(tx: Transaction, first: int, process: str, now: int) -> bool:
    """The process still holds its range; False if it does not any more."""
    return await count_changed(tx, update(shards).filter_by(first=first, process=process).values(at=now)) == 1


async def let_go_ranges(tx: Transaction, process: str) -> None:
    """A process holds nothing any more; its range stays known, for a stand-by."""
    if await count_changed(tx, update(shards).filter_by(process=process).values(at=0)):
        await wake(tx, "shards")


async def login_turn(tx: Transaction, apart: float) -> float:
    """Take the next turn to log in; in how many seconds it is."""
    now = await database_clock(tx)
    row = (await tx.execute(select(logins.c.next_at).filter_by(door=IDENTIFY_LEASE).with_for_update())).first()
    at = now if row is None else max(now, min(row.next_at / 1000, now + 3600))
    after = round((at + apart) * 1000)
    if row is None:
        await tx.execute(insert(logins).values(door=IDENTIFY_LEASE, next_at=after))
    else:
        await tx.execute(update(logins).filter_by(door=IDENTIFY_LEASE).values(next_at=after))
    return at - now


class ClaimKind(Value):
    """Rows that are claimed: what state a claim gives one, and which it has when it is put back."""

    table: Table
    taken: str
    free: str


CLAIMED_DEADLINES: Final = ClaimKind(deadlines, "claimed", "open")
CLAIMED_LETTERS: Final = ClaimKind(outbox, "sending", "pending")


async def claimants(tx: Transaction, kind: ClaimKind) -> frozenset[str]:
    """The processes that have claimed a row and not finished with it."""
    by: Any = kind.table.c.claimed_by
    query = select(by).filter_by(state=kind.taken).where(by.is_not(None)).distinct()
    return frozenset((await tx.execute(query)).scalars())


async def release_claims(tx: Transaction, kind: ClaimKind, processes: Collection[str]) -> int:
    """Put back what these processes claimed; how many rows."""
    query = update(kind.table).filter_by(state=kind.taken).where(kind.table.c.claimed_by.in_(processes))
    return await count_changed(tx, query.values(state=kind.free, claimed_at=None, claimed_by=None))
