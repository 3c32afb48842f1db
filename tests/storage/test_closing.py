"""Closing the database: whoever is cancelled, late or second leaves no connection open."""

import asyncio
from collections.abc import Awaitable, Callable, Generator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from storage import heartbeat
from storage.connection import NearConnection, connect
from storage.db import Storage
from storage.engine import Driver
from tests.patience import WAIT_SECONDS
from tests.storage.test_db import count_up


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Driver]:
    """All connections the test opens."""
    found: list[Driver] = []
    for kind in (NearConnection, psycopg.AsyncConnection):
        make = kind.__init__

        def noted(self: Any, *args: Any, make: Any = make, **kwargs: Any) -> None:
            make(self, *args, **kwargs)
            found.append(self)

        monkeypatch.setattr(kind, "__init__", noted)
    return found


class CancelledAt:
    """Awaits something, and cancels the task that does so when it waits for the n-th time."""

    def __init__(self, what: Awaitable[Any], at: int) -> None:
        self.what = what
        self.at = at

    def __await__(self) -> Generator[Any, Any, Any]:
        steps, task = self.what.__await__(), asyncio.current_task()
        assert task is not None
        waits, wrong = 0, None
        while True:
            try:
                future = steps.send(None) if wrong is None else steps.throw(wrong)
            except StopIteration as done:
                return done.value
            waits, wrong = waits + 1, None
            if waits == self.at:
                task.cancel()
            try:
                yield future
            except BaseException as thrown:  # noqa: BLE001 # handed on to what is awaited
                wrong = thrown


async def is_cancelled_at(at: int, what: Awaitable[Any]) -> bool:
    async def wait() -> None:
        await CancelledAt(what, at)

    try:
        async with asyncio.timeout(WAIT_SECONDS):
            await asyncio.create_task(wait())
    except asyncio.CancelledError:
        return True
    return False


async def open_and_close(where: Path) -> None:
    async with await Storage.open(where) as storage:
        await count_up(storage, 1)
        async with storage.reading() as tx:
            await heartbeat.last(tx)


async def read_late(where: Path) -> None:
    async with await Storage.open(where) as storage, storage.reading() as tx:
        await storage.close()
        await heartbeat.last(tx)


async def close_twice(where: Path) -> None:
    async with await Storage.open(where) as storage:
        await storage.close()
        await count_up(storage, 1)


@pytest.mark.parametrize("life", [open_and_close, read_late, close_twice])
@pytest.mark.filterwarnings("error")
@pytest.mark.sqlite
async def test_cancelling_at_each_wait_leaves_no_connection_open(
    life: Callable[[Path], Awaitable[None]], where: Path, opened: list[Driver]
) -> None:
    at = 1
    while await is_cancelled_at(at, life(where.with_name(f"{at}.db"))):
        assert all(one.closed for one in opened), at
        at += 1
    assert at > 20
    assert opened
    assert all(one.closed for one in opened)


@pytest.mark.parametrize("place", ["file", "memory"])
async def test_who_still_reads_or_writes_when_all_is_closed_ends_in_peace_and_leaves_nothing_open(
    place: str, where: Path, opened: list[Driver]
) -> None:
    storage = await Storage.open(":memory:" if place == "memory" else where)
    async with storage.transaction() as tx:
        await storage.close()
        await heartbeat.beat(tx, "bot", 7)
        assert not all(one.closed for one in opened)
    assert all(one.closed for one in opened)
    if place == "file":
        async with storage.reading() as tx:
            assert await heartbeat.last(tx) == 7
        assert all(one.closed for one in opened)


async def test_a_connection_that_two_close_at_once_is_closed_once(tmp_path: Path) -> None:
    connection = connect(str(tmp_path / "a.db"))
    await connection
    async with asyncio.timeout(WAIT_SECONDS):
        await asyncio.gather(connection.close(), connection.close())
    assert connection.closed
