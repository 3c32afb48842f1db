"""Kills a program again and again around a deadline, and looks at what it leaves: `... kill_lives DIR KILLS SEED`.

One warmed process forks a child for each life of the program (it has no threads and no database itself). A life opens the
real SQLite file, gives an order, resolves the overdue turn, delivers the letters to a Discord that is a file, and kills
itself with SIGKILL at a chosen point: before or after any SQL statement or commit, or any request to that Discord. Or this
process kills it after a random time. Then the next life begins, until one gets through. Prints one JSON report.
"""

import asyncio
import json
import os
import pickle
import random
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, TypedDict, TypeVar, TypeVarTuple

from sqlalchemy import event
from sqlalchemy.engine import Engine

from rules.cluster_war.movement.orders.free_text import FreeText
from rules.errors import GameError
from storage import audit, deadlines, orders, outbox, standing, turns
from storage.codec import decode_signed
from storage.db import Storage
from storage.outbox import OutboxRow
from tests.umpire.table import SUNDAY, Chance, Hands, begin, order, player
from tests.workers_inline import InlineWorkers
from umpire.campaign.sheets.orders import enter
from umpire.campaign.standing import keeping
from umpire.clock.clock import Clock
from umpire.clock.downtime import beat
from umpire.delivery.delivery import Deliverer
from umpire.delivery.refs import ref_of
from umpire.games import games
from umpire.outbox.courier import File
from umpire.outbox.outbox import Letter, Target
from umpire.services.services import Services

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
LIVES: Final = 7
"""After so many kills on one database the program is let through."""


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


class Points:
    """Counts the points a life passes, and ends it at the one chosen (0: at none)."""

    def __init__(self, deadly: int) -> None:
        self.passed = 0
        self._deadly = deadly

    def mark(self, *_: object, **__: object) -> None:
        self.passed += 1
        if self.passed == self._deadly:
            os.kill(os.getpid(), signal.SIGKILL)

    def watch(self) -> None:
        """Every statement, commit and rollback of every database of this process from now on."""
        for name in ("before_cursor_execute", "after_cursor_execute", "commit", "rollback"):
            event.listen(Engine, name, self.mark)


class Line(TypedDict):
    """A message as it is written down."""

    id: int
    to: tuple[str, int]
    text: str
    nonce: str
    life: int
    files: list[str]


class FilePost:
    """A Discord in a file: one JSON line a message. The same nonce twice is one message, but it is known only for some
    minutes: not from one life of the program to the next."""

    def __init__(self, path: Path, points: Points, number: int = 0) -> None:
        self._path = path
        self._points = points
        self._number = number

    def messages(self) -> list[Line]:
        return [json.loads(line) for line in self._path.read_text().splitlines()] if self._path.exists() else []

    async def send(self, target: Target, letter: Letter, files: Sequence[File], nonce: str) -> int:
        self._points.mark()
        there = self.messages()
        known = next((m for m in there if m["nonce"] == nonce and m["life"] == self._number), None)
        if known is not None:
            return known["id"]
        message = Line(
            id=1000 + len(there),
            to=(target.kind, target.id),
            text=letter.text,
            nonce=nonce,
            life=self._number,
            files=[file.name for file in files],
        )
        self._write(message)
        self._points.mark()
        await asyncio.sleep(0)
        self._points.mark()
        return message["id"]

    def _write(self, message: Line) -> None:
        handle = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(handle, (json.dumps(message) + "\n").encode())
        os.close(handle)

    async def edit(self, target: Target, message_id: int, letter: Letter, files: Sequence[File]) -> None:
        self._points.mark()
        lines = [
            Line(**{**m, "text": letter.text, "files": [file.name for file in files]}) if m["id"] == message_id else m
            for m in self.messages()
        ]
        beside = self._path.with_suffix(".new")
        beside.write_text("".join(json.dumps(line) + "\n" for line in lines))
        beside.replace(self._path)
        self._points.mark()

    async def pin(self, target: Target, message_id: int) -> None:
        self._points.mark()

    async def delete(self, target: Target, message_id: int) -> None:
        raise AssertionError("no letter of these lives is taken back")

    async def find(self, target: Target, ref: str, since: int) -> int | None:  # since: these messages bear no time
        self._points.mark()
        found = [m for m in self.messages() if tuple(m["to"]) == (target.kind, target.id) and m["text"].endswith(ref)]
        return found[0]["id"] if found else None


@dataclass(slots=True)
class Told:
    """What is reported: how many points a life passes, kills by kind, where first lives were killed, what was wrong."""

    points: int
    at_points: int = 0
    at_times: int = 0
    databases: int = 0
    first: list[int] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Ground:
    """The files of one database and its Discord."""

    folder: Path

    @property
    def database(self) -> Path:
        return self.folder / "a.db"

    @property
    def post(self) -> Path:
        return self.folder / "post.jsonl"

    @property
    def confirmed(self) -> Path:
        return self.folder / "confirmed"


