"""What the bot counts for its operator, as Prometheus reads it, and `/metrics`: read from this machine, unless the operator
said that others may read it. Nothing else is served. Imported only where ADMIRALTY_METRICS asks for it.

Labels are kinds of things of which the program has so and so many: commands, tasks, systems of games, statuses. None holds an
id, a name that somebody chose, or a text. What lies in the database is looked up when somebody reads the bot's page; if that
fails or takes long, the page says so and has the rest.
"""

import asyncio
import logging
import math
import sys
import time
from collections.abc import Collection, Iterable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import choose_encoder
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from cogs.shell.client import AdmiraltyClient
from program.application import Application
from settings import Address, Settings
from storage.address import DatabaseAddress
from storage.backup import kept_in
from storage.errors import StorageError
from storage.inspect import bytes_on_server
from umpire.clock.due import lateness
from umpire.delivery.waiting_letters import backlog
from umpire.services.observer import Answer, JobEnd, LetterEnd, Observer
from umpire.services.services import Services
from umpire.services.workers import ProcessWorkers


class OwnProcess(ProcessCollector):
    """As prometheus_client reads them of /proc/self, and where nothing but processes is in /proc, too.

    So it is for a unit of systemd with ProcSubset=pid. prometheus_client wants /proc/stat, for the time of boot alone, and gives
    nothing at all without it; the clocks know that time as well, to a fraction of a second. Without /proc there are no figures.
    """

    def _boot_time(self) -> float | None:
        """UTC seconds."""
        try:
            return super()._boot_time()  # type: ignore[no-untyped-call,no-any-return] # prometheus_client's, without types
        except OSError:
            if sys.platform != "linux":
                raise
            return time.time() - time.clock_gettime(time.CLOCK_BOOTTIME)


ANSWER_SECONDS: Final = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 10)
"""Discord takes a first answer for three seconds."""
WORK_SECONDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)
"""A task is stopped after two minutes."""
LAG_SECONDS: Final = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10)
LETTER_SECONDS: Final = (1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 86_400)
PICTURE_TASKS: Final = ("draw", "paint", "bind")
"""How the functions begin that draw pictures and bind pages in a worker (`tests/oversight/test_metrics.py` holds them to it)."""
ALL_TASKS: Final = "all"
"""The label of tasks that are not told apart."""
LETTER_ENDS: Final[tuple[LetterEnd, ...]] = ("was sent", "did not arrive")
JOB_ENDS: Final[tuple[JobEnd, ...]] = ("done", "refused", "failed")


class WorkMetrics(Observer):
    """Keeps what a process is told that works, in a registry of its own, and what is looked up when somebody reads it, in gauges.
    A gauge is NaN until it was looked up: a process that does not know a figure reports none."""

    looks: ClassVar[bool] = True

    def __init__(self, *, detailed: bool = False) -> None:
        """`detailed`: single commands and tasks are told apart, and not their groups alone."""
        self.detailed = detailed
        self.registry = CollectorRegistry(auto_describe=True)
        OwnProcess(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self._jobs = self._counter("jobs", "Tasks of the workers that are over", "end")
        self._job_seconds = self._histogram(
            "job_seconds", "Tasks of the workers but pictures, without waiting", WORK_SECONDS, "task"
        )
        self._drawing = self._histogram(
            "drawing_seconds", "Pictures and pages made, without waiting", WORK_SECONDS, "picture"
        )
        self._job_wait = self._histogram("job_wait_seconds", "How long tasks waited for a worker", WORK_SECONDS)
        self._died = self._counter("workers_died", "Worker processes that died over a task")
        self.lag = self._histogram("loop_lag_seconds", "How late the event loop came to a timer", LAG_SECONDS)
        self.jobs_waiting = self._gauge("jobs_waiting", "Tasks for which no worker is free")
        self.jobs_running = self._gauge("jobs_running", "Tasks that a worker is at")
        self.workers = self._gauge("workers", "Worker processes that may run")
        for end in JOB_ENDS:
            self._jobs.labels(end)

    def job(self, task: str, waited: float, took: float, end: JobEnd) -> None:
        """As the class says."""
        name = task if task.isidentifier() else "other"
        kept = self._drawing if name.lstrip("_").startswith(PICTURE_TASKS) else self._job_seconds
        kept.labels(name if self.detailed else ALL_TASKS).observe(took)
        self._job_wait.observe(waited)
        self._jobs.labels(end).inc()

    def worker_died(self) -> None:
        """As the class says."""
        self._died.inc()

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"admiralty_{name}", f"{about}.", labels, registry=self.registry)

    def _gauge(self, name: str, about: str) -> Gauge:
        made = Gauge(f"admiralty_{name}", f"{about}.", registry=self.registry)
        made.set(math.nan)
        return made

    def _histogram(self, name: str, about: str, buckets: Iterable[float], *labels: str) -> Histogram:
        return Histogram(f"admiralty_{name}", f"{about}.", labels, registry=self.registry, buckets=tuple(buckets))


