"""Worker processes for what takes long: resolving turns, drawing pictures. A small priority queue feeds them.

Each worker is a process of its own, started fresh (nothing of the bot is copied into it), niced, with one task at a time. When
all are at work for a while, one more is started, which does only what people wait for, and is not niced: nobody waits for a
picture until a batch is through.
"""

import asyncio
import heapq
import itertools
import logging
import os
import pickle
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, Self, TypeVar, TypeVarTuple

from rules.values import GameError
from umpire.services.observer import JobEnd, Observer
from umpire.services.worker_process import LENGTH_PREFIX, WORKER_NICENESS

Ts = TypeVarTuple("Ts")
T = TypeVar("T")

PROJECT_FOLDER: Final = Path(__file__).resolve().parents[2]
TASK_SECONDS: Final = 120.0
TASK_TRIES: Final = 2
LONG_BATCH: Final = 8
"""So many tasks waiting for each worker are a batch that takes a while."""
UNUSED_SECONDS: Final = 600.0
"""After so long without a task the worker for those who wait is ended: it takes as much memory as another."""
RESERVE_SLOT: Final = -1
"""The slot of the worker for those who wait."""
log = logging.getLogger(__name__)


class WorkerError(Exception):
    """A worker died, or took too long, over a task; for the log and the operator, not for players."""


@dataclass(order=True)
class _WorkerTask:
    later: bool
    seq: int
    call: bytes = field(compare=False)
    name: str = field(compare=False)
    seconds: float = field(compare=False)
    future: asyncio.Future[Any] = field(compare=False)
    since: float = field(compare=False, default_factory=time.monotonic)


