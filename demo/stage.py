"""The stage: a sandbox, the real bot on line, one clock for both that can be put forward, and a log that is watched; and a
person of the script: uses slash commands, buttons, forms and suggestions, and nothing else; remembers all it saw."""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from cogs.common.interactions import BotServices
from cogs.common.refusals import PERMISSIONS_ASKED
from playtest.clock import ManualClock
from playtest.entropy import SeededEntropy
from playtest.player import GIVE_BUTTON, OUR_FAULT, Player, ScriptError, can_give, full_text, is_refusal
from rules.values import Value
from sandbox.app import Sandbox
from sandbox.connect import pointed_at, sealed_connector
from sandbox.human import Human, Place
from sandbox.model import Channel, Member
from sandbox.reply import AutocompleteChoice, Reply, SeenMessage
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


@dataclass
class RunRecord:
    """What all people of a run have done together."""

    used: Counter[str] = field(default_factory=Counter)
    """How often each command was used, by its full name."""
    interactions: int = 0
    problems: list[str] = field(default_factory=list)
    """What did not hold, in words; the run goes on and fails at its end."""

    def check(self, held: object, said: str) -> None:
        """Write down what does not hold."""
        if not held:
            self.problems.append(said)

    def expect(self, reply: SeenMessage, said: str, what: str) -> None:
        """Write down an answer that does not hold a word; `what` was answered."""
        text = full_text(reply)
        self.check(said in text, f"{what} should say {said!r}: {text[:250]}")


@dataclass(kw_only=True)
class Actor(Player):
    """One person. `side` is "" for the game master and the visitor."""

    name: str
    findings: RunRecord
    side: str = ""
    diary: list[str] = field(default_factory=list)
    """All that the person typed and was answered, in order."""
    first_game: int | None = None
    """How many entries the diary had when the first campaign was over; None while it is on."""
    place: Channel | str = CHANNEL_NAME
    """Where commands are given: the own private thread once there is one."""

    @property
    def read_in_the_first_game(self) -> list[str]:
        """The diary of the first campaign: in the second one everybody may look at the ready rosters of all races."""
        return self.diary[: self.first_game]

    def took(self, did: str, reply: Reply) -> None:
        """Write an answer into the diary; a fault of the bot's is among the findings."""
        self.findings.interactions += 1
        text = full_text(reply)
        self.diary.append(f"> {did}\n{text}")
        self.findings.check(OUR_FAULT not in text, f"{self.name} did {did[:120]} and was told: {text[:200]}")

    def suggested(self, did: str, found: list[AutocompleteChoice]) -> None:
        """Write suggestions into the diary."""
        self.findings.interactions += 1
        self.diary.append("\n".join([f"> {did}…", *(each.name for each in found)]))

    async def use(self, command: str, /, *, where: Place | None = None, **options: Any) -> Reply:
        """Use a slash command, which is counted, and read the answer."""
        reply = await super().use(command, where=where, **options)
        self.findings.used[command] += 1
        return reply

    async def does(self, command: str, said: str = "✔", *, where: Channel | str | None = None, **options: Any) -> Reply:
        """Use a slash command that must work: the answer holds a word and is no refusal."""
        reply = await self.use(command, where=where, **options)
        self.findings.expect(reply, said, f"{self.name}: /{command} {options}")
        self.findings.check(
            not reply.text().startswith("⚠"), f"{self.name}: /{command} was refused: {reply.text()[:200]}"
        )
        return reply

    async def do_all(
        self, lines: Iterable[tuple[str, str, dict[str, Any]]], where: Channel | str | None = None
    ) -> None:
        """Use commands one after the other, each with the word its answer must hold."""
        for command, said, options in lines:
            await self.does(command, said, where=where, **options)

    async def opens(self, command: str, said: str, **options: Any) -> Channel:
        """Use a command that makes a new thread under the campaign's channel."""
        before = {thread.id for thread in self.human.threads(CHANNEL_NAME)}
        await self.does(command, said, where=CHANNEL_NAME, **options)
        found = [thread for thread in self.human.threads(CHANNEL_NAME) if thread.id not in before]
        if len(found) != 1:
            raise ScriptError(f"{self.name}: /{command} made {len(found)} threads")
        return found[0]

    async def fill(self, form: SeenMessage, **fields: Any) -> Reply:
        """Send a form: the values go into its fields in order, whatever their names."""
        if isinstance(form, Reply) and form.modal is not None:
            fields = dict(zip(form.modal.fields, fields.values(), strict=True))
        return await super().fill(form, **fields)

    async def first(self, command: str, option: str, typed: str = "", **options: Any) -> str:
        """The value of the first suggestion."""
        return str((await self.suggest(command, option, typed, **options))[0].value)

    async def try_to_give(self, command: str, **options: Any) -> Reply | None:
        """As `give`; None if the bot refuses with a sentence, as it may when the player had not foreseen something."""
        preview = await self.use(command, **options)
        if not can_give(preview):
            self.findings.check(
                is_refusal(preview), f"{self.name}: /{command} gave no clear answer: {preview.text()[:200]}"
            )
            return None
        done = await self.press(preview, GIVE_BUTTON)
        return done if "✔" in done.text() else None

    async def sheet(self) -> str:
        """The own order sheet as /orders show tells it, without what happened since they last looked."""
        text = (await self.use("orders show")).text()
        return text[max(text.find("###"), 0) :]

    def hears(self, place: Channel | str) -> list[SeenMessage]:
        """All messages the person sees in a place."""
        return self.human.messages(place, 10_000)
