"""One hundred games of six players on one deadline, delivered to a sandbox that holds the bot to Discord's limits.

    python -m harness.bench.rush --games 100 --latency 0.15            # letters of text
    python -m harness.bench.rush --games 100 --pictures                # real turns: reports and maps, drawn by two workers
    python -m harness.bench.rush --games 100 --pictures --people 10    # and people who use ten commands a second, maps among them
    python -m harness.bench.rush --games 100 --buckets                 # with five requests per five seconds in each channel

The sandbox is a process of its own. A table tells how long the letters took, how many requests the busiest second had, how
many were refused, and whether a letter arrived twice or not at all; status 1 if one did.
"""

import argparse
import asyncio
import json
import os
import sqlite3
import sys
import tempfile
import time
from asyncio.subprocess import Process
from collections import Counter, deque
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path

from sqlalchemy import event

from cogs.shell.client import AdmiraltyClient
from harness.bench.crowd import Crowd, Watch, line
from harness.bench.game_copies import store_copies
from harness.bench.separate_sandbox import PROJECT_FOLDER, Line, beside, on_line, read_line, write_line
from playtest.clock import ManualClock
from program.application import Application, open_application
from rules.cluster_war.turn.setup.scenario import load_scenario
from sandbox import actions
from sandbox.app import Sandbox
from sandbox.connect import pointed_at
from sandbox.interactions import Exchange
from sandbox.limits import documented
from sandbox.world import World, empty_world
from settings import Settings
from storage import deadlines
from storage import games as rows
from tests.umpire.seat_delivery import set_delivery
from umpire.campaign.founding import play_campaign
from umpire.campaign.open_turn import SYSTEM
from umpire.campaign.turn import turns
from umpire.games import seats
from umpire.games.new_game import NewGame
from umpire.games.options import GameSettings, Options, parse_schedule
from umpire.outbox.outbox import Letter, Target, enqueue
from umpire.services.services import Services
from umpire.services.workers import ProcessWorkers

SIX_EMPIRES = PROJECT_FOLDER / "scenarios" / "six_empires.toml"
DUEL_SMALL = PROJECT_FOLDER / "scenarios" / "duel_small.toml"
"""Where only letters are counted: made in a tenth of the time, and six players' threads get letters all the same."""
PATIENCE_SECONDS = 1_800.0
WINDOW_SECONDS = 1.0
POLL_SECONDS = 0.05
AHEAD_SECONDS = 600
"""Seconds until the deadline when it is set: dashboards show it before it comes."""
UNSENT_LETTERS = "EXISTS (SELECT 1 FROM outbox WHERE state IN ('pending', 'sending'))"
TO_DO = f"SELECT (SELECT count(*) FROM games WHERE revision < ?), {UNSENT_LETTERS}"  # of our own words
TICKS_A_SECOND: int = os.sysconf("SC_CLK_TCK")


class RequestCounts:
    """The requests that one sandbox got."""

    def __init__(self) -> None:
        self._last: deque[float] = deque()
        self.peak = 0
        self.made: Counter[str] = Counter()
        self.first = self.last = 0.0

    def __call__(self, exchange: Exchange) -> None:
        """One request that was let through; answers to interactions are not among these."""
        if exchange.template.startswith(("/interactions", "/webhooks")):
            return
        now = time.monotonic()
        self._last.append(now)
        while self._last[0] <= now - WINDOW_SECONDS:
            self._last.popleft()
        self.peak = max(self.peak, len(self._last))
        self.made[f"{exchange.method} {exchange.template}"] += 1
        if exchange.method == "POST":
            self.first, self.last = self.first or now, now


class StatementCount:
    """How many statements a database was told."""

    def __init__(self, services: Services) -> None:
        self.count = 0
        for engine in (services.storage.engine.writer, services.storage.engine.reader):
            if engine is not None:
                event.listen(engine.sync_engine, "before_cursor_execute", self._hear)

    def _hear(self, *_: object) -> None:
        self.count += 1


