"""The sandbox as a program of its own: a copy of its folder, with no other room on the path, started and stopped."""

import ast
import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from sandbox import __main__ as program
from sandbox import options
from sandbox.connect import pointed_at
from sandbox.ratelimit import FAULT_KINDS
from tests.patience import WAIT_SECONDS
from tests.sandbox.small_bot import make_bot

SANDBOX = Path(options.__file__).parent
OUTSIDE = {"aiohttp", "yarl", "msgspec"}
"""What it needs to run."""
ONE_MODULE = {"connect.py": {"discord"}, "pytest_plugin.py": {"pytest", "pytest_asyncio"}}
"""What a single module, which nothing else imports, needs besides."""
MAY_BE_ABSENT = {"compression.py": {"zstandard"}}
"""What a module takes if it is there, and does without otherwise."""
Json = dict[str, Any]


@pytest.fixture
def alone(tmp_path: Path) -> Path:
    """A folder with a copy of the sandbox and nothing else."""
    shutil.copytree(SANDBOX, tmp_path / "sandbox", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def environment() -> dict[str, str]:
    """This process's, without any hint of where the project is."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "COV_", "PYTEST"))}


@asynccontextmanager
async def started(folder: Path, *words: str) -> AsyncIterator[tuple[asyncio.subprocess.Process, Json]]:
    """`python -m sandbox` in that folder, and what it printed when it was ready."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "sandbox", "--port", "0", "--json", *words,
        cwd=folder, env=environment(), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        line = await asyncio.wait_for(process.stdout.readline(), WAIT_SECONDS)
        assert line, (await process.communicate())[1].decode()
        yield process, json.loads(line)
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command line, to its end."""
    command = [sys.executable, "-m", "sandbox", *words]
    return subprocess.run(
        command, cwd=folder, env=environment(), capture_output=True, text=True, timeout=WAIT_SECONDS, check=False
    )


def imported(path: Path) -> set[str]:
    """The first names of all that a module imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {each.name.partition(".")[0] for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


@pytest.mark.parametrize("path", sorted(SANDBOX.glob("*.py")), ids=lambda path: path.name)
def test_it_imports_the_standard_library_aiohttp_msgspec_and_itself(path: Path) -> None:
    more = ONE_MODULE.get(path.name, set()) | MAY_BE_ABSENT.get(path.name, set())
    allowed = OUTSIDE | more | {"sandbox"} | set(sys.stdlib_module_names)
    assert imported(path) <= allowed


def test_what_needs_more_is_imported_by_nothing_else() -> None:
    optional = {f"sandbox.{name.removesuffix('.py')}" for name in ONE_MODULE}
    for path in SANDBOX.glob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not optional & modules, path.name


async def test_a_copy_of_the_folder_alone_serves_the_page_and_the_api(alone: Path) -> None:
    async with started(alone) as (_, ready), aiohttp.ClientSession() as session:
        async with session.get(ready["url"]) as page:
            assert (page.status, page.content_type) == (200, "text/html")
        headers = {"Authorization": f"Bot {ready['token']}"}
        async with session.get(f"{ready['api']}/users/@me", headers=headers) as me:
            assert (await me.json())["id"] == ready["application_id"]
        async with session.get(f"{ready['api']}/channels/{ready['channels']['general']}", headers=headers) as channel:
            assert (await channel.json())["name"] == "general"
        assert set(ready["users"]) == {"test-bot", "alice", "bob", "carol", "dave"}


def test_a_copy_of_the_folder_alone_imports_nothing_of_ours(alone: Path) -> None:
    code = (
        "import sys, pathlib, sandbox.__main__, sandbox.connect, sandbox.testing, sandbox.tables\n"
        "here = pathlib.Path.cwd()\n"
        "for name in ('cogs', 'umpire', 'rules', 'render', 'storage', 'settings', 'bot', 'demo', 'tests', 'pytest'):\n"
        "    assert name not in sys.modules, name\n"
        "assert pathlib.Path(sandbox.__file__).is_relative_to(here)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        cwd=alone,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=WAIT_SECONDS,
        check=False,
    )
    assert found.stderr == ""


async def test_a_real_bot_logs_in_with_the_printed_token(alone: Path) -> None:
    async with started(alone, "--token", "MTIz.abc.def") as (_, ready):
        assert ready["token"] == "MTIz.abc.def"
        bot = make_bot()
        with pointed_at(ready["url"]):
            task = asyncio.create_task(bot.start(ready["token"]))
            try:
                await asyncio.wait_for(bot.wait_until_ready(), WAIT_SECONDS)
                assert str(bot.application_id) == ready["application_id"]
            finally:
                await bot.close()
                await task


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_ends_it_cleanly_and_the_state_is_there_again(alone: Path, number: signal.Signals) -> None:
    state = alone / "kept" / "x.sandbox"
    words = ("--state", str(state))
    async with started(alone, *words) as (process, first), aiohttp.ClientSession() as session:
        headers = {"Authorization": f"Bot {first['token']}"}
        room = f"{first['api']}/channels/{first['channels']['general']}/messages"
        async with session.post(room, json={"content": "kept"}, headers=headers) as answer:
            assert answer.status == 200
        process.send_signal(number)
        _, errors = await asyncio.wait_for(process.communicate(), WAIT_SECONDS)
        assert (process.returncode, errors) == (0, b"")
    async with started(alone, *words) as (_, again), aiohttp.ClientSession() as session:
        assert again["token"] == first["token"]
        room = room.replace(first["url"], again["url"])
        async with session.get(room, headers=headers) as answer:
            assert [each["content"] for each in await answer.json()] == ["kept"]
    async with started(alone, *words, "--fresh") as (_, fresh), aiohttp.ClientSession() as session:
        room = room.replace(again["url"], fresh["url"])
        async with session.get(room, headers={"Authorization": f"Bot {fresh['token']}"}) as answer:
            assert await answer.json() == []


async def test_options_set_clock_faults_and_rates(alone: Path) -> None:
    words = (
        "--clock",
        "frozen",
        "--forward",
        "3d",
        "--fault",
        "5xx,times=2,status=503,match=^POST .*,x",
        "--set",
        "buckets.limit=7",
    )
    async with (
        started(alone, *words) as (_, ready),
        aiohttp.ClientSession() as session,
        session.get(f"{ready['url']}/sandbox/api/developer") as answer,
    ):
        found = await answer.json()
    assert (found["clock"]["rate"], round(found["clock"]["ahead"] / 86_400)) == (0, 3)
    (fault,) = found["faults"]
    assert (fault["kind"], fault["times"], fault["status"], fault["match"]) == ("5xx", 2, 503, "^POST .*,x")
    assert found["settings"]["buckets.limit"] == 7


async def test_log_prints_each_request_with_its_error_tree(alone: Path) -> None:
    async with started(alone, "--log") as (process, ready), aiohttp.ClientSession() as session:
        headers = {"Authorization": f"Bot {ready['token']}"}
        room = f"{ready['api']}/channels/{ready['channels']['general']}/messages"
        async with session.post(room, json={"content": "x" * 2001}, headers=headers) as answer:
            assert answer.status == 400
        assert process.stdout is not None
        line = (await asyncio.wait_for(process.stdout.readline(), WAIT_SECONDS)).decode()
    assert line.startswith("400 POST /channels/")
    assert "50035 Invalid Form Body content: Must be 2000 or fewer in length." in line


def test_example_check_and_help_say_what_there_is(alone: Path) -> None:
    example = run(alone, "--example")
    assert example.stdout == (SANDBOX / "example_world.toml").read_text("utf-8")
    (alone / "mine.toml").write_text(example.stdout, "utf-8")
    check = run(alone, "mine.toml", "--check")
    assert (check.returncode, check.stdout.startswith("The world file is good.")) == (0, True)
    told = run(alone, "--help").stdout
    assert all(each in told for each in (*FAULT_KINDS, "--state", "127.0.0.1", "docs/sandbox.md"))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("nothing.toml",), "nothing.toml cannot be read"),
        (("--fault", "earthquake"), "there is no fault 'earthquake'"),
        (("--fault", "429,how=much"), "a fault has no 'how'"),
        (("--fault", "429,times=x"), "times of a fault must be a number"),
        (("--set", "nothing=1"), "There is no setting 'nothing'"),
        (("--set", "buckets.limit=x"), "buckets.limit must be a whole number"),
        (("--clock", "slowly"), "'slowly' is not a rate"),
        (("--forward", "soon"), "'soon' is not a time"),
        (("--port", "99999"), "'99999' is not a port"),
        (("--state", "."), "cannot be"),
    ],
)
def test_what_cannot_be_ends_with_one_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    try:
        status: object = program.main(words)
    except SystemExit as end:  # argparse
        status = end.code
    assert status == 2
    assert sentence in capsys.readouterr().err


def test_a_port_in_use_is_said_and_the_state_is_not_touched(alone: Path) -> None:
    state = alone / "x.sandbox"
    state.write_bytes(b"somebody's")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        found = run(alone, "--port", str(taken.getsockname()[1]), "--state", str(state), "--fresh")
    assert found.returncode == 2
    assert "choose another by --port" in found.stderr
    assert state.read_bytes() == b"somebody's"
