"""All parts of a running bot but its Discord, built, and at the end put away in order; and what runs beside it for whoever
operates it: figures, backups, word to the service manager (without settings, nothing).

The folder of backups is the truth: one is due when the newest in it is old enough. An alarm (APScheduler) only looks.

A service manager (systemd's sd_notify) is told that the bot is up, that it goes on, that it stops: one datagram each to the
socket that NOTIFY_SOCKET names; without it nothing is told. Where WATCHDOG_USEC is set, a process that is not heard of for so
long is killed and started anew: that is for a loop that stands still, which nothing within can notice. A database server that
is away when a process starts is waited for: after a reboot it may be the last to be there.
"""

import asyncio
import contextlib
import logging
import os
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextvars import Context
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from cogs.common.interactions import BotServices
from cogs.shell.background_tasks import HUNG_SECONDS
from cogs.shell.courier import DiscordCourier
from games.known import GAMES, ORIGINS, check_functions
from rules.values import Value, changed
from settings import Settings, SettingsError
from storage.address import DatabaseAddress, Where
from storage.backup import backup_into, kept_in
from storage.db import Storage
from storage.errors import StorageError, UnreachableError
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

service_log = logging.getLogger("admiralty.service")

BEATS_A_WATCHDOG: Final = 3
"""The bot is heard of so many times within what the watchdog waits."""


class ServiceManager:
    """The one that started this process, if any; by default as the environment names it."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        name = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + name[1:] if name.startswith("@") else name
        for_us = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        microseconds = environment.get("WATCHDOG_USEC", "")
        self.patience = int(microseconds) / 1e6 if for_us and microseconds.isdecimal() else 0.0
        """Seconds after which it takes a silent process for dead; 0 if it does not watch."""

    def tell(self, *words: str) -> None:
        """Tell it lines such as READY=1; what cannot be told is logged, and harms nobody."""
        if not self._address or not hasattr(socket, "AF_UNIX"):
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.setblocking(False)
                line.sendto("\n".join(words).encode(), self._address)
        except OSError as wrong:
            service_log.warning("The service manager did not take %s (%s).", words[0], wrong.strerror or wrong)

    async def keep_telling(self, well: Callable[[], bool]) -> None:
        """Be heard of as long as the loop goes and `well` says so, until cancelled; returns at once if nobody watches."""
        while self.patience:
            if well():
                self.tell("WATCHDOG=1")
            await asyncio.sleep(self.patience / BEATS_A_WATCHDOG)


log = logging.getLogger("admiralty")

T = TypeVar("T")

PAUSE_SECONDS: Final = (2, 5, 15, 30)
"""Seconds between two tries; the last one from then on."""
START_SECONDS: Final = 900
"""What a service manager that waits for the start is asked to add, from each try on: as long as the units give a start."""


async def until_reached(attempt: Callable[[], Awaitable[T]], manager: ServiceManager | None = None) -> T:
    """What `attempt` gives, tried again as long as it raises UnreachableError; each time the log has its sentence."""
    manager = manager or ServiceManager()
    tries = 0
    while True:
        try:
            found = await attempt()
        except UnreachableError as wrong:
            wait = PAUSE_SECONDS[min(tries, len(PAUSE_SECONDS) - 1)]
            tries += 1
            log.warning("%s Trying again in %s s.", wrong, wait)
            manager.tell(f"EXTEND_TIMEOUT_USEC={START_SECONDS * 1_000_000}", "STATUS=Waiting for its database.")
            await asyncio.sleep(wait)
        else:
            if tries:
                log.info("The database is there.")
                manager.tell("STATUS=")
            return found


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
        rulebook=changed(load_rulebook(), site=settings.site),
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


def seen_by(settings: Settings, *, only_works: bool = False) -> Observer:
    """Who is told what happens: the figures, or nobody. What keeps them is imported only if somebody wants them. `only_works`:
    they are those of a process that is not a bot."""
    if settings.metrics is None:
        return Observer()
    figures = import_module("program.metrics_page")
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
