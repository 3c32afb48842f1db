"""The start of the bot: what goes wrong once leaves no bot that answers but keeps no deadline."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

import bot
from cogs.shell import client
from sandbox.connect import pointed_at
from settings import Settings
from storage import db
from tests.discord_kit import running_sandbox
from tests.e2e.kit import running_table


async def test_a_start_that_fails_is_tried_again_until_clock_and_letters_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Another program keeps the database locked while the bot comes on line; later its first game cannot be made."""
    monkeypatch.setattr(client, "AGAIN_SECONDS", (0.05,))
    monkeypatch.setattr(db, "BUSY_SECONDS", 0.2)
    tried = 0

    async def begin() -> None:
        nonlocal tried
        tried += 1
        if tried < 3:
            raise OSError("no space left on device")

    _lock_as_it_connects(tmp_path / "admiralty.db", monkeypatch)
    async with running_table(tmp_path, begin=begin) as table:
        assert tried == 3
        assert "The clock could not be started" in caplog.text
        assert "The game could not be begun" in caplog.text
        await table.start(schedule="every 24h", review=False)
        table.watch.forward(hours=25)
        await table.tick()
        assert (await table.game()).turn == 2
        assert "turn 1" in table.last_in_room("ada").text().lower()


async def test_a_fault_of_discords_own_at_the_start_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot, "RECONNECT_SECONDS", (0.05,))
    ready = asyncio.Event()

    async def begin() -> None:
        ready.set()

    settings = Settings(data=tmp_path, workers=0)
    async with running_sandbox() as sandbox, bot.rigged(settings, str(tmp_path / "admiralty.db")) as rig:
        sandbox.faults.add("5xx", match="users/@me$", status=503)
        with pointed_at(sandbox.url):
            connected = asyncio.create_task(bot.connect(rig, sandbox.token, tmp_path / "stamp", begin=begin))
            await asyncio.wait({connected, asyncio.create_task(ready.wait())}, return_when=asyncio.FIRST_COMPLETED)
            assert not connected.done() or connected.result() is None
            assert ready.is_set()
            connected.cancel()
            await asyncio.gather(connected, return_exceptions=True)


def _lock_as_it_connects(where: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program locks the database when the bot has connected, and lets go of it a second later."""
    holder = sqlite3.connect(where, isolation_level=None)
    ready = client.AdmiraltyClient.on_ready

    async def on_ready(self: client.AdmiraltyClient) -> None:
        holder.execute("BEGIN IMMEDIATE")
        asyncio.get_running_loop().call_later(1, holder.close)
        await ready(self)

    monkeypatch.setattr(client.AdmiraltyClient, "on_ready", on_ready)
