"""A PostgreSQL server that is away when a process starts: what runs for long waits for it; what it refuses ends it at once."""

import argparse
import asyncio
import contextlib
import os
import signal
import socket
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import psycopg
import pytest

from program.connection import run
from sandbox.connect import pointed_at
from settings import Settings
from storage import postgresql as engine
from storage.address import DatabaseAddress
from storage.db import Storage
from storage.errors import StorageError, UnreachableError
from storage.jobs import Jobs
from storage.postgresql import is_away
from tests.browser.program import hear_ctrl_c
from tests.discord_kit import running_sandbox
from tests.on_postgresql import Server
from tests.oversight.kit import ROOT
from tests.oversight.test_service_manager import hear
from tests.patience import WAIT_SECONDS, until

LONG = ("run", "work")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server of this module's own, which is stopped and started; anna needs her password, nan may not connect any more."""
    made = Server()
    made.tell("postgres", "CREATE USER anna PASSWORD 'right'; CREATE USER nan CONNECTION LIMIT 0")
    made.ask_for_password("anna")
    made.go_away()
    made.come_back()
    try:
        yield made
    finally:
        made.stop()


@pytest.fixture
def away(server: Server) -> Iterator[Server]:
    """It is away when the test begins, and there when it ends."""
    server.go_away()
    yield server
    server.come_back()


@contextlib.asynccontextmanager
async def started(folder: Path, *words: str, **given: str) -> AsyncIterator[Process]:
    """bot.py with these words; what it says goes to `folder`/log."""
    environment = {
        **os.environ,
        "ADMIRALTY_DATA": str(folder / "data"),
        "ADMIRALTY_WORKERS": "1",
        "DISCORD_TOKEN": "a.b.c",
        **given,
    }
    with (folder / "log").open("wb") as log:  # a process is given a real file
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "bot.py", *words),
            cwd=ROOT,
            env=environment,
            preexec_fn=hear_ctrl_c,
            stdout=log,
            stderr=log,
        )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def log_text(folder: Path) -> str:
    """All that it has said."""
    return (folder / "log").read_text(encoding="utf-8")


async def ended(process: Process) -> int:
    """Its status, when it ends by itself."""
    async with asyncio.timeout(WAIT_SECONDS):
        return await process.wait()


async def test_a_worker_waits_for_the_server_and_is_ready_when_it_works(away: Server, tmp_path: Path) -> None:
    address = away.address("postgres")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.setblocking(False)
        async with started(
            tmp_path, "work", DATABASE_URL=address, NOTIFY_SOCKET=str(tmp_path / "notify"), WATCHDOG_USEC=""
        ) as process:
            assert await hear(line) == "EXTEND_TIMEOUT_USEC=900000000\nSTATUS=Waiting for its database."
            assert "cannot be used just now" in log_text(tmp_path)
            await asyncio.to_thread(away.come_back)
            heard = [await hear(line)]
            while heard[-1] != "READY=1":
                heard.append(await hear(line))
            assert heard[-2] == "STATUS="
            assert "Working, 1 jobs at once" in log_text(tmp_path)
            process.send_signal(signal.SIGTERM)
            assert await ended(process) == 0


async def test_a_bot_waits_for_the_server_and_then_goes_on_line(
    away: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "admiralty")
    async with running_sandbox() as sandbox:
        settings = Settings(
            token=sandbox.token, data=tmp_path, database=DatabaseAddress.of(away.address("postgres")), workers=0
        )
        with pointed_at(sandbox.url):
            running = asyncio.create_task(run(settings, argparse.Namespace()))
            try:
                await until(lambda: "cannot be reached just now" in caplog.text or running.done())
                assert not running.done()
                await asyncio.to_thread(away.come_back)
                await until(lambda: bool(sandbox.world.commands) or running.done())
                assert not running.done()
            finally:
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)
    assert "The database is there." in caplog.text


@pytest.mark.parametrize("word", LONG)
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
async def test_who_waits_is_stopped_at_once(away: Server, tmp_path: Path, word: str, sign: signal.Signals) -> None:
    async with started(tmp_path, word, DATABASE_URL=away.address("postgres")) as process:
        await until(lambda: "Trying again in 5 s" in log_text(tmp_path) or process.returncode is not None)
        process.send_signal(sign)
        assert await ended(process) == 0
    assert "Stopped." in log_text(tmp_path)
    assert log_text(tmp_path).count("Trying again") == 2, "it did not try once more before it ended"


