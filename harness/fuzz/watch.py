"""What must hold after every step, whatever was sent: answered, no fault of the program's, nobody pinged, Discord's limits
kept, and nothing changed by what was refused or only looks."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Final, Self

from harness.fuzz.digest import LiveDatabase, changed
from harness.fuzz.step import LOOK_COMMANDS, Done, FuzzStep
from harness.fuzz.table import FuzzEvening
from sandbox.interactions import Exchange
from sandbox.model import DM, PRIVATE_THREAD, Message
from sandbox.reply import Reply
from tests.workers_inline import InlineWorkers

OUR_FAULT: Final = "Something went wrong"
NOTHING_DONE: Final = ("⚠", "Nothing was", "Nothing has", "Nothing is")
"""How an answer begins that says that nothing was done (cogs/common/errors.py, and forms that took no line)."""
LIMIT_S: Final = 3.0
"""How long Discord waits for a first answer."""
HELD_S: Final = 0.1
"""The most processor time that one piece of work may hold the event loop, on which everybody else's answers wait."""


class HeldLoop:
    """The longest piece of work on the event loop since it was last asked, in seconds of this thread's processor time: waiting
    for a busy machine is not in it, nor is what a worker would do, where the evening has none of its own."""

    def __init__(self) -> None:
        self.longest, self.what = 0.0, ""
        self._apart = 0.0
        self._in_place: Callable[..., Awaitable[object]] = InlineWorkers.run
        self._run = asyncio.Handle._run  # the one place where each piece begins and ends

    def __enter__(self) -> Self:
        run = self._run

        in_place = self._in_place

        def timed(handle: asyncio.Handle) -> None:
            began, apart = time.thread_time(), self._apart
            run(handle)
            took = time.thread_time() - began - (self._apart - apart)
            if took > self.longest:
                self.longest, self.what = took, repr(handle)[:300]

        async def elsewhere(workers: InlineWorkers, *args: object, **options: object) -> object:
            began = time.thread_time()
            try:
                return await in_place(workers, *args, **options)
            finally:
                self._apart += time.thread_time() - began

        setattr(InlineWorkers, "run", elsewhere)  # noqa: B010 # as below
        setattr(asyncio.Handle, "_run", timed)  # noqa: B010 # asyncio has no hook for it
        return self

    def __exit__(self, *_: object) -> None:
        setattr(InlineWorkers, "run", self._in_place)  # noqa: B010 # as below
        setattr(asyncio.Handle, "_run", self._run)  # noqa: B010 # as above

    def take(self) -> tuple[float, str]:
        """What was the longest, and begin anew."""
        found = self.longest, self.what
        self.longest, self.what = 0.0, ""
        return found


class Complaints(logging.Handler):
    """Keeps what the program writes to its log as an error, or with a traceback."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Note it; slow callbacks of a busy machine are no complaint."""
        if record.levelno >= logging.ERROR or record.exc_info or "could not be sent" in record.msg:
            trace = logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
            self.heard.append(f"log: {record.name}: {record.getMessage()} {trace}".strip())