class Metrics(WorkMetrics):
    """The same of a bot, and what only a bot has."""

    def __init__(self, *, detailed: bool = False) -> None:
        super().__init__(detailed=detailed)
        self._answers = self._histogram(
            "answer_seconds",
            "From an interaction's arrival to Discord having our answer",
            ANSWER_SECONDS,
            "kind",
            "command",
            "answer",
        )
        self._unanswered = self._counter("unanswered", "Interactions that had no answer in time", "kind", "command")
        self._gateway = self._counter(
            "gateway_events", "What became of the connections to Discord, one a shard", "event"
        )
        self._requests = self._counter("discord_requests", "Requests to Discord, by status (0: no answer)", "status")
        self._turns = self._histogram("turn_seconds", "Turns resolved, from asked to saved", WORK_SECONDS, "system")
        self._letters = self._counter("letters", "Tries to deliver a letter", "end")
        self._letter_seconds = self._histogram("letter_seconds", "From written to delivered", LETTER_SECONDS)
        self._errors = self._counter("database_errors", "Errors of the database's driver", "kind")
        self._backups = self._counter("backups", "Backups that the bot itself made", "end")
        self.late_turns = self._gauge(
            "deadlines_late", "Turns whose deadline and grace are over and that are not resolved"
        )
        self.late_seconds = self._gauge("deadlines_late_seconds", "How late the worst of them is")
        self.letters_waiting = self._gauge("letters_waiting", "Letters that are to be sent, one after the other")
        self.letters_oldest = self._gauge("letters_oldest_seconds", "How long the oldest of them has waited")
        self.letters_failed = self._gauge(
            "letters_failed", "Letters that cannot arrive until somebody fixes what is wrong"
        )
        self.letters_held = self._gauge("letters_held", "Letters to the same places, which wait behind those")
        self.connected = self._gauge(
            "gateway_connected", "1 while Discord sends events to all of the process's shards; NaN while it stands by"
        )
        self.shards = self._gauge("shards", "Shards in all, whichever process has them")
        self.shards_held = self._gauge("shards_held", "Shards that are this process's; 0 while it stands by")
        self.shards_connected = self._gauge("shards_connected", "Shards of these to which Discord sends events")
        self.commands_refused = self._gauge(
            "commands_refused", "1 while Discord refuses the list of commands and the one it has is used"
        )
        self.commands_refused.set(0)
        self.latency = self._gauge("gateway_latency_seconds", "Discord's answer to the last heartbeat")
        self.servers = self._gauge("servers", "Servers that the bot is in, of this process's shards")
        self.resting = self._gauge("discord_pause_seconds", "What is left of a pause that Discord asked for")
        self.clock_silent = self._gauge("clock_silent_seconds", "Since the clock last looked at the deadlines")
        self.deliverer_silent = self._gauge("deliverer_silent_seconds", "Since the deliverer last looked for letters")
        self.readable = self._gauge("database_readable", "1 if the database could be read for these figures")
        self.database_bytes = self._gauge(
            "database_bytes", "Size of the database: its file and journal, or what the server says"
        )
        self.backup_age = self._gauge(
            "backup_age_seconds", "Since the newest backup; +Inf where there should be one, NaN where none is made"
        )
        self.of_database = (
            self.late_turns,
            self.late_seconds,
            self.letters_waiting,
            self.letters_oldest,
            self.letters_failed,
            self.letters_held,
        )
        """Gauges that are known only while the database can be read."""
        for way in LETTER_ENDS:
            self._letters.labels(way)
        for done in ("done", "failed"):
            self._backups.labels(done)

    def answered(self, kind: str, command: str, answer: Answer, seconds: float) -> None:
        """As the class says."""
        self._answers.labels(kind, self._named(command), answer).observe(seconds)

    def unanswered(self, kind: str, command: str) -> None:
        """As the class says."""
        self._unanswered.labels(kind, self._named(command)).inc()

    def _named(self, command: str) -> str:
        """A command as it is told: its group, unless the operator asked for more. Who reads the figures may play here, and single
        commands tell what others are at."""
        return command if self.detailed else command.split(maxsplit=1)[0] if command.split() else ALL_TASKS

    def gateway(self, event: str) -> None:
        """As the class says."""
        self._gateway.labels(event).inc()

    def asked_discord(self, status: int) -> None:
        """As the class says."""
        self._requests.labels(str(status)).inc()

    def turn(self, system: str, seconds: float) -> None:
        """As the class says."""
        self._turns.labels(system).observe(seconds)

    def letter(self, end: LetterEnd, seconds: float) -> None:
        """As the class says."""
        self._letters.labels(end).inc()
        if end == "was sent":
            self._letter_seconds.observe(max(seconds, 0))

    def database_error(self, kind: str) -> None:
        """As the class says."""
        self._errors.labels(kind).inc()

    def backup(self, *, done: bool) -> None:
        """As the class says."""
        self._backups.labels("done" if done else "failed").inc()

    def commands(self, *, refused: bool) -> None:
        """As the class says."""
        self.commands_refused.set(refused)


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
