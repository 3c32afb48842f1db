"""Which servers a process looks after, and a range of shards leased to one process at a time."""

import asyncio
import os
import random
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from contextvars import Context
from functools import partial
from typing import cast

import pytest

from program.application import utc_now
from rules.values import changed
from settings import SettingsError, ShardPlan, read_settings
from storage import processes
from storage.address import DatabaseAddress
from storage.db import Storage, Transaction
from storage.engine import Scope
from storage.errors import StorageError
from storage.processes import LEASE_SECONDS, RangeRow
from tests.patience import WAIT_SECONDS
from tests.workers_inline import InlineWorkers
from umpire.services import processes as service_processes
from umpire.services.doctor import check_ranges, check_shards
from umpire.services.pace import Pace, Rank
from umpire.services.processes import ShardLease, lost_processes, process_name
from umpire.services.services import Services
from umpire.services.shards import HOME_SECONDS, Shards

HALVES = (ShardPlan(4, 0, 1), ShardPlan(4, 2, 3))
SERVER = "postgresql+psycopg://a@b/c"


@pytest.fixture
async def storage(postgresql: Callable[[], str]) -> AsyncIterator[Storage]:
    """A database that several processes can share."""
    async with await Storage.open(postgresql()) as found:
        yield found


def lease_of(storage: Storage, name: str, plan: ShardPlan) -> tuple[ShardLease, Services]:
    """A process on another computer, and its lease."""
    services = Services(storage, InlineWorkers(), utc_now, random.randbytes, process=f"{name}:1:x")
    return ShardLease(services, plan, lambda: None, apart=0.2), services


async def end_lease(storage: Storage, name: str) -> None:
    """A process was last heard of as long ago as a lease lasts."""
    async with storage.transaction() as tx:
        for row in await processes.ranges(tx):
            if row.process.startswith(name):
                await processes.put_range(tx, changed(row, at=int(await processes.database_clock(tx)) - LEASE_SECONDS))


def test_a_server_is_at_home_with_its_shard_and_what_is_due_there_is_left_to_it_for_a_moment() -> None:
    one = Shards(4, frozenset({0, 1}), frozenset({2}))
    assert [one.is_home(number << 22) for number in range(4)] == [True, True, False, False]
    assert [one.is_elsewhere(number << 22) for number in range(4)] == [False, False, True, False]
    assert one.leaves(2 << 22, HOME_SECONDS - 1)
    assert not one.leaves(2 << 22, HOME_SECONDS)
    assert not one.leaves(3 << 22, 0), "nobody who lives has it"
    assert Shards().is_home(3 << 22)


async def test_two_processes_hold_disjoint_ranges_and_know_of_each_other(storage: Storage) -> None:
    (one, here), (two, there) = lease_of(storage, "one", HALVES[0]), lease_of(storage, "two", HALVES[1])
    assert await one.take() == (0, 1)
    assert await two.take() == (2, 3)
    assert there.shards.others == {0, 1}
    keeping = asyncio.create_task(one.keep(one.let_go))
    async with asyncio.timeout(WAIT_SECONDS):
        while here.shards.others != {2, 3}:
            here.shards.moved.set()
            await asyncio.sleep(0.01)
    keeping.cancel()


async def test_who_comes_second_stands_by_until_the_holder_is_lost_or_lets_go(storage: Storage) -> None:
    (one, _), (two, there) = lease_of(storage, "one", HALVES[0]), lease_of(storage, "two", HALVES[0])
    third, _ = lease_of(storage, "third", ShardPlan(4, stands_by=True))
    await one.take()
    waiting = asyncio.create_task(two.take())
    await asyncio.sleep(0.5)
    assert not waiting.done()
    await end_lease(storage, "one")
    there.shards.moved.set()
    async with asyncio.timeout(WAIT_SECONDS):
        assert await waiting == (0, 1)
    await two.let_go()
    async with asyncio.timeout(WAIT_SECONDS):
        assert await third.take() == (0, 1), "a stand-by takes whatever range is nobody's"


async def test_a_holder_whose_range_was_taken_lets_its_connection_go(storage: Storage) -> None:
    (one, here), (two, _) = lease_of(storage, "one", HALVES[0]), lease_of(storage, "two", HALVES[0])
    await one.take()
    await end_lease(storage, "one")
    await two.take()
    cut = asyncio.Event()

    async def cut_off() -> None:
        cut.set()

    here.shards.moved.set()
    async with asyncio.timeout(WAIT_SECONDS):
        await one.keep(cut_off)
    assert cut.is_set()
    assert not one.is_held
    assert not here.shards.is_home(0)