async def prepare(ground: Ground, known: dict[str, Any]) -> None:
    """A running duel just before its deadline: orders on both sheets, the program at work a moment ago."""
    hands = Hands(SUNDAY - timedelta(days=1))
    async with await Storage.open(ground.database) as storage:
        services = Services(storage, Knowing(known), hands, Chance("template"))
        game = await begin(services)
        await order(services, game, "humans")
        await order(services, game, "dominators")
        await keeping.add(services, player(game, "humans"), "every turn: engage empire defend, withdraw at 40")
        hands.at = SUNDAY - timedelta(seconds=10)
        await beat(services, "before:1:x")
    (ground.folder / "game").write_text(game.id)


async def live(ground: Ground, known: dict[str, Any], number: int, deadly: int) -> int:
    """One life of the program, from its start until nothing is left to do; gives the points it passed."""
    hands = Hands(SUNDAY + timedelta(seconds=5 + 100 * number))
    game_id = (ground.folder / "game").read_text()
    points = Points(deadly)
    async with await Storage.open(ground.database) as storage:
        points.watch()
        services = Services(storage, Knowing(known), hands, Chance(f"life {number} {deadly}"))
        await give_order(services, ground, game_id, number)
        clock = Clock(services)
        deliverer = Deliverer(services, FilePost(ground.post, points, number), process=clock.process)
        await clock.start()
        await deliverer.recover()
        for _ in range(60):
            await clock.settled()
            await deliverer.drain()
            async with storage.reading() as tx:
                left = await outbox.waiting(tx)
            if not left and (await games.get_game(services, game_id)).turn > 1:
                break
            hands.on(seconds=30)
            clock.poke()
        await clock.stop()
    return points.passed


