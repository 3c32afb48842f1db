"""`/metrics`: read by Prometheus from this machine, unless the operator said that others may read it. Nothing else is served."""

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Final

from aiohttp import web
from prometheus_client.exposition import choose_encoder

from program.metrics import WorkMetrics
from settings import Address
from umpire.services.workers import Workers

if TYPE_CHECKING:
    from umpire.services.remote_work import Elsewhere

log = logging.getLogger("admiralty.metrics")

LAG_EVERY: Final = 0.5
AGAIN_SECONDS: Final = 60.0
STOP_SECONDS: Final = 1.0


class WorkPage:
    """Serves the figures of a process that works, until it is cancelled."""

    def __init__(self, workers: "Workers | Elsewhere", metrics: WorkMetrics) -> None:
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
