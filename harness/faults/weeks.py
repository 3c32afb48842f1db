"""`make soak`: weeks of many campaigns in one life of the bot, on a bad line, its clock put forward from deadline to deadline.

    python -m harness.faults.weeks --minutes 60 --games 50 --seed 1 --database sqlite

The bot is a process of its own, the sandbox is in this one. Some players order each week, some never do, some seats are led by
governors. While people order and turns are published, requests are struck, sockets cut, answers slow. Status 1 if anything grew
that must not, a deadline was late, a turn was resolved twice or passed over, or an order or a letter was lost or doubled.
"""

import argparse
import asyncio
import contextlib
import platform
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Final

from sqlalchemy import func, select

from cogs.common.refusals import PERMISSIONS_ASKED
from harness.bench.rush import PATIENCE_SECONDS
from harness.bench.separate_sandbox import beside, read_line, write_line
from harness.faults.outcome import FaultOutcome, Observation, status, table, tried
from harness.faults.shards import SEATS, Harbour
from playtest.clock import ManualClock
from rules.cluster_war.play.governors.profile import CHARACTERS, Profile
from sandbox.app import Sandbox
from sandbox.world import World, empty_world
from storage import audit, deadlines, games
from storage.db import Storage
from storage.queries import number as number_of
from storage.schema import metadata
from tests.e2e.kit import LIMITS
from tests.e2e.weather import KINDS, Weather
from tests.on_postgresql import Server
from tests.workers_inline import InlineWorkers
from umpire.campaign.governed.ai_sides import assign_ai
from umpire.games import seats
from umpire.services.services import Services

DAY_SECONDS: Final = 86_400
LATE_SECONDS: Final = 300.0
"""A turn is resolved so soon after its deadline, at the latest; all campaigns have theirs at once."""
MOST_GROWTH: Final = 1.10
MOST_MORE: Final = 8.0
"""The median of the last third of the weeks may be a tenth and 8 (MB, tasks, threads, files, rows) above that of the first."""
MOST_WEEK: Final = 1.5
"""A week of the last third may take so many times as much of the database for each of its events as one of the first, and so
many times as many rows that are no events. Events themselves become more, and states larger, as empires grow."""
WARMING_WEEKS: Final = 2
"""The first weeks do not count: what is made once, and caches, come then."""
FEWEST_WEEKS: Final = 9
"""Weeks that are needed after them to tell growth from chance."""
RUNNING_FIGURES: Final = ("database", "events", "other rows")
"""Figures that are of all weeks so far: KB, and numbers of rows."""
PASSING_TABLES: Final = ("idempotency_keys", "drafts", "heartbeat", "logins", "shards", "problems")
"""Tables that keep what is of use for a while."""
CAMPAIGNS_ORDERING: Final = 6
"""Campaigns whose people order in a week."""


class BadLine(Weather):
    """A bad line, as an evening's, with slow answers besides and one request in ten struck."""

    kinds = (*KINDS, "slow")
    one_in = 10


@dataclass
class Weeks:
    """What was measured, a number a week."""

    measured: dict[str, list[float]] = field(default_factory=dict)
    late: list[float] = field(default_factory=list)
    struck: int = 0

    def note(self, found: Mapping[str, float]) -> None:
        """The figures of one more week."""
        for what, value in found.items():
            self.measured.setdefault(what, []).append(value)

    def wrong(self) -> list[str]:
        """What grew that must not, and deadlines that were late."""
        found = [f"a deadline was {max(self.late):.0f} s late" for _ in self.late[:1] if max(self.late) > LATE_SECONDS]
        for what, values in self.measured.items():
            first, last = thirds(values)
            if what not in RUNNING_FIGURES and last > first * MOST_GROWTH + MOST_MORE:
                found.append(f"{what} grew from {first:.0f} to {last:.0f}")
        for what, values in self.weekly().items():
            first, last = thirds(values)
            if last > first * MOST_WEEK:
                found.append(f"a week takes {last:.2f} {what}, at first {first:.2f}")
        return found

    def weekly(self) -> dict[str, list[float]]:
        """What each week but the first took of the database, in measures that do not grow as empires do."""
        database, events, rows = ([b - a for a, b in pairwise(self.measured.get(what, []))] for what in RUNNING_FIGURES)
        sizes = [kilobytes / max(1, told) for kilobytes, told in zip(database, events, strict=True)]
        return {"KB for an event": sizes, "rows besides": rows}

    def figures(self) -> str:
        """All in a sentence."""
        count = len(self.late)
        judged = "" if count >= WARMING_WEEKS + FEWEST_WEEKS + 1 else "; too few weeks to tell whether anything grows"
        figures = {**self.measured, **{f"a week's {what}": values for what, values in self.weekly().items()}}
        shown = ", ".join(f"{what} {_span(values)}" for what, values in figures.items())
        late = f"resolved {median(self.late):.0f} s after the deadline, {max(self.late):.0f} at most" if count else ""
        return f"{late}; first and last third: {shown}; {self.struck} requests struck or cut{judged}"


