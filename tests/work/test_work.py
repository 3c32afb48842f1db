"""`bot.py work` in processes of its own: a campaign's turn and pictures byte for byte, losses, an end in order, figures."""

import asyncio
import json
import re
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from program.health import check_workers_here
from program.worker import KINDS
from rules.values import changed
from settings import Address, Settings
from storage import events, snapshots
from storage.address import DatabaseAddress
from storage.db import Storage
from tests.patience import WAIT_SECONDS
from tests.umpire.world import World, duel, new_world
from tests.work import tasks
from tests.work.kit import CODE, asking, bot_py_work, until, until_there, worker_process
from umpire.campaign.sheets.maps import MapWish, draw_map
from umpire.campaign.turn.adjudication import make_game
from umpire.campaign.views.packet_files import draw_packet
from umpire.outbox.courier import File
from umpire.outbox.outbox import FileKind, Recipe
from umpire.services.doctor_service import check_metrics
from umpire.services.remote_work import code_of
from umpire.services.workers import WorkerError

OF_WORK: Final = frozenset({
    "admiralty_drawing_seconds", "admiralty_job_seconds", "admiralty_job_wait_seconds", "admiralty_jobs",
    "admiralty_jobs_running", "admiralty_jobs_waiting", "admiralty_loop_lag_seconds", "admiralty_workers",
    "admiralty_workers_died",
})  # fmt: skip
"""What a process tells that is not a bot: of connections, letters and backups it knows nothing."""
KINDS_OF_FILE: tuple[FileKind, ...] = ("report", "map", "text-map")


async def month(world: World) -> tuple[bytes, tuple[bytes, ...], tuple[File, ...]]:
    """The first month resolved: the state as it is kept, what happened, and what everybody sees of it."""
    await world.advance(1)
    revision = (await world.revisions())[-2].revision
    async with world.services.storage.reading() as tx:
        packed = await snapshots.load_packed(tx, await snapshots.result_of(tx, world.id, revision))
        happened = await events.encoded_of_revision(tx, world.id, revision)
    files: list[File] = []
    for side in ("", world.anna.side, world.dora.side):
        files += await draw_packet(
            world.services, "Spiral Arm", Recipe(world.id, 1, revision, side, "report"), KINDS_OF_FILE
        )
    files += await draw_map(world.services, world.anna, MapWish("whole"))
    return packed, happened, tuple(files)


async def test_a_turn_and_its_pictures_come_byte_for_byte_as_in_the_bots_own_process(
    postgresql: Callable[[], str], tmp_path: Path
) -> None:
    async with await Storage.open(postgresql()) as storage:
        here = await month(await new_world(storage))
    address = postgresql()
    async with (
        await Storage.open(address) as storage,
        bot_py_work(address, tmp_path),
        asking(address, kinds=KINDS, code=code_of(), lost_seconds=30) as asker,
    ):
        world = await new_world(storage)
        world.services = changed(world.services, workers=asker.workers)
        elsewhere = await month(world)
        ends = asker.seen.ends
    assert elsewhere == here
    assert len(here[2]) >= 10
    assert [task for task, _ in ends] == ["resolve", "draw", "draw", "draw", "paint_map"]
    assert {end for _, end in ends} == {"done"}


async def test_what_a_killed_worker_was_at_is_done_by_another_once(
    postgresql: Callable[[], str], tmp_path: Path
) -> None:
    address = postgresql()

    def begun(name: str) -> int:
        return len(list(tmp_path.glob(f"{name}.*")))

    async with asking(address) as asker, AsyncExitStack() as stack:

        async def join(count: int) -> asyncio.subprocess.Process:
            process = await stack.enter_async_context(worker_process(address))
            await until_there(asker.jobs, CODE, count)
            return process

        first = await join(1)
        await until(lambda: asker.workers._places)
        held = asyncio.create_task(asker.workers.run(tasks.hold, str(tmp_path), "held"))
        await until(lambda: begun("held") == 1)
        second = await join(2)
        first.kill()
        await until(lambda: begun("held") == 2)
        (tmp_path / "go").touch()
        await held
        (tmp_path / "go").unlink()

        lost = asyncio.create_task(asker.workers.run(tasks.hold, str(tmp_path), "again"))
        await until(lambda: begun("again") == 1)
        async with asyncio.timeout(WAIT_SECONDS):
            while len(await asker.jobs.workers(CODE)) > 1:  # noqa: ASYNC110 # until the first is held for lost
                await asyncio.sleep(0.05)
        other = await join(2)
        second.kill()
        await until(lambda: begun("again") == 2)
        await join(2)
        other.kill()
        with pytest.raises(WorkerError, match="the workers that were at it were lost"):
            await lost
        (tmp_path / "go").touch()


async def test_it_ends_in_order_tells_its_figures_and_logs_lines_of_json(
    postgresql: Callable[[], str], tmp_path: Path
) -> None:
    address = postgresql()
    wanted = {"ADMIRALTY_METRICS": "127.0.0.1:0", "ADMIRALTY_LOG": "json"}
    async with (
        bot_py_work(address, tmp_path, **wanted) as process,
        asking(address, kinds=KINDS, code=code_of(), lost_seconds=30) as asker,
    ):
        assert await asker.workers.run(make_game, duel, bytes(32), urgent=True) == make_game(duel, bytes(32))
        await until(lambda: "Metrics at" in (tmp_path / "log").read_text())
        found = re.search(r"http://\S+/metrics", (tmp_path / "log").read_text())
        assert found is not None
        async with aiohttp.ClientSession() as session, session.get(found[0]) as answer:
            text = await answer.text()
        assert re.search(r'admiralty_jobs_total\{end="done"\} 1\.0', text)
        told = {family.name for family in text_string_to_metric_families(text)}
        assert {name for name in told if name.startswith("admiralty_") and not name.endswith("_created")} == OF_WORK
        host, port = found[0].removeprefix("http://").removesuffix("/metrics").split(":")
        answered = await asyncio.to_thread(check_metrics, Address(host, int(port)))
        assert (answered.ok, "answers" in answered.text) == (True, True), "the doctor knows it for ours"
        here = Settings(database=DatabaseAddress.of(address))
        assert (await asyncio.to_thread(check_workers_here, here)).ok
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(WAIT_SECONDS):
            assert await process.wait() == 0
        assert await asker.jobs.workers() == ()
        assert not (await asyncio.to_thread(check_workers_here, here)).ok
    lines = [line for line in (tmp_path / "log").read_text().splitlines() if not line.startswith("Stopped.")]
    assert any("Working, 1 jobs at once" in json.loads(line)["message"] for line in lines)