class ProcessWorkers:
    """`count` worker processes, started when first needed, and one more for urgent tasks once one had to wait, or a batch is
    long; 0 runs everything in the caller's own process.

    `preload` names modules that a new worker imports before its first task; `seen` is told how each task went.
    """

    def __init__(self, count: int, *, preload: Sequence[str] = (), seen: Observer | None = None) -> None:
        self.count = count
        self._seen = seen or Observer()
        self._preload = tuple(preload)
        self._heap: list[_WorkerTask] = []
        self._seq = itertools.count()
        self._processes: dict[int, Process] = {}
        self._idle = list(range(count))
        self._reserve: Literal["none", "starting", "idle", "busy"] = "none"
        self._release: asyncio.TimerHandle | None = None
        self._serving: set[asyncio.Task[None]] = set()
        self._closed = False

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, urgent: bool = False, seconds: float = 0) -> T:
        """Run `function(*args)` in a worker and give its result or raise its exception.

        All must be picklable. An `urgent` task, for which somebody waits, goes before a deadline's batch. A task whose
        worker dies is tried once more; WorkerError if that dies too or a task takes longer than `seconds` (0: two
        minutes). If the caller is cancelled, a task that has not begun is dropped.
        """
        if self._closed:
            raise WorkerError("the workers have been stopped")
        if self.count == 0:
            await asyncio.sleep(0)
            return self._in_place(function, *args)
        call = pickle.dumps((function, args), pickle.HIGHEST_PROTOCOL)
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        heapq.heappush(
            self._heap, _WorkerTask(not urgent, next(self._seq), call, _name(function), seconds or TASK_SECONDS, future)
        )
        self._feed()
        return await future

    async def warm(self) -> None:
        """Start all workers, that for urgent tasks too, and wait until each has loaded what it preloads: the first who waits
        finds one ready. One that cannot be started is logged, and tried again by the first task for it."""
        if self.count == 0 or self._closed:
            return
        slots = [self._idle.pop() for _ in range(len(self._idle))]
        starting = [self._warm(slot) for slot in slots]
        if self._reserve == "none":
            self._reserve = "starting"
            starting.append(self._start_reserve())
        await asyncio.gather(*starting)
        self._feed()

    async def _warm(self, slot: int) -> None:
        try:
            await _exchange(self._processes.get(slot) or await self._start(slot), pickle.dumps((abs, (0,))))
        except (OSError, asyncio.IncompleteReadError) as wrong:
            await self._discard(slot)
            log.warning("A worker could not be started yet: %s", wrong)
        except BaseException:
            await self._discard(slot)
            raise
        finally:
            self._idle.append(slot)

    @property
    def waiting(self) -> int:
        """Tasks for which no worker is free yet."""
        return sum(not job.future.done() for job in self._heap)

    @property
    def running(self) -> int:
        """Tasks that a worker is at."""
        return self.count - len(self._idle) + (self._reserve == "busy")

    def _in_place(self, function: Callable[[*Ts], T], *args: *Ts) -> T:
        began = time.monotonic()
        end: JobEnd = "failed"
        try:
            result = function(*args)
            end = "done"
        except GameError:
            end = "refused"
            raise
        finally:
            self._seen.job(_name(function), 0.0, time.monotonic() - began, end)
        return result

    def _feed(self) -> None:
        """Give the most urgent tasks to idle workers: one each, so that an urgent one never waits behind a batch."""
        while self._heap and not self._closed:
            if self._heap[0].future.done():
                heapq.heappop(self._heap)
                continue
            slot = self._free_for(self._heap[0])
            if slot is None:
                return
            self._spawn(self._serve(slot, heapq.heappop(self._heap)))

    def _free_for(self, job: _WorkerTask) -> int | None:
        """The slot of a worker that can begin a task; has the one for urgent tasks started when it is missed, or soon will be."""
        if not job.later and self._reserve == "idle":
            self._reserve = "busy"
            self._keep_reserve()
            return RESERVE_SLOT
        if self._idle:
            return self._idle.pop()
        if self._reserve == "none" and (not job.later or len(self._heap) > LONG_BATCH * self.count):
            self._reserve = "starting"
            self._spawn(self._start_reserve())
        return None

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _start_reserve(self) -> None:
        """Start the worker for urgent tasks, and wait until it has loaded what it needs; the others take them meanwhile."""
        try:
            await _exchange(await self._start(RESERVE_SLOT), pickle.dumps((abs, (0,))))
        except (OSError, asyncio.IncompleteReadError) as wrong:
            await self._discard(RESERVE_SLOT)
            self._reserve = "none"  # whoever waits next has it tried again
            log.warning("A worker for those who wait could not be started: %s", wrong)
        else:
            self._rest_reserve()
            self._feed()

    def _rest_reserve(self) -> None:
        """It has nothing to do; if that stays so, it ends."""
        self._reserve = "idle"
        self._keep_reserve()
        if not self._closed:
            self._release = asyncio.get_running_loop().call_later(UNUSED_SECONDS, self._end_reserve)

    def _keep_reserve(self) -> None:
        if self._release is not None:
            self._release.cancel()
            self._release = None

    def _end_reserve(self) -> None:
        self._reserve = "none"
        self._spawn(self._discard(RESERVE_SLOT))

    async def _serve(self, slot: int, job: _WorkerTask) -> None:
        began = time.monotonic()
        end: JobEnd = "failed"
        try:
            good, value = await self._answer(slot, job)
            end = "done" if good else "refused" if isinstance(value, GameError) else "failed"
            if not job.future.done():
                if good:
                    job.future.set_result(value)
                else:
                    job.future.set_exception(value)
        except asyncio.CancelledError:
            job.future.cancel()
            raise
        except Exception as wrong:  # noqa: BLE001 # handed to whoever waits
            if not job.future.done():
                job.future.set_exception(wrong)
        finally:
            self._seen.job(job.name, began - job.since, time.monotonic() - began, end)
            if slot == RESERVE_SLOT:
                self._rest_reserve()
            else:
                self._idle.append(slot)
            self._feed()

    async def _answer(self, slot: int, job: _WorkerTask) -> tuple[bool, Any]:
        for attempt in range(1, TASK_TRIES + 1):
            process = self._processes.get(slot) or await self._start(slot)
            try:
                told = await asyncio.wait_for(_exchange(process, job.call), job.seconds)
            except TimeoutError as wrong:
                await self._discard(slot)
                raise WorkerError(f"{job.name} took longer than {job.seconds:g} s and was stopped") from wrong
            except (OSError, asyncio.IncompleteReadError) as wrong:
                await self._discard(slot)
                self._seen.worker_died()
                log.warning("A worker (process %s) died over %s, attempt %s.", process.pid, job.name, attempt)
                if attempt == TASK_TRIES:
                    raise WorkerError(f"{job.name}: the worker died {TASK_TRIES} times") from wrong
            except BaseException:
                await self._discard(slot)  # cancelled in mid-exchange: the pipe holds half a message
                raise
            else:
                answer: tuple[bool, Any] = pickle.loads(told)  # noqa: S301 # written by our own worker
                return answer
        raise AssertionError("unreachable")

    async def _start(self, slot: int) -> Process:
        environment = dict(os.environ)
        paths = [str(PROJECT_FOLDER), environment.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
        nice = 0 if slot == RESERVE_SLOT else WORKER_NICENESS
        arguments = (sys.executable, "-m", "umpire.services.worker_process", str(nice), *self._preload)
        process = await asyncio.create_subprocess_exec(*arguments, stdin=PIPE, stdout=PIPE, env=environment)
        self._processes[slot] = process
        return process

    async def _discard(self, slot: int) -> None:
        process = self._processes.pop(slot, None)
        if process is not None:
            await _end(process, kindly=False)

    async def close(self) -> None:
        """Stop all workers; tasks that have not ended are cancelled."""
        self._closed = True
        self._keep_reserve()
        for job in self._heap:
            job.future.cancel()
        self._heap.clear()
        for task in tuple(self._serving):
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)
        processes, self._processes = list(self._processes.values()), {}
        await asyncio.gather(*(_end(process, kindly=True) for process in processes))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def _name(function: Callable[..., object]) -> str:
    return getattr(function, "__qualname__", repr(function))


async def _exchange(process: Process, call: bytes) -> bytes:
    if process.stdin is None or process.stdout is None:
        raise WorkerError("a worker without pipes")
    process.stdin.write(LENGTH_PREFIX.pack(len(call)))
    process.stdin.write(call)
    await process.stdin.drain()
    (size,) = LENGTH_PREFIX.unpack(await process.stdout.readexactly(LENGTH_PREFIX.size))
    return await process.stdout.readexactly(size)


async def _end(process: Process, *, kindly: bool) -> None:
    """Wait until the process is gone: it ends by itself when its pipe is closed, or is killed."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        if kindly:
            await asyncio.wait_for(process.wait(), 5)
    except TimeoutError:
        pass
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
