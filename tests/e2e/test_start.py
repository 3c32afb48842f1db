"""The start of the bot: what goes wrong once leaves no bot that answers but keeps no deadline."""

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace

import discord
import psycopg
import pytest

from cogs.common import thread_keeper
from cogs.shell import background_tasks, client
from cogs.shell.client import check_refused
from program import connection
from program.application import Application, open_application
from program.start import EndedError
from sandbox.app import Sandbox
from sandbox.connect import pointed_at, sealed_connector
from settings import Settings
from storage import postgresql, processes, sqlite
from storage.address import DRIVER
from tests.discord_kit import running_sandbox
from tests.e2e.kit import CHANNEL, running_table
from tests.on_postgresql import address_of
from tests.patience import WAIT_SECONDS
from umpire.games import games, seats
from umpire.services.observer import Observer
from umpire.services.processes import CLOCK_SUFFIX, LETTERS_SUFFIX, part_name

PLACES = (CHANNEL, "war-room")
NOT_STARTED = "The clock could not be started"


async def test_a_start_that_fails_is_tried_again_until_clock_and_letters_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Another program keeps the database locked while the bot logs in and comes on line; later its first game cannot be made."""
    monkeypatch.setattr(background_tasks, "RETRY_SECONDS", (0.05,))
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.2)
    monkeypatch.setattr(postgresql, "WAIT_SECONDS", 0.2)
    tried = 0

    async def begin() -> None:
        nonlocal tried
        tried += 1
        if tried < 3:
            raise OSError("no space left on device")

    _lock_as_it_logs_in(monkeypatch)
    async with running_table(tmp_path, begin=begin) as table:
        assert tried == 3
        assert NOT_STARTED in caplog.text
        assert "The game could not be begun" in caplog.text
        await table.start(schedule="every 24h", review=False)
        table.clock.forward(hours=25)
        await table.tick()
        assert (await table.game()).turn == 2
        assert "turn 1" in table.last_in_room("ada").text().lower()


@contextlib.asynccontextmanager
async def rig_and_sandbox(folder: Path) -> AsyncIterator[tuple[Application, Sandbox]]:
    settings = Settings(data=folder, workers=0)
    async with running_sandbox() as sandbox, open_application(settings, str(folder / "admiralty.db")) as app:
        yield app, sandbox


@contextlib.asynccontextmanager
async def connected(app: Application, sandbox: Sandbox, folder: Path) -> AsyncIterator[None]:
    """As `bot.py run` connects; it is cancelled at the end as Ctrl+C does, and may not have ended before."""
    with pointed_at(sandbox.url):
        work = asyncio.create_task(
            connection.connect(
                app, sandbox.token, folder / "stamp", connector=sealed_connector, guild_ready_timeout=0.05
            )
        )
        try:
            yield
            assert not work.done()
        finally:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)


async def alive(app: Application, sandbox: Sandbox) -> None:
    """Until clock and deliverer have come round, and a command is answered."""
    async with asyncio.timeout(WAIT_SECONDS):
        while True:
            async with app.bot.services.storage.reading() as tx:
                beats = await processes.all_beats(tx)
            if {
                part_name(CLOCK_SUFFIX),
                part_name(LETTERS_SUFFIX),
            } <= beats.keys() and sandbox.gateway.identified.is_set():
                break
            await asyncio.sleep(0.02)
        while not sandbox.world.commands:  # noqa: ASYNC110 # nothing tells when Discord knows the commands
            await asyncio.sleep(0.02)
    answer = await sandbox.human("ada").slash(CHANNEL, "campaign list")
    assert "ampaign" in answer.text()


class Hasty:
    """In the place of discord.py's asyncio: it never waits long."""

    def __getattr__(self, name: str) -> object:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(min(seconds, 0.05))


OUTAGES = {
    "its first question answered with 503": ("5xx", "GET /users/@me$", 6),
    "its first question cut": ("drop", "GET /users/@me$", 4),
    "who it is answered with 502": ("5xx", "GET /oauth2/applications/@me|GET /applications/@me", 6),
    "its commands answered with 503": ("5xx", "PUT /applications/[0-9]+/commands", 6),
    "its commands cut": ("drop", "PUT /applications/[0-9]+/commands", 2),
    "its commands told, and the answer lost": ("late-drop", "PUT /applications/[0-9]+/commands", 1),
    "the way to the gateway answered with 503": ("5xx", "GET /gateway", 6),
    "the way to the gateway cut": ("drop", "GET /gateway", 4),
}


