"""`/metrics`: read by Prometheus from this machine, unless the operator said that others may read it. Nothing else is served.

What lies in the database is looked up when somebody reads the bot's page; if that fails or takes long, the page says so and
has the rest.
"""

import asyncio
import logging
import math
import time
from collections.abc import Collection
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from aiohttp import web
from prometheus_client.exposition import choose_encoder

from cogs.shell.client import AdmiraltyClient
from program.application import Application
from program.metrics import Metrics, WorkMetrics
from settings import Address, Settings
from storage.address import DatabaseAddress
from storage.backup import kept_in
from storage.errors import StorageError
from storage.inspect import bytes_on_server
from umpire.clock.due import lateness
from umpire.delivery.waiting_letters import backlog
from umpire.services.services import Services
from umpire.services.workers import ProcessWorkers

if TYPE_CHECKING:
    from umpire.services.remote_work import Elsewhere

log = logging.getLogger("admiralty.metrics")

LAG_EVERY: Final = 0.5
ADDRESS_RETRY_SECONDS: Final = 60.0
STOP_SECONDS: Final = 1.0


class WorkPage:
    """Serves the figures of a process that works, until it is cancelled."""

    def __init__(self, workers: "ProcessWorkers | Elsewhere", metrics: WorkMetrics) -> None:
        self._workers = workers
        self._metrics = metrics
        self._looking = asyncio.Lock()
        self.address: Address | None = None
        """Where it listens, once it does."""

    async def serve(self, address: Address) -> None:
        """Listen, for ever. A port that is taken is logged and tried again: games go on without figures."""
        application = web.Application()
        application.router.add_get("/metrics", self._page)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=STOP_SECONDS)
        await runner.setup()
        try:
            while self.address is None:
                await self._listen(runner, address)
            await self._watch_the_loop()
        finally:
            await runner.cleanup()

    async def _listen(self, runner: web.AppRunner, address: Address) -> None:
        site = web.TCPSite(runner, address.host, address.port)
        try:
            await site.start()
        except OSError as wrong:
            why = wrong.strerror or type(wrong).__name__
            log.error("No metrics at %s (%s); trying again in %.0f s.", address, why, ADDRESS_RETRY_SECONDS)  # noqa: TRY400 # one line says it
            await asyncio.sleep(ADDRESS_RETRY_SECONDS)
            return
        host, port, *_ = runner.addresses[0]
        self.address = Address(host, port)
        log.info("Metrics at http://%s/metrics.", self.address)

    async def _watch_the_loop(self) -> None:
        """A timer that is late was kept waiting by whatever held up the loop: everybody who asked for something was, too."""
        while True:
            due = time.monotonic() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self._metrics.lag.observe(max(time.monotonic() - due, 0.0))

    async def _page(self, request: web.Request) -> web.Response:
        async with self._looking:
            await self._look()
            encode, kind = choose_encoder(request.headers.get("Accept", ""))
            # A tenth of a second once every command has been used: in a thread, so that nobody who asks waits for it.
            body = await asyncio.to_thread(encode, self._metrics.registry)
            return web.Response(body=body, headers={"Content-Type": kind})

    async def _look(self) -> None:
        """Look up what is not told as it happens."""
        self._metrics.jobs_waiting.set(self._workers.waiting)
        self._metrics.jobs_running.set(self._workers.running)
        self._metrics.workers.set(self._workers.count)


DATABASE_LOOK_SECONDS: Final = 5.0


class MetricsPage(WorkPage):
    """Serves one application's figures, those of its bot too. `database` is what the application has open."""

    def __init__(self, app: Application, metrics: Metrics, database: DatabaseAddress, settings: Settings) -> None:
        super().__init__(app.workers, metrics)
        self._app = app
        self._found = metrics
        self._files = () if database.is_server else (database.path, Path(f"{database.name}-wal"))
        self._settings = settings

    async def _look(self) -> None:
        """As above, and what only a bot has."""
        await super()._look()
        found, bot = self._found, self._app.bot
        found.clock_silent.set(bot.clock.silent_seconds())
        found.deliverer_silent.set(bot.deliverer.silent_seconds())
        found.resting.set(bot.services.pace.resting)
        self._look_at_shards(bot.services.shards.mine)
        try:
            async with asyncio.timeout(DATABASE_LOOK_SECONDS):
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
        client = self._app.courier.found if held else None
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
