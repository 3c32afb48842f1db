"""bot.py as the operator runs it: whatever is wrong is one sentence on stderr and an exit status, never a traceback."""

import argparse
import asyncio
import contextlib
import os
import shutil
import signal
import socket
import sqlite3
import sys
from asyncio.subprocess import PIPE
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from bot import DATABASE, parser
from sandbox import store
from sandbox.model import Message

ROOT = Path(__file__).parents[1]
PLAY = ("play", "--quiet")


def environment(data: Path | str, **more: str) -> dict[str, str]:
    return {**os.environ, "ADMIRALTY_DATA": str(data), "ADMIRALTY_PORT": "0", "ADMIRALTY_LOG": "ERROR", **more}


async def error_line(data: Path | str, *arguments: str, **more: str) -> str:
    """What the program says on stderr, which must be one line of an error that ends it with status 2."""
    task = await asyncio.create_subprocess_exec(
        sys.executable, "bot.py", *arguments, cwd=ROOT, env=environment(data, **more), stdout=PIPE, stderr=PIPE
    )
    out, err = await asyncio.wait_for(task.communicate(), 120)
    assert (task.returncode, out) == (2, b""), (out, err)
    (line,) = err.decode().splitlines()
    assert line.startswith("✗ ")
    return line


def _said(messages: Mapping[int, Message]) -> bool:
    """Whether somebody has said something in a channel, beside what Discord writes itself."""
    return not all(message.is_system for message in messages.values())


async def played(data: Path) -> None:
    """Let `bot.py play` begin its campaign in a folder, and kill it."""
    task = await asyncio.create_subprocess_exec(
        sys.executable, "bot.py", *PLAY, cwd=ROOT, env=environment(data), stdout=PIPE, stderr=PIPE
    )
    assert task.stdout is not None
    async with asyncio.timeout(120):
        while b"Admiralty is ready" not in await task.stdout.readline():
            pass
    # The first letters are shown.
    async with asyncio.timeout(120):
        while not any(map(_said, store.load(data / "play-discord.db").messages.values())):  # noqa: ASYNC110 # another process writes it
            await asyncio.sleep(0.1)
    task.send_signal(signal.SIGKILL)
    await task.communicate()


def test_every_sub_command_names_a_function_that_there_is() -> None:
    works = {*DATABASE.values(), *(given for given in _works() if given)}
    assert len(works) > 8
    for work in works:
        module, _, function = work.partition(":")
        assert callable(getattr(import_module(f"program.{module}"), function)), work


def _works() -> list[str]:
    (commands,) = [action for action in parser()._actions if isinstance(action, argparse._SubParsersAction)]
    return [made.get_default("work") for made in commands.choices.values()]


