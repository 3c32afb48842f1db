"""Closing the database: whoever is cancelled, late or second leaves no connection open."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Generator
from pathlib import Path
from typing import Any, Literal, get_args

import psycopg
import pytest
from sqlalchemy import delete

from storage import processes
from storage.db import Storage
from storage.engine import Driver
from storage.row_copies import bare
from storage.schema import heartbeat as heartbeat_table
from storage.sqlite import InlineConnection, connect
from tests.on_postgresql import WANTED
from tests.patience import WAIT_SECONDS
from tests.prepared import prepare
from tests.storage.test_db import count_up


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Driver]:
    """All connections the test opens."""
    found: list[Driver] = []
    for kind in (InlineConnection, psycopg.AsyncConnection):
        make = kind.__init__

        def noted(self: Any, *args: Any, make: Any = make, **kwargs: Any) -> None:
            make(self, *args, **kwargs)
            found.append(self)

        monkeypatch.setattr(kind, "__init__", noted)
    monkeypatch.setattr("psycopg.waiting.MAX_BUSY_TIME", 0)  # it lets others go first each time, as on a busy machine
    return found


How = Literal["once", "twice", "all"]
"""The waiting task is cancelled once; once more at its next wait; every task is, as when an event loop ends."""


class CancelledAt:
    """Awaits something, and cancels when it waits for the n-th time; of all tasks not those that are spared."""

    def __init__(self, what: Awaitable[Any], at: int, how: How, spared: set[asyncio.Task[Any]]) -> None:
        self.what = what
        self.waits = {at, at + 1} if how == "twice" else {at}
        self.how = how
        self.spared = spared

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
            if waits in self.waits:
                for each in asyncio.all_tasks() - self.spared if self.how == "all" else {task}:
                    each.cancel()
            try:
                yield future
            except BaseException as thrown:  # noqa: BLE001 # handed on to what is awaited
                wrong = thrown


async def is_cancelled_at(at: int, how: How, what: Awaitable[Any]) -> bool:
    spared = asyncio.all_tasks()

    async def wait() -> None:
        await CancelledAt(what, at, how, spared)

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
            await processes.last_beat(tx)


async def read_late(where: Path) -> None:
    async with await Storage.open(where) as storage, storage.reading() as tx:
        await storage.close()
        await processes.last_beat(tx)


async def close_twice(where: Path) -> None:
    async with await Storage.open(where) as storage:
        await storage.close()
        await count_up(storage, 1)


async def listen(where: Path) -> None:
    async with await Storage.open(where) as storage:
        notices = storage.engine.notices("anything")
        if notices is not None:
            async with contextlib.aclosing(notices):
                await anext(notices)
                await storage.close()


async def scrub(where: Path) -> None:
    async with await Storage.open(where) as storage:
        await storage.scrub()


async def write_many(where: Path) -> None:
    async with await Storage.open(where) as storage, storage.transaction() as tx:
        many = [(f"{number} {'x' * 500}", number) for number in range(2_000)]
        await tx.execute(delete(heartbeat_table))  # who was cancelled as it ended may have written them
        await storage.engine.insert(tx, bare(heartbeat_table, numbers=False), many)


async def begun(life: Callable[[Path], Awaitable[None]], at: int, where: Path) -> Path:
    """The next life's database: one life begins without any and goes through the migrations, the others with an empty one."""
    if WANTED != "sqlite":
        return where
    place = where.with_name(f"{at}.db")
    if life is not open_and_close:
        await prepare(place)
    return place


@pytest.mark.parametrize("how", get_args(How))
@pytest.mark.parametrize("life", [open_and_close, read_late, close_twice, listen, scrub, write_many])
@pytest.mark.filterwarnings("error")
async def test_cancelling_at_each_wait_leaves_no_connection_open(
    life: Callable[[Path], Awaitable[None]], how: How, where: Path, opened: list[Driver]
) -> None:
    at = 1
    while await is_cancelled_at(at, how, life(await begun(life, at, where))):
        assert all(one.closed for one in opened), at
        at += 1
    assert at > (20 if life is open_and_close else 15), "opening alone waits so often"
    assert opened
    assert all(one.closed for one in opened)


@pytest.mark.parametrize("place", ["file", "memory"])
async def test_who_still_reads_or_writes_when_all_is_closed_ends_in_peace_and_leaves_nothing_open(
    place: str, where: Path, opened: list[Driver]
) -> None:
    storage = await Storage.open(":memory:" if place == "memory" else where)
    async with storage.transaction() as tx:
        await storage.close()
        await processes.beat(tx, "bot", 7)
        assert not all(one.closed for one in opened)
    assert all(one.closed for one in opened)
    if place == "file":
        async with storage.reading() as tx:
            assert await processes.last_beat(tx) == 7
        assert all(one.closed for one in opened)


async def test_a_connection_that_two_close_at_once_is_closed_once(tmp_path: Path) -> None:
    connection = connect(str(tmp_path / "a.db"))
    await connection
    async with asyncio.timeout(WAIT_SECONDS):
        await asyncio.gather(connection.close(), connection.close())
    assert connection.closed


@pytest.mark.parametrize("moment", ["before", "while"])
async def test_a_connection_that_sqlalchemy_stops_is_closed_without_waiting_for_its_ended_thread(
    moment: str, tmp_path: Path
) -> None:
    """SQLAlchemy stops a connection where the closing that it waits for is cancelled; that closing goes on."""
    connection = connect(str(tmp_path / "a.db"))
    await connection
    closing = [asyncio.create_task(connection.close())] if moment == "while" else []
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    connection.stop()
    async with asyncio.timeout(WAIT_SECONDS):
        await asyncio.gather(connection.close(), *closing)
    assert connection.closed
    assert not connection.is_open
