"""A queue on the run's PostgreSQL, who asks, and who works: in this process or in one of its own."""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Final

from program.worker import Working
from rules.values import Value
from settings import Settings
from storage.jobs import Jobs
from tests.patience import WAIT_SECONDS
from umpire.services.observer import Observer
from umpire.services.remote_work import Elsewhere, Kinds, code_of
from umpire.services.workers import ProcessWorkers

ROOT: Final = Path(__file__).parents[2]
CODE: Final = "test"
LOST_SECONDS: Final = 3.0
"""In tests who is silent for so long is gone."""
TASKS: Final = Kinds(
    turns={"tests.work.tasks": ("at_once", "turn")},
    pictures={"tests.work.tasks": ("add", "die", "fail", "hold", "mark", "refuse", "too_long")},
)


class Ended(Observer):
    """Keeps how tasks ended."""

    def __init__(self) -> None:
        self.ends: list[tuple[str, str]] = []

    def job(self, task: str, waited: float, took: float, end: str) -> None:
        """As the class says."""
        assert waited >= 0
        assert took >= 0
        self.ends.append((task, end))


class Asker(Value):
    """Who asks, and who stands by."""

    workers: Elsewhere
    local: ProcessWorkers
    jobs: Jobs
    seen: Ended


async def until(true: Callable[[], object]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(WAIT_SECONDS):
        while not true():  # noqa: ASYNC110 # nothing tells
            await asyncio.sleep(0.02)


@contextlib.asynccontextmanager
async def asking(
    address: str, *, kinds: Kinds = TASKS, code: str = CODE, lost_seconds: float = LOST_SECONDS
) -> AsyncIterator[Asker]:
    """Somebody who asks; what is done here is done in this very process."""
    seen = Ended()
    async with (
        ProcessWorkers(0, seen=seen) as local,
        Jobs.opened(address, lost_seconds) as jobs,
        Elsewhere(lambda: contextlib.nullcontext(jobs), local, kinds, code, seen).opened() as workers,
    ):
        yield Asker(workers, local, jobs, seen)


@contextlib.asynccontextmanager
async def working(address: str, *, places: int = 1, kinds: Kinds = TASKS, code: str = CODE) -> AsyncIterator[None]:
    """A worker in this process, whose jobs are done in processes of their own."""
    async with Jobs.opened(address, LOST_SECONDS) as jobs, ProcessWorkers(places) as workers:
        task = asyncio.create_task(Working(jobs, workers, kinds, code, Observer()).go_on(Settings()))
        try:
            await until_there(jobs, code)
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def until_there(jobs: Jobs, code: str, count: int = 1) -> None:
    """Wait until so many workers of a code are heard of."""
    async with asyncio.timeout(WAIT_SECONDS):
        while len(await jobs.workers(code)) < count:  # noqa: ASYNC110 # as above
            await asyncio.sleep(0.02)


@contextlib.asynccontextmanager
async def bot_py_work(address: str, folder: Path, **given: str) -> AsyncIterator[Process]:
    """`bot.py work` in a process of its own, from when it is heard of; its log in `folder`/log. At the end it is gone."""
    environment: Mapping[str, str] = {
        **os.environ,
        "DATABASE_URL": address,
        "ADMIRALTY_DATA": str(folder),
        "ADMIRALTY_WORKERS": "1",
        **given,
    }
    with (folder / "log").open("ab") as log:  # a process is given a real file
        process = await asyncio.create_subprocess_exec(
            sys.executable, "bot.py", "work", cwd=ROOT, env=environment, stdout=log, stderr=log
        )
    try:
        async with Jobs.opened(address) as jobs:
            await until_there(jobs, code_of())
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


HOLDER: Final = """
import asyncio, sys
from tests.work.kit import working
async def main():
    async with working(sys.argv[1]):
        await asyncio.Event().wait()
asyncio.run(main())
"""
"""A worker that does the tests' own kinds of work, in a process that can be killed."""


@contextlib.asynccontextmanager
async def worker_process(address: str) -> AsyncIterator[Process]:
    """That process; at the end it is gone."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", HOLDER, address, cwd=ROOT)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