def thirds(values: Sequence[float]) -> tuple[float, float]:
    """The medians of the first and the last third, without the first weeks; 0 and 0 of too few to tell."""
    counted = values[WARMING_WEEKS:]
    third = len(counted) // 3
    return (median(counted[:third]), median(counted[-third:])) if len(counted) >= FEWEST_WEEKS else (0.0, 0.0)


def _span(values: Sequence[float]) -> str:
    first, last = thirds(values)
    return f"{first:.4g}, {last:.4g}" if last else f"({', '.join(f'{each:.4g}' for each in values)})"


def world_of(campaigns: int) -> World:
    """A server with a channel for each."""
    world = empty_world()
    gm, *players = (world.add_user(name) for name in ("gm", *SEATS.values()))
    guild = world.add_guild("Harbour", gm, members=players)
    for number in range(campaigns):
        world.add_channel(guild, f"campaign-{number}")
    return world


@dataclass
class Soak:
    """The campaigns, their people, and the bot beside them."""

    harbour: Harbour
    clock: ManualClock
    weather: BadLine
    chance: random.Random
    bot: asyncio.subprocess.Process
    server: Server | None
    name: str
    seen: Weeks = field(default_factory=Weeks)

    async def week(self, number: int) -> None:
        """People order, reminders come due, then the deadline; all calm after it."""
        quiet = [place for at, place in enumerate(self.harbour.places) if at % 5 != 1]  # nobody plays the others
        self.weather.seed, self.weather.cuts, self.weather.asked = number, 3, 0
        self.weather.begin()
        try:
            for place in self.chance.sample(quiet, min(CAMPAIGNS_ORDERING, len(quiet))):
                await self.harbour.order(place)
            due = max((await self._due()).values())
            await self._forward(due - DAY_SECONDS + 60 - self.clock.time())
            await self.calm()
            before = await self._due()
            await self._forward(max(before.values()) + 1 - self.clock.time())
            at = self.clock.time()
            await self.calm()
        finally:
            self.weather.end()
        async with self.harbour.services.storage.reading() as tx:
            done = [await audit.of_actions(tx, game, "turn.resolved") for game in before]
        self.seen.late.append(max(0.0, *(acts[-1].at - at for acts in done if acts)))
        self.harbour.sandbox.core.cdn._bytes.clear()  # pictures that everybody has looked at
        self.seen.note({**await self._forward(0), **await self._stored()})
        self.seen.struck = self.weather.struck.total()

    async def calm(self) -> None:
        """Wait until no deadline is over and no letter waits. TimeoutError if that does not come."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await self._overdue() or await self.harbour.letters_left():  # noqa: ASYNC110 # another process is at work
                await asyncio.sleep(0.2)

    async def faults(self) -> list[str]:
        """What is wrong in the end; looked at again while the bot still has a letter to write."""
        while True:
            await self.calm()
            found = await self.harbour.faults()
            if not any(f" is {state}:" in each for each in found for state in ("pending", "sending")):
                return found

    async def _overdue(self) -> bool:
        """Whether a running campaign's deadline is over, or one is between its turns."""
        due = await self._due()
        async with self.harbour.services.storage.reading() as tx:
            rows = [await games.find(tx, game) for game in self.harbour.games]
        running = [row.id for row in rows if row is not None and row.status == "running"]
        return any(due.get(game, 0) <= self.clock.time() for game in running)

    async def _due(self) -> dict[str, int]:
        async with self.harbour.services.storage.reading() as tx:
            return {row.game: row.due_at for row in await deadlines.open_after(tx, 0)}

    async def _forward(self, seconds: float) -> Mapping[str, float]:
        """Put both clocks forward; what the bot holds."""
        self.clock.forward(seconds=seconds)
        await write_line(self.bot, forward=seconds)
        return await read_line(self.bot, PATIENCE_SECONDS)

    async def _stored(self) -> dict[str, float]:
        """The size of the database in KB, and how many rows there are: events, others, and those that pass."""
        if self.server is not None:
            ((size,),) = self.server.ask(self.name, "SELECT pg_database_size(current_database())")
            kilobytes = float(str(size)) / 1024
        else:
            kilobytes = Path(self.harbour.database).stat().st_size / 1024  # noqa: ASYNC240 # takes no time
        async with self.harbour.services.storage.reading() as tx:
            rows = {
                name: await number_of(tx, select(func.count()).select_from(table)) or 0
                for name, table in metadata.tables.items()
            }
        return {
            "database": kilobytes,
            "events": rows["events"],
            "other rows": sum(rows.values()) - rows["events"],
            "passing rows": sum(rows[name] for name in PASSING_TABLES),
        }


