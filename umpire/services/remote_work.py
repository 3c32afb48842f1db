"""Work done by other processes, on this machine or others (`bot.py work`), through a queue in the database.

It satisfies `umpire.services.services.Workers`, as the worker processes of the bot do. These stand by: they do what cannot be
asked for elsewhere, and everything while nobody is there to ask, or the queue cannot be used: it is a newer version's, or this
process has no right to it. A deadline is never late because a machine is gone. Only functions that program/worker.py lists by
name may be asked for.
"""

import asyncio
import contextlib
import hashlib
import itertools
import logging
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar, TypeVarTuple

from games.known import OUTSIDE
from rules.values import Value
from storage.errors import StorageError
from storage.jobs import JobAnswer, JobRequest, Jobs
from umpire.services.observer import Observer, facts_now
from umpire.services.parcels import ParcelError, read, read_error, write
from umpire.services.task_end import end
from umpire.services.workers import PROJECT_FOLDER, TASK_SECONDS, ProcessWorkers, WorkerError

CODE_PACKAGES: Final = ("games", "render", "rules", "scenarios", "storage", "umpire")
RESULT_LIBRARIES: Final = ("msgspec", "pillow", "zstandard")
"""What else decides which bytes come of a piece of work."""
Queue: TypeAlias = Callable[[], AbstractAsyncContextManager[Jobs]]
Ts = TypeVarTuple("Ts")
T = TypeVar("T")
PICTURES_A_GAME: Final = 3
"""So many pictures of one game are drawn at once, so many more for people who wait, and one turn resolved."""
LOOK_SHARE: Final = 10
"""The bot looks after its jobs so many times within what it takes to hold a worker for lost."""
QUEUE_RETRY_SECONDS: Final = 30.0
"""A queue that cannot be used is tried again so often."""

log = logging.getLogger(__name__)


class JobRank(IntEnum):
    """How urgent a piece of work is; the greatest goes first."""

    PICTURE = 10
    TURN = 20
    """Games wait for it."""
    PERSON = 30
    """Somebody looks at the screen and waits."""


class Kinds(Value):
    """Names of functions by their module: those that a turn waits for, and the others."""

    turns: Mapping[str, Collection[str]]
    pictures: Mapping[str, Collection[str]]

    def name(self, function: Callable[..., object]) -> str:
        """What a function is asked for by; "" if it is none of these."""
        module, path = function.__module__, getattr(function, "__qualname__", "")
        return f"{module}:{path}" if self._rank(module, path) is not None else ""

    def rank(self, name: str, *, urgent: bool) -> JobRank:
        """How urgent work of this name is."""
        found = self._rank(*_split(name))
        return JobRank.PERSON if urgent or found is None else found

    def carrier(self, name: str) -> "Carrier":
        """Who does work of this name; WorkerError if there is none such."""
        module, path = _split(name)
        if self._rank(module, path) is None:
            raise WorkerError(f"there is no work called {name!r}")
        return Carrier(module, path)

    def _rank(self, module: str, path: str) -> JobRank | None:
        if path in self.turns.get(module, ()):
            return JobRank.TURN
        return JobRank.PICTURE if path in self.pictures.get(module, ()) else None


class Carrier(Value):
    """Does one kind of work in a worker process: a parcel with what the function is given, and one with what it gives."""

    module: str
    path: str

    def __call__(self, given: bytes) -> bytes:
        """ParcelError for bytes that are no parcel; else whatever the function raises."""
        function: Callable[..., Any] = getattr(import_module(self.module), self.path)
        return write(function(*read(given)))

    def __repr__(self) -> str:
        """As figures name the task."""
        return self.path


def _split(name: str) -> tuple[str, str]:
    module, _, path = name.partition(":")
    return module, path


