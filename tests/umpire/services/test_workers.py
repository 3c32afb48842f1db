"""Worker processes: urgent first, one task each, crashes survived, nothing of Discord inside."""

import asyncio
import os
import time
from pathlib import Path

import pytest

from games.known import GAMES
from program.application import PRELOAD
from rules.cluster_war.turn.month import adjudicate
from rules.dice import Dice
from rules.values import IllegalOrderError
from tests.patience import WAIT_SECONDS, wait_for_file
from tests.rules.cluster_war.build import small
from tests.umpire import worker_tasks as tasks
from tests.umpire.worker_tasks import ping
from umpire.services import workers as workers_module
from umpire.services.worker_process import WORKER_NICENESS
from umpire.services.workers import ProcessWorkers, WorkerError


def _read(path: str) -> str:
    return Path(path).read_text()


def _let_go(path: str) -> None:
    """A task that is held goes on."""
    Path(f"{path}.go").touch()


async def _begin_held_task(workers: ProcessWorkers, said: str, text: str) -> asyncio.Task[str]:
    """A task that a worker has begun, and holds until it is let go."""
    begun = asyncio.create_task(workers.run(tasks.hold, said, text))
    await asyncio.to_thread(wait_for_file, Path(f"{said}.begun"))
    return begun


def _until_gone(pid: int) -> None:
    """Wait until a process has ended; TimeoutError if it goes on."""
    until = time.monotonic() + WAIT_SECONDS
    while Path(f"/proc/{pid}").exists():
        if time.monotonic() > until:
            raise TimeoutError(f"process {pid} goes on")
        time.sleep(0.02)


def own_niceness() -> int:
    """This process's, as far as a worker can be niced on top of it: 19 is the most."""
    return min(os.nice(0), 19 - WORKER_NICENESS)


RESOLVING = ("umpire.campaign.views.packet_files", "umpire.campaign.sheets.maps", "umpire.campaign.turn.adjudication")


async def test_a_task_runs_in_another_process_that_is_niced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers_module, "WORKER_NICENESS", WORKER_NICENESS)  # what it is in a program
    async with ProcessWorkers(1) as workers:
        pid, nice, _ = await workers.run(ping)
        assert pid != os.getpid()
        assert nice == own_niceness() + WORKER_NICENESS
        assert await workers.run(tasks.add, 2, 3) == 5


async def test_workers_never_import_discord() -> None:
    async with ProcessWorkers(1, preload=RESOLVING) as workers:
        _, _, modules = await workers.run(ping)
        assert "rules.cluster_war.turn.month" in modules
        loaded = {name.split(".")[0] for name in modules}
        assert not loaded & {"discord", "aiohttp", "cogs"}


async def test_no_workers_means_here_and_now() -> None:
    async with ProcessWorkers(0) as workers:
        assert (await workers.run(ping))[0] == os.getpid()
        with pytest.raises(IllegalOrderError):
            await workers.run(tasks.refuse)


async def test_an_urgent_picture_overtakes_the_batch(tmp_path: Path) -> None:
    said = str(tmp_path / "said")
    async with ProcessWorkers(1) as workers:
        await workers.run(ping)
        first = await _begin_held_task(workers, said, "begun")
        batch = [asyncio.create_task(workers.run(tasks.mark, said, f"batch {i}")) for i in range(3)]
        urgent = asyncio.create_task(workers.run(tasks.mark, said, "urgent", urgent=True))
        await asyncio.sleep(0)
        assert len(workers._heap) == 4
        _let_go(said)
        await asyncio.gather(first, *batch, urgent)
    told = _read(said).split("\n")[:-1]
    # written when it is let go, which the worker for those who wait may or may not have waited for
    told.remove("begun")
    assert told == ["urgent", "batch 0", "batch 1", "batch 2"]


async def test_what_somebody_waits_for_does_not_wait_for_the_batch(tmp_path: Path) -> None:
    said = str(tmp_path / "said")
    async with ProcessWorkers(1) as workers:
        pid, _, _ = await workers.run(ping, urgent=True)
        assert list(workers._processes) == [0], "one who asks while a worker is idle needs no other"
        batch = await _begin_held_task(workers, said, "batch")
        next_of_batch = asyncio.create_task(workers.run(tasks.mark, said, "batch 1"))
        for _ in range(2):
            other, nice, _ = await workers.run(ping, urgent=True)
            assert (other != pid, nice) == (True, os.nice(0))
        assert not batch.done()
        assert workers.running == 1
        assert workers.waiting == 1, "it is for those who wait alone"
        _let_go(said)
        await asyncio.gather(batch, next_of_batch)
    assert _read(said) == "batch\nbatch 1\n"


async def test_the_worker_for_those_who_wait_ends_when_nobody_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers_module, "UNUSED_SECONDS", 0.05)
    said = str(tmp_path / "said")
    async with ProcessWorkers(1) as workers:
        await workers.run(ping)
        batch = await _begin_held_task(workers, said, "batch")
        for _ in range(2):
            pid, _, _ = await workers.run(ping, urgent=True)
            await asyncio.to_thread(_until_gone, pid)
        _let_go(said)
        await batch


async def test_the_worker_for_those_who_wait_is_replaced_when_it_dies(tmp_path: Path) -> None:
    said = str(tmp_path / "said")
    async with ProcessWorkers(1) as workers:
        await workers.run(ping)
        batch = await _begin_held_task(workers, said, "batch")
        before = (await workers.run(ping, urgent=True))[0]
        assert await workers.run(tasks.die_once, str(tmp_path / "died"), urgent=True) != before
        _let_go(said)
        await batch