@pytest.mark.parametrize("what", OUTAGES)
async def test_what_discord_or_the_line_fails_at_once_leaves_a_bot_with_clock_and_letters(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "RECONNECT_SECONDS", (0.05,))
    monkeypatch.setattr(background_tasks, "RETRY_SECONDS", (0.05,))
    _without_patience(monkeypatch)
    kind, match, times = OUTAGES[what]
    async with rig_and_sandbox(tmp_path) as (app, sandbox):
        fault = sandbox.faults.add(kind, match=match, times=times, status=503)
        async with connected(app, sandbox, tmp_path):
            await alive(app, sandbox)
            assert fault.times == 0


async def test_a_refused_list_of_commands_leaves_the_old_ones_working_and_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[bool] = []
    monkeypatch.setattr(Observer, "commands", lambda _, *, refused: told.append(refused))
    async with rig_and_sandbox(tmp_path) as (app, sandbox):
        async with connected(app, sandbox, tmp_path):
            await alive(app, sandbox)
            await app.courier.client.wait_until_ready()
        (tmp_path / "stamp").unlink()  # as after an upgrade: the list is another one
        refusal = sandbox.faults.add("refusal", match="PUT /applications/[0-9]+/commands", status=400, code=50035)
        async with connected(app, sandbox, tmp_path):
            await alive(app, sandbox)
            await app.courier.client.wait_until_ready()
            assert refusal.times == 0
            errors = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
            assert len(errors) == 1
            assert "those that it knows go on working" in errors[0]
            check = check_refused(tmp_path)
            assert check is not None
            assert "HTTP status 400, error code 50035" in check.line()
            assert told[-1]
        async with connected(app, sandbox, tmp_path):
            await alive(app, sandbox)
            await app.courier.client.wait_until_ready()
        assert check_refused(tmp_path) is None, "the next start has tried again"
        assert not told[-1]


