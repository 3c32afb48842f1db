"""Which processes work on this database, what is put back of those that are no more, and which shards this one holds.

Each has a name and a heartbeat; those of this computer can be looked for. A process is told as alive by its clock's first act
at each look. Beside that each of its parts has a heartbeat of its own, which it gives only when it has got through what it
does.

A range of shards is held by one process at a time, by a lease in the database that it renews while it lives: two on the same
shard would both be told of every command. So a process connects only when its range is its own; one that finds it held waits,
as a stand-by, and takes it when its holder is lost. A holder that could not renew its lease lets its connection go before
anybody else may take the range, and waits like any other.
"""

import asyncio
import logging
import os
import socket
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from contextvars import Context
from typing import Final

from settings import SettingsError, ShardPlan
from storage import processes
from storage.db import Transaction
from storage.engine import ROWS_APART_SCOPE
from storage.errors import StorageError
from storage.processes import LEASE_SECONDS, ClaimKind, RangeRow
from umpire.services.services import Services

ALIVE_SECONDS: Final = 90
"""A process that has not been heard of for so long is no more; nor one heard of so far in the future, by a clock that has
been put back since."""


CLOCK_SUFFIX: Final = ":clock"
LETTERS_SUFFIX: Final = ":letters"
PART_SUFFIXES: Final = (CLOCK_SUFFIX, LETTERS_SUFFIX)
"""Endings of the names under which the parts of a process beat."""


def part_name(part: str) -> str:
    """The name under which a part of this process beats."""
    return f"{socket.gethostname()}:{os.getpid()}{part}"


def process_name(token: str) -> str:
    """This process's name: computer, process id, and a token that no other run has."""
    return f"{socket.gethostname()}:{os.getpid()}:{token}"


def alive(name: str, at: int, now: int) -> bool:
    """Whether a process that was last heard of at `at` may still be at work."""
    return abs(now - at) < ALIVE_SECONDS and not is_gone_here(name)


def is_gone_here(name: str) -> bool:
    """Whether a process was of this computer and is no more, as far as that can be told."""
    host, _, rest = name.partition(":")
    pid = rest.partition(":")[0]
    if host != socket.gethostname() or not pid.isdecimal() or os.name == "nt":
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except (PermissionError, OverflowError):
        return False
    return False


def lost_processes(names: Collection[str], beats: Mapping[str, int], me: str, now: int) -> frozenset[str]:
    """Those of these processes that are no more; `me` is this one's name. An earlier process that had this one's number, as in a
    container, is none of them that live."""
    here = f"{socket.gethostname()}:{os.getpid()}:"
    return frozenset(
        name
        for name in names
        if name != me and (name.startswith(here) or name not in beats or not alive(name, beats[name], now))
    )


def others_alive(beats: Mapping[str, int], me: str, now: int) -> bool:
    """Whether any other process may be at work; `me` is this one's name ("" if it has not been given one)."""
    here = f"{socket.gethostname()}:{os.getpid()}:"
    return any(alive(name, at, now) for name, at in beats.items() if name != me and not name.startswith(here))


async def is_anything_lost(tx: Transaction, services: Services, kind: ClaimKind) -> bool:
    """Whether there are claims of one kind whose process is no more."""
    return bool(await _lost(tx, services, kind))


async def release_lost(tx: Transaction, services: Services, kind: ClaimKind) -> int:
    """Put back the claims of one kind whose process is no more; how many."""
    gone = await _lost(tx, services, kind)
    return await processes.release_claims(tx, kind, gone) if gone else 0


async def _lost(tx: Transaction, services: Services, kind: ClaimKind) -> frozenset[str]:
    """The processes that have claimed something of the kind and are no more."""
    found = await processes.claimants(tx, kind)
    return (
        lost_processes(found, await processes.all_beats(tx), services.process, services.seconds())
        if found
        else frozenset()
    )


RENEW_SECONDS: Final = 8
LOST_SECONDS: Final = LEASE_SECONDS - 5
"""A holder that did not renew its lease for so long takes it for lost: before anybody else does, by this machine's uptime."""
LEASE_RETRY_SECONDS: Final = 3
LOGIN_SECONDS: Final = 5.5
"""Discord takes one login in five seconds."""

log = logging.getLogger(__name__)


