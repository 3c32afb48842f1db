"""The delivering side of the outbox: every letter arrives exactly once, in order, at its own pace.

Each row goes pending, sending, sent. Before a letter that was tried before is sent again, the courier looks for it by the
short ref below its text; so a process that dies between sending and writing that down loses and doubles nothing. A target
has one letter under way at a time. Where nothing can arrive, the row is kept as failed and holds back what is behind it
until `retry`; the game master is told once.
"""

import asyncio
import contextlib
import hashlib
import itertools
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from storage import games, heartbeat, outbox, problems, seats
from storage.codec import to_document
from storage.db import Transaction
from storage.outbox import OutboxRow, Waiting
from umpire.delivery.packets import prepare
from umpire.outbox.courier import (
    Courier,
    CourierError,
    DmClosedError,
    File,
    MessageGoneError,
    NotNowError,
    RefusedError,
    TargetError,
)
from umpire.outbox.outbox import Letter, Target, enqueue, letter_of, target_of
from umpire.services.processes import others_alive
from umpire.services.services import Services

AT_ONCE: Final = 8
SEND_SECONDS: Final = 90
DRAW_SECONDS: Final = 300
STALE_SECONDS: Final = 600
POLL_SECONDS: Final = 0.5
LONGEST_WAIT: Final = 300
FAR_SECONDS: Final = 3600
"""A moment so far ahead was written by a clock that has been put back since: it counts as come."""
WRITE_AGAIN_SECONDS: Final = (0.5, 1, 2, 5, 15, 30)
MOST_DRAWINGS: Final = 4
LOOK_BACK_SECONDS: Final = 120
REFUSED: Final = "letter: "
"""Begins the error of a failed row that does not hold back those behind it."""
REF_LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Parcel:
    """A row that was taken to be sent, with the target it really goes to."""

    row: OutboxRow
    letter: Letter
    target: Target
    ref: str