@pytest.mark.parametrize(("code", "words"), [(4013, "(code 4013)"), (4014, "privileged intent")])
async def test_what_no_restart_mends_ends_the_program_with_a_sentence_and_no_restart(
    code: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with rig_and_sandbox(tmp_path) as (app, sandbox):
        closed = discord.ConnectionClosed(SimpleNamespace(close_code=code), shard_id=None, code=code)  # type: ignore[arg-type] # what it reads of a socket
        ended = discord.PrivilegedIntentsRequired(None) if code == 4014 else closed

        async def refused(*_: object, **__: object) -> None:
            raise ended

        monkeypatch.setattr(client.AdmiraltyClient, "connect", refused)
        with pointed_at(sandbox.url), pytest.raises(EndedError) as told:
            await connection.connected(app, sandbox.token, tmp_path / "stamp", connector=sealed_connector)
    assert told.value.status == 2, "which the unit file takes for a reason not to start again"
    assert words in str(told.value)
    assert "bot.py doctor" in str(told.value)


async def test_threads_that_cannot_be_looked_at_hold_up_neither_clock_nor_letters_nor_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two campaigns; at the next start Discord does not answer about the first one's threads."""
    monkeypatch.setattr(connection, "RECONNECT_SECONDS", (0.05,))
    monkeypatch.setattr(thread_keeper, "RETRY_SECONDS", (0.05,))
    _without_patience(monkeypatch)
    async with rig_and_sandbox(tmp_path) as (app, sandbox):
        async with connected(app, sandbox, tmp_path):
            await alive(app, sandbox)
            for place in PLACES:
                made = await sandbox.human("gm").slash(place, "campaign create", name=place, scenario="duel_small")
                assert "Game master" in made.text()
        first, second = await _masters_threads(app, sandbox)
        del sandbox.world.channels[second or 0]  # somebody deleted it while the bot was away
        broken = sandbox.faults.add("drop", match=f"/channels/{first}(/|$)", times=1000)
        async with connected(app, sandbox, tmp_path):
            await alive(app, sandbox)
            async with asyncio.timeout(WAIT_SECONDS):
                while (await _masters_threads(app, sandbox))[1] == second:  # noqa: ASYNC110 # nothing tells when
                    await asyncio.sleep(0.02)
                assert broken.times > 900
                broken.times, made_by = 0, app.courier.client
                assert isinstance(made_by, client.AdmiraltyClient)
                while made_by.running.threads.troubled:  # noqa: ASYNC110 # as above
                    await asyncio.sleep(0.02)
        assert (await _masters_threads(app, sandbox))[0] == first


async def _masters_threads(app: Application, sandbox: Sandbox) -> list[int | None]:
    """The threads of the game master's seats, the older campaign's first."""
    found = []
    for place in PLACES:
        game = await games.game_in(app.bot.services, sandbox.world.guild().id, sandbox.world.channel(place).id)
        found.append((await seats.seats(app.bot.services, game.id))[0].thread_id)
    return found


async def test_a_clock_or_deliverer_that_ends_is_begun_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(background_tasks, "WATCH_SECONDS", 0.05)
    async with running_table(tmp_path) as table:
        ended = [table.bot.clock._looking, table.bot.deliverer._loop]
        for task in ended:
            assert task is not None
            task.cancel()
        async with asyncio.timeout(WAIT_SECONDS):
            while table.bot.clock._looking in ended or table.bot.deliverer._loop in ended:  # noqa: ASYNC110 # as above
                await asyncio.sleep(0.01)
        assert "The clock had ended and is begun again" in caplog.text
        assert "The deliverer had ended and is begun again" in caplog.text
        await table.start()
        assert "### Welcome to The Long Night" in table.last_in_room("ada").text()
        assert "I last looked at the deadlines <t:" in (await table.ask("visitor", "campaign info")).text()


async def test_a_clock_that_hangs_ends_the_program_loudly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(background_tasks, "WATCH_SECONDS", 0.05)
    monkeypatch.setattr(background_tasks, "SHUTDOWN_SECONDS", 3600)
    async with rig_and_sandbox(tmp_path) as (app, sandbox):
        with pointed_at(sandbox.url):
            work = asyncio.create_task(
                connection.connect(
                    app, sandbox.token, tmp_path / "stamp", connector=sealed_connector, guild_ready_timeout=0.05
                )
            )
            await alive(app, sandbox)
            with pytest.raises(background_tasks.HungError, match="has not come round for"):
                await _with_its_clock_hanging(app, work)
    assert "this process ends. Start it again" in caplog.text


async def _with_its_clock_hanging(app: Application, work: asyncio.Task[None]) -> None:
    async with asyncio.timeout(WAIT_SECONDS):
        while not work.done():  # the clock may be coming round just now, which would tell that it has not hung
            app.bot.clock._turned -= background_tasks.HUNG_SECONDS + 1
            await asyncio.sleep(0.01)
        await work


def _without_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py waits seconds before it repeats what was answered with 5xx, and before it connects again."""
    for module in ("http", "client"):
        monkeypatch.setattr(f"discord.{module}.asyncio", Hasty())


def _lock_as_it_logs_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program locks the database when the bot has logged in, and lets go of it when the clock could not be started."""
    held = contextlib.ExitStack()
    set_up = client.AdmiraltyClient.setup_hook

    async def setup_hook(self: client.AdmiraltyClient) -> None:
        held.enter_context(_locked(address_of(self.bot.services.storage)))
        await set_up(self)

    def let_go(record: logging.LogRecord) -> bool:
        if NOT_STARTED in record.getMessage():
            held.close()
        return True

    monkeypatch.setattr(client.AdmiraltyClient, "setup_hook", setup_hook)
    monkeypatch.setattr(background_tasks.log, "filters", [let_go])


@contextlib.contextmanager
def _locked(address: str) -> Iterator[None]:
    """Nobody else may write to a database for the length of a block."""
    if "://" in address:
        with psycopg.connect(address.replace(DRIVER, "postgresql"), autocommit=True) as server:
            server.execute("SELECT pg_advisory_lock(%s)", [postgresql.WRITER_LOCK])
            yield
        return
    with contextlib.closing(sqlite3.connect(address, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        yield
