"""The delivering side of the outbox: every letter arrives exactly once, in order, at its own pace.

Each row goes pending, sending, sent. Before a letter that was tried before is sent again, the courier looks for it by the
short ref below its text; so a process that dies between sending and writing that down loses and doubles nothing. A target
has one letter under way at a time. Where nothing can arrive, the row is kept as failed and holds back what is behind it
until `retry`; the game master is told once, and it is sent again when somebody has fixed what was wrong. Letters that were under
way when their process died are put back; the deliverer has a heartbeat for that.

How fast requests may follow each other is `umpire.services.pace`; which letter goes next, `rounds.py`; how one is sent,
`sender.py`. Letters with files are made a few ahead, so that the workers always have something to draw, and hold up no letter
of mere text."""

import asyncio
import contextlib
import itertools
import logging
import time
from collections.abc import Awaitable, Callable, Collection
from contextvars import Context
from functools import partial
from typing import Final

from rules.values import changed
from storage import audit, outbox, processes
from storage.codec import to_document
from storage.db import Transaction
from storage.engine import ALL_SCOPE, ROWS_SCOPE, Scope
from storage.outbox import Waiting
from storage.processes import CLAIMED_LETTERS as CLAIMS
from umpire.delivery.sender import Parcel, Sender, SentLetter, ref_of
from umpire.delivery.undelivered import PROBLEM_KINDS, fail, try_again
from umpire.delivery.waiting_letters import Head, Rounds, SeatLookup, as_held
from umpire.outbox.courier import Courier, CourierError, NotNowError, RefusedError, TargetError
from umpire.outbox.outbox import letter_of
from umpire.services.observer import LetterEnd, set_about
from umpire.services.pace import LONGEST_PAUSE_SECONDS, request_rank
from umpire.services.processes import LETTERS_SUFFIX, others_alive, part_name, release_lost
from umpire.services.services import Services

log = logging.getLogger(__name__)

STALE_SECONDS: Final = 600


async def take_back(services: Services, process: str, under_way: Collection[int]) -> int:
    """Put back letters that nobody sends any more; how many. All that are not under way here, if no other process is at work."""
    now = services.seconds()
    async with services.storage.transaction() as tx:
        shared = others_alive(await processes.all_beats(tx), process, now)
        before, after = (now - STALE_SECONDS, now + STALE_SECONDS) if shared else (now + 1, now)
        own = await outbox.release_claims(tx, before, after, under_way, services.process)
        return own + await release_lost(tx, services, CLAIMS)


async def looked_in(services: Services) -> None:
    """The outbox was looked into just now; letters of processes that are lost are put back."""
    async with services.storage.transaction(ROWS_SCOPE) as tx:
        await processes.beat(tx, part_name(LETTERS_SUFFIX), services.seconds())
        await release_lost(tx, services, CLAIMS)


AT_ONCE: Final = 24
"""Letters under way: enough for forty a second where an answer of Discord takes half a second."""
DRAWN_AT_ONCE: Final = 6
"""Of these so many whose files are being made: work for all workers, and one ready for each when it is done."""
POLL_SECONDS: Final = 0.5
LONGEST_WAIT: Final = 300
FAR_SECONDS: Final = 3600
"""A moment so far ahead was written by a clock that has been put back since: it counts as come."""
WRITE_AGAIN_SECONDS: Final = (0.5, 1, 2, 5, 15, 30)
BEAT_SECONDS: Final = 20
BREATH_SECONDS: Final = 0.04
"""Between two looks while many letters are under way, so that each begins more than one."""


