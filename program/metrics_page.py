"""`/metrics`: read by Prometheus from this machine, unless the operator said that others may read it. Nothing else is served.

What lies in the database is looked up when somebody reads the page; if that fails or takes long, the page says so and has the
rest.
"""

import asyncio
import logging
import math
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from aiohttp import web
from prometheus_client.exposition import choose_encoder

from program.metrics import Metrics
from program.rig import Rig
from settings import Address
from storage import outbox
from storage.backup import URL_START
from storage.errors import StorageError
from storage.inspect import is_server
from storage.kept_backups import kept_in
from storage.watching import bytes_on_server
from umpire.clock.lateness import lateness
from umpire.services.services import Services
from umpire.services.workers import Workers

if TYPE_CHECKING:
    from umpire.services.elsewhere import Elsewhere

log = logging.getLogger("admiralty.metrics")

LOOK_SECONDS: Final = 5.0
LAG_EVERY: Final = 0.5
AGAIN_SECONDS: Final = 60.0
STOP_SECONDS: Final = 1.0


class WorkPage:
    """Serves the figures of a process that works, until it is cancelled."""

    def __init__(self, workers: "Workers | Elsewhere", metrics: Metrics) -> None:
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
            log.error("No metrics at %s (%s); trying again in %.0f s.", address, why, AGAIN_SECONDS)  # noqa: TRY400 # one line says it
            await asyncio.sleep(AGAIN_SECONDS)
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


class MetricsPage(WorkPage):
    """Serves one rig's figures, those of its bot too."""

    def __init__(self, rig: Rig, metrics: Metrics, database: str, backups: Path | None) -> None:
        super().__init__(rig.workers, metrics)
        self._rig = rig
        path = database.removeprefix(URL_START)
        self._files = () if is_server(database) else (Path(path), Path(f"{path}-wal"))
        self._backups = backups

    async def _look(self) -> None:
        """As above, and what only a bot has."""
        await super()._look()
        found, bot = self._metrics, self._rig.bot
        found.clock_silent.set(bot.clock.silent_seconds())
        found.deliverer_silent.set(bot.deliverer.silent_seconds())
        found.resting.set(bot.services.pace.resting)
        client = self._rig.courier.found
        found.latency.set(math.nan if client is None else client.latency)
        found.servers.set(0 if client is None else len(client.guilds))
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                await self._look_into_database(bot.services)
            found.readable.set(1)
        except Exception as wrong:  # noqa: BLE001 # whatever is wrong with it, the other figures are wanted just then
            log.warning("The database could not be read for the metrics (%s).", str(wrong) or type(wrong).__name__)
            found.readable.set(0)
        await asyncio.to_thread(self._look_at_files, bot.services.now)

    async def _look_into_database(self, services: Services) -> None:
        late = await lateness(services)
        async with services.storage.reading() as tx:
            states = await outbox.backlog(tx)
            if not self._files:
                self._metrics.database_bytes.set(await bytes_on_server(tx))
        waiting = [states[state] for state in ("pending", "sending") if state in states]
        oldest = min((at for _, at in waiting), default=services.seconds())
        self._metrics.late_turns.set(late.turns)
        self._metrics.late_seconds.set(late.worst)
        self._metrics.letters_waiting.set(sum(count for count, _ in waiting))
        self._metrics.letters_oldest.set(max(services.seconds() - oldest, 0))
        self._metrics.letters_failed.set(states["failed"][0] if "failed" in states else 0)

    def _look_at_files(self, now: Callable[[], datetime]) -> None:
        if self._files:
            self._metrics.database_bytes.set(sum(_size(path) for path in self._files))
        age = math.nan
        if self._backups is not None:
            try:
                kept = kept_in(self._backups)
                age = (now() - kept[-1].at).total_seconds() if kept else math.nan
            except StorageError as wrong:
                log.warning("%s", wrong)
        self._metrics.backup_age.set(age)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
