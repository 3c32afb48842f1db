"""Backups that the running bot makes by itself, into the folder that ADMIRALTY_BACKUPS names.

The folder is the truth: one is due when the newest in it is old enough. An alarm (APScheduler) only looks.
"""

import asyncio
import logging
from datetime import timedelta
from pathlib import Path
from typing import Final

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from storage.backup import backup_into, kept_in
from storage.errors import StorageError
from umpire.services.services import Services

log = logging.getLogger("admiralty.backups")

LOOK_SECONDS: Final = 300.0


class Backups:
    """Copies `database` into `folder` every `hours`, of which it keeps `keep`."""

    def __init__(self, services: Services, database: str, folder: Path, hours: int, keep: int) -> None:
        self._desk = services
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
            log.error("%s", wrong)  # noqa: TRY400 # its sentence says it all
            self._desk.seen.backup(done=False)
            return False
        if made:
            self._desk.seen.backup(done=True)
        return made

    def _made_if_due(self) -> bool:
        now = self._desk.now()
        kept = kept_in(self._folder)
        # One from the future was named by a clock that has been put back since: it says nothing of today.
        if kept and timedelta(0) <= now - kept[-1].at < self._every:
            return False
        made = backup_into(self._database, self._folder, self._keep, now)
        log.info("Backed up: %s (%s bytes); %s older ones deleted.", made.path, made.size, len(made.gone))
        return True
