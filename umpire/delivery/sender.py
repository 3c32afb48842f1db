"""One letter on its way: made, sent or edited, pinned, put in an earlier one's place.

A letter is found again after its process died by the line below its message.
"""

import asyncio
import hashlib
import logging
from collections.abc import Callable
from functools import partial
from typing import Final

from rules.values import Value, changed
from storage import audit, outbox
from storage.db import Transaction
from storage.engine import ROWS_SCOPE
from storage.outbox import OutboxRow
from umpire.delivery.packets import Page, prepare, with_dashboard
from umpire.delivery.undelivered import all_unpinned, pinned, unpinned
from umpire.delivery.waiting_letters import Earlier, Head, SeatLookup, as_held, comes_too_late, earlier_message, is_over
from umpire.outbox.courier import (
    Courier,
    CourierError,
    File,
    MessageGoneError,
    NoPermissionError,
    NotNowError,
    PinsFullError,
    RefusedError,
    TargetError,
)
from umpire.outbox.outbox import Letter, Target, problem_key
from umpire.services.services import Services
from umpire.systems.known import system_of

REF_LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
SEND_SECONDS: Final = 90
DRAW_SECONDS: Final = 300
MOST_DRAWINGS: Final = 4
MOST_TAKING_BACK: Final = 3
LOOK_BACK_SECONDS: Final = 120

log = logging.getLogger(__name__)


