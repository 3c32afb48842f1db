"""All parts of a running bot but its Discord, built, and at the end put away in order; and what runs beside it for whoever
operates it: figures, backups, word to the service manager (without settings, nothing).

The folder of backups is the truth: one is due when the newest in it is old enough. An alarm (APScheduler) only looks."""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine
from contextvars import Context
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from cogs.common.interactions import BotServices
from cogs.shell.background_tasks import HUNG_SECONDS
from cogs.shell.courier import DiscordCourier
from games.known import GAMES, ORIGINS, check_functions
from program.service_manager import ServiceManager, until_reached
from rules.values import Value
from settings import Settings, SettingsError
from storage.address import DatabaseAddress, Where
from storage.backup import backup_into, kept_in
from storage.db import Storage
from storage.errors import StorageError
from storage.inspect import errors_told
from storage.processes import Topic, listen
from umpire.clock.clock import Clock
from umpire.delivery.delivery import Deliverer
from umpire.services.doctor import check_data
from umpire.services.memory import give_back
from umpire.services.observer import Observer
from umpire.services.processes import process_name
from umpire.services.rulebook import load_rulebook
from umpire.services.services import Services
from umpire.services.task_end import end
from umpire.services.workers import ProcessWorkers

if TYPE_CHECKING:
    from umpire.services.remote_work import Elsewhere

PROJECT_FOLDER = Path(__file__).resolve().parents[1]
PRELOAD: Final = tuple(
    dict.fromkeys(module for game in GAMES.values() for module in (*game.preload, *game.turns, *game.pictures))
)
"""All that a worker may be asked for: it takes a second to load, which nobody should wait for."""


class Application(Value):
    """All parts of a running bot."""

    bot: BotServices
    courier: DiscordCourier
    workers: "ProcessWorkers | Elsewhere"


def utc_now() -> datetime:
    """The time."""
    return datetime.now(UTC)


def writable(folder: Path) -> None:
    """SettingsError if the bot cannot make files in its data folder."""
    check = check_data(folder)
    if not check.ok:
        raise SettingsError(f"The data folder {check.text}. {check.mend}")


@contextlib.asynccontextmanager
async def open_application(
    settings: Settings,
    database: Where,
    now: Callable[[], datetime] = utc_now,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
    seen: Observer | None = None,
    *,
    waits: bool = False,
) -> AsyncIterator[Application]:
    """Storage, workers, clock and deliverer, built and at the end put away in order. StorageError if there is no database;
    a server that is away just now is waited for if it `waits`. `seen` is told what the operator may watch."""
    give_back()
    check_functions(origin for origin in ORIGINS if origin.package)
    storage = await (until_reached(lambda: Storage.open(database)) if waits else Storage.open(database))
    watcher = seen or Observer()
    local = ProcessWorkers(settings.workers, preload=PRELOAD, seen=watcher)
    ending = contextlib.AsyncExitStack()
    try:
        workers = await ending.enter_async_context(_working(settings, local, watcher))
    except BaseException:
        await storage.close()
        raise
    process = process_name(entropy(4).hex())
    services = Services(storage=storage, workers=workers, now=now, entropy=entropy, seen=watcher, process=process)
    courier = DiscordCourier()
    bot = BotServices(
        services=services,
        clock=Clock(services),
        deliverer=Deliverer(services, courier),
        rulebook=load_rulebook(),
    )
    heard: dict[Topic, Callable[[], object]] = {
        "letters": bot.deliverer.wake,
        "clock": bot.clock.poke,
        "shards": services.shards.moved.set,
        "threads": bot.unfinished.look_at_all,
        "removed": services.cache.clear,
    }
    woken = listen(storage, heard)
    listening = asyncio.create_task(woken, context=Context())
    try:
        yield Application(bot, courier, workers)
    finally:
        await end((listening,))
        await bot.clock.stop()
        await bot.deliverer.stop()
        await ending.aclose()
        await storage.close()


@contextlib.asynccontextmanager
async def _working(
    settings: Settings, local: ProcessWorkers, seen: Observer
) -> AsyncIterator["ProcessWorkers | Elsewhere"]:
    """The workers that the settings ask for. What asks elsewhere is imported only where it is asked for."""
    async with local:
        if settings.work == "here":
            yield local
            return
        asking = import_module("program.worker")
        async with asking.asking(settings, local, seen) as workers:
            yield workers


