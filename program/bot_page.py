"""The page of a bot's figures. What lies in the database is looked up when somebody reads the page; if that fails or takes long,
the page says so and has the rest.
"""

import asyncio
import logging
import math
from collections.abc import Collection
from datetime import datetime
from pathlib import Path
from typing import Final

from cogs.shell.client import AdmiraltyClient
from program.metrics import Metrics
from program.metrics_page import WorkPage
from program.rig import Rig
from settings import Settings
from storage.backup import URL_START, kept_in
from storage.errors import StorageError
from storage.inspect import bytes_on_server, is_server
from umpire.clock.due import lateness
from umpire.delivery.addresses import backlog
from umpire.services.services import Services

log = logging.getLogger("admiralty.metrics")

LOOK_SECONDS: Final = 5.0


class MetricsPage(WorkPage):
    """Serves one rig's figures, those of its bot too. `database` is what the rig has open."""

    def __init__(self, rig: Rig, metrics: Metrics, database: str, settings: Settings) -> None:
        super().__init__(rig.workers, metrics)
        self._rig = rig
        self._found = metrics
        path = database.removeprefix(URL_START)
        self._files = () if is_server(database) else (Path(path), Path(f"{path}-wal"))
        self._settings = settings

    async def _look(self) -> None:
        """As above, and what only a bot has."""
        await super()._look()
        found, bot = self._found, self._rig.bot
        found.clock_silent.set(bot.clock.silent_seconds())
        found.deliverer_silent.set(bot.deliverer.silent_seconds())
        found.resting.set(bot.services.pace.resting)
        self._look_at_shards(bot.services.shards.mine)
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                await self._look_into_database(bot.services)
            found.readable.set(1)
        except Exception as wrong:  # noqa: BLE001 # whatever is wrong with it, the other figures are wanted just then
            log.warning("The database could not be read for the metrics (%s).", str(wrong) or type(wrong).__name__)
            found.readable.set(0)
            for gauge in found.of_database:
                gauge.set(math.nan)
        await asyncio.to_thread(self._look_at_files, bot.services.now())

    def _look_at_shards(self, mine: Collection[int] | None) -> None:
        """Those that are this process's (None: all), and what its client says of them; of none while it stands by."""
        found, total = self._found, self._settings.shards.total
        held = frozenset(range(total) if mine is None else mine)
        client = self._rig.courier.found if held else None
        there = client is not None and not client.is_closed()
        timed = client.timed if isinstance(client, AdmiraltyClient) and there else None
        connected = held & timed.connected if timed is not None else frozenset()
        found.shards.set(total)
        found.shards_held.set(len(held))
        found.shards_connected.set(len(connected))
        found.connected.set(connected == held if held else math.nan)
        found.latency.set(client.latency if client is not None and there else math.nan)
        found.servers.set(len(client.guilds) if client is not None and there else 0)

    async def _look_into_database(self, services: Services) -> None:
        found, late = self._found, await lateness(services)
        async with services.storage.reading() as tx:
            unsent = await backlog(tx)
            if not self._files:
                found.database_bytes.set(await bytes_on_server(tx))
        found.late_turns.set(late.turns)
        found.late_seconds.set(late.worst)
        found.letters_waiting.set(unsent.waiting)
        found.letters_oldest.set(0 if unsent.oldest is None else max(services.seconds() - unsent.oldest, 0))
        found.letters_failed.set(unsent.failed)
        found.letters_held.set(unsent.held)

    def _look_at_files(self, now: datetime) -> None:
        if self._files:
            self._found.database_bytes.set(sum(_size(path) for path in self._files))
        folder = self._settings.backups
        if folder is None and self._settings.timers_backups.is_dir():
            folder = self._settings.timers_backups
        self._found.backup_age.set(math.nan if folder is None else _age(folder, now))


def _age(folder: Path, now: datetime) -> float:
    """Seconds since the newest backup in a folder in which there should be one; infinite where none is to be seen. One of the
    future, named by a clock that has been put back since, tells nothing."""
    try:
        made = [one.at for one in kept_in(folder) if one.at <= now]
    except StorageError as wrong:
        log.warning("%s", wrong)
        return math.inf
    return (now - max(made)).total_seconds() if made else math.inf


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