class Deliverer:
    """Sends what is in the outbox. Commands never wait for it; they may `wake` it."""

    def __init__(self, services: Services, courier: Courier, *, process: str = "") -> None:
        self._services = services
        self._courier = courier
        self._sender = Sender(services, courier, self._files_made)
        self._process = process
        self._wake = asyncio.Event()
        self._looking = asyncio.Lock()
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._drawing: set[int] = set()
        self._rounds = Rounds()
        self._next: list[Head] = []
        self._looked_at = 0.0
        self._rests: dict[int, float] = {}
        """When each letter that did not arrive is tried again, by the event loop's time, which nobody can put back."""
        self._loop: asyncio.Task[None] | None = None
        self._asked_until = 0.0
        self._resting = False
        self._turned = time.monotonic()
        self._beaten: int | None = None

    async def start(self) -> None:
        """Take up what a process that died left behind, then send in the background until `stop`."""
        await self.recover()
        self._resting = False
        self._turned = time.monotonic()
        self._loop = asyncio.create_task(self._run(), context=Context())

    def revive(self) -> bool:
        """Go on sending, if that has ended and nobody stopped the deliverer; whether it had."""
        if self._loop is None or not self._loop.done():
            return False
        self._loop = asyncio.create_task(self._run(), context=Context())
        return True

    def silent_seconds(self) -> float:
        """How long ago the last look into the outbox ended, well or not; 0 while nothing is to be sent."""
        return 0 if self._loop is None else time.monotonic() - self._turned

    async def stop(self) -> None:
        """Finish the letters under way (a minute at most), then rest."""
        self._resting = True
        self._wake.set()
        if self._loop is not None:
            # Not cancelled: asyncio.wait_for of Python 3.11 can lose a cancellation, and a transaction had better end.
            await asyncio.gather(self._loop, return_exceptions=True)
            self._loop = None
        if self._under_way:
            await asyncio.wait(self._under_way.values(), timeout=60)
        for task in tuple(self._under_way.values()):
            task.cancel()
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)

    def wake(self) -> None:
        """Look into the outbox now rather than in a moment; in half a second, if letters that were seen there wait for room."""
        self._wake.set()

    async def recover(self) -> int:
        """Put back letters that were under way when their process died; how many. All, if no other process is at work."""
        return await take_back(self._services, self._process, tuple(self._under_way))

    async def drain(self) -> None:
        """Send until nothing more can be sent now; for tests, and for a program that is about to end."""
        idle = False
        while not idle:
            # A letter that arrives while the outbox is read may free the one behind it: only a still look counts.
            still = not self._under_way
            idle = await self.pump() == 0 and still and not self._under_way
            if self._under_way:
                await asyncio.wait(self._under_way.values(), return_when=asyncio.FIRST_COMPLETED)

    async def drain_all(self) -> None:
        """The same, but pauses that Discord asks for are waited out, if they are short: letters wait for them as well."""
        await self.drain()
        while (
            0
            < (pause := max(self._services.pace.resting, self._asked_until - time.monotonic()))
            <= LONGEST_PAUSE_SECONDS
        ):
            await asyncio.sleep(pause)
            await self.drain()

    async def pump(self) -> int:
        """Begin to send all letters whose turn it is, one for each target; how many. One look at a time, so that a letter
        is never claimed and yet not under way while somebody else looks."""
        async with self._looking:
            parcels = await self._take()
            for parcel in parcels:
                task = asyncio.create_task(self._deliver(parcel))
                self._under_way[parcel.row.id] = task
                task.add_done_callback(lambda _, row=parcel.row.id: self._forget(row))  # type: ignore[misc] # a bound default
            return len(parcels)

    def _forget(self, row: int) -> None:
        self._under_way.pop(row, None)
        self._files_made(row)

    def _files_made(self, row: int) -> None:
        self._drawing.discard(row)  # its files are made, or will not be
        self._wake.set()

    async def _run(self) -> None:
        recovered = time.monotonic()
        while not self._resting:
            self._wake.clear()
            try:
                await self.pump()
                await self._beat()
                if time.monotonic() - recovered >= STALE_SECONDS:
                    recovered = time.monotonic()
                    await self.recover()
                    await try_again(self._services)
            except Exception:
                log.exception("The outbox could not be read; trying again.")
                await asyncio.sleep(POLL_SECONDS)
            self._turned = time.monotonic()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._wake.wait()
            if len(self._under_way) > AT_ONCE // 2 and not self._resting:
                await asyncio.sleep(BREATH_SECONDS)

    async def _beat(self) -> None:
        """The outbox was looked into; written down now and then, and when the clock was put forward or back."""
        now = self._services.seconds()
        if self._beaten is not None and abs(now - self._beaten) < BEAT_SECONDS:
            return
        self._beaten = now
        await looked_in(self._services)

    async def _take(self) -> list[Parcel]:
        """Claim the letters whose turn it is and for which there is room. What was seen a moment ago is taken from first:
        to look through a long outbox for each letter would take longer than to send it."""
        if self._services.pace.resting or len(self._under_way) >= AT_ONCE:
            return []
        if time.monotonic() - self._looked_at < POLL_SECONDS:
            parcels = await self._claim(self._fitting())
            if parcels or (self._next and self._under_way):
                return parcels
        now = self._services.seconds()
        async with self._services.storage.reading() as tx:
            self._next = await self._rounds.due(tx, partial(self._is_due, now))
        self._looked_at = time.monotonic()
        if not self._next and not self._under_way:
            self._rounds.quiet()
        return await self._claim(self._fitting())

    def _fitting(self) -> list[Head]:
        """Take those off the list that there is room for: letters with files only as far as they can be made soon."""
        room, drawn_room = AT_ONCE - len(self._under_way), DRAWN_AT_ONCE - len(self._drawing)
        chosen: list[Head] = []
        for head in self._next:
            if len(chosen) < room and (drawn_room > 0 or not head.drawn):
                chosen.append(head)
                drawn_room -= head.drawn
        taken = {head.id for head in chosen}
        self._next = [head for head in self._next if head.id not in taken]
        return chosen

    async def _claim(self, chosen: list[Head]) -> list[Parcel]:
        parcels: list[Parcel] = []
        if not chosen:
            return parcels
        now = self._services.seconds()
        async with self._services.storage.transaction(ROWS_SCOPE) as tx:
            lookup = SeatLookup(tx)
            for head in chosen:
                row = await outbox.claim(tx, head.id, now, self._services.process)
                game = None if row is None else await lookup.game(row.game)
                if row is None or game is None:
                    continue
                self._rounds.taken(head)
                self._rests.pop(row.id, None)
                letter = await as_held(lookup, row)
                if letter.target.kind == "gm" and await lookup.is_shut(row.game):
                    await outbox.sent(tx, row.id, None, now)
                    continue
                if letter.target.kind != "gm" and letter.target != letter_of(row).target:
                    row = changed(row, target=to_document(letter.target))
                    await outbox.retarget(tx, row.id, row.target)
                parcels.append(Parcel(row, letter, letter.target, ref_of(row), head, game.system))
        self._drawing.update(parcel.row.id for parcel in parcels if parcel.head.drawn)
        return parcels

    def _is_due(self, now: int, waiting: Waiting) -> bool:
        if self._services.shards.leaves(waiting.guild, now - waiting.not_before):
            return False
        rested = self._rests.get(waiting.id)
        if waiting.attempts == 0 or (rested is not None and rested <= time.monotonic()):
            return True
        return not now < waiting.not_before <= now + FAR_SECONDS

    async def _deliver(self, parcel: Parcel) -> None:
        set_about(game=parcel.row.game, turn=parcel.letter.turn, letter=parcel.ref)
        try:
            with request_rank(parcel.head.rank):
                sent = await self._sender.send(parcel)
        except asyncio.CancelledError:
            raise  # stays "sending": looked for at the next start
        except CourierError as wrong:
            await self._settle(parcel, wrong)
        except Exception as wrong:
            log.exception("Letter %s of game %s could not be sent.", parcel.ref, parcel.row.game)
            await self._settle(parcel, NotNowError(f"{type(wrong).__name__}: {wrong}"))
        else:
            await self._write_down(parcel, sent)

    async def _write_down(self, parcel: Parcel, sent: SentLetter) -> None:
        document = {**parcel.row.letter, "shown": sent.shown} if sent.shown else None

        async def work(tx: Transaction) -> None:
            now = self._services.seconds()
            await outbox.sent(tx, parcel.row.id, sent.message, now, document)
            if parcel.row.attempts > 1 and sent.message is not None:  # whatever was wrong there is over
                for kind in PROBLEM_KINDS:
                    subject = f"{parcel.target.kind}:{parcel.target.id}"
                    await audit.close_problem(tx, parcel.row.game, kind, subject, now)

        await self._until_written(parcel, "was sent", work, ROWS_SCOPE)

    async def _until_written(
        self, parcel: Parcel, what: LetterEnd, work: Callable[[Transaction], Awaitable[None]], scope: Scope
    ) -> None:
        """What cannot be written is tried again: until then its target's letters would wait for this one."""
        for tries in itertools.count():
            try:
                async with self._services.storage.transaction(scope) as tx:
                    await work(tx)
            except Exception:
                if self._resting:
                    raise  # stays "sending": looked for at the next start
                log.exception("Letter %s %s, but that could not be written down; trying again.", parcel.ref, what)
                await asyncio.sleep(WRITE_AGAIN_SECONDS[min(tries, len(WRITE_AGAIN_SECONDS) - 1)])
            else:
                self._services.seen.letter(what, self._services.seconds() - parcel.row.created_at)
                return

    async def _settle(self, parcel: Parcel, wrong: CourierError) -> None:
        """A letter did not arrive: later, elsewhere, or not until somebody mends what is wrong."""

        async def work(tx: Transaction) -> None:
            match wrong:
                case TargetError() | RefusedError():
                    await fail(tx, self._services, parcel.row, parcel.letter, wrong)
                case _:
                    asked = wrong.seconds if isinstance(wrong, NotNowError) else 0
                    wait = min(int(asked) + 1, FAR_SECONDS) if asked else min(2**parcel.row.attempts, LONGEST_WAIT)
                    self._rests[parcel.row.id] = time.monotonic() + (asked or wait)
                    if asked:
                        self._asked_until = max(self._asked_until, self._rests[parcel.row.id])
                    await outbox.retry(tx, parcel.row.id, self._services.seconds() + wait, str(wrong)[:500])
                    if asked:
                        await outbox.forgive(tx, parcel.row.id)

        await self._until_written(parcel, "did not arrive", work, ALL_SCOPE)
