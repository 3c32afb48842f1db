"""What a service manager hears of the real program: that it is up, that it goes on, that it stops."""

import asyncio
import contextlib
import os
import signal
import socket
from asyncio.subprocess import Process
from pathlib import Path

import pytest

from program.application import ServiceManager
from tests.oversight.kit import played
from tests.patience import WAIT_SECONDS


@pytest.fixture
def line(tmp_path: Path) -> socket.socket:
    """A service manager's end, at a path."""
    made = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    made.bind(str(tmp_path / "notify"))
    made.setblocking(False)
    return made


async def hear(line: socket.socket) -> str:
    """The next datagram."""
    async with asyncio.timeout(WAIT_SECONDS):
        return (await asyncio.get_running_loop().sock_recv(line, 4096)).decode()


async def test_the_program_says_that_it_is_up_goes_on_and_stops(tmp_path: Path, line: socket.socket) -> None:
    told = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "300000"}
    with line:
        reader = asyncio.create_task(first(line, 3))  # what nobody reads is not kept for ever
        async with played(tmp_path, **told) as task:
            assert set(await reader) == {"READY=1", "WATCHDOG=1"}
            await stopped_and_heard(task, line)


async def first(line: socket.socket, count: int) -> list[str]:
    """The first datagrams."""
    return [await hear(line) for _ in range(count)]


async def stopped_and_heard(task: Process, line: socket.socket) -> None:
    """What is heard of a process that stands still, goes on, and is stopped."""
    task.send_signal(signal.SIGSTOP)
    while b"T" not in await asyncio.to_thread(Path(f"/proc/{task.pid}/stat").read_bytes):  # noqa: ASYNC110 # nothing tells
        await asyncio.sleep(0.01)
    with contextlib.suppress(BlockingIOError):
        while line.recv(4096):
            pass
    await asyncio.sleep(1)
    with pytest.raises(BlockingIOError):
        line.recv(4096)
    task.send_signal(signal.SIGCONT)
    assert await hear(line) == "WATCHDOG=1"
    task.send_signal(signal.SIGTERM)
    while await hear(line) != "STOPPING=1":
        pass
    async with asyncio.timeout(WAIT_SECONDS):
        assert await task.wait() == 0


async def test_a_bot_in_which_something_hangs_is_not_heard_of(tmp_path: Path, line: socket.socket) -> None:
    manager = ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "30000"})
    asked: list[bool] = []
    enough = asyncio.Event()

    def well() -> bool:
        asked.append(True)
        if len(asked) == 5:
            enough.set()
        return False

    task = asyncio.create_task(manager.keep_telling(well))
    async with asyncio.timeout(WAIT_SECONDS):
        await enough.wait()
    task.cancel()
    with line, pytest.raises(BlockingIOError):
        line.recv(4096)


async def test_without_one_nothing_is_told_and_one_that_is_gone_harms_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    silent = ServiceManager({})
    silent.tell("READY=1")
    await silent.keep_telling(lambda: True)
    assert not caplog.records
    ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "gone")}).tell("READY=1")
    assert "did not take READY=1" in caplog.text
    others = ServiceManager({"WATCHDOG_USEC": "1000000", "WATCHDOG_PID": str(os.getpid() + 1)})
    assert others.patience == 0, "the watchdog is another process's"
