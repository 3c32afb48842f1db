"""The stage: a sandbox, the real bot on line, one clock for both that can be put forward, and a log that is watched."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from cogs.common.interactions import BotServices
from cogs.common.refusals import PERMISSIONS_ASKED
from playtest.clock import ManualClock
from playtest.entropy import SeededEntropy
from rules.values import Value
from sandbox.app import Sandbox
from sandbox.connect import pointed_at, sealed_connector
from sandbox.human import Human
from sandbox.model import Member
from sandbox.world import World, demo_world
from settings import Settings

CHANNEL_NAME = "campaign"
READY_SECONDS = 120.0
SETTLE_SECONDS = 600.0
MOST_EDITS = 1_000
"""Of a message older than an hour: the people of the demo do in a minute what takes others a week."""
START_TIME = datetime(2040, 1, 2, 12, tzinfo=UTC)
"""A Monday later than any day this is run on: discord.py takes what is made in the past for expired."""
SEED = b"Admiralty demo"
"""Of the bot's chance: the demo's campaign is the same campaign each time."""


class DemoApplication(Protocol):
    """The parts of a bot that the demo reads (`program.application`)."""

    @property
    def bot(self) -> BotServices: ...


class Launch(Value):
    """How a bot is built (settings, database, the time, its chance) and run until it is cancelled
    (`program.application.open_application` and `program.connection.connect`)."""

    open_application: Callable[
        [Settings, str, Callable[[], datetime], Callable[[int], bytes]], contextlib.AbstractAsyncContextManager[Any]
    ]
    connect: Callable[..., Coroutine[Any, Any, None]]


class LogWatch(logging.Handler):
    """Keeps what is logged as an error: a demo with one has failed."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.errors: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Remember one record."""
        told = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            told += f" ({type(record.exc_info[1]).__name__}: {record.exc_info[1]})"
        self.errors.append(f"{record.name}: {told}")


@dataclass
class Stage:
    """What the script needs around the people: time, delivery, and the things only a harness may look at."""

    sandbox: Sandbox
    app: DemoApplication
    clock: ManualClock
    log: LogWatch
    humans: dict[str, Human] = field(default_factory=dict)

    def human(self, name: str) -> Human:
        """A person of the sandbox by user name."""
        if name not in self.humans:
            self.humans[name] = self.sandbox.human(name)
        return self.humans[name]

    async def settle(self) -> None:
        """Wait until nothing is being resolved and every letter has arrived."""
        async with asyncio.timeout(SETTLE_SECONDS):
            await self.app.bot.clock.settled()
            await self.app.bot.deliverer.drain_all()

    async def look(self) -> None:
        """The clock looks now, as it does by itself every half minute; then everything arrives."""
        self.app.bot.clock.poke()
        await self.settle()

    async def reach(self, moment: float) -> None:
        """Time passes until a moment (UTC seconds); then the clock looks."""
        await self.settle()
        self.clock.reach(moment)
        await self.look()


@contextlib.asynccontextmanager
async def open_stage(settings: Settings, folder: Path, launch: Launch, players: Iterable[str]) -> AsyncIterator[Stage]:
    """A sandbox with these people and the bot on line, its database in `folder`, for the length of a block."""
    clock, log = ManualClock(START_TIME), LogWatch()
    logging.getLogger().addHandler(log)
    sandbox = await Sandbox.start(
        None,
        0,
        clock=clock.time,
        world=_harbour(players),
        answer_timeout=120.0,
        bot_permissions=PERMISSIONS_ASKED.value,
    )
    sandbox.core.old_edits.limit = MOST_EDITS
    ours = replace(settings, token="", data=folder)
    try:
        async with launch.open_application(ours, str(folder / "demo.db"), clock.now, SeededEntropy(SEED)) as app:
            with pointed_at(sandbox.url):
                ready = asyncio.Event()

                async def begin() -> None:
                    ready.set()

                running = asyncio.create_task(
                    launch.connect(
                        app,
                        sandbox.token,
                        folder / "commands.sha256",
                        begin=begin,
                        connector=sealed_connector,
                        guild_ready_timeout=0.05,
                    )
                )
                try:
                    await _on_line(ready, running)
                    for command in (
                        "gm",
                        "decree",
                        "signals",
                    ):  # so that seats alone refuse those who are no game master
                        sandbox.human("gm").permit(command, role="@everyone")
                    yield Stage(sandbox, app, clock, log)
                finally:
                    await app.bot.clock.stop()
                    await app.bot.deliverer.stop()
                    running.cancel()
                    await asyncio.gather(running, return_exceptions=True)
    finally:
        await sandbox.stop()
        logging.getLogger().removeHandler(log)


def _harbour(players: Iterable[str]) -> World:
    """The newcomers' server, and whoever else plays."""
    world = demo_world()
    known = {user.username for user in world.users.values()}
    guild = world.guild()
    role = world.role(guild, "Player")
    for name in players:
        if name not in known:
            user = world.add_user(name)
            guild.members[user.id] = Member(user.id, [role.id], None, guild.members[guild.owner_id].joined_at)
    return world


async def _on_line(ready: asyncio.Event, running: asyncio.Task[None]) -> None:
    """Wait until the bot is connected; raise what stopped it, if it stopped."""
    waiting = asyncio.create_task(ready.wait())
    done, _ = await asyncio.wait({waiting, running}, timeout=READY_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if running in done:
        running.result()
    if not ready.is_set():
        raise RuntimeError("the bot did not come on line")
