"""What runs beside a bot for whoever operates it: figures, backups, word to the service manager. Without settings, nothing."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Coroutine
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cogs.shell.running import HUNG_SECONDS
from program.backing_up import Backups
from program.rig import Rig
from program.service_manager import ServiceManager
from settings import Settings, SettingsError
from storage.backup import URL_START
from storage.inspect import errors_told
from umpire.services.ending import end
from umpire.services.seen import Seen

if TYPE_CHECKING:
    from program.bot_page import MetricsPage

log = logging.getLogger("admiralty")


def seen_by(settings: Settings, *, only_works: bool = False) -> Seen:
    """Who is told what happens: the figures, or nobody. What keeps them is imported only if somebody wants them. `only_works`:
    they are those of a process that is no bot."""
    if settings.metrics is None:
        return Seen()
    figures = import_module("program.metrics")
    kept: Seen = figures.WorkMetrics() if only_works else figures.Metrics()
    return kept


@contextlib.asynccontextmanager
async def overseen(settings: Settings, rig: Rig, database: str) -> AsyncIterator["MetricsPage | None"]:
    """For the length of a block; gives the page of figures, if there is one. `database` is what the rig has open.

    SettingsError: it is no file, so it is not copied here.
    """
    if settings.backups is not None and "://" in database.removeprefix(URL_START):
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
            page = import_module("program.bot_page").MetricsPage(rig, seen, database, settings)
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
