"""Rows of shards: which process holds which range, as a lease by the database's own clock; and turns to log in.

Clocks of several machines differ, so a lease is written and judged by the database's.
"""

import time
from typing import Final

from sqlalchemy import delete, func, insert, select, update

from rules.values import Value
from storage.db import Transaction
from storage.rows import count_changed, every
from storage.schema import logins, shards
from storage.wakeups import wake

LEASE_SECONDS: Final = 30
"""A range that was not heard of for so long is anybody's."""
DOOR: Final = "identify"


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
    row = (await tx.execute(select(logins.c.next_at).filter_by(door=DOOR).with_for_update())).first()
    at = now if row is None else max(now, min(row.next_at / 1000, now + 3600))
    after = round((at + apart) * 1000)
    if row is None:
        await tx.execute(insert(logins).values(door=DOOR, next_at=after))
    else:
        await tx.execute(update(logins).filter_by(door=DOOR).values(next_at=after))
    return at - now