class Drawing:
    """How busy the workers were: looks at them often while there is something to draw."""

    def __init__(self, workers: ProcessWorkers) -> None:
        self._workers = workers
        self._busy, self._looks = 0, 0
        self._before = self._spent()

    async def look(self) -> None:
        """Look until cancelled."""
        while True:
            idle = len(self._workers._idle)
            if idle < self._workers.count:
                self._busy += self._workers.count - idle
                self._looks += self._workers.count
            await asyncio.sleep(POLL_SECONDS)

    def _spent(self) -> float:
        """Processor seconds of all workers."""
        stats = [Path(f"/proc/{each.pid}/stat").read_text().rsplit(")", 1)[1].split() for each in self._processes()]
        return sum(int(stat[11]) + int(stat[12]) for stat in stats) / TICKS_A_SECOND

    def _processes(self) -> list[Process]:
        return [each for each in self._workers._processes.values() if each.returncode is None]

    def line(self) -> Line:
        """What was seen."""
        busy = self._busy / self._looks if self._looks else 0.0
        return {"busy": busy, "drawing": self._spent() - self._before}


def world_of(games: int, players: int) -> World:
    """A server with a channel for each game."""
    world = empty_world()
    gm, *seated = (world.add_user(name) for name in ("gm", *(f"p{number}" for number in range(players))))
    guild = world.add_guild("Harbour", gm, members=seated)
    for number in range(games):
        world.add_channel(guild, f"game-{number}")
    return world


async def serve(games: int, players: int, latency: float, people: float, *, buckets: bool) -> None:
    """The sandbox's side: says where it is; then, at each line on stdin, what it was asked since the last."""
    loop = asyncio.get_running_loop()
    lines = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    sandbox = await Sandbox.start(world=world_of(games, players), limits=documented())
    world = sandbox.world
    channels = [c.id for c in world.channels.values() if (c.name or "").startswith("game-")]
    told: Line = {
        "url": sandbox.url,
        "token": sandbox.token,
        "guild": world.guild().id,
        "channels": channels,
        "users": [world.user(name).id for name in ("gm", *(f"p{number}" for number in range(players)))],
        "threads": {},
    }
    for channel in channels:
        told["threads"][str(channel)] = [room(sandbox, channel, number) for number in range(players + 1)]
    say(told)
    crowd = Crowd(sandbox, channels, tuple(f"p{number}" for number in range(players)))
    while await lines.readline():
        if latency:
            sandbox.faults.add("slow", times=1 << 40, seconds=latency, match=r"^\w+ /channels")
        sandbox.faults.limit = 5 if buckets else 0
        counted = RequestCounts()
        sandbox.core.observers[:] = [counted]
        over = asyncio.Event()
        using = asyncio.create_task(crowd.phase(1, people, over)) if people else None
        await lines.readline()
        over.set()
        refs = Counter(ref(message.content) for kept in world.messages.values() for message in kept.values())
        say(
            {
                "peak": counted.peak,
                "made": dict(counted.made.most_common(6)),
                "between": counted.last - counted.first,
                "refused": sandbox.meters.refused_globally,
                "invalid": sandbox.meters.invalid,
                "doubled": sum(count - 1 for name, count in refs.items() if name),
                "messages": sum(len(kept) for kept in world.messages.values()),
                "used": (await using)["samples"] if using else [],
            }
        )
    await sandbox.stop()


def room(sandbox: Sandbox, channel: int, number: int) -> int:
    """A private thread with its player, or number 0 with the game master, made as the bot makes it."""
    world, name = sandbox.world, f"p{number - 1}" if number else "gm"
    words = {"name": f"room {number}"}
    made = actions.create_thread(sandbox.core, world.channel(channel), world.bot_id, words, kind=12)
    for user in (world.bot_id, world.user(name).id):
        actions.add_to_thread(sandbox.core, made, user)
    return made.id


