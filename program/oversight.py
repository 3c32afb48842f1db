"""What runs beside a bot for whoever operates it: figures, backups, word to the service manager. Without settings, nothing.

The folder of backups is the truth: one is due when the newest in it is old enough. An alarm (APScheduler) only looks.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Coroutine
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from cogs.shell.running import HUNG_SECONDS
from program.rig import Rig
from program.service_manager import ServiceManager
from settings import Settings, SettingsError
from storage.address import DatabaseAddress
from storage.backup import backup_into, kept_in
from storage.errors import StorageError
from storage.inspect import errors_told
from umpire.services.ending import end
from umpire.services.monitoring import Observer
from umpire.services.services import Services

backup_log = logging.getLogger("admiralty.backups")

LOOK_SECONDS: Final = 300.0


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
        scheduler.add_job(self.look, "interval", seconds=LOOK_SECONDS)
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
    they are those of a process that is no bot."""
    if settings.metrics is None:
        return Observer()
    figures = import_module("program.metrics")
    kept: Observer = figures.WorkMetrics() if only_works else figures.Metrics()
    return kept


@contextlib.asynccontextmanager
async def overseen(settings: Settings, rig: Rig, database: DatabaseAddress) -> AsyncIterator["MetricsPage | None"]:
    """For the length of a block; gives the page of figures, if there is one. `database` is what the rig has open.

    SettingsError: it is no file, so it is not copied here.
    """
    if settings.backups is not None and database.is_server:
        raise SettingsError(
            "ADMIRALTY_BACKUPS copies an SQLite file, and games are kept on a server. Unset it, and have "
            "`bot.py db backup --to` run at its hours (deploy/systemd/admiralty-backup.timer), or the server's own means."
        )
    manager, seen = ServiceManager(), rig.bot.services.seen
    parts = (rig.bot.clock, rig.bot.deliverer)

    def well() -> bool:
        return all(part.silent_seconds() < HUNG_SECONDS for part in parts)

    work: list[Coroutine[Any, Any, None]] = [manager.keep_telling(well)]
    if settings.backups is not None:
        work.append(
            Backups(
                rig.bot.services, database, settings.backups, settings.backup_hours, settings.backups_kept
            ).keep_making()
        )
    page: MetricsPage | None = None
    with contextlib.ExitStack() as stack:
        if settings.metrics is not None:
            page = import_module("program.metrics_page").MetricsPage(rig, seen, database, settings)
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