async def test_a_holder_that_cannot_reach_the_database_takes_its_lease_for_lost_before_others_do(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, here = lease_of(storage, "one", HALVES[0])
    await one.take()
    monkeypatch.setattr(service_processes, "LOST_SECONDS", 0.5)
    monkeypatch.setattr(service_processes, "RENEW_SECONDS", 0.2)
    await storage.close()
    await storage.engine.writer.dispose()
    monkeypatch.setattr(Storage, "transaction", broken)
    cut = asyncio.Event()

    async def cut_off() -> None:
        cut.set()

    async with asyncio.timeout(WAIT_SECONDS):
        await one.keep(cut_off)
    assert cut.is_set()
    assert not here.shards.is_home(0)


async def test_a_lease_is_lost_when_its_time_is_over_whatever_hangs(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a renewal that never ends, and cannot be cancelled, nor the pause between two keeps the connection."""
    for renew in (0.1, 10_000):
        one, here = lease_of(storage, "one", HALVES[0])
        await one.take()
        going_on = asyncio.Event()
        with monkeypatch.context() as patch:
            patch.setattr(service_processes, "LOST_SECONDS", 1.0)
            patch.setattr(service_processes, "RENEW_SECONDS", renew)
            patch.setattr(Storage, "transaction", partial(hanging, going_on))
            cut = asyncio.Event()

            async def cut_off(cut: asyncio.Event = cut) -> None:
                cut.set()

            async with asyncio.timeout(WAIT_SECONDS):
                await one.keep(cut_off)
        assert cut.is_set()
        assert not here.shards.is_home(0)
        going_on.set()
        await one.let_go()


@asynccontextmanager
async def hanging(going_on: asyncio.Event, *_: object) -> AsyncIterator[Transaction]:
    """A database that nothing comes back from; a connection to it cannot even be closed."""
    while not going_on.is_set():
        with suppress(asyncio.CancelledError):
            await going_on.wait()
    if going_on.is_set():
        raise StorageError("the server was away")
    yield cast("Transaction", None)


async def test_a_lease_is_renewed_while_somebody_has_the_whole_database(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_processes, "RENEW_SECONDS", 0.05)
    one, _ = lease_of(storage, "one", HALVES[0])
    await one.take()
    first = one._renewed
    async with storage.transaction():
        keeping = asyncio.get_running_loop().create_task(one.keep(one.let_go), context=Context())
        async with asyncio.timeout(WAIT_SECONDS):
            while one._renewed == first:  # noqa: ASYNC110 # nothing tells when it was renewed
                await asyncio.sleep(0.01)
        keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)


async def test_a_lease_is_not_taken_while_it_is_renewed(storage: Storage) -> None:
    """Who looks whether a range is anybody's keeps it as it is until it has taken it."""
    one, _ = lease_of(storage, "one", HALVES[0])
    await one.take()
    await end_lease(storage, "one")
    async with storage.transaction() as tx:
        await processes.ranges(tx, kept=True)
        late = asyncio.get_running_loop().create_task(one._renew(0.0), context=Context())
        await asyncio.wait({late}, timeout=0.5)
        assert not late.done()
        now = int(await processes.database_clock(tx))
        await processes.put_range(tx, RangeRow(0, 1, 4, "two:1:x", now))
    async with asyncio.timeout(WAIT_SECONDS):
        assert not await late, "the range is another's now"


def broken(*_: object) -> object:
    """A database that is gone."""
    raise OSError("the server is gone")


async def test_a_database_that_is_away_is_waited_for(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    one, _ = lease_of(storage, "one", HALVES[0])
    monkeypatch.setattr(service_processes, "LEASE_RETRY_SECONDS", 0.01)
    tries = 0
    really = Storage.transaction

    def away_at_first(self: Storage, *scope: Scope) -> AbstractAsyncContextManager[Transaction]:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise StorageError("the server is away")
        return really(self, *scope)

    monkeypatch.setattr(Storage, "transaction", away_at_first)
    assert await one.take() == (0, 1)
    tries = 0
    await one.let_go()
    assert tries == 1, "an orderly end does not fail for it"


async def test_ranges_that_overlap_and_other_numbers_of_shards_are_refused(storage: Storage) -> None:
    one, _ = lease_of(storage, "one", HALVES[0])
    await one.take()
    with pytest.raises(SettingsError, match="ADMIRALTY_SHARD_IDS is 1-2, but one:1:x holds 0-1"):
        await lease_of(storage, "two", ShardPlan(4, 1, 2))[0].take()
    with pytest.raises(SettingsError, match="ADMIRALTY_SHARDS is 8, but one:1:x is at work on this database with 4"):
        await lease_of(storage, "two", ShardPlan(8, 4, 7))[0].take()
    await one.let_go()
    assert await lease_of(storage, "two", ShardPlan(8, 0, 7))[0].take() == tuple(range(8))


async def test_logins_take_turns_over_all_processes(storage: Storage) -> None:
    async with storage.transaction() as tx:
        waits = [await processes.login_turn(tx, 5.5) for _ in range(3)]
    assert waits[0] == 0
    assert 5 < waits[1] <= 5.5
    assert 10 < waits[2] <= 11


async def test_the_pace_is_shared_by_those_who_live() -> None:
    now = [0.0]
    pace = Pace(40, 4, lambda: now[0])
    pace.share(4)
    now[0] = 10.0
    await pace.turn(Rank.NEWS)
    second = asyncio.create_task(pace.turn(Rank.NEWS))
    await asyncio.sleep(0)
    now[0] += 0.05
    pace._serve()
    await asyncio.sleep(0)
    assert not second.done(), "ten a second are one in a tenth"
    now[0] += 0.06
    pace._serve()
    await second


def test_claims_of_the_lost_are_known() -> None:
    me, here = process_name("now"), f"{socket.gethostname()}:{os.getpid()}:before"
    beats = {me: 100, "there:2:b": 100, "old:3:c": 5, here: 100}
    names = {me, "there:2:b", "old:3:c", here, "unknown:4:d"}
    assert lost_processes(names, beats, me, 100) == {"old:3:c", here, "unknown:4:d"}


@pytest.mark.parametrize(
    ("values", "plan"),
    [
        ({}, ShardPlan()),
        ({"ADMIRALTY_SHARDS": "4"}, ShardPlan(4, 0, 3)),
        ({"ADMIRALTY_SHARDS": "4", "ADMIRALTY_SHARD_IDS": "0-3"}, ShardPlan(4, 0, 3)),
        ({"ADMIRALTY_SHARDS": "4", "ADMIRALTY_SHARD_IDS": "2", "DATABASE_URL": SERVER}, ShardPlan(4, 2, 2)),
        ({"ADMIRALTY_SHARDS": "4", "ADMIRALTY_SHARD_IDS": "0-1", "DATABASE_URL": SERVER}, ShardPlan(4, 0, 1)),
        (
            {"ADMIRALTY_SHARDS": "4", "ADMIRALTY_SHARD_IDS": "Standby", "DATABASE_URL": SERVER},
            ShardPlan(4, stands_by=True),
        ),
    ],
)
def test_shards_are_read(values: dict[str, str], plan: ShardPlan) -> None:
    assert read_settings(values, None).shards == plan


@pytest.mark.parametrize(
    ("total", "ids", "database", "said"),
    [
        ("0", "", "", "ADMIRALTY_SHARDS is '0'; it must be a whole number from 1"),
        ("", "0-1", SERVER, "ADMIRALTY_SHARDS does not say how many"),
        ("4", "3-1", SERVER, "it must be a number such as 3, a range such as 0-3, or standby"),
        ("4", "-1", SERVER, "it must be a number"),
        ("4", "0,1", SERVER, "it must be a number"),
        ("4", "2-4", SERVER, "of ADMIRALTY_SHARDS=4 the last one is 3"),
        ("4", "0-1", "", "an SQLite file, which is for one process"),
        ("4", "standby", "sqlite+aiosqlite:///a.db", "an SQLite file, which is for one process"),
    ],
)
def test_shards_that_can_never_be_are_refused(total: str, ids: str, database: str, said: str) -> None:
    values = {"ADMIRALTY_SHARDS": total, "ADMIRALTY_SHARD_IDS": ids, "DATABASE_URL": database}
    with pytest.raises(SettingsError, match=said):
        read_settings(values, None)


def test_the_doctor_tells_who_holds_which_shards_and_which_are_nobodys() -> None:
    rows = (RangeRow(0, 1, 4, "one:1:x", 100), RangeRow(2, 3, 4, "two:1:x", 100 - LEASE_SECONDS))
    assert check_shards(DatabaseAddress.of("data/admiralty.db"), ShardPlan()).ok
    assert check_ranges((), 100, ShardPlan(4, 0, 3)).ok
    assert check_ranges((rows[0], changed(rows[1], at=90)), 100, ShardPlan(4, 0, 3)).ok
    nobody = check_ranges(rows, 100, ShardPlan(4, 0, 3))
    assert not nobody.ok
    assert "nobody serves 2, 3" in nobody.text
    other = check_ranges(rows[:1], 100, ShardPlan(8, 0, 7))
    assert not other.ok
    assert "0-1 of 4 by one:1:x; but ADMIRALTY_SHARDS is 8 here" in other.text