def ref_of(row: OutboxRow, page: int = 0, shown: str = "") -> str:
    """The line below a letter, or below a further page of it; from its nonce, so it tells nothing of other letters. That of a
    dashboard is from what it shows (`shown`, or what its row notes of an earlier try): how often it was made tells its reader
    nothing.
    """
    shown = shown or row.letter.get("shown", "")
    word = f"{row.game}/{row.edit_key}/{shown}" if shown else nonce_of(row, page)
    number = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "big")
    code = "".join(REF_LETTERS[number // len(REF_LETTERS) ** place % len(REF_LETTERS)] for place in range(6))
    return f"-# ref {row.game.upper()}-{code}"


def nonce_of(row: OutboxRow, page: int = 0) -> str:
    """What keeps a page of a letter from being sent twice within minutes; at most 25 characters for Discord."""
    return f"{row.nonce[:23]}{page:02d}" if page else row.nonce


class Parcel(Value):
    """A row that was taken to be sent, with the target it really goes to and the system of its game."""

    row: OutboxRow
    letter: Letter
    target: Target
    ref: str
    head: Head
    system: str


class SentLetter(Value):
    """Which message holds a letter now (None: it need not be sent any more), and what its row notes that it shows, if it does not
    yet."""

    message: int | None
    shown: str = ""


class Sender:
    """Sends one letter at a time of those that a deliverer has claimed. `made` is told the row of each whose pages are there."""

    def __init__(self, services: Services, courier: Courier, made: Callable[[int], None]) -> None:
        self._services = services
        self._courier = courier
        self._made = made
        self._making = asyncio.Lock()
        self._unpinned: set[tuple[str, Target]] = set()
        self._knows_pins = False

    async def send(self, parcel: Parcel) -> SentLetter:
        """Which message now holds the letter, or its first page."""
        if parcel.target.kind == "gm":
            raise TargetError("there is no game master to write to")
        earlier, over = await self._before(parcel)
        below = earlier.message if parcel.letter.instead and earlier is not None else 0
        found = await self._message_found(parcel, 0, below)
        if over and found is None:
            return SentLetter(None)
        if found is not None and not parcel.letter.has_pages:
            await self._finish(parcel, found, earlier)
            return SentLetter(found)
        row, pages = parcel.row, await self._make(parcel)
        self._made(row.id)
        if not pages:
            return SentLetter(None)  # what it would tell is not its reader's any more
        if parcel.letter.kind != "desk":  # whose making looks itself
            async with self._services.storage.reading() as tx:
                await _check_held(tx, parcel)
        shown = pages[0][0].shown
        if earlier is not None:
            same = bool(shown) and earlier.shown == shown and not parcel.letter.instead
            if same and await self._still_shows(parcel, earlier):
                return SentLetter(None)  # its reader need not see that something else has changed
            if not parcel.letter.instead and await self._edited(parcel, earlier.message, *pages[0]):
                await self._pin_again(parcel, earlier.message)
                return SentLetter(earlier.message, shown)
        if shown:  # by which a new message is found again, if this process dies
            async with self._services.storage.transaction(ROWS_SCOPE) as tx:
                await outbox.rewrite(tx, row.id, {**row.letter, "shown": shown})
        first = found
        for number, (letter, files) in enumerate(pages):
            there = found if number == 0 else await self._message_found(parcel, number, below)
            if there is None:
                async with asyncio.timeout(SEND_SECONDS):
                    there = await self._courier.send(parcel.target, letter, files, nonce_of(row, number))
            first = there if first is None else first
        if first is None:
            raise RefusedError("it has no page")
        await self._finish(parcel, first, earlier)
        return SentLetter(first, shown)

    async def _before(self, parcel: Parcel) -> tuple[Earlier | None, bool]:
        """The message that a letter edits or replaces, and whether it comes too late, unless it has come: its moment, or its
        problem, is over."""
        now = self._services.seconds()
        over = is_over(parcel.letter, now)
        if parcel.letter.about:
            async with self._services.storage.reading() as tx:
                problems = await audit.open_problems(tx, parcel.row.game)
            over = over or parcel.letter.about not in {problem_key(one.kind, one.subject) for one in problems}
        if not parcel.row.edit_key:
            return None, over
        async with self._services.storage.reading() as tx:
            earlier = await earlier_message(tx, parcel.row, parcel.target)
            return earlier, over or await comes_too_late(tx, parcel.row, parcel.letter, now)

    async def _still_shows(self, parcel: Parcel, earlier: Earlier) -> bool:
        """Whether a message shows what its row says. A process that died may have edited it since."""
        row = parcel.row
        if row.attempts <= 1:
            return True
        async with asyncio.timeout(SEND_SECONDS):
            found = await self._courier.find(
                parcel.target, ref_of(row, 0, earlier.shown), row.created_at, earlier.message - 1
            )
        return found == earlier.message

    async def _edited(self, parcel: Parcel, message: int, letter: Letter, files: tuple[File, ...]) -> bool:
        """Whether the message could be edited; what cannot be is sent as a new one."""
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self._courier.edit(parcel.target, message, letter, files)
        except (MessageGoneError, RefusedError, NoPermissionError) as wrong:
            log.info("Letter %s of game %s is sent as a new message: %s", parcel.ref, parcel.row.game, wrong)
            return False
        return True

    async def _finish(self, parcel: Parcel, message: int, earlier: Earlier | None) -> None:
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

    async def _pin(self, parcel: Parcel, message: int) -> None:
        """Pin a letter that is to be; whether there is room is told when that changes."""
        if not parcel.letter.pinned:
            return
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self._courier.pin(parcel.target, message)
        except PinsFullError as wrong:
            (await self._without_pin()).add((parcel.row.game, parcel.target))
            async with self._services.storage.transaction() as tx:
                await unpinned(tx, self._services, parcel.letter, parcel.target, wrong.why)
        else:
            if await self._is_unpinned(parcel):
                async with self._services.storage.transaction(ROWS_SCOPE) as tx:
                    await pinned(tx, self._services, parcel.row.game, parcel.target)
                (await self._without_pin()).discard((parcel.row.game, parcel.target))

    async def _pin_again(self, parcel: Parcel, message: int) -> None:
        """Pin a message that was edited, if there was no room for its pin before."""
        if parcel.letter.pinned and await self._is_unpinned(parcel):
            await self._pin(parcel, message)

    async def _is_unpinned(self, parcel: Parcel) -> bool:
        return (parcel.row.game, parcel.target) in await self._without_pin()

    async def _without_pin(self) -> set[tuple[str, Target]]:
        """Where there is no room for a pin, asked for once."""
        if not self._knows_pins:
            async with self._services.storage.reading() as tx:
                known = await all_unpinned(tx)
            if not self._knows_pins:
                self._unpinned |= known
            self._knows_pins = True
        return self._unpinned

    async def _message_found(self, parcel: Parcel, page: int, below: int) -> int | None:
        """The message that holds a page of a letter that was tried before, if it arrived then: below the one in whose place it
        stands, which may show the same."""
        row = parcel.row
        if row.attempts <= 1:
            return None
        since = min(row.created_at, self._services.seconds()) - LOOK_BACK_SECONDS
        async with asyncio.timeout(SEND_SECONDS):
            return await self._courier.find(parcel.target, ref_of(row, page), since, below)

    async def _make(self, parcel: Parcel) -> list[Page]:
        """The letter's pages. Files that cannot be drawn, even after some tries, are told to the game master; it waits."""
        letter = changed(parcel.letter, target=parcel.target)
        try:
            async with asyncio.timeout(DRAW_SECONDS):
                if letter.kind == "desk":
                    async with self._making, self._services.storage.reading() as tx:
                        await asyncio.sleep(0)  # a dashboard takes some ten milliseconds: others have their turn
                        await _check_held(tx, parcel)
                        letter = await with_dashboard(tx, self._services, letter)
                name_buttons = system_of(parcel.system).name_buttons  # what it has for the commands that a letter names
                letter = letter if name_buttons is None else name_buttons(letter)
                return await prepare(self._services, letter, partial(ref_of, parcel.row))
        except CourierError:
            raise
        except Exception as wrong:
            if parcel.row.attempts < MOST_DRAWINGS:
                raise
            log.exception("The files of letter %s of game %s cannot be made.", parcel.ref, parcel.row.game)
            raise RefusedError(f"its files cannot be made ({type(wrong).__name__})") from wrong


async def _check_held(tx: Transaction, parcel: Parcel) -> None:
    """NotNowError if the letter would go elsewhere by now: the next try goes where it belongs."""
    if await as_held(SeatLookup(tx), parcel.row) != parcel.letter:
        raise NotNowError("the seat has changed hands meanwhile")