@contextlib.asynccontextmanager
async def soaking(folder: Path, campaigns: int, seed: int, server: Server | None) -> AsyncIterator[Soak]:
    """Campaigns founded and begun, and the bot on line, for the length of a block."""
    name = server.fresh() if server is not None else ""
    database = server.address(name) if server is not None else str(folder / "admiralty.db")
    clock, chance, world = ManualClock(), random.Random(seed), world_of(campaigns)
    sandbox = await Sandbox.start(
        world=world,
        clock=clock.time,
        bot_permissions=PERMISSIONS_ASKED.value,
        limits=replace(LIMITS),
        answer_timeout=30.0,
    )
    try:
        async with await Storage.open(database) as storage:
            services = Services(storage, InlineWorkers(), clock.now, chance.randbytes)
            places = [place for place in world.channels.values() if (place.name or "").startswith("campaign-")]
            harbour = Harbour(sandbox, services, folder, database, places, {})
            await harbour.found(rooms=True)
            await lead(harbour)
            words = (sandbox.url, sandbox.token, str(folder), database)
            async with beside("harness.faults.weeks_bot", *words, patience=PATIENCE_SECONDS) as (process, _):
                yield Soak(harbour, clock, BadLine(sandbox, seed), chance, process, server, name)
    finally:
        await sandbox.stop()
        if server is not None:
            server.drop(name)


async def lead(harbour: Harbour) -> None:
    """In every fifth campaign the bot leads a seat that nobody holds, in another it stands in for a player who never orders."""
    gm = harbour.sandbox.world.user("gm").id
    for number, game in enumerate(harbour.games):
        profile = Profile(CHARACTERS[number % len(CHARACTERS)])
        if number % 5 == 2:
            await seats.hold_open(harbour.services, await seats.gm_seat(harbour.services, game, gm), "dominators")
            await assign_ai(harbour.services, game, "dominators", profile, "seat", "soak")
        elif number % 5 == 3:
            await assign_ai(harbour.services, game, "humans", profile, "deputy", "soak")


async def soak(folder: Path, campaigns: int, seed: int, on: str, *, minutes: float = 0, weeks: int = 0) -> Observation:
    """So many weeks, or as many as begin within so many minutes."""
    server = await Server().fill_template() if on == "postgresql" else None
    try:
        async with soaking(folder, campaigns, seed, server) as found:
            end, number = time.monotonic() + minutes * 60, 0
            while number < weeks or time.monotonic() < end:
                number += 1
                await found.week(number)
                if number % 10 == 0:
                    print(f"after {number} weeks: {found.seen.figures()}", flush=True)
            wrong = found.seen.wrong() + await found.faults()
            turns = sum(await found.harbour.turn()) - campaigns
            orders = len(found.harbour.confirmed)
    finally:
        if server is not None:
            server.stop()
    return Observation(number, wrong, f"{turns} turns once, {orders} confirmed orders once; {found.seen.figures()}")


def main() -> int:
    """Read what is wanted, run it, print the table."""
    asked = argparse.ArgumentParser(prog="harness.faults.weeks", description="Weeks of many campaigns on a bad line.")
    asked.add_argument("--minutes", type=float, default=60)
    asked.add_argument("--games", type=int, default=50)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    wanted = asked.parse_args()
    when = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    print(f"{when}, {platform.system()} {platform.machine()}, Python {platform.python_version()}", flush=True)

    async def run(folder: Path) -> FaultOutcome:
        what = f"weeks of {wanted.games} campaigns on {wanted.database}, seed {wanted.seed}"
        play = partial(soak, folder, wanted.games, wanted.seed, wanted.database, minutes=wanted.minutes)
        return await tried(what, play)

    with tempfile.TemporaryDirectory(prefix="admiralty-weeks-") as folder:
        found = asyncio.run(run(Path(folder)))
    print(f"\n{table([found])}")
    return status([found])


if __name__ == "__main__":
    sys.exit(main())
