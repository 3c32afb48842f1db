"""/campaign export of a game that is too large for one file: parts that verify and import, and no refusal."""

import asyncio
import os
import sys
from pathlib import Path

import discord
import pytest

from storage.db import Storage
from tests.e2e.guides.reader import ROOT
from tests.e2e.kit import Table
from tests.on_postgresql import address_of
from tests.patience import WAIT_SECONDS

SMALL = 30_000
"""Bytes that a file may have on this Discord; the real one takes 10 MiB."""


@pytest.fixture
def small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Discord that takes small files only."""
    monkeypatch.setattr(discord.Guild, "filesize_limit", SMALL)
    for where in ("rules", "interactions"):
        monkeypatch.setattr(f"sandbox.{where}.FILE_BYTES", SMALL)


async def bot(storage: Storage, folder: Path, *words: str) -> tuple[int, str]:
    """What bot.py says to these words on a database, and its status."""
    address = address_of(storage)
    where = {"DATABASE_URL" if "://" in address else "ADMIRALTY_DATABASE": address}
    settings = {"ADMIRALTY_DATA": str(folder), "ADMIRALTY_WORKERS": "0", "DISCORD_TOKEN": "", **where}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(ROOT / "bot.py"),
        *words,
        env={**os.environ, **settings},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    told, _ = await process.communicate()
    return process.returncode or 0, told.decode()


@pytest.mark.usefixtures("small_files")
async def test_a_game_too_large_for_one_file_is_given_in_parts_that_verify_and_import(
    table: Table, tmp_path: Path
) -> None:
    await table.start(review=False)
    await table.advance()
    first = await table.ask("gm", "campaign export")
    assert "parts, since it is larger than a file may be here" in first.text(), first
    parts = int(first.attachments[0].filename.removesuffix(".capsule").rpartition("-")[2])
    async with asyncio.timeout(WAIT_SECONDS):
        while len(first.followups) < parts - 1:  # noqa: ASYNC110 # they come one after the other
            await asyncio.sleep(0.05)
    given = [file for seen in (first, *first.followups) for file in seen.attachments]
    assert len(given) > 2
    assert all(len(file.read()) <= SMALL for file in given)
    assert all(seen.ephemeral for seen in (first, *first.followups))
    assert given[1].filename == f"campaign-part-2-of-{len(given)}.capsule"
    names: list[str] = []
    for file in reversed(given):
        part = tmp_path / file.filename
        part.write_bytes(file.read())
        names.append(str(part))
    status, told = await bot(table.services.storage, tmp_path, "verify", *names)
    assert (status, "2 turns played again" in told or "1 turns played again" in told) == (0, True), told
    status, told = await bot(table.services.storage, tmp_path, "verify", *names[1:])
    assert status == 2
    assert f"This capsule has {len(given)} parts, and part {len(given)} is missing" in told
    room = table.sandbox.world.channel("war-room").id
    place = ("--guild", str(table.sandbox.world.guild().id), "--channel", str(room), "--gm", str(table.gm.id))
    status, told = await bot(table.services.storage, tmp_path, "import", *names, *place)
    assert status == 0, told
    assert "Imported as" in told


@pytest.mark.usefixtures("small_files")
async def test_no_file_of_a_campaign_is_refused_for_its_size(table: Table) -> None:
    await table.start()
    for who, command in (
        ("ada", "map atlas"),
        ("ada", "map mine"),
        ("ada", "empire workbook"),
        ("ada", "empire history"),
        ("ada", "turn dice"),
        ("gm", "map whole"),
    ):
        reply = await table.ask(who, command)
        assert "Something went wrong" not in reply.text(), (command, reply)
        assert all(len(file.read()) <= SMALL for file in reply.attachments), command
    review = await table.gm.click(await table.ask("gm", "gm advance"), "Resolve turn 1")
    await table.gm.click(review, "Publish")
    await table.settle()
    packet = table.last_in_room("ada")
    assert packet.attachments, "the packet came, with a note in the place of what was too large"
    assert "could not be delivered" not in table.last_in_room("gm").text()