def ref(text: str) -> str:
    """The line by which a letter is found again."""
    last = text.rsplit("\n", 1)[-1]
    return last if last.startswith("-# ref ") else ""


def say(value: object) -> None:
    """One line for the other process."""
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def discord_of(args: argparse.Namespace, players: int) -> AbstractAsyncContextManager[tuple[Process, Line]]:
    """The sandbox's process and what it said first."""
    words = ["--serve", "--games", str(args.games), "--players", str(players), "--latency", str(args.latency)]
    words += ["--people", str(args.people)]
    return beside("harness.bench.rush", *words, *(["--buckets"] if args.buckets else []), patience=PATIENCE_SECONDS)


async def make_game(services: Services, hello: Line, where: Path, *, begun: bool) -> str:
    """A campaign in the first channel, all seats taken, each with its thread."""
    gm, *players = hello["users"]
    settings = GameSettings(parse_schedule("every 168h"), Options(review=False, early=False, reminder_hours=()))
    channel = hello["channels"][0]
    new = NewGame(SYSTEM, hello["guild"], channel, "Campaign", gm, settings)
    game = await play_campaign.create_game(services, new, load_scenario(where))
    mine, *rooms = hello["threads"][str(channel)]
    await set_delivery(services, await seats.gm_seat(services, game.id, gm), thread_id=mine)
    for side, player, room in zip(game.sides, players, rooms, strict=False):
        seat = await seats.take(services, game.id, player, side.id)
        await set_delivery(services, seat, thread_id=room)
    if begun:
        await turns.open_first(services, await seats.gm_seat(services, game.id, gm))
    return game.id


async def looked_at(app: Application) -> None:
    """Wait until the threads of all games were looked at."""
    client = app.courier.client
    assert isinstance(client, AdmiraltyClient)
    await client.running.threads.looked.wait()


def copy_game(database: Path, game: str, hello: Line) -> list[str]:
    """The same campaign in each other channel, as it stands; the ids of all of them. Made one by one they would take a hundred
    times as long."""
    first, *others = [(channel, *hello["threads"][str(channel)]) for channel in hello["channels"]]
    return [game, *store_copies(database, game, [dict(zip(first, place, strict=True)) for place in others])]


async def write_letters(services: Services, made: list[str], hello: Line) -> None:
    """What a turn brings, without files: a public letter, six packets, one for the game master."""
    text = "The month is over. " * 20
    async with services.storage.transaction() as tx:
        for game, channel in zip(made, hello["channels"], strict=True):
            await enqueue(tx, services, Letter("public", game, 1, "", Target("channel", channel), text))
            for thread in hello["threads"][str(channel)]:
                await enqueue(tx, services, Letter("packet", game, 1, "", Target("thread", thread), text))


async def set_deadline(services: Services, made: list[str], seconds: int) -> None:
    """All games have their deadline at one moment, so many seconds from now."""
    due = services.seconds() + seconds
    async with services.storage.transaction() as tx:
        for game in made:
            row = await rows.find(tx, game)
            assert row is not None
            current = await deadlines.current(tx, game, row.revision)
            assert current is not None
            await deadlines.move(tx, current.id, due, 0, "")


