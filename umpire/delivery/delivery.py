"""The delivering side of the outbox: every letter arrives exactly once, in order, at its own pace.

Each row goes pending, sending, sent. Before a letter that was tried before is sent again, the courier looks for it by the
short ref below its text; so a process that dies between sending and writing that down loses and doubles nothing. A target
has one letter under way at a time. Where nothing can arrive, the row is kept as failed and holds back what is behind it
until `retry`; the game master is told once.

How fast requests may follow each other is `umpire.services.pace`; which letter goes next, `rounds.py`. Letters with files
are made a few ahead, so that the workers always have something to draw, and hold up no letter of mere text.
"""

import asyncio
import contextlib
import itertools
import logging
import time
from collections.abc import Awaitable, Callable
from contextvars import Context
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from storage import outbox
from storage.codec import to_document
from storage.db import Transaction
from storage.engine import ALL, ROWS, Scope
from storage.outbox import OutboxRow, Waiting
from umpire.delivery.addresses import Book, Earlier, as_held, comes_too_late, earlier_message, is_over
from umpire.delivery.failures import fail
from umpire.delivery.packets import Page, prepare, with_desk
from umpire.delivery.refs import nonce_of, ref_of
from umpire.delivery.rounds import Head, Rounds
from umpire.delivery.taking_back import STALE_SECONDS, looked_in, take_back
from umpire.outbox.courier import (
    Courier,
    CourierError,
    File,
    MessageGoneError,
    NoPermissionError,
    NotNowError,
    RefusedError,
    TargetError,
)
from umpire.outbox.outbox import Letter, Target, letter_of
from umpire.services.about import set_about
from umpire.services.pace import ranked
from umpire.services.seen import LetterEnd
from umpire.services.services import Services