class Deliverer:
    """Sends what is in the outbox. Commands never wait for it; they may `wake` it."""

    def __init__(self, services: Services, courier: Courier, *, process: str = "") -> None:
        self._desk = services
        self._courier = courier
        self._process = process
        self._wake = asyncio.Event()
        self._looking = asyncio.Lock()
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._rests: dict[int, float] = {}
        """When each letter that did not arrive is tried again, by the event loop's time, which nobody can put back."""
        self._loop: asyncio.Task[None] | None = None
        self._resting = False

    async def start(self) -> None:
        """Take up what a process that died left behind, then send in the background until `stop`."""
        await self.recover()
        self._resting = False
        self._loop = asyncio.create_task(self._run())

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
        """Look into the outbox now rather than in a moment."""
        self._wake.set()

    async def recover(self) -> int:
        """Put back letters that were under way when their process died; how many. All, if no other process is at work."""
        now = self._desk.seconds()
        async with self._desk.storage.transaction() as tx:
            shared = others_alive(await heartbeat.all_of(tx), self._process, now)
            before, after = (now - STALE_SECONDS, now + STALE_SECONDS) if shared else (now + 1, now)
            return await outbox.release_claims(tx, before, after, tuple(self._under_way))

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
            room = AT_ONCE - len(self._under_way)
            if room <= 0:
                return 0
            parcels = await self._take(room)
            for parcel in parcels:
                task = asyncio.create_task(self._deliver(parcel))
                self._under_way[parcel.row.id] = task
                task.add_done_callback(lambda _, row=parcel.row.id: self._done(row))  # type: ignore[misc] # a bound default
            return len(parcels)

    def _done(self, row: int) -> None:
        self._under_way.pop(row, None)
        self._wake.set()

    async def _run(self) -> None:
        recovered = time.monotonic()
        while not self._resting:
            self._wake.clear()
            try:
                await self.pump()
                if time.monotonic() - recovered >= STALE_SECONDS:
                    recovered = time.monotonic()
                    await self.recover()
            except Exception:
                log.exception("The outbox could not be read; trying again.")
                await asyncio.sleep(POLL_SECONDS)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._wake.wait()

    async def _take(self, room: int) -> list[_Parcel]:
        now = self._desk.seconds()
        async with self._desk.storage.reading() as tx:
            masters: dict[str, Target | None] = {}
            heads = await _heads(tx, partial(self._is_due, now), masters)
        if not heads:
            return []
        parcels: list[_Parcel] = []
        async with self._desk.storage.transaction() as tx:
            for head in heads[:room]:
                if not await outbox.claim(tx, head.id, now):
                    continue
                row = await outbox.find(tx, head.id)
                if row is None:
                    continue
                self._rests.pop(row.id, None)
                letter = await _as_held(tx, row)
                if letter.target.kind == "gm":
                    await _fail(tx, self._desk, row, letter, TargetError("there is no game master to write to"))
                    continue
                if letter.target != letter_of(row).target:
                    row = replace(row, target=to_document(letter.target))
                    await outbox.retarget(tx, row.id, row.target)
                parcels.append(_Parcel(row, letter, letter.target, ref_of(row)))
        return parcels

    def _is_due(self, now: int, waiting: Waiting) -> bool:
        rested = self._rests.get(waiting.id)
        if waiting.attempts == 0 or (rested is not None and rested <= time.monotonic()):
            return True
        return not now < waiting.not_before <= now + FAR_SECONDS

    async def _deliver(self, parcel: _Parcel) -> None:
        try:
            message = await self._send(parcel)
        except asyncio.CancelledError:
            raise  # stays "sending": looked for at the next start
        except CourierError as wrong:
            await self._settle(parcel, wrong)
        except Exception as wrong:
            log.exception("Letter %s of game %s could not be sent.", parcel.ref, parcel.row.game)
            await self._settle(parcel, NotNowError(f"{type(wrong).__name__}: {wrong}"))
        else:
            await self._write_down(parcel, message)

    async def _write_down(self, parcel: _Parcel, message: int) -> None:
        """It has arrived."""

        async def work(tx: Transaction) -> None:
            await outbox.sent(tx, parcel.row.id, message, self._desk.seconds())

        await self._until_written(parcel, "was sent", work)

    async def _until_written(self, parcel: _Parcel, what: str, work: Callable[[Transaction], Awaitable[None]]) -> None:
        """What cannot be written is tried again: until then its target's letters would wait for this one."""
        for tries in itertools.count():
            try:
                async with self._desk.storage.transaction() as tx:
                    await work(tx)
            except Exception:
                if self._resting:
                    raise  # stays "sending": looked for at the next start
                log.exception("Letter %s %s, but that could not be written down; trying again.", parcel.ref, what)
                await asyncio.sleep(WRITE_AGAIN_SECONDS[min(tries, len(WRITE_AGAIN_SECONDS) - 1)])
            else:
                return

    async def _send(self, parcel: _Parcel) -> int:
        """Gives the id of the message that now holds the letter."""
        row, target = parcel.row, parcel.target
        if row.attempts > 1:
            since = min(row.created_at, self._desk.seconds()) - LOOK_BACK_SECONDS
            found = await asyncio.wait_for(self._courier.find(target, parcel.ref, since), SEND_SECONDS)
            if found is not None:
                await self._pin(parcel, found)
                return found
        letter, files = await self._make(parcel)
        async with self._desk.storage.reading() as tx:
            if await _as_held(tx, row) != parcel.letter:
                raise NotNowError("the seat has changed hands meanwhile")  # the next try goes where it belongs now
        earlier = None
        if row.edit_key:
            async with self._desk.storage.reading() as tx:
                earlier = await outbox.message_with(tx, row.game, row.edit_key)
        if earlier is not None and earlier.message_id is not None and letter_of(earlier).target == target:
            try:
                await asyncio.wait_for(self._courier.edit(target, earlier.message_id, letter, files), SEND_SECONDS)
            except MessageGoneError:
                pass
            else:
                return earlier.message_id
        message = await asyncio.wait_for(self._courier.send(target, letter, files, row.nonce), SEND_SECONDS)
        await self._pin(parcel, message)
        return message

    async def _pin(self, parcel: _Parcel, message: int) -> None:
        """Pin what is to be pinned. A process that dies before this does it when it finds the letter again."""
        if parcel.letter.pinned:
            await asyncio.wait_for(self._courier.pin(parcel.target, message), SEND_SECONDS)

    async def _make(self, parcel: _Parcel) -> tuple[Letter, tuple[File, ...]]:
        """Files that cannot be drawn, even after some tries, are told to the game master; the letter waits."""
        letter = replace(parcel.letter, target=parcel.target)
        try:
            return await asyncio.wait_for(prepare(self._desk, letter, parcel.ref), DRAW_SECONDS)
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
                    await _fail(tx, self._desk, parcel.row, parcel.letter, wrong)
                case _:
                    told = wrong.seconds if isinstance(wrong, NotNowError) else 0
                    wait = max(min(2**parcel.row.attempts, LONGEST_WAIT), int(told + 1))
                    self._rests[parcel.row.id] = time.monotonic() + wait
                    await outbox.retry(tx, parcel.row.id, self._desk.seconds() + wait, str(wrong)[:500])

        await self._until_written(parcel, "did not arrive", work)


