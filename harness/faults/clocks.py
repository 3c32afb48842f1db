"""The clock of a running bot is put forward and back (libfaketime), and its process is suspended."""

import asyncio
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import aiohttp

from harness.faults.acts import ORDER_GIVEN, order, plays_on, quiet
from harness.faults.books import DatabaseFile
from harness.faults.outcome import NotHere, Observation
from harness.faults.page import Person
from harness.faults.programs import SandboxAndBot, pair

FAKETIME_LIBRARIES: Final = ("/usr/lib/x86_64-linux-gnu/faketime", "/usr/lib/aarch64-linux-gnu/faketime", "/usr/lib/faketime",
                 "/usr/local/lib/faketime", "/usr/lib64/faketime")  # fmt: skip
HOUR_SECONDS: Final = 3600
BEAT_S: Final = 100.0
"""Within so many seconds a running clock has beaten at least once."""


def library() -> str:
    """Where libfaketime is; NotHere if it is nowhere."""
    for place in FAKETIME_LIBRARIES:
        for name in ("libfaketimeMT.so.1", "libfaketime.so.1"):
            if (Path(place) / name).is_file():
                return str(Path(place) / name)
    raise NotHere("libfaketime is not on this machine (Debian: apt-get install libfaketime)")


class FakedTime:
    """The bot's clock: an offset in a file that libfaketime reads at every look."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "faketime"
        self.ahead(0)

    def ahead(self, seconds: int) -> None:
        """So far ahead of the true time (behind, if negative)."""
        self._file.write_text(f"{seconds:+d}s\n")

    def environment(self) -> dict[str, str]:
        """For the bot's process: the time of day is false, the monotonic clock is true, as on a machine whose clock is set."""
        return {
            "LD_PRELOAD": library(), "FAKETIME_TIMESTAMP_FILE": str(self._file), "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1",
        }  # fmt: skip


async def forward(folder: Path) -> Observation:
    """Two hours forward: heartbeats, orders and turns go on. Then past the deadline: the turn is resolved once, or the time
    is given back as after a sleep; never twice."""
    faked = FakedTime(folder)
    async with pair(folder, **faked.environment()) as both, aiohttp.ClientSession() as web:
        await both.bot.start()
        books, ada, gm = DatabaseFile(both.database), Person(web, both.url, "ada"), Person(web, both.url, "gm")
        await quiet(books)
        faked.ahead(2 * HOUR_SECONDS)
        wrong, beat = await _beats(books, lambda: time.time() + 2 * HOUR_SECONDS)
        wrong += await _goes_on(books, ada, gm)
        turn, due = books.turn(), books.due()
        faked.ahead(200 * HOUR_SECONDS)
        late, _ = await _beats(books, lambda: time.time() + 200 * HOUR_SECONDS)
        await _until(lambda: books.turn() == turn + 1 or books.due() > due)
        wrong += late + books.wrong_turns()
        what = "resolved once" if books.turn() == turn + 1 else f"put off by {(books.due() - due) / HOUR_SECONDS:.0f} h"
        wrong += [] if books.turn() == turn + 1 or books.due() > due else ["a deadline passed and nothing happened"]
        wrong += await _goes_on(books, ada, gm)
        return Observation(2, wrong, f"first beat after {beat:.0f} s; the turn that fell due was {what}")


async def put_clock_back(folder: Path) -> Observation:
    """Two hours back: heartbeats go on, an order is taken, a turn resolved, its letters sent."""
    faked = FakedTime(folder)
    async with pair(folder, **faked.environment()) as both, aiohttp.ClientSession() as web:
        await both.bot.start()
        books, ada, gm = DatabaseFile(both.database), Person(web, both.url, "ada"), Person(web, both.url, "gm")
        await quiet(books)
        faked.ahead(-2 * HOUR_SECONDS)
        wrong, beat = await _beats(books, lambda: time.time() - 2 * HOUR_SECONDS)
        wrong += await _goes_on(books, ada, gm)
        return Observation(1, wrong, f"first beat after {beat:.0f} s")


async def suspended(folder: Path, seconds: float = 20.0) -> Observation:
    """SIGSTOP, and SIGCONT after a while: what was asked meanwhile is done once, all goes on."""
    async with pair(folder) as both, aiohttp.ClientSession() as web:
        await both.bot.start()
        return await _stopped_for(both, web, seconds, lambda: None)


async def slept_for_days(folder: Path) -> Observation:
    """The process is stopped, its clock is put eight days forward, it goes on: the time of the sleep is given back."""
    faked = FakedTime(folder)
    async with pair(folder, **faked.environment()) as both, aiohttp.ClientSession() as web:
        await both.bot.start()
        books = DatabaseFile(both.database)
        turn, due = books.turn(), books.due()
        seen = await _stopped_for(both, web, 3, lambda: faked.ahead(8 * 24 * HOUR_SECONDS), resolve=False)
        late, beat = await _beats(books, lambda: time.time() + 8 * 24 * HOUR_SECONDS)
        await _until(lambda: books.due() > due)  # another part of the bot may have beaten first
        wrong = [*seen.wrong, *late]
        wrong += [] if books.turn() == turn else ["the turn was resolved without its players"]
        wrong += [] if books.due() > due else ["the time was not given back"]
        return Observation(
            1,
            wrong,
            f"first beat after {beat:.0f} s; the deadline was put off by {(books.due() - due) / HOUR_SECONDS:.0f} h",
        )


async def _stopped_for(
    both: SandboxAndBot,
    web: aiohttp.ClientSession,
    seconds: float,
    meanwhile: Callable[[], None],
    *,
    resolve: bool = True,
) -> Observation:
    books, ada, gm = DatabaseFile(both.database), Person(web, both.url, "ada"), Person(web, both.url, "gm")
    await quiet(books)
    both.bot.signal(signal.SIGSTOP)
    asked = asyncio.create_task(order(ada, "While it slept"))
    await asyncio.sleep(seconds)
    meanwhile()
    both.bot.signal(signal.SIGCONT)
    said = await asked
    wrong = await _goes_on(books, ada, gm) if resolve else []
    wrong += books.wrong_orders([], ["While it slept"])
    return Observation(1, wrong, f"stopped for {seconds:.0f} s; an order given meanwhile was answered {said[:60]!r}")


async def _goes_on(books: DatabaseFile, ada: Person, gm: Person) -> list[str]:
    word = f"In turn {books.turn()}"
    said = await order(ada, word)
    if ORDER_GIVEN not in said:
        said = await order(ada, word)  # what a player does whom Discord told that nobody answered
    wrong = [] if ORDER_GIVEN in said else [f"no order is taken: {said[:120]!r}"]
    return wrong + await plays_on(books, gm) + books.wrong_orders([word], [])


async def _until(done: Callable[[], bool]) -> None:
    """Wait until something is so, as long as for a heartbeat."""
    for _ in range(int(BEAT_S)):
        if done():
            return
        await asyncio.sleep(1)


async def _beats(books: DatabaseFile, false_now: Callable[[], float]) -> tuple[list[str], float]:
    """Whether a heartbeat of the false time is seen soon, and after how long."""
    begun = time.monotonic()
    while time.monotonic() - begun < BEAT_S:
        if abs(books.beat() - false_now()) < BEAT_S:
            return [], time.monotonic() - begun
        await asyncio.sleep(1)
    return [f"no heartbeat for {BEAT_S:.0f} s after the clock was moved"], time.monotonic() - begun
