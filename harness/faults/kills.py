"""kill -9 at random moments of evenings that real programs play: every turn once, every order and letter once."""

import asyncio
import contextlib
import os
import random
import re
import signal
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import aiohttp

from harness.faults.acts import GIVE_BUTTON, ORDER_GIVEN, advance, quiet
from harness.faults.books import DatabaseFile
from harness.faults.outcome import Observation
from harness.faults.page import Person, Unanswered, text
from harness.faults.programs import Program, pair, play, table_database

MOST_TURNS: Final = 400


@dataclass
class KillEvening:
    """People at a page, and the program that is killed beneath them."""

    program: Program
    web: aiohttp.ClientSession
    url: str
    books: DatabaseFile
    chance: random.Random
    kills: int = 0
    asked: list[str] = field(default_factory=list)
    confirmed: list[str] = field(default_factory=list)

    def people(self, name: str) -> Person:
        """One of them."""
        return Person(self.web, self.url, name)

    async def start(self) -> None:
        """Start the program; `bot.py play` has another address each time."""
        found = re.search(r"http://127\.0\.0\.1:\d+", await self.program.start())
        self.url = found[0] if found else self.url

    async def order(self) -> None:
        """Ada gives an order; it is confirmed when its receipt is read."""
        word = f"Question {len(self.asked) + 1} of ours"
        self.asked.append(word)
        ada = self.people("ada")
        preview = await ada.use("orders ask", text=f"{word}.")
        receipt = text(await ada.press(preview, GIVE_BUTTON))
        if ORDER_GIVEN in receipt:
            self.confirmed.append(word)

    async def resolve(self) -> None:
        """The game master resolves the turn, and publishes what is a draft, be it of an earlier life."""
        gm = self.people("gm")
        if not self.books.drafted():
            await gm.press(await gm.use("gm advance"), "Resolve turn")
        if self.books.drafted():
            await gm.use("gm publish")

    async def killed_while(self, act: Callable[[], Awaitable[None]], seconds: float) -> None:
        """Kill the program at a random moment of an act, or soon after it, and start it again."""
        acting = asyncio.create_task(_tolerant(act))
        await asyncio.sleep(self.chance.uniform(0, seconds))
        await self.program.kill()
        self.kills += 1
        acting.cancel()  # nobody answers any more
        with contextlib.suppress(asyncio.CancelledError):
            await acting
        await self.start()

    async def turns(self, kills: int) -> int:
        """Play until the program was killed so often; how many turns were resolved."""
        while self.kills < kills:
            if self.chance.random() < 0.5:
                await self.killed_while(self.order, 1.5)
            else:
                await _tolerant(self.order)
            await self.killed_while(self.resolve, 4.0)
            if self.chance.random() < 0.6:
                await _tolerant(self.resolve)
            if self.books.turn() > MOST_TURNS:
                break
        return self.books.turn() - 1

    async def faults(self, names: Sequence[str]) -> list[str]:
        """What is wrong after it."""
        found = self.books.wrong_turns() + self.books.wrong_orders(self.confirmed, self.asked)
        shown = {m["id"]: text(m) for name in names for m in await self.people(name).everything()}
        found += self.books.wrong_letters(shown)
        return found if self.books.sound() else [*found, "the database is damaged"]


async def kills_of_the_bot(folder: Path, kills: int, seed: int) -> Observation:
    """The bot alone is killed; the sandbox lives on in its own process, and so keeps all that it showed."""
    async with pair(folder) as both, aiohttp.ClientSession() as web:
        evening = KillEvening(both.bot, web, both.url, DatabaseFile(both.database), random.Random(seed))
        return await _evening(evening, kills, ("gm", "ada", "dom"))


async def kills_of_play(folder: Path, kills: int, seed: int) -> Observation:
    """`bot.py play`: bot and sandbox die together, and what was shown must still be shown."""
    program = play(folder)
    async with aiohttp.ClientSession() as web:
        evening = KillEvening(program, web, "", DatabaseFile(table_database(folder)), random.Random(seed))
        try:
            return await _evening(evening, kills, ("gm", "ada", "dom", "vik", "ola"))
        finally:
            await program.end()


async def _evening(evening: KillEvening, kills: int, names: Sequence[str]) -> Observation:
    await evening.start()
    turns = await evening.turns(kills)
    if evening.books.drafted():
        await evening.resolve()
    await quiet(evening.books)
    return Observation(evening.kills, await evening.faults(names), _figures(evening, turns))


async def kills_of_workers(folder: Path, kills: int) -> Observation:
    """Both worker processes are killed again and again while a turn is resolved; the bot stays."""
    async with pair(folder) as both, aiohttp.ClientSession() as web:
        await both.bot.start()
        books, gm = DatabaseFile(both.database), Person(web, both.url, "gm")
        killed = 0
        while killed < kills:
            before, deadline = books.turn(), time.monotonic() + 90
            acting = asyncio.create_task(advance(gm))
            for _ in range(2):
                await asyncio.sleep(0.3)
                for worker in both.bot.children():
                    _kill(worker)
                    killed += 1
            await acting
            while books.turn() == before and time.monotonic() < deadline:
                await advance(gm)
                await asyncio.sleep(0.5)
        wrong = books.wrong_turns()
        if both.bot.starts != 1:
            wrong.append("the bot itself ended")
        return Observation(killed, wrong, f"{books.turn() - 1} turns resolved once")


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


async def _tolerant(act: Callable[[], Awaitable[object]]) -> None:
    """Do it, if the program lives long enough."""
    try:
        await act()
    except Unanswered:
        return


def _figures(evening: KillEvening, turns: int) -> str:
    sent = evening.books.ask("SELECT count(*), sum(attempts > 1), sum(attempts) FROM outbox")[0]
    return (
        f"{turns} turns once; {len(evening.confirmed)} confirmed orders once; {sent[0]} letters once "
        f"({sent[1]} of them needed more than one attempt)"
    )
