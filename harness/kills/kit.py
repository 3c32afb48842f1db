"""Kills a program again and again at what a kit has it live through, and looks at what it leaves: `python -m harness.kills.STORY
DIR KILLS SEED [sqlite|postgresql|pair]`, where STORY is one of the modules beside this one that tell a `Story`.

One process lives the story once itself, unharmed, and then forks a child for each life of the program, which is warm with all
that the first life has read and compiled. (It has no thread and no open database left by then.) A life opens the real
database, does what its story says, delivers the letters to a Discord that is a file, and kills itself with SIGKILL at
a chosen point: before or after any SQL statement or commit, or any request to that Discord. Or this process kills it after a
random time. Then the next life begins, until one gets through. Of a `pair` two live at once on one database: one is killed and
comes back again and again, the other goes on. Prints one JSON report.
"""

import asyncio
import json
import os
import pickle
import random
import signal
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar, TypeVarTuple

from harness.kills.grounds import Ground, How
from harness.kills.post import FilePost, Points, WrittenMessage, letter_faults
from playtest.clock import ManualClock
from playtest.entropy import by_draw
from rules.values import Value
from storage import audit, outbox, turns
from storage.audit import AuditRow
from storage.db import Storage
from storage.outbox import OutboxRow
from storage.turns import TurnRow
from tests import prepared
from tests.on_postgresql import Server
from tests.umpire.table import SUNDAY
from tests.workers_inline import InlineWorkers
from umpire.capsules import capsule_commands
from umpire.clock.clock import Clock
from umpire.clock.extra_time import beat
from umpire.delivery.delivery import Deliverer
from umpire.games.games import Game, get_game
from umpire.services.processes import process_name
from umpire.services.services import Services

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
LIVES: Final = 7
"""After so many kills on one database the program is let through."""
STEPS: Final = 60
"""Half minutes that a life may take; one that needs more is faulty, and is found out by what it leaves."""

REST: Final = 0.05
"""Seconds between two looks of a life that goes by true time."""
GOLDEN: Final = 0.618
"""Of a life: so far on is the first kill of each database from that of the one before, so that few lie in all parts of it."""


class Knowing(InlineWorkers):
    """Works in place, and remembers what pure functions gave: a child inherits that, and need not draw a map again."""

    def __init__(self, known: dict[str, Any]) -> None:
        self.known = known

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, urgent: bool = False, seconds: float = 0) -> T:
        key = f"{function.__qualname__} {args!r}"
        if key not in self.known:
            self.known[key] = await super().run(function, *args, urgent=urgent)
        given: T = self.known[key]
        return given


class Life(Value):
    """One life of the program: what works in it. What people do before the clock goes is done to it before `until`."""

    ground: Ground
    number: int
    services: Services
    manual_clock: ManualClock
    clock: Clock
    deliverer: Deliverer
    points: Points
    rest: float = 0

    async def game(self) -> Game:
        """The story's game as it is now."""
        return await get_game(self.services, self.ground.game)

    async def is_quiet(self) -> bool:
        """Whether no letter waits."""
        async with self.services.storage.reading() as tx:
            return not await outbox.waiting(tx)

    async def until(self, over: Callable[[], Awaitable[bool]]) -> None:
        """Have the clock look and the letters go every half minute, until `over` says so, which may do what people do meanwhile:
        they act on what they were told, not on what an earlier life has yet to tell."""
        await self.clock.start()
        await self.deliverer.recover()
        for _ in range(STEPS):
            await self.clock.settled()
            await self.deliverer.drain()
            if await over():
                break
            if self.rest:
                await asyncio.sleep(self.rest)
            else:
                self.manual_clock.forward(seconds=30)
            self.clock.poke()
        await self.clock.stop()
        await (
            self.deliverer.drain()
        )  # the clock looks each half minute of true time, too, perhaps just before it is stopped


@dataclass(slots=True)
class Remains:
    """What the lives left behind, for a story to find fault with. `letters` are compared with the messages that were sent."""

    ground: Ground
    services: Services
    turns: tuple[TurnRow, ...]
    log: tuple[AuditRow, ...]
    letters: list[OutboxRow]
    found: list[str] = field(default_factory=list)

    @property
    def game(self) -> str:
        return self.ground.game

    @property
    def acts(self) -> Counter[str]:
        """How often each thing was done."""
        return Counter(row.action for row in self.log)

    def messages(self) -> list[WrittenMessage]:
        """What was sent, as it stands now."""
        return self.ground.messages()

    def check(self, good: bool, complaint: object) -> None:
        if not good:
            self.found.append(str(complaint))

    def check_turns(self, *states: tuple[int, str]) -> None:
        """These turns were played, as they stand now, after the setting up."""
        self.check([(t.turn, t.state) for t in self.turns] == [(0, "published"), *states], self.turns)

    def check_acts(self, times: Mapping[str, int], acts: Counter[str] | None = None) -> None:
        """Each was done so often, in the story's game unless another's acts are given."""
        done = self.acts if acts is None else acts
        self.check({act: done[act] for act in times} == times, done)

    async def check_replay(self, turns: int, game: str = "") -> None:
        """So many turns of a game (the story's) come to the same when they are played again from its capsule."""
        kept = await capsule_commands.export_capsule(self.services, game or self.game)
        again = await capsule_commands.verify(self.services, kept)
        self.check(again.differences == () and again.replayed == turns, again)