class ShardLease:
    """This process's lease. `take`, then `keep` beside the connection, and `let_go` in the end. `moved` is called when other
    processes have come or gone; `apart` is how many seconds lie between two logins, whichever process they are of."""

    def __init__(
        self, services: Services, plan: ShardPlan, moved: Callable[[], object], *, apart: float = LOGIN_SECONDS
    ) -> None:
        self._services = services
        self._plan = plan
        self._moved = moved
        self._apart = apart
        self._mine: RangeRow | None = None
        self._renewed = 0.0
        self._attempts: set[asyncio.Task[bool]] = set()

    async def take(self) -> tuple[int, ...]:
        """Wait until a range is this process's; its shards. SettingsError if what is asked for can never be."""
        told = False
        while True:
            begun = time.monotonic()
            try:
                async with self._services.storage.transaction() as tx:
                    found = await self._try(tx)
                    if isinstance(found, RangeRow):
                        self._note(await processes.ranges(tx), found, found.at)
            except StorageError as wrong:  # a server that is away comes back: no reason to end
                log.warning(
                    "Which shards are held could not be read (%s); trying again in %s s.", wrong, LEASE_RETRY_SECONDS
                )
                await self._pause(LEASE_RETRY_SECONDS)
                continue
            if isinstance(found, RangeRow):
                log.info("This process holds shards %s of %s.", found, found.total)
                self._mine, self._renewed = found, begun
                return tuple(range(found.first, found.last + 1))
            if not told:
                log.info("%s This process waits, and takes over when its holder is lost.", found)
                told = True
            await self._pause(LEASE_RETRY_SECONDS)

    async def keep(self, lost: Callable[[], Awaitable[object]]) -> None:
        """Renew the lease until cancelled; once it is lost, do what is to be done then, and return."""
        try:
            while await self._held_on():
                pass
        finally:
            for attempt in self._attempts:
                attempt.cancel()  # and not waited for: it ends when the connection does
        log.error("Shards %s are no longer this process's; its connection is closed.", self._mine)
        self._mine = None
        self._services.shards.mine = frozenset()
        await lost()

    async def _held_on(self) -> bool:
        """Renew the lease once; False if it is not held any more, or was not renewed in time, whatever hangs."""
        end = self._renewed + LOST_SECONDS
        await self._pause(min(RENEW_SECONDS, end - time.monotonic()))
        begun = time.monotonic()
        attempt = asyncio.create_task(self._renew(begun), context=Context())
        self._attempts.add(attempt)
        attempt.add_done_callback(self._over)
        await asyncio.wait({attempt}, timeout=max(0.0, min(RENEW_SECONDS, end - begun)))
        if not attempt.done():
            log.warning(
                "The lease of shards %s could not be renewed within %.0f s.", self._mine, time.monotonic() - begun
            )
            attempt.cancel()
        elif attempt.exception() is not None:
            log.error(
                "The lease of shards %s could not be renewed; trying again.", self._mine, exc_info=attempt.exception()
            )
        elif not attempt.result():
            return False
        return time.monotonic() < self._renewed + LOST_SECONDS

    @property
    def is_held(self) -> bool:
        """Whether a range is this process's."""
        return self._mine is not None

    async def let_go(self) -> None:
        """Nothing is this process's any more: a stand-by need not wait for the lease to end, unless that cannot be written."""
        self._mine = None
        try:
            async with self._services.storage.transaction(ROWS_APART_SCOPE) as tx:
                await processes.let_go_ranges(tx, self._services.process)
        except StorageError as wrong:
            log.warning("The lease of this process's shards ends by its time alone (%s).", wrong)

    async def login(self) -> None:
        """Wait for a turn to log in; where the database gives none, as long as Discord wants between two."""
        try:
            async with self._services.storage.transaction() as tx:
                wait = await processes.login_turn(tx, self._apart)
        except Exception:
            log.exception("The turn to log in could not be taken; waiting %s s instead.", self._apart)
            wait = self._apart
        await asyncio.sleep(wait)

    async def _try(self, tx: Transaction) -> RangeRow | str:
        """The range that is this process's now; or, in a sentence, why it waits."""
        now = int(await processes.database_clock(tx))
        plan, known = self._plan, await processes.ranges(tx, kept=True)
        held = [row for row in known if self._is_others(row, now)]
        for row in held:
            if row.total != plan.total:
                raise SettingsError(
                    f"ADMIRALTY_SHARDS is {plan.total}, but {row.process} is at work on this database with {row.total}: stop all "
                    "processes before you change the number."
                )
        await processes.forget_other_totals(tx, plan.total)
        first, last = plan.first, plan.last
        if plan.stands_by:
            free = [row for row in known if row.total == plan.total and row not in held]
            if not free:
                return "All ranges of shards that are known are held."
            first, last = free[0].first, free[0].last
        for row in held:
            if (row.first, row.last) == (first, last):
                return f"Shards {row} are held by {row.process}."
            if row.first <= last and first <= row.last:
                raise SettingsError(
                    f"ADMIRALTY_SHARD_IDS is {first}-{last}, but {row.process} holds {row}: give each process a range "
                    "that no other has a part of."
                )
        found = RangeRow(first, last, plan.total, self._services.process, now)
        await processes.put_range(tx, found)
        return found

    def _over(self, attempt: asyncio.Task[bool]) -> None:
        self._attempts.discard(attempt)
        if not attempt.cancelled():
            attempt.exception()  # of one that nobody waits for any more it is no news

    async def _renew(self, begun: float) -> bool:
        """Write down that this process lives, beside whatever holds up other writers. False if its range is another's."""
        mine = self._mine
        if mine is None:
            return False
        async with self._services.storage.transaction(ROWS_APART_SCOPE) as tx:
            now = int(await processes.database_clock(tx))
            held = await processes.renew_range(tx, mine.first, mine.process, now)
            known = await processes.ranges(tx)
        if held and self._mine is mine:
            self._renewed = max(self._renewed, begun)
            self._note(known, mine, now)
        return held

    def _note(self, known: tuple[RangeRow, ...], mine: RangeRow, now: int) -> None:
        """Who lives beside this process: what is left to them, and how many share Discord's limit."""
        others = [row for row in known if self._is_others(row, now)]
        found = self._services.shards
        found.total, found.mine = mine.total, frozenset(range(mine.first, mine.last + 1))
        before, found.others = found.others, frozenset(n for row in others for n in range(row.first, row.last + 1))
        self._services.pace.share(1 + len(others))
        if before != found.others:
            # What a process that is gone told last was not told here: nothing kept in memory vouches for it.
            self._services.cache.clear()
            self._moved()

    def _is_others(self, row: RangeRow, now: int) -> bool:
        """Whether another process that may live holds this range."""
        return row.process != self._services.process and row.is_held(now) and not is_gone_here(row.process)

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._services.shards.moved.wait()
        self._services.shards.moved.clear()