async def test_two_workers_work_at_once(tmp_path: Path) -> None:
    one, other = str(tmp_path / "one"), str(tmp_path / "other")
    async with ProcessWorkers(2) as workers:
        pids = await asyncio.gather(workers.run(tasks.meet, one, other), workers.run(tasks.meet, other, one))
        assert len(set(pids)) == 2


async def test_a_worker_that_dies_is_replaced_and_its_task_done_again(tmp_path: Path) -> None:
    async with ProcessWorkers(1) as workers:
        before = (await workers.run(ping))[0]
        after = await workers.run(tasks.die_once, str(tmp_path / "died"))
        assert after != before


async def test_a_task_that_always_kills_its_worker_fails_alone() -> None:
    async with ProcessWorkers(2) as workers:
        results = await asyncio.gather(
            workers.run(tasks.die), workers.run(tasks.add, 1, 1), workers.run(tasks.add, 2, 2), return_exceptions=True
        )
        assert isinstance(results[0], WorkerError)
        assert list(results[1:]) == [2, 4]
        assert await workers.run(tasks.add, 3, 3) == 6


async def test_a_task_without_end_is_stopped() -> None:
    async with ProcessWorkers(1) as workers:
        with pytest.raises(WorkerError, match="took longer"):
            await workers.run(tasks.sleep, 60.0, seconds=0.3)
        assert await workers.run(tasks.add, 1, 2) == 3


async def test_errors_come_back_as_they_were() -> None:
    async with ProcessWorkers(1) as workers:
        with pytest.raises(IllegalOrderError, match="Too far") as refused:
            await workers.run(tasks.refuse)
        assert refused.value.rule == "CW-4.0-01"
        assert "worker_tasks" in refused.value.__notes__[0]
        with pytest.raises(RuntimeError, match="OddError: 1 and 2"):
            await workers.run(tasks.fail_oddly)


async def test_printing_in_a_worker_does_no_harm() -> None:
    async with ProcessWorkers(1) as workers:
        assert await workers.run(tasks.chatter) == "answer"
        assert await workers.run(tasks.add, 1, 2) == 3


async def test_a_caller_that_goes_away_takes_its_waiting_task_along(tmp_path: Path) -> None:
    said = str(tmp_path / "said")
    async with ProcessWorkers(1) as workers:
        await workers.run(ping)
        first = await _begin_held_task(workers, said, "first")
        second = asyncio.create_task(workers.run(tasks.mark, said, "second"))
        await asyncio.sleep(0)
        second.cancel()
        first.cancel()  # it has begun: it runs on, its answer is not waited for
        _let_go(said)
        assert await workers.run(tasks.mark, said, "third") == "third"
    assert _read(said) == "first\nthird\n"


async def test_closing_ends_the_processes_and_refuses_more() -> None:
    workers = ProcessWorkers(1)
    pid = (await workers.run(ping))[0]
    waiting = asyncio.create_task(workers.run(tasks.sleep, 30.0))
    await asyncio.sleep(0.05)
    await workers.close()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with pytest.raises(WorkerError, match="stopped"):
        await workers.run(ping)


async def test_states_travel_both_ways_and_a_turn_is_resolved_alike_there_and_here() -> None:
    state = small()
    dice = Dice(bytes(32), "g", 1)
    async with ProcessWorkers(1) as workers:
        assert await workers.run(tasks.echo, state) == state
        there = await workers.run(adjudicate, state, (), dice)
    assert there == adjudicate(state, (), dice)


async def test_large_answers_arrive_whole() -> None:
    large = os.urandom(5_000_000)
    async with ProcessWorkers(1) as workers:
        assert await workers.run(tasks.echo, large) == large


async def test_warm_workers_have_loaded_everything_before_the_first_task_and_are_as_kind_as_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers_module, "WORKER_NICENESS", WORKER_NICENESS)  # what it is in a program
    async with ProcessWorkers(2, preload=RESOLVING) as workers:
        await workers.warm()
        started = {process.pid for process in workers._processes.values()}
        assert len(started) == 3, "two, and the one for those who wait"
        found = await asyncio.gather(*(workers.run(ping) for _ in range(2)), workers.run(ping, urgent=True))
        assert {pid for pid, _, _ in found} <= started
        for _, nice, modules in found:
            assert set(RESOLVING) <= set(modules)
            assert nice in {os.nice(0), own_niceness() + WORKER_NICENESS}
        assert found[0][1] == own_niceness() + WORKER_NICENESS, "a task for which nobody waits"
        await workers.warm()
        assert {process.pid for process in workers._processes.values()} == started


async def test_a_worker_that_cannot_be_started_keeps_nobody_from_beginning(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("sys.executable", "/nowhere/python")
        async with ProcessWorkers(1) as workers:
            await workers.warm()
            assert "could not be started" in caplog.text
            broken.undo()
            assert await workers.run(tasks.add, 2, 3) == 5


async def test_workers_load_all_that_they_may_be_asked_for_and_nothing_that_opens_a_database() -> None:
    async with ProcessWorkers(1, preload=PRELOAD) as workers:
        await workers.warm()
        _, _, modules = await workers.run(ping)
    loaded = {name.split(".")[0] for name in modules}
    assert not loaded & {"discord", "aiohttp", "cogs", "alembic", "mako"}
    assert {module for game in GAMES.values() for module in (*game.turns, *game.pictures)} <= set(modules)