async def give_order(services: Services, ground: Ground, game_id: str, number: int) -> None:
    """An order at the last moment; what was confirmed to the player is written down."""
    game = await games.get_game(services, game_id)
    if game.turn == 1:
        try:
            receipt = await enter(services, player(game, "humans"), [FreeText(f"Order of life {number}.")])
        except GameError:
            return
        handle = os.open(ground.confirmed, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(handle, f"humans-1-{receipt.lines[-1].number}\n".encode())
        os.close(handle)


async def faults(ground: Ground) -> list[str]:
    """What is wrong with what the lives left behind; nothing, it is hoped."""
    game_id = (ground.folder / "game").read_text()
    found: list[str] = []

    def check(good: bool, complaint: object) -> None:
        if not good:
            found.append(str(complaint))

    async with await Storage.open(ground.database) as storage, storage.reading() as tx:
        played = await turns.of_game(tx, game_id)
        rows = await outbox.of_game(tx, game_id)
        acts = [row for row in await audit.whole(tx, game_id) if row.action == "turn.resolved"]
        looks = [row for row in await audit.whole(tx, game_id) if row.action == "orders.standing"]
        laid = await orders.of_side(tx, game_id, 2, "humans")
        kept = await standing.find(tx, game_id, 2, "humans")
        given = {row.id for row in await orders.of_turn(tx, game_id, 1) if row.withdrawn_at is None}
        closed = await deadlines.last(tx, game_id, 1)
    check([(t.turn, t.state) for t in played] == [(0, "published"), (1, "published"), (2, "open")], played)
    check(len(acts) == 1, f"resolved {len(acts)} times")
    check(len(looks) == 1, f"standing orders laid {len(looks)} times")
    check([o.withdrawn_at for o in laid] == [None], f"laid {laid}")
    check(kept is not None and dict(kept.sheet.laid) == {laid[0].id: 1} and kept.sheet.orders[0].given == 1, kept)
    check(closed is not None and closed.state == "done", closed)
    resolved = {signed.id for signed in decode_signed(played[1].orders or b"[]")}
    confirmed = set(ground.confirmed.read_text().split()) if ground.confirmed.exists() else set[str]()
    check(confirmed <= resolved, f"confirmed orders lost: {confirmed - resolved}")
    check(given == resolved and len(given) >= 2, f"given {given}, resolved {resolved}")
    found += letter_faults(ground, rows)
    return found


def letter_faults(ground: Ground, rows: Sequence[OutboxRow]) -> list[str]:
    """What is wrong between the letters of a game and the messages that were sent: lost, doubled, out of order."""
    found: list[str] = []

    def check(good: bool, complaint: object) -> None:
        if not good:
            found.append(str(complaint))

    messages = FilePost(ground.post, Points(0)).messages()
    rows = [row for row in rows if not is_unneeded(row)]
    refs = sorted(message["text"].rsplit("\n", 1)[1] for message in messages)
    in_order = sorted(rows, key=lambda row: row.seq)
    last = {row.message_id: ref_of(row) for row in in_order}  # an edit takes the place of what the message said
    check(refs == sorted(last.values()), "messages and letters differ (one lost or doubled)")
    once = [(row.message_id, row.edit_key or row.id) for row in rows]
    check(len(set(once)) == len({message for message, _ in once}), "two letters that are no edits share a message")
    check(all(row.state == "sent" for row in rows), [row.state for row in rows])
    by_nonce = {message["nonce"]: message["id"] for message in messages}
    first = {row.message_id: row.nonce for row in reversed(in_order)}
    check(all(by_nonce.get(nonce) == message for message, nonce in first.items()), "a letter has another's message id")
    order_sent = [message["nonce"] for message in messages if message["to"][0] == "channel"]
    check(order_sent == [row.nonce for row in rows if row.target["kind"] == "channel"], "out of order")
    return found


def is_unneeded(row: OutboxRow) -> bool:
    """Whether a letter was a desk that showed all it would have said, and so was not sent."""
    return row.letter["kind"] == "desk" and row.message_id is None and row.nonce == f"unneeded/{row.id}"


def in_child(work: Callable[[], Coroutine[Any, Any, object]], answer: Path, kill_after: float = 0) -> bool:
    """Run it in a forked child, its result pickled to a file; whether it got through. `kill_after` seconds it is killed."""
    answer.unlink(missing_ok=True)
    pid = os.fork()
    if pid == 0:
        try:
            answer.write_bytes(pickle.dumps(asyncio.run(work())))
        except BaseException:  # noqa: BLE001 # a child ends here whatever happens
            traceback.print_exc()
            os._exit(70)
        os._exit(0)
    if kill_after:
        time.sleep(kill_after)
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
        return False
    if os.WEXITSTATUS(status):
        raise SystemExit(f"a life ended by itself with status {os.WEXITSTATUS(status)}")
    return True


@dataclass(frozen=True, slots=True)
class Story:
    """What is lived through: made ready once, lived again and again, and looked at when a life got through."""

    prepare: Callable[[Ground, dict[str, Any]], Coroutine[Any, Any, None]]
    live: Callable[[Ground, dict[str, Any], int, int], Coroutine[Any, Any, int]]
    faults: Callable[[Ground], Coroutine[Any, Any, list[str]]]


def end_to_end(folder: Path, kills: int, seed: int, story: Story) -> dict[str, Any]:
    """Rehearse once, then kill so many times; every fifth kill comes at a time, not at a point."""
    answer = folder / "answer"
    template = Ground(folder / "template")
    template.folder.mkdir(parents=True)

    async def rehearse() -> object:
        known: dict[str, Any] = {}
        await story.prepare(template, known)
        shutil.copytree(template.folder, folder / "rehearsal")
        passed = await story.live(Ground(folder / "rehearsal"), known, 0, 0)
        return known, passed, await story.faults(Ground(folder / "rehearsal"))

    if not in_child(rehearse, answer):
        raise SystemExit("the rehearsal was killed")
    known, passed, wrong = pickle.loads(answer.read_bytes())
    told = Told(passed, faults=list(wrong))
    chance = random.Random(seed)
    while told.at_points + told.at_times < kills:
        ground = Ground(folder / f"ground-{told.databases}")
        shutil.copytree(template.folder, ground.folder)
        told.first.append(1 + (seed * 19 + told.databases * max(37, passed * 13 // 100)) % passed)
        lives(story, ground, known, chance, told, answer)

        async def inspect(ground: Ground = ground) -> object:
            return await story.faults(ground)

        if not in_child(inspect, answer):
            raise SystemExit("the inspection was killed")
        told.faults += [f"{ground.folder.name}: {fault}" for fault in pickle.loads(answer.read_bytes())]
        told.databases += 1
        if not told.faults:
            shutil.rmtree(ground.folder)
    return asdict(told)


def lives(story: Story, ground: Ground, known: dict[str, Any], chance: random.Random, told: Told, answer: Path) -> None:
    """Live on one database until a life gets through; the last one is spared."""
    for number in range(LIVES + 1):
        by_time = number > 0 and (told.databases + number) % 5 == 0
        # What is left to do shrinks with each life.
        deadly = told.first[-1] if number == 0 else chance.randint(1, max(told.points // (number + 1), 60))
        spared = number == LIVES

        async def life(number: int = number, deadly: int = 0 if spared or by_time else deadly) -> object:
            return await story.live(ground, known, number, deadly)

        if in_child(life, answer, chance.uniform(0.01, 0.3) if by_time and not spared else 0):
            return
        if by_time:
            told.at_times += 1
        else:
            told.at_points += 1


if __name__ == "__main__":
    print(json.dumps(end_to_end(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), Story(prepare, live, faults))))