class Story(Value):
    """What is lived through: made ready once, lived again and again, and looked at when a life got through.

    `prepare` gives the game; its clock shows `made`, and the program is at work until a moment before the first life `begins`.
    Everything is done in what `around` gives.
    """

    prepare: Callable[[Services, ManualClock], Awaitable[str]]
    live: Callable[[Life], Awaitable[None]]
    faults: Callable[[Remains], Awaitable[None]]
    made: datetime = SUNDAY - timedelta(days=1)
    begins: datetime = SUNDAY + timedelta(seconds=5)
    around: Callable[[], AbstractContextManager[None]] = nullcontext
    closed: frozenset[int] = frozenset()
    """People who take no direct messages."""


@asynccontextmanager
async def living(
    story: Story, ground: Ground, known: dict[str, Any], number: int = 0, deadly: int = 0, since: float = 0
) -> AsyncIterator[Life]:
    """A life of the program on a ground, which ends at the deadly point if there is one. Since `since` (monotonic) the story
    runs by the true time, which lives at once share; otherwise each life has a time of its own, which it moves."""
    if since:
        manual_clock = ManualClock(story.begins + timedelta(seconds=time.monotonic() - since))
    else:
        manual_clock = ManualClock(story.begins + timedelta(seconds=100 * number), frozen=True)
    points = Points(deadly)
    with story.around():
        async with await Storage.open(ground.database) as storage:
            points.watch()
            chance = by_draw(f"life {number} {deadly}")
            process = process_name(chance(4).hex())
            services = Services(storage, Knowing(known), manual_clock, chance, process=process)
            clock = Clock(services)
            post = FilePost(ground.post, points, number, story.closed)
            deliverer = Deliverer(services, post, process=clock.process)
            yield Life(ground, number, services, manual_clock, clock, deliverer, points, REST if since else 0)


async def prepare(story: Story, ground: Ground, known: dict[str, Any]) -> None:
    """The story's game, with the program at work a moment ago."""
    manual_clock = ManualClock(story.made, frozen=True)
    with story.around():
        async with await Storage.open(ground.database) as storage:
            services = Services(storage, Knowing(known), manual_clock, by_draw("template"))
            game = await story.prepare(services, manual_clock)
            manual_clock.move_to(story.begins - timedelta(seconds=15))
            await beat(services, "before:1:x")
    (ground.folder / "game").write_text(game)


async def live(story: Story, ground: Ground, known: dict[str, Any], number: int, deadly: int, since: float = 0) -> int:
    """One life from its start until nothing is left to do; gives the points it passed."""
    async with living(story, ground, known, number, deadly, since) as life:
        await story.live(life)
    return life.points.passed


async def faults(story: Story, ground: Ground) -> list[str]:
    """What is wrong with what the lives left behind; nothing, it is hoped."""
    with story.around():
        async with await Storage.open(ground.database) as storage:
            async with storage.reading() as tx:
                played = await turns.of_game(tx, ground.game)
                log = await audit.whole(tx, ground.game)
                rows = await outbox.of_game(tx, ground.game)
            services = Services(storage, Knowing({}), ManualClock(SUNDAY, frozen=True), by_draw("faults"))
            there = Remains(ground, services, tuple(played), tuple(log), list(rows))
            await story.faults(there)
    return there.found + letter_faults(ground.post, there.letters)


@dataclass(slots=True)
class KillReport:
    """What is reported: how many points a life passes, kills by kind, where first lives were killed, what was wrong."""

    points: int
    at_points: int = 0
    at_times: int = 0
    databases: int = 0
    first: list[int] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def forked(work: Callable[[], Coroutine[Any, Any, object]], answer: Path) -> int:
    """Run it in a child, its result pickled to a file; the child's process id."""
    answer.unlink(missing_ok=True)
    pid = os.fork()
    if pid == 0:
        try:
            answer.write_bytes(pickle.dumps(asyncio.run(work())))
        except BaseException:  # noqa: BLE001 # a child ends here whatever happens
            traceback.print_exc()
            os._exit(70)
        os._exit(0)
    return pid