async def test_help_and_what_needs_no_game_import_no_game() -> None:
    """`--help`, and a copy of the database, which a timer makes beside the running bot."""
    for heavy, code in (
        ("discord", "import bot, sys; bot.parser(); print('discord' in sys.modules)"),
        ("rules", "import bot, sys; bot.parser(); print('rules' in sys.modules)"),
        ("discord", "import program.start, program.databases, sys; print('discord' in sys.modules)"),
        (
            "rules.cluster_war",
            "import program.start, program.databases, sys; print('rules.cluster_war' in sys.modules)",
        ),
    ):
        task = await asyncio.create_subprocess_exec(sys.executable, "-c", code, cwd=ROOT, stdout=PIPE)
        out, _ = await task.communicate()
        assert out.decode().strip() == "False", (heavy, code)


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder whose program was killed after it had begun."""
    folder = tmp_path_factory.mktemp("played")
    asyncio.run(played(folder))
    return folder


@pytest.fixture
def data(killed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(killed, tmp_path / "data"))


def journal_with_more(database: Path) -> bytes:
    """The journal as a kill leaves it after two more transactions: damage to one alone could be a power cut's, and how many were
    in it was up to when the program was killed."""
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        for _ in range(2):
            connection.execute("UPDATE games SET name = name || ''")
        return Path(f"{database}-wal").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "folders"), [(PLAY, ("file", "file/data")), (("run",), ("/proc/admiralty",))], ids=["play", "run"]
)
async def test_a_data_folder_that_cannot_be_written(
    tmp_path: Path, arguments: tuple[str, ...], folders: tuple[str, ...]
) -> None:
    await asyncio.to_thread((tmp_path / "file").touch)
    for folder in (tmp_path / name for name in folders):
        told = await error_line(folder, *arguments, DISCORD_TOKEN="a.b.c")
        assert f"The data folder {folder} cannot be written to" in told


async def test_without_a_token(tmp_path: Path) -> None:
    assert "DISCORD_TOKEN is not set" in await error_line(tmp_path, "run", DISCORD_TOKEN="")


@pytest.mark.parametrize("content", [b'{"version": 1, "wor', b"SQLite format 3\0" + bytes(5000)])
async def test_a_damaged_file_of_the_local_discord(tmp_path: Path, content: bytes) -> None:
    await asyncio.to_thread((tmp_path / "play-discord.db").write_bytes, content)
    assert "is damaged" in await error_line(tmp_path, *PLAY)


async def test_a_folder_where_the_local_discords_file_belongs_is_no_taken_port(tmp_path: Path) -> None:
    await asyncio.to_thread((tmp_path / "play-discord.db").mkdir)
    assert "play-discord.db cannot be opened" in await error_line(tmp_path, *PLAY)


async def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"Port {port} is taken" in await error_line(tmp_path, *PLAY, ADMIRALTY_PORT=str(port))


HEAD: Final = (
    b'{"format":"admiralty-capsule-1","game":'
    b'{"id":"a","name":"b","system":"cluster_war","ruleset":"cluster-war/1","schema":1}}\n'
)
"""The first line of a capsule."""


@pytest.mark.parametrize(
    ("content", "due"),
    [
        (b"\0\xff" * 100, "This is not a capsule"),
        (b'{"format":"admiralty-capsule-1","game":{"id":"a","name":"b"}}\n', "Line 1 of the capsule cannot be read"),
        (HEAD + b"[" * 100_000, "Line 2 of the capsule cannot be read"),
    ],
)
async def test_a_broken_capsule(tmp_path: Path, content: bytes, due: str) -> None:
    file = tmp_path / "x.capsule"
    await asyncio.to_thread(file.write_bytes, content)
    place = ("--guild", "1", "--channel", "2", "--gm", "3", "--new")
    assert due in await error_line(tmp_path / "data", "import", str(file), *place)


async def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert "cannot be read" in await error_line(tmp_path, "verify", str(tmp_path / "none.capsule"))


async def test_a_campaign_whose_journal_is_damaged_does_not_begin_anew(data: Path) -> None:
    journal = data / "play.db-wal"
    content = bytearray(await asyncio.to_thread(journal_with_more, data / "play.db"))
    content[100:200] = bytes(byte ^ 0x55 for byte in content[100:200])
    await asyncio.to_thread(journal.write_bytes, content)
    assert "play.db-wal of the database" in await error_line(data, *PLAY)


async def test_a_campaign_whose_database_is_gone_does_not_begin_anew(data: Path) -> None:
    for name in ("play.db", "play.db-wal", "play.db-shm"):
        await asyncio.to_thread((data / name).unlink)
    assert "shows a campaign that" in await error_line(data, *PLAY)


async def test_a_database_that_is_gone_from_a_folder_that_held_games(tmp_path: Path) -> None:
    await asyncio.to_thread((tmp_path / "commands.sha256").write_text, "0")
    assert "has held games, but admiralty.db is missing" in await error_line(tmp_path, "run", DISCORD_TOKEN="a.b.c")


async def test_without_the_local_discords_file_the_campaign_goes_on_with_its_commands(data: Path) -> None:
    for name in ("play-discord.db", "play-discord.db-wal", "play-discord.db-shm"):
        await asyncio.to_thread((data / name).unlink, missing_ok=True)
    await played(data)
    world = store.load(data / "play-discord.db")
    assert len(world.commands[0]) > 20
    assert any(channel.is_thread for channel in world.channels.values())
