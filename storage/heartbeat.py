"""Rows of heartbeats: when each process, and each part of it, was last alive, so that downtime can be measured."""

from collections.abc import Collection

from sqlalchemy import delete, func, insert, select, update

from storage.db import Transaction
from storage.rows import count_changed, number
from storage.schema import heartbeat


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