def got_through(pid: int, kill_after: float = 0) -> bool:
    """Wait for a child, which is killed after so many seconds; whether it lived to its end."""
    if kill_after:
        time.sleep(kill_after)
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
        return False
    if os.WEXITSTATUS(status):
        raise SystemExit(f"a life ended by itself with status {os.WEXITSTATUS(status)}")
    return True


def in_child(work: Callable[[], Coroutine[Any, Any, object]], answer: Path, kill_after: float = 0) -> bool:
    """Both: whether it got through."""
    return got_through(forked(work, answer), kill_after)


def end_to_end(template: Ground, kills: int, seed: int, story: Story, *, pair: bool = False) -> dict[str, Any]:
    """Rehearse once, then kill so many times; every fifth kill comes at a time, not at a point."""
    folder = template.folder.parent
    template.begin()
    answer = folder / "answer"

    known: dict[str, Any] = {}

    async def rehearse() -> tuple[int, list[str]]:
        await prepare(story, template, known)
        rehearsal = template.copied(folder / "rehearsal")
        return await live(story, rehearsal, known, 0, 0), await faults(story, rehearsal)

    prepared.compiles_each_statement_once()
    passed, wrong = asyncio.run(rehearse())
    if threading.active_count() > 1:
        raise SystemExit("a thread of the rehearsal is left, which a fork would break")
    told = KillReport(passed, faults=list(wrong))
    chance = random.Random(seed)
    while told.at_points + told.at_times < kills:
        ground = template.copied(folder / f"ground-{told.databases}")
        told.first.append(1 + int((seed * 0.25 + told.databases * GOLDEN) % 1 * passed))
        (beside if pair else lives)(story, ground, known, chance, told, answer)

        async def inspect(ground: Ground = ground) -> object:
            return await faults(story, ground)

        if not in_child(inspect, answer):
            raise SystemExit("the inspection was killed")
        wrong = pickle.loads(answer.read_bytes())
        told.faults += [f"{ground.folder.name}: {fault}" for fault in wrong]
        told.databases += 1
        if not wrong:
            ground.end()
    return asdict(told)


def lives(
    story: Story, ground: Ground, known: dict[str, Any], chance: random.Random, told: KillReport, answer: Path
) -> None:
    """Live on one database until a life gets through; the last one is spared."""
    for number in range(LIVES + 1):
        by_time = number > 0 and (told.databases + number) % 5 == 0
        # What is left to do shrinks with each life.
        deadly = told.first[-1] if number == 0 else chance.randint(1, max(told.points // (number + 1), 60))
        spared = number == LIVES

        async def life(number: int = number, deadly: int = 0 if spared or by_time else deadly) -> object:
            return await live(story, ground, known, number, deadly)

        if in_child(life, answer, chance.uniform(0.01, 0.3) if by_time and not spared else 0):
            return
        if by_time:
            told.at_times += 1
        else:
            told.at_points += 1


def beside(
    story: Story, ground: Ground, known: dict[str, Any], chance: random.Random, told: KillReport, answer: Path
) -> None:
    """Two live at once by one time, as two bot processes do: one to its end, the other killed and begun again meanwhile. Whoever
    comes last finds nothing to do, or does what is left."""
    since = time.monotonic()

    def one(number: int, deadly: int = 0) -> Callable[[], Coroutine[Any, Any, object]]:
        return partial(live, story, ground, known, number, deadly, since)

    steady = forked(one(LIVES + 1), answer.with_name("steady"))
    for number in range(LIVES):
        by_time = (told.databases + number) % 5 == 0
        most = max(told.points // (number + 2), 60)  # the other does its share
        deadly = 0 if by_time else chance.randint(1, most)
        through = got_through(forked(one(number, deadly), answer), chance.uniform(0.01, 0.3) if by_time else 0)
        if through:
            break
        told.at_times += by_time
        told.at_points += not by_time
    if not got_through(steady):
        raise SystemExit("the one that was not to be killed was killed")
    if not in_child(one(LIVES), answer):
        raise SystemExit("the last one was killed")


def main(story: Story) -> None:
    """What a kit does that is run as a program."""
    folder, kills, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    how: How = sys.argv[4] if len(sys.argv) > 4 else "sqlite"  # type: ignore[assignment] # what a hand types
    server = None if how == "sqlite" else Server()
    try:
        told = end_to_end(Ground(folder / "template", server), kills, seed, story, pair=how == "pair")
    finally:
        if server is not None:
            server.stop()
    print(json.dumps(told))