@pytest.mark.parametrize("word", LONG)
@pytest.mark.parametrize(
    ("instead", "due"), [("//anna:wrong@", "password authentication failed"), ("/nowhere?", "does not exist")]
)
async def test_what_the_server_refuses_ends_it_with_status_2(
    server: Server, tmp_path: Path, word: str, instead: str, due: str
) -> None:
    address = server.address("postgres").replace("//postgres:@" if "@" in instead else "/postgres?", instead)
    async with started(tmp_path, word, DATABASE_URL=address) as process:
        assert await ended(process) == 2
    (line,) = log_text(tmp_path).splitlines()
    assert due in line
    assert "wrong" not in line


@pytest.mark.parametrize(
    ("words", "due"), [(("forget", "789"), "cannot be reached just now"), (("db", "check"), "cannot be read")]
)
async def test_what_is_done_once_does_not_wait(away: Server, tmp_path: Path, words: tuple[str, ...], due: str) -> None:
    async with started(tmp_path, *words, DATABASE_URL=away.address("postgres")) as process:
        assert await ended(process) == 2
    (line,) = log_text(tmp_path).splitlines()
    assert due in line
    assert "Check that its server runs" in line


async def unreachable(address: str, due: str) -> None:
    """Games and queue alike are told to be away just now, with these words of the server's."""
    with pytest.raises(UnreachableError, match=due):
        await Storage.open(address)
    with pytest.raises(UnreachableError, match=due):
        async with Jobs.opened(address):
            pass


async def test_a_server_that_is_stopped_just_now_is_away(server: Server) -> None:
    with psycopg.connect(server.address("postgres").replace("+psycopg", "")) as held:
        data = held.execute("SHOW data_directory").fetchone()
        assert data is not None
        os.kill(int((Path(data[0]) / "postmaster.pid").read_text().split()[0]), signal.SIGTERM)
        try:
            await until(lambda: not _lets_in(server))
            await unreachable(server.address("postgres"), "shutting down")
        finally:
            held.close()
            await asyncio.to_thread(server.go_away)
            await asyncio.to_thread(server.come_back)


def _lets_in(server: Server) -> bool:
    try:
        server.ask("postgres", "SELECT")
    except psycopg.OperationalError:
        return False
    return True


async def test_a_server_without_a_connection_left_is_away(server: Server) -> None:
    await unreachable(server.address("postgres").replace("//postgres:", "//nan:"), "too many connections")


async def test_a_server_on_which_others_hold_the_lock_too_long_is_away(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "WAIT_SECONDS", 0.1)
    with psycopg.connect(server.address("postgres").replace("+psycopg", "")) as held:
        held.execute("SELECT pg_advisory_lock(%s)", [engine.WRITER_LOCK])
        with pytest.raises(UnreachableError, match="lock timeout"):
            await Storage.open(server.address("postgres"))


async def test_a_server_that_says_nothing_is_away_and_a_name_that_is_no_address_is_refused() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"postgresql://anna@127.0.0.1:{silent.getsockname()[1]}/games"
        with pytest.raises(psycopg.OperationalError) as wrong:
            await psycopg.AsyncConnection.connect(address, connect_timeout=2)
        assert await is_away(wrong.value, address)
    with pytest.raises(StorageError) as refused:
        await Storage.open("postgresql://anna@127.0.0.1:1/games?sslmode=perhaps")
    assert not isinstance(refused.value, UnreachableError)


async def test_a_server_that_came_back_between_two_looks_was_away(server: Server) -> None:
    """The fault is of the moment before, and the server answers already."""
    with pytest.raises(psycopg.OperationalError) as wrong:
        await psycopg.AsyncConnection.connect("postgresql://anna@127.0.0.1:1/games")
    address = server.address("postgres").replace("+psycopg", "")
    assert await is_away(wrong.value, address)
    assert not await is_away(wrong.value, address.replace("//postgres:@", "//anna:wrong@"))
