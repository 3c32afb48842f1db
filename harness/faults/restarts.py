"""First answers after a restart: the real bot is ended and started again with every core busy, and answers at once when it says
that it is ready. Discord waits three seconds for a first answer; ours takes one at most.
"""

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Final

import aiohttp

from harness.faults.acts import ACT_SECONDS, plays_on, quiet
from harness.faults.books import DatabaseFile
from harness.faults.outcome import Observation
from harness.faults.page import Json, Person, Unanswered, home
from harness.faults.programs import pair
from rules.values import Value

MOST_SECONDS: Final = 1.0
COMMANDS_A_RESTART: Final = 8
"""Commands that each person gives in a row after a restart."""
CHANGING_COMMANDS: Final = """
    abandon approve away back begin cancel concede create done end finish found gather join keep leave new offer pause privacy
    ready repair resume solo take_over undo unready
"""
CHANGING: Final = frozenset(CHANGING_COMMANDS.split())
"""Last words of commands that begin, change or end something."""


class Asked(Value):
    """A command that needs no option, where it is given, and by whom."""

    person: Person
    channel: int
    body: Json
    name: str


async def restarts(folder: Path, times: int) -> Observation:
    """So many restarts of a bot with a campaign, a battle and a dogfight."""
    async with pair(folder) as both, aiohttp.ClientSession() as web:
        await both.bot.start()
        books = DatabaseFile(both.database)
        people = {name: Person(web, both.url, name) for name in ("gm", "ada", "vik")}
        await plays_on(books, people["gm"])
        battle = await opened(people["ada"], "battle", scenario="duel", side="S", against="cautious")
        fight = await opened(people["vik"], "dogfight")
        await quiet(books)
        lines = [
            await commands(people["ada"], home(), ("campaign", "turn", "empire", "fleet", "orders", "map", "research")),
            await commands(people["ada"], battle, ("battle", "plot", "ship")),
            await commands(people["vik"], fight, ("dogfight",)),
        ]
        slowest, wrong, answers = (0.0, ""), list[str](), 0
        for number in range(times):
            await both.bot.end(signal.SIGTERM if number % 2 else signal.SIGKILL)
            async with every_core_busy():
                await both.bot.start()
                begun = [asyncio.create_task(in_a_row(turned(line, number))) for line in lines]
                found = [answer for each in begun for answer in await each]
            answers += len(found)
            slowest = max(slowest, *found)
            wrong += [f"restart {number + 1}: {name} took {took:.2f} s" for took, name in found if took > MOST_SECONDS]
    load = f"load {os.getloadavg()[0]:.0f} on {os.cpu_count() or 1} cores"
    figures = f"{answers} first answers; the slowest {slowest[0]:.2f} s ({slowest[1]}); {load} at the end"
    return Observation(times, wrong, figures)


async def commands(person: Person, channel: int, groups: Sequence[str]) -> list[Asked]:
    """What somebody may look at in a channel by a command of these groups that needs no option."""
    found = []
    for group in await person.commands(channel):
        for path, needed in leaves(group) if group["name"] in groups else ():
            if not needed and not CHANGING & set(path):
                body: Json = {"channel_id": str(channel), "command_id": group["id"], "path": path, "options": []}
                found.append(Asked(person, channel, body, " ".join([group["name"], *path])))
    return found


def leaves(command: Json, path: Sequence[str] = ()) -> Iterator[tuple[list[str], bool]]:
    """The commands of a group, each with its path and whether it needs an option."""
    options = command.get("options") or []
    below = [each for each in options if each["type"] in {1, 2}]
    if not below:
        yield list(path), any(each.get("required") for each in options)
    for each in below:
        yield from leaves(each, (*path, each["name"]))


async def opened(person: Person, group: str, **options: str) -> int:
    """Begin a battle or dogfight; its thread. TimeoutError if none comes."""
    before = {each["id"] for each in await person.threads()}
    known = next(each for each in await person.commands(home()) if each["name"] == group)
    values = [{"name": name, "value": value} for name, value in options.items()]
    body: Json = {"channel_id": str(home()), "command_id": known["id"], "path": ["new"], "options": values}
    await person.first_answer(body)
    end = time.monotonic() + ACT_SECONDS
    while time.monotonic() < end:
        if new := [each for each in await person.threads() if each["id"] not in before]:
            return int(new[0]["id"])
        await asyncio.sleep(0.2)
    raise TimeoutError(f"no thread for /{group} new after {ACT_SECONDS:.0f} s")


def turned(line: Sequence[Asked], number: int) -> Sequence[Asked]:
    """A few of them, after each restart beginning with others."""
    first = number * COMMANDS_A_RESTART % len(line)
    return [*line[first:], *line[:first]][:COMMANDS_A_RESTART]


async def in_a_row(line: Sequence[Asked]) -> list[tuple[float, str]]:
    """Give commands one after another, as soon as each has its first answer: how long that took, in seconds."""
    found = []
    for asked in line:
        begun = time.monotonic()
        try:
            await asked.person.first_answer(asked.body)
        except Unanswered as silent:
            found.append((time.monotonic() - begun, f"{asked.name}: {silent}"))
        else:
            found.append((time.monotonic() - begun, asked.name))
    return found


@contextlib.asynccontextmanager
async def every_core_busy() -> AsyncIterator[None]:
    """A program for each core that does nothing but take its time."""
    command = (sys.executable, "-c", "while True: pass")
    busy = [await asyncio.create_subprocess_exec(*command) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            await process.wait()