class Watcher:
    """Looks at the evening after each step; `faults` says what is wrong with it."""

    def __init__(self, evening: FuzzEvening, books: LiveDatabase, complaints: Complaints, loop: HeldLoop) -> None:
        self._loop = loop
        self._evening = evening
        self._books = books
        self._complaints = complaints
        self._refused_by_discord: list[str] = []
        self._seen = self._newest()
        self._before = books.digest()
        self._orders = books.orders()
        self.slowest = 0.0
        """The most processor time a first answer took, of bot and sandbox together; waiting for a busy machine is not in it."""
        self.held = 0.0
        """The longest that any step held the event loop, in seconds of processor time."""
        self._answered = time.process_time()
        self.changing: set[str] = set()
        """Names of steps that changed something so far."""
        evening.table.sandbox.core.observers.append(self._exchanged)

    def _exchanged(self, exchange: Exchange) -> None:
        if exchange.path.endswith("/callback"):
            self.slowest = max(self.slowest, time.process_time() - self._answered)
            self._answered = time.process_time()
        if exchange.status in {400, 413}:
            said = f"{exchange.method} {exchange.path}: {exchange.status} {str(exchange.answer)[:500]}"
            self._refused_by_discord.append(f"Discord's limits: {said}")

    def _newest(self) -> int:
        return self._evening.table.sandbox.world.last_id

    def rest(self) -> None:
        """Take what is there now for the state before the next step (after the clock was moved, say)."""
        self._loop.take()
        self._before, self._orders, self._seen = self._books.digest(), self._books.orders(), self._newest()
        self._answered = time.process_time()

    def moved(self) -> bool:
        """Whether anything was committed since the last step."""
        return self._books.digest() is not self._before

    def faults(self, step: FuzzStep, done: Done) -> list[str]:
        """What is wrong after a step, and rest."""
        found = list(done.faults)
        found += self._complaints.heard + self._refused_by_discord
        self._complaints.heard.clear()
        self._refused_by_discord.clear()
        for reply in (*done.replies, *done.forms):
            found += [f"answered {text[:200]!r}" for text in _texts(reply) if OUR_FAULT in text]
        if self.slowest > LIMIT_S:
            found.append(f"the first answer took {self.slowest:.1f} s of processor time")
        held, what = self._loop.take()
        self.held = max(self.held, held)
        if held > HELD_S:
            found.append(f"held the event loop for {held * 1000:.0f} ms: {what}")
        found += self._pings()
        found += self._changes(step, done)
        self.rest()
        return found

    def _changes(self, step: FuzzStep, done: Done) -> list[str]:
        moved = changed(self._before, self._books.digest())
        if not moved:
            return []
        where = ", ".join(f"{table} of {game or 'no game'}" for table, game in moved)
        if step.kind == "suggest":
            return [f"suggestions changed {where}"]
        answers = [reply for reply in (*done.replies, *done.forms) if reply.modal is None]
        if answers and all(is_refusal(reply) for reply in answers):
            return [f"refused, and yet changed {where}: {answers[0].text()[:200]!r}"]
        if step.kind == "command" and step.what in LOOK_COMMANDS and not done.forms:
            return [f"only looks, and yet changed {where}"]
        if step.kind == "twice":
            more = self._books.orders() - self._orders
            if any(count > 1 for order, count in more.items() if order[0] in self._evening.counting):
                return [f"a doubled click gave an order twice: {where}"]
        self.changing.add(step.name)
        return []

    def _pings(self) -> Iterator[str]:
        world = self._evening.table.sandbox.world
        for messages in world.messages.values():
            for message in reversed(messages.values()):
                if message.id <= self._seen:
                    break
                if message.author_id == world.bot_id and not message.is_system:
                    yield from self._pinged(message)

    def _pinged(self, message: Message) -> Iterator[str]:
        world = self._evening.table.sandbox.world
        place = world.channel(message.channel_id)
        if message.mention_everyone or message.mention_roles:
            yield f"pinged everybody or a role in {place.name!r}: {message.content[:200]!r}"
        theirs: set[int] = set()
        if message.viewer is None:
            if place.type == DM:
                theirs = set(place.recipients)
            elif place.type == PRIVATE_THREAD or message.origin is None:
                theirs = set(place.thread_members)
        if not set(message.mentions) <= theirs:
            yield f"pinged {message.mentions} in {place.name!r}: {message.content[:200]!r}"


def is_refusal(reply: Reply) -> bool:
    """Whether an answer says that nothing was done: to its giver alone, with the mark or the words of a refusal."""
    return reply.text().startswith(NOTHING_DONE) and (reply.ephemeral or reply.kind == "update")


def _texts(reply: Reply) -> Iterator[str]:
    yield reply.text()
    for each in reply.followups:
        yield each.text()


@contextlib.contextmanager
def watching(evening: FuzzEvening, database: Path) -> Iterator[Watcher]:
    """A watcher for the length of a block."""
    complaints = Complaints()
    root = logging.getLogger()
    root.addHandler(complaints)
    try:
        with LiveDatabase(database) as books, HeldLoop() as loop:
            yield Watcher(evening, books, complaints, loop)
    finally:
        root.removeHandler(complaints)
