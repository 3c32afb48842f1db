"""`process_*` are there under the shipped units, too, which leave nothing of /proc but processes (ProcSubset=pid)."""

import asyncio
import os
import re
import signal
import sys
import time
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Final

import aiohttp
import pytest
from prometheus_client import CollectorRegistry
from prometheus_client.parser import text_string_to_metric_families

from program.metrics_page import OwnProcess
from tests.oversight.kit import played
from tests.patience import WAIT_SECONDS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /proc")

FIGURES: Final = frozenset({
    "process_virtual_memory_bytes", "process_resident_memory_bytes", "process_start_time_seconds",
    "process_cpu_seconds_total", "process_open_fds", "process_max_fds",
})  # fmt: skip
HIDE: Final = 'mount -t proc -o subset=pid,hidepid=invisible proc /proc && exec "$@"'
"""What systemd does for ProcSubset=pid and ProtectProc=invisible."""
SUBSET: Final = (
    *("unshare", "--map-root-user", "--mount", "--pid", "--fork", "--kill-child"),
    *("sh", "-c", HIDE, "sh"),
)


@pytest.fixture
async def subset() -> tuple[str, ...]:
    """The words under which a program sees nothing but processes in /proc, where this machine allows it."""
    try:
        task = await asyncio.create_subprocess_exec(*SUBSET, "ls", "/proc/stat", stdout=PIPE, stderr=PIPE)
    except FileNotFoundError:
        pytest.skip("unshare (util-linux) is not installed")
    _, err = await task.communicate()
    if b"/proc/stat" not in err:
        pytest.skip(f"no /proc of one's own on this machine: {err.decode().strip()}")
    return SUBSET


def test_a_proc_without_anything_but_processes_is_enough(tmp_path: Path) -> None:
    (tmp_path / "self").symlink_to("/proc/self")
    registry = CollectorRegistry()
    OwnProcess(proc=str(tmp_path), registry=registry)
    found = {one.name: one.value for family in registry.collect() for one in family.samples}
    assert found.keys() == FIGURES
    whole = CollectorRegistry()
    OwnProcess(registry=whole)
    booted = whole.get_sample_value("process_start_time_seconds")
    assert booted is not None
    assert abs(found["process_start_time_seconds"] - booted) < 2, "the clocks know when this machine was started"


def test_without_proc_there_are_none_and_nothing_breaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    registry = CollectorRegistry()
    OwnProcess(proc=str(tmp_path), registry=registry)
    assert not list(registry.collect())
    monkeypatch.setattr("sys.platform", "darwin")
    OwnProcess(proc=str(tmp_path), registry=(other := CollectorRegistry()))
    assert not list(other.collect())


async def test_a_bot_that_sees_so_little_has_all_its_figures(tmp_path: Path, subset: tuple[str, ...]) -> None:
    began = time.time()
    async with played(tmp_path, *subset, ADMIRALTY_METRICS="127.0.0.1:0") as task:
        async with asyncio.timeout(WAIT_SECONDS):
            while (page := re.search(r"http://\S+/metrics", (tmp_path / "log").read_text())) is None:  # noqa: ASYNC110 # its log
                await asyncio.sleep(0.05)
        async with aiohttp.ClientSession() as session, session.get(page[0]) as answer:
            families = text_string_to_metric_families(await answer.text())
        found = {one.name: one.value for family in families for one in family.samples if not one.labels}
        assert found.keys() >= FIGURES
        assert found["process_resident_memory_bytes"] > 1e7
        assert began - 2 < found["process_start_time_seconds"] < time.time() + 2
        assert found["admiralty_database_readable"] == 1
        assert task.pid is not None
        os.kill(task.pid, signal.SIGTERM)
    assert "Traceback" not in (tmp_path / "log").read_text()