backup_log = logging.getLogger("admiralty.backups")

BACKUP_LOOK_SECONDS: Final = 300.0


class Backups:
    """Copies `database` into `folder` every `hours`, of which it keeps `keep`."""

    def __init__(self, services: Services, database: DatabaseAddress, folder: Path, hours: int, keep: int) -> None:
        self._services = services
        self._database = database
        self._folder = folder
        self._every = timedelta(hours=hours)
        self._keep = keep
        self._copying: asyncio.Future[bool] | None = None

    async def keep_making(self) -> None:
        """Look at once, and every five minutes, until cancelled; a backup under way is finished first."""
        scheduler = AsyncIOScheduler(job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1})
        scheduler.add_job(self.look, "interval", seconds=BACKUP_LOOK_SECONDS)
        scheduler.start()
        try:
            await self.look()
            await asyncio.Event().wait()
        finally:
            scheduler.shutdown(wait=False)
            if self._copying is not None:
                await asyncio.gather(self._copying, return_exceptions=True)

    async def look(self) -> bool:
        """Make a backup if one is due; whether one was made. What goes wrong is logged, and tried again at the next look."""
        if self._copying is not None and not self._copying.done():
            return False
        self._copying = asyncio.ensure_future(asyncio.to_thread(self._made_if_due))
        try:
            made = await asyncio.shield(self._copying)
        except StorageError as wrong:
            backup_log.error("%s", wrong)  # its sentence says it all
            self._services.seen.backup(done=False)
            return False
        if made:
            self._services.seen.backup(done=True)
        return made

    def _made_if_due(self) -> bool:
        now = self._services.now()
        kept = kept_in(self._folder)
        # One from the future was named by a clock that has been put back since: it says nothing of today.
        if kept and timedelta(0) <= now - kept[-1].at < self._every:
            return False
        made = backup_into(self._database, self._folder, self._keep, now)
        backup_log.info("Backed up: %s (%s bytes); %s older ones deleted.", made.path, made.size, len(made.gone))
        return True


if TYPE_CHECKING:
    from program.metrics_page import MetricsPage

log = logging.getLogger("admiralty")


def seen_by(settings: Settings, *, only_works: bool = False) -> Observer:
    """Who is told what happens: the figures, or nobody. What keeps them is imported only if somebody wants them. `only_works`:
    they are those of a process that is not a bot."""
    if settings.metrics is None:
        return Observer()
    figures = import_module("program.metrics")
    kept: Observer = (figures.WorkMetrics if only_works else figures.Metrics)(detailed=settings.metrics_detailed)
    return kept


@contextlib.asynccontextmanager
async def overseen(
    settings: Settings, app: Application, database: DatabaseAddress
) -> AsyncIterator["MetricsPage | None"]:
    """For the length of a block; gives the page of figures, if there is one. `database` is what the application has open.

    SettingsError: it is no file, so it is not copied here.
    """
    if settings.backups is not None and database.is_server:
        raise SettingsError(
            "ADMIRALTY_BACKUPS copies an SQLite file, and games are kept on a server. Unset it, and have "
            "`bot.py db backup --to` run at its hours (deploy/systemd/admiralty-backup.timer), or the server's own means."
        )
    manager, seen = ServiceManager(), app.bot.services.seen
    parts = (app.bot.clock, app.bot.deliverer)

    def well() -> bool:
        return all(part.silent_seconds() < HUNG_SECONDS for part in parts)

    work: list[Coroutine[Any, Any, None]] = [manager.keep_telling(well)]
    if settings.backups is not None:
        work.append(
            Backups(
                app.bot.services, database, settings.backups, settings.backup_hours, settings.backups_kept
            ).keep_making()
        )
    page: MetricsPage | None = None
    with contextlib.ExitStack() as stack:
        if settings.metrics is not None:
            page = import_module("program.metrics_page").MetricsPage(app, seen, database, settings)
            work.append(page.serve(settings.metrics))
            stack.enter_context(errors_told(seen.database_error))
        tasks = [asyncio.create_task(_going(each)) for each in work]
        manager.tell("READY=1")
        try:
            yield page
        finally:
            manager.tell("STOPPING=1")
            await end(tasks)


async def _going(work: Coroutine[Any, Any, None]) -> None:
    """What fails for good is told, and games go on without it."""
    try:
        await work
    except Exception:
        log.exception("A part that runs for the operator has ended.")
