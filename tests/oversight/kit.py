"""A real bot that is overseen, on a sandbox: its figures as Prometheus reads them."""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import aiohttp
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from program.application import Application, open_application, overseen, seen_by
from program.connection import connect, leased
from program.metrics_page import Metrics, MetricsPage
from rules.values import Value
from sandbox.app import Sandbox
from sandbox.connect import pointed_at, sealed_connector
from settings import Address, Settings
from tests.discord_kit import running_sandbox
from tests.patience import WAIT_SECONDS

ROOT = Path(__file__).parents[2]
ANY = Address("127.0.0.1", 0)


class Overseen(Value):
    """What runs, and where its page is."""

    app: Application
    sandbox: Sandbox
    page: MetricsPage

    @property
    def url(self) -> str:
        """Of the page."""
        return f"http://{self.page.address}/metrics"

    async def text(self) -> str:
        """The page."""
        async with aiohttp.ClientSession() as session, session.get(self.url) as answer:
            assert answer.status == 200
            return await answer.text()

    async def samples(self) -> list[Sample]:
        """All that it says."""
        return [one for family in text_string_to_metric_families(await self.text()) for one in family.samples]

    async def value(self, name: str, **labels: str) -> float:
        """The sum of the samples of this name with these labels; 0 without any."""
        fits = [one for one in await self.samples() if one.name == name and labels.items() <= one.labels.items()]
        return sum(one.value for one in fits)

    async def figure(self, name: str) -> float:
        """Of a gauge without labels, which is there."""
        (found,) = [one.value for one in await self.samples() if one.name == name]
        return found


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(WAIT_SECONDS):
        while not await true():  # noqa: ASYNC110 # nothing tells when a figure has changed
            await asyncio.sleep(0.02)


@contextlib.asynccontextmanager
async def overseen_bot(
    folder: Path, settings: Settings | None = None, *, waits: bool = False, detailed: bool = True
) -> AsyncIterator[Overseen]:
    """The bot as `bot.py run` builds it, on line, with its page at some free port; `waits`: not on line yet, since no shard is
    free for it; `detailed`: its page tells single commands apart."""
    wanted = replace(settings or Settings(workers=1), data=folder, metrics=ANY, metrics_detailed=detailed)
    database = wanted.database_for("admiralty.db")
    async with (
        running_sandbox(answer_timeout=WAIT_SECONDS) as sandbox,
        open_application(wanted, database, seen=seen_by(wanted)) as app,
        overseen(wanted, app, database) as page,
        leased(app, wanted.shards, database, apart=0.05) as lease,
    ):
        assert page is not None
        found = Overseen(app, sandbox, page)
        with pointed_at(sandbox.url):
            work = asyncio.create_task(
                connect(
                    app,
                    sandbox.token,
                    folder / "stamp",
                    plan=wanted.shards,
                    lease=lease,
                    connector=sealed_connector,
                    guild_ready_timeout=0.05,
                )
            )
            try:
                await until(lambda: _listens(found) if waits else _ready(found))
                yield found
            finally:
                work.cancel()
                await asyncio.gather(work, return_exceptions=True)


async def _listens(found: Overseen) -> bool:
    """The page does."""
    return found.page.address is not None


async def _ready(found: Overseen) -> bool:
    """The page listens, commands are known, letters go."""
    return await _listens(found) and bool(found.sandbox.world.commands) and found.app.bot.deliverer._loop is not None


@contextlib.asynccontextmanager
async def played(folder: Path, *under: str, **given: str) -> AsyncIterator[Process]:
    """`bot.py play` in a process of its own, `under` the words that start it so, from when it is ready; its log in `folder`/log.
    At the end it is gone."""
    environment = {
        **os.environ,
        "ADMIRALTY_DATA": str(folder / "data"),
        "ADMIRALTY_PORT": "0",
        "ADMIRALTY_WORKERS": "1",
        **given,
    }
    with (folder / "log").open("wb") as log:  # a process is given a real file
        task = await asyncio.create_subprocess_exec(
            *(*under, sys.executable, "bot.py", "play", "--quiet"),
            cwd=ROOT,
            env=environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
        )
        try:
            assert task.stdout is not None
            async with asyncio.timeout(WAIT_SECONDS):
                while b"Admiralty is ready" not in await task.stdout.readline():
                    pass
            yield task
        finally:
            if task.returncode is None:
                task.kill()
            await task.communicate()


def told_of_everything() -> Metrics:
    """Figures that have one of each."""
    kept = Metrics(detailed=True)
    kept.answered("command", "help", "first", 0.1)
    kept.unanswered("command", "help")
    kept.gateway("connected")
    kept.asked_discord(200)
    kept.job("paint_map", 0.1, 0.1, "done")
    kept.job("resolve", 0.1, 0.1, "done")
    kept.worker_died()
    kept.turn("a game", 1)
    kept.letter("was sent", 1)
    kept.database_error("OperationalError")
    kept.backup(done=True)
    return kept