async def until_told(database: Path, revision: int) -> int:
    """Wait until all turns are resolved and no letter waits; how many letters failed. Asks past the bot, which is measured."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as raw:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while any(raw.execute(TO_DO, (revision,)).fetchone()):  # noqa: ASYNC110 # a database has no bell
                await asyncio.sleep(POLL_SECONDS)
        (failed,) = raw.execute("SELECT count(*) FROM outbox WHERE state = 'failed'").fetchone()
    return int(failed)


async def evening(folder: Path, args: argparse.Namespace) -> Line:
    """Games made and begun, then one deadline for all."""
    players = 6
    settings, database, clock = Settings(data=folder, workers=2), folder / "rush.db", ManualClock()
    async with discord_of(args, players) as (process, hello), open_application(settings, str(database), clock) as app:
        services = app.bot.services
        game = await make_game(services, hello, SIX_EMPIRES if args.pictures else DUEL_SMALL, begun=args.pictures)
        made = copy_game(database, game, hello)
        with pointed_at(hello["url"]):
            start = time.monotonic()
            async with on_line(app, hello["token"], folder / "commands.sha256", PATIENCE_SECONDS):
                ready = time.monotonic() - start
                if args.pictures:
                    await set_deadline(services, made, AHEAD_SECONDS)
                    app.bot.clock.poke()
                    await app.bot.clock.settled()
                await asyncio.wait_for(looked_at(app), PATIENCE_SECONDS)
                await until_told(database, 0)
                print(f"  on line after {ready:.1f} s, all begun after {time.monotonic() - start:.1f} s", flush=True)
                await write_line(process)
                assert isinstance(app.workers, ProcessWorkers)
                start, drawing = time.monotonic(), Drawing(app.workers)
                looking = asyncio.create_task(drawing.look())
                watch, spent, said_to = Watch(), time.process_time(), StatementCount(services)
                watching = asyncio.create_task(watch.look())
                if args.pictures:
                    clock.forward(seconds=AHEAD_SECONDS)
                    app.bot.clock.poke()
                else:
                    await write_letters(services, made, hello)
                    app.bot.deliverer.wake()
                failed = await until_told(database, 2 if args.pictures else 0)
                seconds = time.monotonic() - start
                await write_line(process)
                own = {"lag": watch.lag, "own": time.process_time() - spent, "statements": said_to.count}
                told = {**await read_line(process, PATIENCE_SECONDS), **drawing.line(), **own}
                looking.cancel()
                watching.cancel()
    return {"seconds": seconds, "failed": failed, **told}


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m harness.bench.rush", description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", type=int, default=6, help=argparse.SUPPRESS)
    parser.add_argument("--latency", type=float, default=0.15, help="seconds that the sandbox takes to answer")
    parser.add_argument("--buckets", action="store_true", help="five requests per five seconds in each channel")
    parser.add_argument("--pictures", action="store_true", help="a real turn, with reports and maps")
    parser.add_argument("--people", type=float, default=0.0, help="slash commands a second meanwhile")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        asyncio.run(serve(args.games, args.players, args.latency, args.people, buckets=args.buckets))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(evening(Path(folder), args))
    posts = sum(count for what, count in found["made"].items() if what.startswith("POST"))
    print(
        f"  {args.games} games, {posts} messages in {found['seconds']:.1f} s ({posts / found['seconds']:.1f} a second)"
    )
    print(f"  between the first and the last {found['between']:.1f} s; busiest second {found['peak']} requests")
    print(f"  refused by the limit over all routes {found['refused']}, invalid requests {found['invalid']}")
    print(f"  twice {found['doubled']}, failed {found['failed']}; {found['made']}")
    print(
        f"  the bot spent {found['own']:.1f} s of processor time, its loop stood still for {found['lag'] * 1000:.0f} ms at most"
    )
    print(f"  it said {found['statements']} statements to the database, {found['statements'] / args.games:.0f} a game")
    if args.pictures:
        print(
            f"  the workers spent {found['drawing']:.0f} s of processor time, and were at work {found['busy']:.0%} of it"
        )
    used = found["used"]
    for what in sorted({sample["what"] for sample in used}):
        print(f"  {line(what, [sample['whole'] for sample in used if sample['what'] == what])}")
    if used:
        print(f"  {line('all but maps', [sample['whole'] for sample in used if sample['what'] != 'map mine'])}")
        print(f"  {line('first answers', [sample['first'] for sample in used])}")
    unanswered = sorted({sample["error"] for sample in used} - {""})
    for error in unanswered:
        print(f"  {error}")
    return 1 if found["doubled"] or found["failed"] or unanswered else 0


if __name__ == "__main__":
    sys.exit(main())