AT_ONCE: Final = 24
"""Letters under way: enough for forty a second where an answer of Discord takes half a second."""
DRAWN_AT_ONCE: Final = 6
"""Of these so many whose files are being made: work for all workers, and one ready for each when it is done."""
SEND_SECONDS: Final = 90
DRAW_SECONDS: Final = 300
POLL_SECONDS: Final = 0.5
LONGEST_WAIT: Final = 300
FAR_SECONDS: Final = 3600
"""A moment so far ahead was written by a clock that has been put back since: it counts as come."""
WRITE_AGAIN_SECONDS: Final = (0.5, 1, 2, 5, 15, 30)
MOST_DRAWINGS: Final = 4
MOST_TAKING_BACK: Final = 3
LOOK_BACK_SECONDS: Final = 120
BEAT_SECONDS: Final = 20
BREATH_SECONDS: Final = 0.04
"""Between two looks while many letters are under way, so that each begins more than one."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Parcel:
    """A row that was taken to be sent, with the target it really goes to."""

    row: OutboxRow
    letter: Letter
    target: Target
    ref: str
    head: Head


@dataclass(frozen=True, slots=True)
class _Sent:
    """Which message holds a letter now (None: it need not be sent any more), and what its row notes that it shows, if it does not
    yet."""

    message: int | None
    shown: str = ""


class Deliverer:
    """Sends what is in the outbox. Commands never wait for it; they may `wake` it."""

    def __init__(self, services: Services, courier: Courier, *, process: str = "") -> None:
        self._desk = services
        self._courier = courier
        self._process = process
        self._wake = asyncio.Event()
        self._looking = asyncio.Lock()
        self._making = asyncio.Lock()
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._drawing: set[int] = set()
        self._rounds = Rounds()
        self._next: list[Head] = []
        self._looked_at = 0.0
        self._rests: dict[int, float] = {}
        """When each letter that did not arrive is tried again, by the event loop's time, which nobody can put back."""
        self._loop: asyncio.Task[None] | None = None
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
        return await take_back(self._desk, self._process, tuple(self._under_way))

    async def drain(self) -> None:
        """Send until nothing more can be sent now; for tests, and for a program that is about to end."""
        idle = False
        while not idle:
            # A letter that arrives while the outbox is read may free the one behind it: only a still look counts.
            still = not self._under_way
            idle = await self.pump() == 0 and still and not self._under_way
            if self._under_way:
                await asyncio.wait(self._under_way.values(), return_when=asyncio.FIRST_COMPLETED)

    async def pump(self) -> int:
        """Begin to send all letters whose turn it is, one for each target; how many. One look at a time, so that a letter
        is never claimed and yet not under way while somebody else looks."""
        async with self._looking:
            parcels = await self._take()
            for parcel in parcels:
                task = asyncio.create_task(self._deliver(parcel))
                self._under_way[parcel.row.id] = task
                task.add_done_callback(lambda _, row=parcel.row.id: self._done(row))  # type: ignore[misc] # a bound default
            return len(parcels)

    def _done(self, row: int) -> None:
        self._under_way.pop(row, None)
        self._made(row)

    def _made(self, row: int) -> None:
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
        now = self._desk.seconds()
        if self._beaten is not None and abs(now - self._beaten) < BEAT_SECONDS:
            return
        self._beaten = now
        await looked_in(self._desk)

    async def _take(self) -> list[_Parcel]:
        """Claim the letters whose turn it is and for which there is room. What was seen a moment ago is taken from first:
        to look through a long outbox for each letter would take longer than to send it."""
        if self._desk.pace.resting or len(self._under_way) >= AT_ONCE:
            return []
        if time.monotonic() - self._looked_at < POLL_SECONDS:
            parcels = await self._claim(self._fitting())
            if parcels or (self._next and self._under_way):
                return parcels
        now = self._desk.seconds()
        async with self._desk.storage.reading() as tx:
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

    async def _claim(self, chosen: list[Head]) -> list[_Parcel]:
        parcels: list[_Parcel] = []
        if not chosen:
            return parcels
        now = self._desk.seconds()
        async with self._desk.storage.transaction(ROWS) as tx:
            book = Book(tx)
            for head in chosen:
                if not await outbox.claim(tx, head.id, now, self._desk.process):
                    continue
                self._rounds.taken(head)
                row = await outbox.find(tx, head.id)
                if row is None:
                    continue
                self._rests.pop(row.id, None)
                letter = await as_held(book, row)
                if letter.target.kind == "gm" and await book.is_shut(row.game):
                    await outbox.sent(tx, row.id, None, now)
                    continue
                if letter.target.kind != "gm" and letter.target != letter_of(row).target:
                    row = replace(row, target=to_document(letter.target))
                    await outbox.retarget(tx, row.id, row.target)
                parcels.append(_Parcel(row, letter, letter.target, ref_of(row), head))
        self._drawing.update(parcel.row.id for parcel in parcels if parcel.head.drawn)
        return parcels

    def _is_due(self, now: int, waiting: Waiting) -> bool:
        if self._desk.shards.leaves(waiting.guild, now - waiting.not_before):
            return False
        rested = self._rests.get(waiting.id)
        if waiting.attempts == 0 or (rested is not None and rested <= time.monotonic()):
            return True
        return not now < waiting.not_before <= now + FAR_SECONDS

    async def _deliver(self, parcel: _Parcel) -> None:
        set_about(game=parcel.row.game, turn=parcel.letter.turn, letter=parcel.ref)
        try:
            with ranked(parcel.head.rank):
                sent = await self._send(parcel)
        except asyncio.CancelledError:
            raise  # stays "sending": looked for at the next start
        except CourierError as wrong:
            await self._settle(parcel, wrong)
        except Exception as wrong:
            log.exception("Letter %s of game %s could not be sent.", parcel.ref, parcel.row.game)
            await self._settle(parcel, NotNowError(f"{type(wrong).__name__}: {wrong}"))
        else:
            await self._write_down(parcel, sent)

    async def _write_down(self, parcel: _Parcel, sent: _Sent) -> None:
        document = {**parcel.row.letter, "shown": sent.shown} if sent.shown else None

        async def work(tx: Transaction) -> None:
            await outbox.sent(tx, parcel.row.id, sent.message, self._desk.seconds(), document)

        await self._until_written(parcel, "was sent", work, ROWS)

    async def _until_written(
        self, parcel: _Parcel, what: LetterEnd, work: Callable[[Transaction], Awaitable[None]], scope: Scope
    ) -> None:
        """What cannot be written is tried again: until then its target's letters would wait for this one."""
        for tries in itertools.count():
            try:
                async with self._desk.storage.transaction(scope) as tx:
                    await work(tx)
            except Exception:
                if self._resting:
                    raise  # stays "sending": looked for at the next start
                log.exception("Letter %s %s, but that could not be written down; trying again.", parcel.ref, what)
                await asyncio.sleep(WRITE_AGAIN_SECONDS[min(tries, len(WRITE_AGAIN_SECONDS) - 1)])
            else:
                self._desk.seen.letter(what, self._desk.seconds() - parcel.row.created_at)
                return

    async def _send(self, parcel: _Parcel) -> _Sent:
        """Which message now holds the letter, or its first page."""
        if parcel.target.kind == "gm":
            raise TargetError("there is no game master to write to")
        found = await self._found(parcel, 0)
        earlier, over = await self._before(parcel, found)
        if over:
            return _Sent(None)
        if found is not None and not parcel.letter.has_pages:
            await self._finish(parcel, found, earlier)
            return _Sent(found)
        row, pages = parcel.row, await self._make(parcel)
        self._made(row.id)
        if not pages:
            return _Sent(None)  # what it would tell is not its reader's any more
        if parcel.letter.kind != "desk":  # whose making looks itself
            async with self._desk.storage.reading() as tx:
                await _check_held(tx, parcel)
        shown = pages[0][0].shown
        if earlier is not None:
            if shown and earlier.shown == shown:
                return _Sent(None)  # its reader need not see that something else has changed
            if not parcel.letter.instead and await self._edited(parcel, earlier.message, *pages[0]):
                return _Sent(earlier.message, shown)
        if shown:  # by which a new message is found again, if this process dies
            async with self._desk.storage.transaction(ROWS) as tx:
                await outbox.rewrite(tx, row.id, {**row.letter, "shown": shown})
        first = found
        for number, (letter, files) in enumerate(pages):
            there = found if number == 0 else await self._found(parcel, number)
            if there is None:
                async with asyncio.timeout(SEND_SECONDS):
                    there = await self._courier.send(parcel.target, letter, files, nonce_of(row, number))
            first = there if first is None else first
        if first is None:
            raise RefusedError("it has no page")
        await self._finish(parcel, first, earlier)
        return _Sent(first, shown)

    async def _before(self, parcel: _Parcel, found: int | None) -> tuple[Earlier | None, bool]:
        """The message that a letter edits or replaces, and whether it comes too late."""
        now = self._desk.seconds()
        if not parcel.row.edit_key:
            return None, found is None and is_over(parcel.letter, now)
        async with self._desk.storage.reading() as tx:
            earlier = await earlier_message(tx, parcel.row, parcel.target)
            return earlier, found is None and await comes_too_late(tx, parcel.row, parcel.letter, now)

    async def _edited(self, parcel: _Parcel, message: int, letter: Letter, files: tuple[File, ...]) -> bool:
        """Whether the message could be edited; what cannot be is sent as a new one."""
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self._courier.edit(parcel.target, message, letter, files)
        except (MessageGoneError, RefusedError, NoPermissionError) as wrong:
            log.info("Letter %s of game %s is sent as a new message: %s", parcel.ref, parcel.row.game, wrong)
            return False
        return True

    async def _finish(self, parcel: _Parcel, message: int, earlier: Earlier | None) -> None:
        """What is done once a letter is there; a process that dies before this does it when it finds the letter again.

        The message in whose place it stands goes after it has come, and may stay where it cannot be taken back.
        """
        if parcel.letter.instead and earlier is not None and earlier.message != message:
            try:
                async with asyncio.timeout(SEND_SECONDS):
                    await self._courier.delete(parcel.target, earlier.message)
            except (MessageGoneError, RefusedError, TargetError) as wrong:
                log.info("The message %s of game %s stays: %s", earlier.message, parcel.row.game, wrong)
            except Exception:
                if parcel.row.attempts < MOST_TAKING_BACK:
                    raise
                log.exception("The message %s of game %s stays.", earlier.message, parcel.row.game)
        await self._pin(parcel, message)

    async def _pin(self, parcel: _Parcel, message: int) -> None:
        if parcel.letter.pinned:
            async with asyncio.timeout(SEND_SECONDS):
                await self._courier.pin(parcel.target, message)

    async def _found(self, parcel: _Parcel, page: int) -> int | None:
        """The message that holds a page of a letter that was tried before, if it arrived then."""
        row = parcel.row
        if row.attempts <= 1:
            return None
        since = min(row.created_at, self._desk.seconds()) - LOOK_BACK_SECONDS
        async with asyncio.timeout(SEND_SECONDS):
            return await self._courier.find(parcel.target, ref_of(row, page), since)

    async def _make(self, parcel: _Parcel) -> list[Page]:
        """The letter's pages. Files that cannot be drawn, even after some tries, are told to the game master; it waits."""
        letter = replace(parcel.letter, target=parcel.target)
        try:
            async with asyncio.timeout(DRAW_SECONDS):
                if letter.kind == "desk":
                    async with self._making, self._desk.storage.reading() as tx:
                        await asyncio.sleep(0)  # a desk takes some ten milliseconds: others have their turn
                        await _check_held(tx, parcel)
                        letter = await with_desk(tx, self._desk, letter)
                return await prepare(self._desk, letter, partial(ref_of, parcel.row))
        except CourierError:
            raise
        except Exception as wrong:
            if parcel.row.attempts < MOST_DRAWINGS:
                raise
            log.exception("The files of letter %s of game %s cannot be made.", parcel.ref, parcel.row.game)
            raise RefusedError(f"its files cannot be made ({type(wrong).__name__})") from wrong

    async def _settle(self, parcel: _Parcel, wrong: CourierError) -> None:
        """A letter did not arrive: later, elsewhere, or not until somebody mends what is wrong."""

        async def work(tx: Transaction) -> None:
            match wrong:
                case TargetError() | RefusedError():
                    await fail(tx, self._desk, parcel.row, parcel.letter, wrong)
                case _:
                    asked = wrong.seconds if isinstance(wrong, NotNowError) else 0
                    wait = int(asked) + 1 if asked else min(2**parcel.row.attempts, LONGEST_WAIT)
                    self._rests[parcel.row.id] = time.monotonic() + wait
                    await outbox.retry(tx, parcel.row.id, self._desk.seconds() + wait, str(wrong)[:500])
                    if asked:
                        await outbox.forgive(tx, parcel.row.id)

        await self._until_written(parcel, "did not arrive", work, ALL)


async def _check_held(tx: Transaction, parcel: _Parcel) -> None:
    """NotNowError if the letter would go elsewhere by now: the next try goes where it belongs."""
    if await as_held(Book(tx), parcel.row) != parcel.letter:
        raise NotNowError("the seat has changed hands meanwhile")