def ref_of(row: OutboxRow) -> str:
    """The line below a letter by which it can be found again; from its nonce, so it tells nothing of other letters."""
    number = int.from_bytes(hashlib.sha256(row.nonce.encode()).digest()[:8], "big")
    code = "".join(REF_LETTERS[number // len(REF_LETTERS) ** place % len(REF_LETTERS)] for place in range(6))
    return f"-# ref {row.game.upper()}-{code}"


async def retry(services: Services, game: str) -> int:
    """Send a game's failed letters again, to where its seats and channel are now; how many. For `/campaign repair`."""
    async with services.storage.transaction() as tx:
        row = await games.find(tx, game)
        held = {seat.side: seat for seat in await seats.of_game(tx, game) if seat.slot == 0}
        for failed in await outbox.of_game(tx, game, "failed"):
            letter = letter_of(failed)
            meant = Target(failed.letter["target"]["kind"], failed.letter["target"]["id"])
            seat = held.get(letter.side) if letter.side else None
            if meant.kind in {"thread", "dm"} and seat is not None and (own := target_of(seat)) is not None:
                meant = own
            elif meant.kind == "channel" and row is not None:
                meant = Target("channel", row.channel_id)
            await outbox.retarget(tx, failed.id, to_document(meant))
        for problem in await problems.open_of(tx, game):
            if problem.kind in PROBLEM_KINDS:
                await problems.mend(tx, game, problem.kind, problem.subject, services.seconds())
        return await outbox.revive(tx, game, services.seconds())


async def _heads(
    tx: Transaction, is_due: Callable[[Waiting], bool], masters: dict[str, Target | None]
) -> list[Waiting]:
    """For each target the oldest unsent letter, if it may be sent now. Fills in where each game's master is written to."""
    blocked: set[tuple[str, str, int]] = set()
    heads: list[Waiting] = []
    for waiting in await outbox.waiting(tx):
        if waiting.state == "failed" and waiting.error.startswith(REFUSED):
            continue
        target = Target(waiting.target["kind"], waiting.target["id"])
        if target.kind == "gm":
            if waiting.game not in masters:
                masters[waiting.game] = await _master(tx, waiting.game)
            target = masters[waiting.game] or target
        key = (waiting.game, target.kind, target.id)
        if key not in blocked and waiting.state == "pending" and is_due(waiting):
            heads.append(waiting)
        blocked.add(key)
    return heads


async def _as_held(tx: Transaction, row: OutboxRow) -> Letter:
    """A row's letter as it may go now; its target is "gm" only where there is no game master to write to.

    What is a side's or the game master's own never goes to one who gave the seat up, and pings nobody but its holder: a
    ping in a private thread would bring a former holder back into it. A side's letter without a place is the master's.
    """
    letter = letter_of(row)
    if letter.side:
        seat = await seats.find(tx, letter.game, letter.side)
        held = [] if seat is None else [seat]
    else:
        ours = row.letter["target"]["kind"] == "gm"
        held = [seat for seat in await seats.of_game(tx, letter.game) if ours and not seat.side]
    if not held and letter.target.kind != "gm":
        return letter
    users = {seat.user_id for seat in held}
    own = {Target("thread", seat.thread_id or 0) for seat in held} | {Target("dm", user or 0) for user in users}
    target: Target | None = letter.target
    if target not in own:
        target = next((found for seat in held if letter.side and (found := target_of(seat))), None)
        target = target or await _master(tx, letter.game) or Target("gm")
    mentions, highlights = (tuple(u for u in named if u in users) for named in (letter.mentions, letter.highlights))
    return replace(letter, target=target, mentions=mentions, highlights=highlights)


async def _master(tx: Transaction, game: str) -> Target | None:
    seat = await seats.find(tx, game, "")
    masters = [seat] if seat is not None else [s for s in await seats.of_game(tx, game) if s.side == ""]
    return next((found for s in masters if (found := target_of(s)) is not None), None)


PROBLEM_KINDS: Final = ("channel-gone", "missing-permission", "member-gone", "dm-closed", "target", "letter")


async def _fail(tx: Transaction, services: Services, row: OutboxRow, letter: Letter, wrong: CourierError) -> None:
    """Keep the letter until it can arrive, or send it to the side's thread if only direct messages are closed."""
    target = letter_of(row).target
    if target.kind == "gm":
        target = await _master(tx, row.game) or target
    kind = wrong.kind if isinstance(wrong, TargetError) else "letter"
    subject = f"{target.kind}:{target.id}" if kind != "letter" else f"letter:{row.id}"
    seat = await seats.find(tx, row.game, letter.side)
    detour = ""
    if isinstance(wrong, DmClosedError) and seat is not None and seat.thread_id is not None:
        await outbox.retarget(tx, row.id, to_document(Target("thread", seat.thread_id)))
        await outbox.retry(tx, row.id, services.seconds(), f"{kind}: {wrong}")
        detour = f" Letters go to <#{seat.thread_id}> meanwhile."
    else:
        mark = f"{kind}: " if kind != "letter" else REFUSED
        await outbox.failed(tx, row.id, f"{mark}{wrong}"[:500])
    if not await problems.report(tx, row.game, kind, subject, services.seconds()):
        return
    log.warning("Game %s: %s (%s): %s", row.game, kind, subject, wrong)
    if target == await _master(tx, row.game):
        return  # nobody is left to tell; `/campaign repair` shows it
    text = f"{_explained(kind, target, letter)}{detour or ' Nothing is lost: mend it, then use /campaign repair.'}"
    await enqueue(tx, services, Letter("problem", row.game, letter.turn, "", Target("gm"), text))


def _explained(kind: str, target: Target, letter: Letter) -> str:
    where = f"<@{target.id}>" if target.kind == "dm" else f"<#{target.id}>"
    whose = f" of {letter.side}" if letter.side else ""
    match kind:
        case "channel-gone":
            return f"A channel or thread{whose} is gone (it was {where}, id {target.id}), so letters to it wait."
        case "missing-permission":
            return f"I am not allowed to write{whose and f' to the thread{whose}'} in {where}, so letters to it wait."
        case "member-gone":
            return f"The player{whose}, {where}, cannot be found on this server, so letters to them wait."
        case "dm-closed":
            return f"The player{whose}, {where}, takes no direct messages from me."
        case _:
            return f"A letter{whose} to {where} was refused, so it waits."
