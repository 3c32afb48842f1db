"""`work`: resolves turns and draws pictures for bots on the same PostgreSQL database, until it is stopped.

`KINDS` has every function that the bot has worker processes run, by its module and name: those of the records of games, and
what all games share. tests/work holds it against the program, so that nothing is missing. An amendment's `work_out` is not in
it: it is given a function, which no parcel takes, and is done by the bot's own workers.
"""

import argparse
import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from functools import partial
from importlib import import_module
from typing import Final

from games.known import GAMES
from program.application import PRELOAD, ServiceManager, seen_by, until_reached
from rules.values import GameError
from settings import Settings, SettingsError
from storage.errors import StorageError
from storage.jobs import Jobs, Outcome, TakenJob
from umpire.services.memory import give_back
from umpire.services.observer import Observer
from umpire.services.parcels import write_error
from umpire.services.remote_work import Elsewhere, Kinds, code_of
from umpire.services.task_end import end
from umpire.services.workers import ProcessWorkers

KINDS: Final = Kinds(
    turns={
        "umpire.tactical_kinds.known": ("opening_stop", "progress"),
        **{module: names for game in GAMES.values() for module, names in game.turns.items()},
    },
    pictures={
        "umpire.capsules.capsule_commands": ("_replay", "_verify"),
        **{module: names for game in GAMES.values() for module, names in game.pictures.items()},
    },
)


log = logging.getLogger("admiralty.work")

QUEUE_RETRY_SECONDS: Final = 5.0
BEATS_UNTIL_LOST: Final = 6
"""So many times within what it takes to be held for lost a worker says that it is there."""


async def work(settings: Settings, _: argparse.Namespace) -> int:
    """Work until stopped; what was begun is done first. A database server that is away at the start is waited for, and so is the
    queue, if this one may not make it."""
    database = settings.database
    if database is None or not database.is_server:
        raise SettingsError("Work is asked for in a PostgreSQL database; set DATABASE_URL to the bot's.")
    if not settings.workers:
        raise SettingsError("ADMIRALTY_WORKERS is 0; give the number of jobs that this machine does at once.")
    give_back()
    seen = seen_by(settings, only_works=True)
    async with AsyncExitStack() as stack:
        jobs = await until_reached(lambda: stack.enter_async_context(Jobs.opened(database)))
        workers = await stack.enter_async_context(ProcessWorkers(settings.workers, preload=PRELOAD, seen=seen))
        await workers.warm()
        await Working(jobs, workers, KINDS, code_of(), seen).go_on(settings)
    return 0


class Working:
    """One process that works, of one code; `kinds` are all that it does."""

    def __init__(self, jobs: Jobs, workers: ProcessWorkers, kinds: Kinds, code: str, seen: Observer) -> None:
        self._jobs, self._workers, self._kinds, self._code, self._seen = jobs, workers, kinds, code, seen

    async def go_on(self, settings: Settings) -> None:
        """Work, be heard of, be watched; until cancelled."""
        manager = ServiceManager()
        beside = [self._beat(), manager.keep_telling(lambda: True)]
        if settings.metrics is not None:
            page = import_module("program.metrics_page").WorkPage(self._workers, self._seen)
            beside.append(page.serve(settings.metrics))
        await until_reached(lambda: self._jobs.beat(self._code, self._workers.count), manager)
        tasks = [asyncio.create_task(each) for each in beside]
        log.info("Working, %s jobs at once, for bots of code %s.", self._workers.count, self._code)
        manager.tell("READY=1")
        try:
            while True:
                try:
                    await self._jobs.work(self._code, self._workers.count, self.carry)
                    log.warning("The queue has let this worker go; back in %.0f s.", QUEUE_RETRY_SECONDS)
                except StorageError as wrong:
                    log.warning("%s Back in %.0f s.", wrong, QUEUE_RETRY_SECONDS)
                await asyncio.sleep(QUEUE_RETRY_SECONDS)
        finally:
            manager.tell("STOPPING=1")
            await end(tasks)

    async def carry(self, given: TakenJob) -> tuple[Outcome, bytes]:
        """Do one job in a worker process, with its limit of time; whatever is wrong with it is its asker's to know."""
        try:
            return "done", await self._workers.run(self._kinds.carrier(given.kind), given.given, seconds=given.seconds)
        except GameError as refused:
            return "refused", write_error(refused)
        except Exception as wrong:  # noqa: BLE001 # told where it was asked for
            return "failed", write_error(wrong)

    async def _beat(self) -> None:
        while True:
            try:
                lost = await self._jobs.beat(self._code, self._workers.count)
                if lost:
                    log.warning("%s jobs of workers that are gone were given to others.", lost)
            except StorageError as wrong:
                log.warning("%s", wrong)
            await asyncio.sleep(self._jobs.lost_seconds / BEATS_UNTIL_LOST)


@contextlib.asynccontextmanager
async def asking(settings: Settings, local: ProcessWorkers, seen: Observer) -> AsyncIterator[Elsewhere]:
    """Workers elsewhere, for which `local` stand by; they do everything while the queue cannot be used."""
    queue = partial(Jobs.opened, settings.database_for("admiralty.db"))
    async with Elsewhere(queue, local, KINDS, code_of(), seen).opened() as workers:
        yield workers