@lru_cache(maxsize=1)
def code_of(root: Path = PROJECT_FOLDER) -> str:
    """What this program does with work, as one word: equal words do the same. Of the sources, those of games from outside
    included, Python and libraries."""
    told = hashlib.sha256(f"{sys.version_info[:2]} {[metadata.version(name) for name in RESULT_LIBRARIES]}".encode())
    for folder in (*(root / room for room in CODE_PACKAGES), *map(_place_of, sorted(OUTSIDE))):
        for path in sorted(folder.rglob("*")) if folder.is_dir() else [folder]:
            if path.suffix in {".py", ".toml"}:
                told.update(f"{path.relative_to(folder.parent).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return told.hexdigest()[:16]


def _place_of(package: str) -> Path:
    """The folder of a package, or the file of a module that is none."""
    file = Path(str(import_module(package).__file__))
    return file.parent if file.name == "__init__.py" else file


class _NotDoneError(Exception):
    """Nobody elsewhere does it: it is done here."""


@dataclass(slots=True)
class _RemoteJob:
    rank: int
    seq: int
    future: asyncio.Future[JobAnswer]
    begun: bool = False


class Elsewhere:
    """`queue` opens the queue, `local` are the workers that stand by, `seen` is told how each task went, `again` is how many
    seconds lie between two tries to open a queue that cannot be used. Open it with `opened`."""

    def __init__(
        self,
        queue: Queue,
        local: ProcessWorkers,
        kinds: Kinds,
        code: str,
        seen: Observer,
        again: float = QUEUE_RETRY_SECONDS,
    ) -> None:
        self._queue, self._local, self._kinds, self._code, self._seen = queue, local, kinds, code, seen
        self._again = again
        self._jobs: Jobs | None = None
        self._asked: dict[str, _RemoteJob] = {}
        self._seq = itertools.count()
        self._lanes: Counter[str] = Counter()
        self._places: int | None = None
        self._look_now = asyncio.Event()

    @contextlib.asynccontextmanager
    async def opened(self) -> AsyncIterator["Elsewhere"]:
        """Have the queue and look after what was asked for, as long as the block lasts, which begins when it was tried once."""
        tried = asyncio.Event()
        keeping = asyncio.create_task(self._keep_asking(tried))
        try:
            await tried.wait()
            if keeping.done():
                keeping.result()
            yield self
        finally:
            for job in self._asked.values():
                job.future.cancel()
            await end([keeping])

    async def warm(self) -> None:
        """Have the bot's own workers ready where nobody is at work elsewhere."""
        if not self._places:
            await self._local.warm()

    @property
    def waiting(self) -> int:
        """Tasks that nobody has begun."""
        return self._local.waiting + sum(not job.begun for job in self._asked.values())

    @property
    def running(self) -> int:
        """Tasks that a worker is at, as far as is known."""
        return self._local.running + sum(job.begun for job in self._asked.values())

    @property
    def count(self) -> int:
        """How many tasks may be worked on at once: by workers elsewhere, or by those that stand by."""
        return self._places or self._local.count

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, urgent: bool = False, seconds: float = 0) -> T:
        """Run `function(*args)` elsewhere and give its result or raise its exception, as the worker processes of the bot do.

        A task whose workers are lost is tried once more; WorkerError if they are lost, too. If the caller is cancelled, a task
        that has not begun is dropped.
        """
        name = self._kinds.name(function)
        if name and self._places and self._jobs is not None:
            try:
                return await self._elsewhere(self._jobs, name, args, urgent, seconds)  # type: ignore[no-any-return] # what it gives
            except _NotDoneError as why:
                log.debug("%s is done here: %s.", name, why)
        return await self._local.run(function, *args, urgent=urgent, seconds=seconds)

    async def _elsewhere(self, jobs: Jobs, name: str, args: tuple[object, ...], urgent: bool, seconds: float) -> Any:
        try:
            given = await asyncio.to_thread(write, args)
        except ParcelError as wrong:
            log.warning("%s cannot be asked for elsewhere: %s.", name, wrong)
            raise _NotDoneError(str(wrong)) from wrong
        rank = self._kinds.rank(name, urgent=urgent)
        answer = await self._answer(
            jobs, JobRequest(name, given, self._code, rank, self._lock(rank), seconds or TASK_SECONDS)
        )
        task = name.partition(":")[2]
        if answer.outcome == "lost":
            self._seen.job(task, answer.waited, answer.took, "failed")
            raise WorkerError(f"{task}: the workers that were at it were lost")
        self._seen.job(task, answer.waited, answer.took, answer.outcome)
        try:
            if answer.outcome == "done":
                return await asyncio.to_thread(read, answer.data)
            wrong_there = await asyncio.to_thread(read_error, answer.data)
        except ParcelError as damaged:
            raise WorkerError(f"{task}: {damaged}") from damaged
        raise wrong_there

    async def _answer(self, jobs: Jobs, asked: JobRequest) -> JobAnswer:
        job = _RemoteJob(asked.rank, next(self._seq), asyncio.get_running_loop().create_future())
        try:
            key = await jobs.ask(asked)
        except StorageError as wrong:
            log.warning("%s", wrong)
            raise _NotDoneError(str(wrong)) from wrong
        self._asked[key] = job
        try:
            if self._jobs is not jobs:
                raise _NotDoneError("the queue is gone")
            return await job.future
        finally:
            del self._asked[key]
            if not job.future.done() or job.future.cancelled() or job.future.exception() is not None:
                with contextlib.suppress(StorageError):
                    await jobs.drop(key)

    def _lock(self, rank: JobRank) -> str:
        """One of the game's locks, so that it takes no more than its share; "" for what is no game's."""
        game = facts_now().get("game", "")
        if not game:
            return ""
        lane = f"{game} {rank.name}"
        self._lanes[lane] += 1
        return lane if rank is JobRank.TURN else f"{lane} {self._lanes[lane] % PICTURES_A_GAME}"

    async def _keep_asking(self, tried: asyncio.Event) -> None:
        """Have the queue, until cancelled; tried again where it cannot be used, or is not this version's any more."""
        said = ""
        try:
            while True:
                try:
                    async with self._queue() as jobs:
                        said = ""
                        await self._attend(jobs, tried)
                    log.warning("The queue was made anew, or dropped, or this process may no longer use it.")
                    await asyncio.sleep(jobs.lost_seconds / LOOK_SHARE)
                except StorageError as wrong:
                    if said != str(wrong):
                        log.warning(
                            "%s This process does the work, and tries the queue again every %.0f s.", wrong, self._again
                        )
                    said = str(wrong)
                    tried.set()
                    await asyncio.sleep(self._again)
        finally:
            tried.set()

    async def _attend(self, jobs: Jobs, tried: asyncio.Event) -> None:
        """Look after what was asked for, until the queue is not this version's any more."""
        self._jobs, self._places = jobs, None
        listening: asyncio.Task[None] | None = None
        try:
            while await self._look(jobs):
                tried.set()
                listening = listening or asyncio.create_task(self._listen(jobs))
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(jobs.lost_seconds / LOOK_SHARE):
                        await self._look_now.wait()
                self._look_now.clear()
        finally:
            self._jobs, self._places = None, None
            if listening is not None:
                await end([listening])
            for job in self._asked.values():
                self._not_done(job, "the queue is gone")

    async def _listen(self, jobs: Jobs) -> None:
        """Take what is answered as soon as it is told."""
        while True:
            try:
                async for key in jobs.answered():
                    if not key:
                        self._look_now.set()
                    elif key in self._asked:
                        await self._take(jobs, key)
            except StorageError as wrong:
                log.warning("%s Listening again.", wrong)
            await asyncio.sleep(jobs.lost_seconds / LOOK_SHARE)

    async def _look(self, jobs: Jobs) -> bool:
        """Who is there to work, and what became of what was asked for; False if the queue is not to be used any more."""
        known = sorted(self._asked, key=lambda key: (-self._asked[key].rank, self._asked[key].seq))
        try:
            if not await jobs.is_ours():
                return False
            there = sum(one.places for one in await jobs.workers(self._code))
            stands = await jobs.still_wanted() if known else {}
        except StorageError as wrong:
            log.warning("%s", wrong)
            there, stands = 0, {}
        if there != self._places:
            self._tell(there, jobs.lost_seconds)
        self._places = there
        for key in known:
            job, stand = self._asked.get(key), stands.get(key)
            if job is None:
                continue
            if stand is not None and stand.over:
                await self._take(jobs, key)
            elif stand is None or not there:
                self._not_done(job, "its place in the queue is gone" if there else "no worker is there")
            else:
                job.begun = stand.begun
        return True

    def _tell(self, there: int, lost_seconds: float) -> None:
        if there:
            log.info("Workers elsewhere have %s places.", there)
        else:
            log.warning(
                "No worker elsewhere has been heard of for %.0f s (bot.py work, of code %s): this process does the work.",
                lost_seconds,
                self._code,
            )

    def _not_done(self, job: _RemoteJob, why: str) -> None:
        if not job.future.done():
            job.future.set_exception(_NotDoneError(why))

    async def _take(self, jobs: Jobs, key: str) -> None:
        try:
            answer = await jobs.take(key)
        except StorageError as wrong:
            log.warning("%s", wrong)  # the next look finds it
            return
        job = self._asked.get(key)
        if answer is not None and job is not None and not job.future.done():
            job.future.set_result(answer)
